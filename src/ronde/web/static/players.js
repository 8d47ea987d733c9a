// Players: known people while one types, and the list sifted by letters.
import { look, walk } from "./desk.js";
import { fold } from "./face.js";
import { named } from "./morph.js";

let waiting = null;

addEventListener("input", (event) => {
  const field = event.target;
  if (field.dataset.search !== undefined) {
    clearTimeout(waiting);
    waiting = setTimeout(() => look(field, field.dataset.search, named("found"), 2), 80);
  }
  if (field.dataset.sieve !== undefined) sift(field);
});

// A filter hides rows only while nothing is typed: a name is looked for among all.
function sift(field) {
  const wanted = fold(field.value.trim());
  for (const row of document.querySelectorAll("#players tbody tr")) row.hidden = wanted ? !matches(row, wanted) : row.dataset.outside !== undefined;
  const hint = named("name-hint");
  const only = meant(field);
  if (hint) hint.textContent = !wanted ? hint.dataset.usual : only ? hint.dataset.tap.replace("{player}", only.dataset.name) : hint.dataset.new.replace("{player}", field.value.trim());
}

function matches(row, wanted) {
  return fold(row.dataset.name).includes(wanted) || row.id.replace("player-", "").startsWith(wanted);
}

// The only player left by what was typed, in the filter or else among all: Enter taps the button of that row.
function meant(field) {
  const text = field.value.trim();
  const shown = [...document.querySelectorAll("#players tbody tr:not([hidden])")];
  const inside = shown.filter((row) => row.dataset.outside === undefined);
  const [only, other] = inside.length === 1 ? inside : shown;
  return text.length > 1 && !/\s/.test(text) && !other ? only : null;
}
addEventListener("submit", (event) => {
  if (event.target.id !== "newcomer" || event.submitter?.name || event.submitter?.closest("details")) return;
  const field = named("name");
  const row = meant(field);
  if (!row) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  row.querySelector(".tick").click();
  field.value = "";
  sift(field);
}, true);

addEventListener("ronde:shown", () => {
  const field = document.querySelector("[data-sieve]");
  if (field?.value) sift(field);
});

// From the name down to the people found, and back; Escape leaves it for the menu, where letters are keys.
addEventListener("keydown", (event) => {
  if (event.target.id === "name" && event.key === "Escape") { event.target.value = ""; sift(event.target); document.querySelector("header nav a")?.focus(); }
  if (event.target.matches?.("#name, #found *")) walk(event, [named("name"), ...document.querySelectorAll("#found button:not([disabled])")]);
});
