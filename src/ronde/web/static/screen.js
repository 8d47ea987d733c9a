// A screen of the hall: as many rows as fit, page after page, language after language. Any key or the button holds it.
const faces = () => [...document.querySelectorAll(".face")];
const holder = () => document.getElementById("faces");
const button = document.getElementById("pause");
let face = 0;
let page = 0;
let held = false;
let timer = null;

const wish = (name) => Number(holder().dataset[name]) || 0;

function room(section) {
  const body = section.querySelector("tbody");
  if (!body) return [];
  const rows = [...body.rows];
  const limit = holder().getBoundingClientRect().bottom;
  const pages = [];
  let from = 0;
  while (from < rows.length) {
    rows.forEach((row, at) => { row.hidden = at < from; });
    let count = 0;
    while (from + count < rows.length && rows[from + count].getBoundingClientRect().bottom <= limit) count += 1;
    if (wish("rows")) count = Math.min(count, wish("rows"));
    count = Math.max(1, count);
    pages.push(rows.slice(from, from + count));
    from += count;
  }
  return pages;
}

function fit() {
  const root = document.body.style;
  root.removeProperty("--size");
  const rows = [...document.querySelectorAll(".face:not([hidden]) tbody tr")];
  if (!rows.length) return;
  const free = holder().clientHeight * 0.82;
  const size = parseFloat(getComputedStyle(document.body).fontSize);
  const tall = Math.max(...rows.map((row) => row.clientHeight));
  const few = rows.length * tall < free;  // a short list fills the wall instead of half of it
  const wanted = wish("rows") || (few ? rows.length : 0);
  if (!wanted) return;
  const most = wish("rows") ? size * 3 : size * 1.6;
  root.setProperty("--size", `${Math.max(12, Math.min(most, (size * free) / (tall * wanted)))}px`);
}

function show() {
  const all = faces();
  face = face % all.length;
  all.forEach((one, at) => { one.hidden = at !== face; });
  document.documentElement.lang = all[face].lang;
  for (const row of all[face].querySelectorAll("tbody tr")) row.hidden = false;
  fit();
  const pages = room(all[face]);
  const steady = wish("page");
  if (steady) page = Math.min(steady, Math.max(1, pages.length)) - 1;
  if (page >= pages.length) page = Math.max(0, pages.length - 1);
  const shown = new Set(pages[page] || []);
  pages.flat().forEach((row) => { row.hidden = !shown.has(row); });
  all[face].querySelector(".where").textContent = pages.length > 1 ? `${page + 1} / ${pages.length}` : "";
  return pages.length;
}

function turn(step = 1) {
  const count = show();
  page += step;
  if (page >= count || page < 0) {
    face = (face + (step < 0 ? faces().length - 1 : 1)) % faces().length;
    page = step < 0 ? 9999 : 0;
  }
  show();
}

function wait() {
  clearInterval(timer);
  timer = setInterval(() => { if (!held && !document.querySelector("#faces:hover")) turn(); }, Math.max(4, wish("seconds")) * 1000);
}

function hold(stop) {
  held = stop;
  button.textContent = held ? button.dataset.play : button.dataset.pause;
  button.setAttribute("aria-pressed", String(held));
}

document.body.classList.add("turning");
button.hidden = false;
button.addEventListener("click", () => hold(!held));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === button) return;
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") { hold(true); turn(event.key === "ArrowRight" ? 1 : -1); }
  else if (event.key === " ") { event.preventDefault(); hold(!held); }
});
addEventListener("resize", show);
document.addEventListener("ronde:renewed", () => { show(); wait(); });
show();
wait();
