// A screen of the hall: columns and type by what there is to show, page after page, language after language.
// Any arrow, the space bar or the button holds it.
const views = () => [...document.querySelectorAll(".view")];
const holder = () => document.getElementById("faces");
const button = document.getElementById("pause");
const dots = document.querySelector(".dots");
const LEAST = 2.4;  // of u: smaller letters are not read from fifteen metres, so the list turns pages
const MOST = 3.6;
const LONGEST = 17;  // of the type: longer names are written smaller, on two lines
const KINDS = { tables: [2.55, 11.5], told: [2.55, 15.5], names: [1.75, 10.5] };  // lines of an entry, and what stands beside its name, in u
let view = 0;
let page = 0;
let held = false;
let timer = null;

const wish = (name) => Number(holder().dataset[name]) || 0;
const unit = () => Math.min(innerWidth / 128, innerHeight / 72);

// How many columns and rows, and which type, for so many entries.
function best(list, count) {
  const u = unit();
  const [lines, beside] = KINDS[[...list.classList].at(-1)];
  const [wide, high] = [list.clientWidth, list.clientHeight - 1.6 * u];
  const type = parseFloat(getComputedStyle(list).fontSize);
  const longest = Math.min(LONGEST, Math.max(5, ...[...list.querySelectorAll(".name")].map((one) => one.scrollWidth / type + 0.1)));
  const across = (cols) => ((wide - 5 * u * (cols - 1)) / cols - beside * u) / longest;
  let found = null;
  for (const cols of [1, 2, 3, 4]) {
    const rows = Math.ceil(count / cols);
    const size = Math.min(MOST * u, high / rows / lines, across(cols));
    if (!found || size > found.size * 1.1) found = { cols, rows, size };
  }
  if (found.size >= LEAST * u || wish("rows")) return { ...found, each: count };
  const cols = Math.max(1, ...[1, 2, 3, 4].filter((one) => across(one) >= LEAST * u));
  const rows = Math.max(1, Math.floor(high / (LEAST * u * lines)));
  return { cols, rows, size: LEAST * u, each: cols * rows };
}

function fitted(list, count) {
  const u = unit();
  if (!list.classList.contains("ranks")) return best(list, wish("rows") ? Math.min(wish("rows"), count) : count);
  const rows = wish("rows") || (count > 10 ? 8 : count);
  return { cols: 1, rows: Math.max(rows, 6), size: Math.min(4.2 * u, (list.clientHeight - 1.6 * u) / rows / 1.43), each: rows };
}

function laid(section) {
  const list = section.querySelector("ol:not(.track)");
  if (!list) return [];
  const entries = [...list.children];
  for (const entry of entries) entry.hidden = false;
  const { cols, rows, size, each } = fitted(list, entries.length);
  list.style.setProperty("--cols", cols);
  list.style.setProperty("--rows", rows);
  list.style.setProperty("--type-size", `${size}px`);
  return Array.from({ length: Math.ceil(entries.length / each) }, (_, at) => entries.slice(at * each, (at + 1) * each));
}

// A name that is too long for its column is written on two lines of small letters, smaller until it is whole.
function shrunk(entries) {
  for (const entry of entries) {
    const names = entry.querySelectorAll(".name");
    for (const one of names) {
      one.className = "name";
      one.style.fontSize = "";
      if (one.scrollWidth > one.clientWidth) one.className += " long";
      for (let part = 62; part > 30 && one.scrollHeight > entry.clientHeight / names.length; part -= 2) one.style.fontSize = `${part}%`;
    }
  }
}

function dotted(count) {
  const few = count > 1 && count <= 12;
  dots.replaceChildren(...Array.from({ length: few ? count : 0 }, (_, at) => Object.assign(document.createElement("i"), { className: at === page ? "on" : "" })));
  if (count > 12) dots.textContent = `${page + 1} / ${count}`;
}

function show() {
  const all = views();
  view %= all.length;
  all.forEach((one, at) => { one.hidden = at !== view; });
  document.documentElement.lang = all[view].lang;
  const pages = laid(all[view]);
  const steady = wish("page");
  if (steady) page = Math.min(steady, Math.max(1, pages.length)) - 1;
  if (page >= pages.length) page = Math.max(0, pages.length - 1);
  pages.forEach((entries, at) => entries.forEach((entry) => { entry.hidden = at !== page; }));
  shrunk(pages[page] || []);
  dotted(pages.length);
  tick();
  return pages.length;
}

function tick() {
  for (const clock of document.querySelectorAll(".time")) clock.textContent = new Date().toLocaleTimeString("fr", { hour: "2-digit", minute: "2-digit" });
}

function turn(step = 1) {
  const count = show();
  page += step;
  if (page >= count || page < 0) {
    view = (view + (step < 0 ? views().length - 1 : 1)) % views().length;
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
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === button) return;
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") { hold(true); turn(event.key === "ArrowRight" ? 1 : -1); }
  else if (event.key === " ") { event.preventDefault(); hold(!held); }
});
addEventListener("resize", show);
document.fonts?.ready.then(show);
addEventListener("ronde:renewed", () => { show(); wait(); });
setInterval(tick, 5000);
show();
wait();
