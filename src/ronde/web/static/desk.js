// Forms without reload, the palette, the letters, and keeping the page true. Everything works without this file too.
import { morph, named, parsed, remember, touched } from "./morph.js";

const main = named("main");
const said = named("said");
export const palette = () => named("palette");
export const word = (name) => palette()?.dataset[name] || "";

export function announce(text, alone = true) {
  // What a notice already shows is for ears only; what nothing else shows is for everybody.
  if (text || !alone) said?.classList.toggle("unseen", !alone);
  if (said && text) { said.textContent = ""; setTimeout(() => { said.textContent = text; }, 30); }
}

let shown = 0;

// A page that came back takes the place of this one.
export function show(html, address, { quiet = false } = {}) {
  if (!quiet) shown += 1;
  const fresh = parsed(html);
  const other = fresh.getElementById("main");
  if (!other) { location.assign(address); return; }
  const moved = address && new URL(address).pathname !== location.pathname;
  if (moved && !quiet) history.pushState(null, "", address);
  const awaited = main.querySelector("[data-again]") !== null;  // what follows a long draw is as good as a new page
  const underline = remember();
  if (quiet) stay(other);
  const focus = document.activeElement;
  morph(main, other);
  if (palette()?.open) sift(named("wish").value);  // the fresh list is whole again
  const back = focus?.isConnected ? focus : focus?.id && named(focus.id);  // the same thing may be drawn anew
  if (back && document.activeElement !== back) back.focus({ preventScroll: true });
  const nav = document.querySelector("header nav");
  const freshNav = fresh.querySelector("header nav");
  if (nav && freshNav) morph(nav, freshNav);
  document.title = fresh.title;
  if ((moved && !quiet) || awaited) {
    scrollTo(0, 0);
    (main.querySelector("[autofocus]") || named("trouble"))?.focus();
  }
  if (!quiet) announce((named("trouble") || main.querySelector(".fault[role]"))?.textContent || document.querySelector("#notice p")?.textContent, false);
  if (!moved) underline();
  dispatchEvent(new CustomEvent("ronde:shown"));
  again();
}

// What was said to this visitor stays until he acts, though others act meanwhile.
function stay(fresh) {
  for (const id of ["trouble", "notice"]) {
    const there = named(id);
    if (there && !fresh.querySelector(`#${id}`)) fresh.prepend(document.importNode(there, true));
  }
  for (const fault of document.querySelectorAll(".field .fault")) {
    const field = fresh.querySelector(`#${CSS.escape(fault.id.replace(/-fault$/, ""))}`);
    field?.setAttribute("aria-invalid", "true");
    field?.parentElement.append(document.importNode(fault, true));
  }
  const differs = named("differs");
  if (differs && !fresh.querySelector("#differs")) fresh.querySelector("#state")?.after(document.importNode(differs, true));
}

// While a draw takes long its page asks again.
function again() {
  if (main.querySelector("[data-again]")) setTimeout(() => go(location.href), 700);
}

async function go(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    show(await answer.text(), answer.url);
  } catch { announce(word("gone")); }
}

export async function post(address, fields) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  return { ok: answer.ok, status: answer.status, url: answer.url, html: await answer.text() };
}

function fieldsOf(form, button) {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  if (button?.name) fields.push([button.name, button.value]);
  return fields;
}

async function submit(form, button) {
  const address = button?.hasAttribute("formaction") ? button.getAttribute("formaction") : form.getAttribute("action");  // a field may be called action
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await post(address, fieldsOf(form, button));
    if (answer.status === 429) { announce(answer.html); return; }
    if (answer.ok) {
      form.reset();
      if (form.contains(document.activeElement)) form.querySelector("input[autofocus]")?.focus({ preventScroll: true });  // the next one
    }
    for (const field of form.elements) field.refused = !answer.ok && touched(field);
    show(answer.html, answer.ok ? answer.url : "");
    if (!answer.ok) named("trouble")?.scrollIntoView({ block: "nearest" });
    const fault = answer.ok ? null : main.querySelector("[aria-invalid]");
    fault?.focus();
    fault?.scrollIntoView({ block: "nearest" });  // above the bar that saves
  } catch {
    announce(word("gone"));
    warn(word("gone"));
  } finally {
    form.removeAttribute("aria-busy");
  }
}

export function warn(text, link = null) {
  let box = named("trouble");
  if (!box) {
    box = document.createElement("p");
    box.id = "trouble"; box.className = "trouble";
    main.prepend(box);
  }
  box.textContent = text;
  if (link) box.append(" ", Object.assign(document.createElement("a"), { href: link.href, textContent: link.text }));
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.dataset.plain !== undefined || form.dataset.entry !== undefined) return;
  if (event.submitter?.formMethod === "get" || !main.contains(form)) return;
  event.preventDefault();
  if (palette()?.open) palette().close();
  submit(form, event.submitter);
});

addEventListener("popstate", () => go(location.href));

// Others write too: the page renews itself, quietly.
async function renew() {
  const before = shown;
  const answer = await fetch(location.href, { headers: { Accept: "text/html", "X-Ronde": "refresh" } });
  if (!answer.ok) throw new Error(answer.status);
  const html = await answer.text();
  if (shown !== before) { await renew(); return; }  // the visitor has acted meanwhile: this is old
  if (!answer.redirected) show(html, "", { quiet: true });
}
addEventListener("ronde:changed", (event) => { event.detail.task = renew(); });

// The palette, drawn from the table of actions.
function open() {
  const box = palette();
  if (!box || box.open) return;
  box.showModal();
  const wish = named("wish");
  wish.value = "";
  sift("");
  wish.focus();
}
function sift(text) {
  const asked = text.trim().toLowerCase();
  const all = [...document.querySelectorAll("#wishes > li")];
  const exact = all.filter((one) => one.dataset.letter === asked);
  for (const one of all) {
    const found = !asked || asked === "?" || exact.includes(one) || (!(exact.length && asked.length === 1) && `${one.textContent} ${one.dataset.words}`.toLowerCase().includes(asked));
    one.hidden = !found;
  }
  look(named("wish"), palette().dataset.find, named("met"), 1);
}

// What the server finds for the letters so far, as a piece of a page.
export async function look(field, address, list, least) {
  const text = field.value;
  if (text.trim().length < least) return list.replaceChildren();
  try {
    const answer = await fetch(`${address}?text=${encodeURIComponent(text)}`);
    if (answer.ok && field.value === text) list.replaceChildren(...parsed(await answer.text()).body.children);
  } catch { /* the rest of the page works all the same */ }
}
function act(item) {
  const doing = item?.querySelector(".act");
  if (doing) doing.click();
  else announce(item?.querySelector("[data-reason]")?.dataset.reason);
  if (doing?.nodeName === "A" && palette()?.open) palette().close();
  // Towards a place on this page the browser leaves the focus where it was.
  if (doing?.href?.startsWith(`${location.href.split("#")[0]}#`)) named(doing.hash.slice(1))?.focus();
}
function letter(key) {
  return document.querySelector(`#wishes > li[data-letter="${CSS.escape(key.toLowerCase())}"]`);
}
addEventListener("input", (event) => { if (event.target.id === "wish") sift(event.target.value); });
addEventListener("click", (event) => {
  if (event.target.closest("[data-palette]") && palette()) { event.preventDefault(); open(); }
});

const ANYWHERE = "ronde-letters";
const typing = (node) => node.matches?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");

function inPalette(event) {
  const shown = [...document.querySelectorAll("#palette li:not([hidden])")];
  if (event.key === "Enter" && event.target.id === "wish") { event.preventDefault(); act(shown[0]); }
  walk(event, [named("wish"), ...shown.map((one) => one.querySelector(".act")).filter(Boolean)]);
}

// Arrows go down a list and back to the field above it.
export function walk(event, stops) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  (stops[stops.indexOf(document.activeElement) + step] || stops[0]).focus();
}

addEventListener("keydown", (event) => {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (control && key === "k") { event.preventDefault(); open(); return; }
  if (control && (key === "z" || key === "y") && !(typing(event.target) && event.target.value)) {
    event.preventDefault();
    act(letter(key === "y" || event.shiftKey ? "y" : "u"));
    return;
  }
  if (palette()?.open) { inPalette(event); return; }
  if (control || event.altKey || event.key.length !== 1 || event.key === " ") return;
  const menu = event.target.closest?.("header nav");
  const anywhere = localStorage.getItem(ANYWHERE) === "yes" && !typing(event.target) && !event.target.closest?.(".grid, .arrange");
  if (!menu && !anywhere) return;
  if (event.key === "?") { event.preventDefault(); open(); return; }
  const item = letter(key);
  if (item) { event.preventDefault(); act(item); }
});

addEventListener("change", (event) => {
  if (event.target.id === "anywhere") localStorage.setItem(ANYWHERE, event.target.checked ? "yes" : "no");
});
const box = () => { const found = named("anywhere"); if (found) found.checked = localStorage.getItem(ANYWHERE) === "yes"; };
addEventListener("ronde:shown", box);
box();
again();
document.documentElement.classList.add("scripted");
