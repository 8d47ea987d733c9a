// The menu is open where there is room, and the search finds sections by the beginnings of words, without a server.
const menu = document.querySelector("nav details");
menu.open = matchMedia("(min-width: 48.01rem)").matches;
menu.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });

const field = document.getElementById("search");
const found = document.getElementById("found");
const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

function score(entry, words) {
  const [, , page, title, text] = entry;
  const head = fold(title), top = fold(page);
  let sum = 0;
  for (const word of words) {
    const starts = new RegExp("(^|[^\\p{L}\\p{N}])" + word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "u");
    const here = starts.test(head) ? 8 : starts.test(top) ? 4 : starts.test(text) ? 1 : 0;
    if (!here) return 0;
    sum += here;
  }
  return sum + (entry[0] === document.documentElement.lang ? 2 : 0);
}

function row(entry) {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = field.dataset.root + "/" + entry[1];
  link.textContent = entry[3];
  link.appendChild(document.createElement("small")).textContent = entry[2];
  return item;
}

function show() {
  const words = fold(field.value).split(/\s+/).filter(Boolean);
  const rated = words.length ? INDEX.map((entry) => [score(entry, words), entry]).filter(([points]) => points) : [];
  rated.sort((one, other) => other[0] - one[0]);
  found.replaceChildren(...rated.slice(0, 12).map(([, entry]) => row(entry)));
  if (words.length && !rated.length) found.appendChild(document.createElement("p")).textContent = field.dataset.none;
  found.hidden = !words.length;
}

field.addEventListener("input", show);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") found.querySelector("a")?.click();
  if (event.key === "ArrowDown") { found.querySelector("a")?.focus(); event.preventDefault(); }
  if (event.key === "Escape") { field.value = ""; show(); }
});
found.addEventListener("keydown", (event) => {
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  if (!step) return;
  event.preventDefault();
  (event.target.closest("li")[step]?.querySelector("a") ?? field).focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input")) { field.focus(); event.preventDefault(); }
});
document.addEventListener("click", (event) => { if (!event.target.closest("search")) found.hidden = true; });
