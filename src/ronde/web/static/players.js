// Players: known people while one types, and the list sifted by letters.
let waiting = null;

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.dataset.search !== undefined) {
    clearTimeout(waiting);
    waiting = setTimeout(() => search(field), 80);
  }
  if (field.dataset.sieve !== undefined) sift(field);
});

async function search(field) {
  const list = document.getElementById("found");
  const text = field.value;
  if (text.trim().length < 2) { list.replaceChildren(); return; }
  try {
    const answer = await fetch(`${field.dataset.search}?text=${encodeURIComponent(text)}`);
    if (!answer.ok || field.value !== text) return;
    const found = new DOMParser().parseFromString(`<ul>${await answer.text()}</ul>`, "text/html");
    list.replaceChildren(...document.importNode(found.querySelector("ul"), true).children);
  } catch { /* a new player can be registered all the same */ }
}

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function sift(field) {
  const wanted = plain(field.value.trim());
  for (const row of document.querySelectorAll("#players tbody tr")) row.hidden = !plain(row.dataset.name).includes(wanted);
}

document.addEventListener("ronde:shown", () => {
  const field = document.querySelector("[data-sieve]");
  if (field?.value) sift(field);
});

// From the name down to the people found, and back.
document.addEventListener("keydown", (event) => {
  const inside = event.target.id === "name" || event.target.closest?.("#found");
  if (!inside || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
  const stops = [document.getElementById("name"), ...document.querySelectorAll("#found button:not([disabled])")];
  const at = stops.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1);
  if (stops[at]) { event.preventDefault(); stops[at].focus(); }
});
