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
  const hint = document.getElementById("name-hint");
  const only = meant(field);
  if (hint) hint.textContent = !wanted ? hint.dataset.usual : only ? hint.dataset.tap.replace("{player}", only.dataset.name) : hint.dataset.new.replace("{player}", field.value.trim());
}

// The only player left by what was typed, if there is just one: Enter taps the button of that row.
function meant(field) {
  const shown = [...document.querySelectorAll("#players tbody tr:not([hidden])")];
  return field.value.trim().length > 1 && !/\s\S/.test(field.value.trim()) && shown.length === 1 ? shown[0] : null;
}
document.addEventListener("submit", (event) => {
  if (event.target.id !== "newcomer" || event.submitter?.closest("details")) return;
  const field = document.getElementById("name");
  const row = meant(field);
  if (!row) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  field.value = "";
  sift(field);
  row.querySelector(".tick").click();
}, true);

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
