// Small comforts of every page: / finds, Esc and a click outside close menus, rows are sifted, a followed player is marked.
const typing = (at) => at.closest?.("input, textarea, select, dialog, [contenteditable]");
const find = document.getElementById("find");
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

addEventListener("keydown", (event) => {
  if (event.key === "/" && find && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target)) { event.preventDefault(); find.focus(); find.select(); }
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.menu[open]");
  if (open) { open.open = false; open.querySelector("summary").focus(); }
  if (event.target === find) { find.value = ""; sift(); find.blur(); }
});
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

// What is typed sifts the rows of people on this page; Enter goes to the first of them, or asks the list of all players.
const people = () => [...document.querySelectorAll("tr:has(a[href*='/player/'])")];
function sift() {
  const wish = fold(find.value.trim());
  for (const row of people()) row.hidden = wish !== "" && !fold(row.textContent).includes(wish);
}
if (find) {
  find.addEventListener("input", sift);
  document.addEventListener("ronde:renewed", sift);
  find.form.addEventListener("submit", (event) => {
    const wish = fold(find.value.trim());
    const first = wish && people().find((row) => !row.hidden);
    const link = first && [...first.querySelectorAll("a[href*='/player/']")].find((one) => fold(one.textContent).includes(wish));
    if (link) { event.preventDefault(); link.click(); }
  });
}
