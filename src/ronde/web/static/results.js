// Results: words while one types, rows that change at once, entries that survive a lost server, keys in the grid.
import { announce, post, show, warn, word } from "./desk.js";
import { named } from "./morph.js";

const entry = () => named("entry");
const base = () => location.pathname.match(/.*\/desk\/[^/]+/)?.[0] || "";
const SHELF = `ronde-kept-${base().split("/").pop()}`;
const NOTHING = { text: "", tables: [], score: "", names: [] };
let foretold = NOTHING;
let waiting = null;
let sending = false;
let turn = -1;
let unseated = false;

const kept = () => { try { return JSON.parse(localStorage.getItem(SHELF) || "[]"); } catch { return []; } };
const keep = (items) => { localStorage.setItem(SHELF, JSON.stringify(items)); list(items); mark(items); };

function list(items) {
  const box = named("kept");
  if (!box) return;
  const late = items.filter((one) => one.tries > 0);
  box.hidden = !late.length;
  box.replaceChildren(...late.map((one) => Object.assign(document.createElement("li"), { textContent: `${one.line} (${word(unseated ? "unsent" : "busy")})` })));
}

// A thin bar and the new score, until the server has it on its disk.
function mark(items) {
  for (const row of document.querySelectorAll("tr.pending")) {
    if (!items.some((one) => `table-${one.table}` === row.id)) row.classList.remove("pending");
  }
  for (const one of items) {
    const row = one.table && named(`table-${one.table}`);
    if (!row) continue;
    row.classList.add("pending");
    row.querySelector(".score").textContent = one.score;
  }
}

async function foresee() {
  const field = entry();
  if (!field?.value.trim()) return;  // sent meanwhile; the last line of a round takes the field with it
  const text = field.value;
  try {
    const answer = await fetch(`${field.dataset.foresee}?text=${encodeURIComponent(text)}`);
    if (!answer.ok || field.value !== text) return;
    foretold = { text, ...(await answer.json()) };
    named("foreseen").textContent = foretold.said;
    light();
  } catch { /* the line still works; Enter keeps it */ }
}

function light() {
  const meant = new Set(foretold.text ? foretold.tables.map(String) : []);
  for (const row of document.querySelectorAll("tr[data-table]")) row.classList.toggle("meant", meant.has(row.dataset.table));
}

function send(line, replace = false) {
  const known = foretold.text === line && foretold.tables.length === 1;
  const item = { line, key: crypto.randomUUID?.() || `${Date.now()}-${Math.random()}`, replace, tries: 0 };
  if (known) { item.table = foretold.tables[0]; item.score = foretold.score; }
  const row = document.activeElement?.closest?.("tr[data-table]");
  if (!known && row) { item.table = row.dataset.table; item.score = "…"; }
  if (row) item.from = row.dataset.table;
  keep([...kept(), item]);
  foretold = NOTHING;
  light();
  drain();
}

// Sent away: asking again would change nothing. The lines stay in this browser until somebody signs in with it.
function stop() {
  unseated = true;
  keep(kept().map((one) => ({ ...one, tries: one.tries + 1 })));
  announce(word("unseated"));
  warn(word("unseated"), { href: base().replace(/desk\/[^/]+$/, "enter"), text: word("enter") });
}

async function drain() {
  if (sending || unseated) return;
  sending = true;
  try {
    for (let items = kept(); items.length; items = kept()) {
      const [first] = items;
      const fields = [["entry", first.line], ["key", first.key], ...(first.replace ? [["replace", "yes"]] : [])];
      const answer = await post(`${base()}/result`, fields);
      if (answer.status === 429 || answer.status >= 500) throw new Error("later");
      if (answer.status === 403) { stop(); return; }
      keep(kept().filter((one) => one.key !== first.key));  // lines typed meanwhile stay
      settled(first, answer);
    }
  } catch {
    const [first, ...rest] = kept();
    if (first) {
      if (!first.tries) announce(word("kept"));
      keep([{ ...first, tries: first.tries + 1 }, ...rest.map((one) => ({ ...one, tries: one.tries + 1 }))]);
      setTimeout(drain, 1500);
    }
  } finally {
    sending = false;
  }
}

function settled(item, answer) {
  if (!base() || !entry()) return;
  show(answer.html, answer.ok ? answer.url : "");
  const field = entry();
  if (field && !answer.ok && !document.querySelector(".differs") && !field.value) field.value = item.line;
  if (document.querySelector(".differs")) named("keep-old").focus();  // a key typed too early must take nothing
  else if (!answer.ok && field) { field.focus(); if (field.value === item.line) field.select(); }  // typing replaces what was refused
  mark(kept());
  if (answer.ok && item.from && !item.line.startsWith("-")) onwards(item.from);
}

// After a table the next one that is open; after the last, closing the round.
function onwards(table) {
  if (document.activeElement?.closest?.("tr[data-table]")?.dataset.table !== table && document.activeElement !== document.body) return;
  const all = rows();
  const at = all.findIndex((one) => one.dataset.table === table);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find((one) => one.classList.contains("open") && !one.classList.contains("pending"));
  if (next) stand(next);
  else named("close-now")?.focus();
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.entry === undefined) return;
  event.preventDefault();
  const button = event.submitter;
  const line = button?.name === "entry" ? button.value : form.elements.entry?.value || "";
  if (!line.trim()) return;
  if (form.id === "entry-form") { entry().value = ""; named("foreseen").textContent = ""; }
  send(line, form.elements.replace?.value === "yes");
  if (form.id !== "entry-form" && form.closest(".differs")) entry()?.focus();
});

addEventListener("input", (event) => {
  if (event.target.id !== "entry") return;
  turn = -1;
  clearTimeout(waiting);
  if (!event.target.value.trim()) { foretold = NOTHING; named("foreseen").textContent = ""; light(); return; }
  waiting = setTimeout(foresee, 60);
});

addEventListener("click", (event) => {
  const name = event.target.closest?.("[data-fill]");
  if (!name || !entry()) return;
  event.preventDefault();
  fill(name.dataset.fill);
});

function fill(text) {
  const field = entry();
  field.value = text;
  field.focus();
  field.setSelectionRange(text.length, text.length);
  foresee();
}

// Tab completes the common part as PAPP did, then goes round the candidates; an empty or finished line lets Tab go.
function complete(event) {
  const field = entry();
  const { names, common } = foretold;
  if (event.shiftKey || !field.value.trim() || !names?.length || (turn < 0 && foretold.text !== field.value)) return;
  const longer = turn < 0 && common && common.length > field.value.trim().length;
  if (!longer && names.length < 2) return;
  event.preventDefault();
  turn = longer ? -1 : (turn + 1) % names.length;
  field.value = longer ? common : names[turn];
  if (longer) foresee();
}

const rows = () => [...document.querySelectorAll("tr[data-table]")];
function stand(row) {
  if (!row) return;
  for (const one of rows()) one.tabIndex = one === row ? 0 : -1;
  row.focus();
}

function inGrid(event, row) {
  const all = rows();
  const at = all.indexOf(row);
  const discless = row.closest(".grid").dataset.discless === "yes";
  const { first, second } = row.dataset;
  const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
  const lines = { "=": `${first}=`, Backspace: `-${first}`, Delete: `-${first}` };
  if (discless) Object.assign(lines, { 1: `${first}+`, 0: `${second}+`, 2: `${second}+`, 5: `${first}=`, a: `${first} a` });
  const signs = row.closest(".grid").dataset.signs;
  if (signs === "go") Object.assign(lines, { 0: `${first} ll`, 3: `${first} ww`, f: `${first} ff`, d: `${first} df`, w: `${first} wf` });
  if (signs) Object.assign(lines, { "+": `${first} w`, "-": `${first} f` });
  if (event.key in moves) stand(all[Math.max(0, Math.min(all.length - 1, moves[event.key]))]);
  else if (event.key in lines) { if (!(event.key.length > 1) || !row.matches(".open:not(.pending)")) send(lines[event.key]); }
  else if (event.key.toLowerCase() === "n") stand([...all.slice(at + 1), ...all.slice(0, at)].find((one) => one.classList.contains("open")));
  else if (/^[0-9+.-]$/.test(event.key)) fill(`${first} ${event.key}`);
  else if (event.key === "Enter" && event.target === row) fill(`${first} `);
  else if (event.key === "Escape") entry()?.focus();
  else return;
  event.preventDefault();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.id === "entry") {
    if (event.key === "Tab") complete(event);
    if (event.key === "ArrowDown" && !event.target.value) { event.preventDefault(); stand(rows().find((one) => one.tabIndex === 0) || rows()[0]); }
    if (event.key === "Escape") {
      if (event.target.value) { event.target.value = ""; event.target.dispatchEvent(new Event("input", { bubbles: true })); }
      else document.querySelector("header nav a")?.focus();
    }
    return;
  }
  const row = event.target.closest?.("tr[data-table]");
  if (row) inGrid(event, row);
});

addEventListener("online", drain);
addEventListener("ronde:shown", () => {
  list(kept());
  mark(kept());
  light();
  if (entry()?.value.trim() && !named("trouble")) foresee();  // the hall has changed, and so may what Enter would do
});
list(kept());
mark(kept());
drain();
