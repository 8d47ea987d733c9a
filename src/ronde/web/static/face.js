// Small comforts of every page: / finds, Esc and a click outside close menus, rows are sifted, a followed player is marked.
const typing = (at) => at.closest?.("input, textarea, select, dialog, [contenteditable]");
const find = document.getElementById("find");
export const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

addEventListener("keydown", (event) => {
  if (event.key === "/" && find && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target)) { event.preventDefault(); find.focus(); find.select(); }
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.menu[open]");
  if (open) { open.open = false; open.querySelector("summary").focus(); }
  if (event.target === find) { find.value = ""; sift(); find.blur(); }
});
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target) || event.target.closest(".item")) menu.open = false;
});

// What is typed sifts the rows of people on this page; Enter goes to the first of them, or asks the list of all players.
// The settings are sifted the same way, and Enter goes to the first field.
const sifted = find?.dataset.sift;
const people = () => [...document.querySelectorAll(sifted || "tr:has(a[href*='/player/'])")];
function sift() {
  const wish = fold(find.value.trim());
  for (const row of people()) {
    row.hidden = wish !== "" && !fold(row.textContent).includes(wish);
    if (sifted && wish && !row.hidden) row.closest("details")?.setAttribute("open", "");
  }
  const none = document.getElementById("none");
  if (none) none.hidden = people().some((row) => !row.hidden);
}
if (find) {
  find.form.hidden = false;
  find.addEventListener("input", sift);
  addEventListener("ronde:renewed", sift);
  addEventListener("ronde:shown", sift);
  find.form.addEventListener("submit", (event) => {
    const wish = fold(find.value.trim());
    const first = wish && people().find((row) => !row.hidden);
    if (sifted) { event.preventDefault(); first?.querySelector?.("input, select").focus(); return; }
    const link = first && [...first.querySelectorAll("a[href*='/player/']")].find((one) => fold(one.textContent).includes(wish));
    if (link) { event.preventDefault(); link.click(); }
  });
}

// Long lists carry the form as letters ("WlDw": upper case is the first colour); here they become marks.
const KINDS = { w: ["v", 0.5, 8], l: ["l", 11.5, 8], d: ["d", 7.5, 5] };
function strip(letters) {
  const marks = [...letters].map((letter, at) => {
    const [kind, top, high] = KINDS[letter.toLowerCase()] || [];
    const x = at * 9 + 0.5;
    return kind ? `<path class="${kind}${letter < "a" ? " b" : ""}" d="M${x} ${top}h5v${high}h-5z"/>` : `<path class="${letter === "+" ? "v x" : "x"}" d="M${x} ${letter === "+" ? 4.5 : 10.5}h5"/>`;
  });
  return `<svg class="form" viewBox="0 0 ${letters.length * 9 - 3} 20" width="${letters.length * 9 - 3}" height="20" role="img" aria-label="${letters}">${marks.join("")}</svg>`;
}
// A long crosstable says a game as "W12 48" (upper case is the first colour, then the opponent's place and the own score); here it becomes a tinted cell with a disc.
function paint(cell, total, names) {
  const [, letter, place, said] = /^([wld])(\S+) (\S+)$/i.exec(cell.textContent.trim()) || [];
  if (!letter) return;
  const score = /^\d+$/.test(said) ? `${said}-${total - said}` : said;
  const [own, other = 0] = score.replaceAll(",", ".").split("-");
  const part = total > 2 ? Math.abs(own - other) / total : 0;
  const kind = KINDS[letter.toLowerCase()][0];
  cell.className = kind + (kind === "d" || (part && part < 12 / 64) ? 1 : part < 0.5 ? 2 : 3) + (letter > "Z" ? " w" : "");
  cell.title = `${names.get(place)} ${score}`;
  cell.textContent = { v: "+", d: "=", l: "−" }[kind] + place;
}
const player = (row) => row.dataset.p || row.querySelector("a[href*='player/']")?.getAttribute("href").split("/").pop();
const followed = `ronde-follow-${document.body.dataset.slug}`;
function dress() {
  for (const cell of document.querySelectorAll(".st td:nth-child(3), .everybody td[class=wide-only]")) {
    const letters = cell.textContent.trim();
    if (/^[wldWLD+-]+$/.test(letters)) cell.innerHTML = strip(letters);
  }
  for (const table of document.querySelectorAll(".cross[data-total]")) {
    const names = new Map([...table.tBodies[0].rows].map((row) => [row.cells[0].textContent.trim(), row.querySelector("a").textContent]));
    for (const cell of table.querySelectorAll("td:not([class])")) paint(cell, table.dataset.total, names);
  }
  const me = localStorage.getItem(followed);
  for (const row of document.querySelectorAll("tr[data-p], :is(.st, .everybody, .standings) tbody tr")) row.classList.toggle("me", me !== null && player(row) === me);
  document.querySelector(`.bump [data-p="${CSS.escape(me || "")}"]`)?.classList.add("me");
}
dress();
addEventListener("ronde:renewed", dress);

// The line of a row that is pointed at, or focused, is lit.
function light(event, on) {
  const row = event.target.closest?.(".bumped tr");
  const line = row && document.querySelector(`.bump [data-p="${CSS.escape(player(row) || "")}"]`);
  line?.classList.toggle("on", on);
}
for (const [name, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) addEventListener(name, (event) => light(event, on));

// A toast goes after eight seconds, not while somebody points at it; a question opens over the page.
function rest(toast, words) {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) rest(toast, words);
    else if (toast.textContent === words) toast.remove();
  }, 8000);
}
function settle() { for (const toast of document.querySelectorAll(".toast:not([data-seen])")) { toast.dataset.seen = ""; rest(toast, toast.textContent); } }
settle();
addEventListener("ronde:shown", settle);
addEventListener("click", (event) => {
  const ask = event.target.closest?.("[data-ask]");
  if (ask) { event.preventDefault(); document.getElementById(ask.dataset.ask)?.showModal(); }
});

const star = document.querySelector("[data-follow]");
if (star) {
  const tell = () => star.setAttribute("aria-pressed", String(localStorage.getItem(followed) === star.dataset.follow));
  star.hidden = false;
  tell();
  star.addEventListener("click", () => {
    if (star.getAttribute("aria-pressed") === "true") localStorage.removeItem(followed);
    else localStorage.setItem(followed, star.dataset.follow);
    tell();
  });
}
