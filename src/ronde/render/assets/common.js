"use strict";
// What all pages share: words in every language, themes, clocks, and data that comes again and again as a script.
const query = new URLSearchParams(location.search);
const kept = {
  get(name) { try { return localStorage.getItem("ronde-" + name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem("ronde-" + name, value); } catch { /* a private window */ } },
};
let language = query.get("lang") || kept.get("lang") || SETTINGS.language;
if (!(language in WORDS)) language = "en";
let shown = null;

function say(key, facts = {}) {
  const sentence = WORDS[language][key] ?? key;
  const isOne = (name) => new Intl.PluralRules(language).select(facts[name]) === "one";
  return sentence.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (_, name, one, many) =>
    many === undefined ? facts[name] ?? "" : isOne(name) ? one : many);
}
function make(tag, options = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.filter(Boolean));
  return made;
}
function icon(name) {  // the sprite of the page has its drawing
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  made.setAttribute("class", "i");
  made.setAttribute("viewBox", "0 0 16 16");
  made.setAttribute("aria-hidden", "true");
  use.setAttribute("href", "#i-" + name);
  made.append(use);
  return made;
}
function drawing(svg) {  // our own drawing: every text in it was escaped where it was made
  const holder = make("div", { class: "board" });
  holder.innerHTML = svg;
  return holder;
}
function sideBar(data, at, facts) {  // the mark of a side, its name, what it has, its clock
  const token = make("span", { class: "holds" });
  token.innerHTML = data.tokens[at];
  return [token, make("span", { class: "name", text: (facts.won ? "★ " : "") + data.players[at] }), make("span", { class: "unseen", text: say("games.side-" + data.colours[at]) }), facts.turn || null,
    make("span", { class: "clock" }, data.counts ? make("b", { class: "tally", text: facts.score[at], title: say("games.counts-" + data.counts) }) : null, facts.clock)];
}
function ticking(seconds) {
  const left = Math.max(0, seconds), whole = Math.floor(left);
  const rest = left < 20 ? WORDS[language]["language.decimal"] + Math.floor((left * 10) % 10) : "";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${rest}`;
}
function reason(outcome) {
  return WORDS[language]["referee.verdict-" + outcome.reason] ?? say("games.reason-" + outcome.reason);
}
function ending(outcome, players) {
  if (!outcome.counts) return say("pages.annulled", { reason: reason(outcome) });
  if (!outcome.winner) return say("pages.drawn", { reason: reason(outcome) });
  return say("pages.won", { player: players[outcome.winner - 1], reason: reason(outcome) });
}
function cadence(clock) {
  const minutes = Math.floor(clock.seconds / 60), rest = clock.seconds % 60;
  return clock.fixed ? `${clock.seconds.toLocaleString(language)} s / ${say("pages.move").toLowerCase()}`
    : `${minutes}:${String(rest).padStart(2, "0")} + ${clock.increment.toLocaleString(language)} s`;
}
function theme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}
theme(query.get("theme") || kept.get("theme"));

function lit() { return document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches; }
function choices() {  // languages and themes in one menu, as on the pages of a server
  const item = (label, chosen, sign, act, more = {}) => make("button", { type: "button", class: "item bare", "aria-pressed": String(chosen), ...more, onclick() { act(); again(); document.querySelector("#bar summary").focus(); } }, sign, make("span", { text: label }));
  const tongues = Object.keys(WORDS).map((code) => item(WORDS[code]["language.name"], code === language, icon("globe"), () => { language = code; kept.set("lang", code); }, { lang: code }));
  const next = lit() ? "light" : "dark";
  return make("details", { class: "menu push", "data-key": "menu" }, make("summary", { class: "button bare", "aria-label": `${say("pages.language")}, ${say("pages.theme")}` }, icon("globe"), make("span", { text: language.toUpperCase() })),
    make("div", {}, ...tongues, item(say("pages.theme"), false, icon("theme"), () => { kept.set("theme", next); theme(next); })));
}
const tabs = [["tournoi", "tournament"], ["direct", "live"], ["partie", "replay"]].filter(([kind]) => kind !== "tournoi" || !SETTINGS.alone);
function links() {
  const signs = { tournoi: () => icon("bracket"), direct: () => icon("live"), partie: () => icon("board") };
  return tabs.map(([kind, key]) => make("a", { href: SETTINGS.root + kind + ".html", "aria-current": kind === SETTINGS.kind ? "page" : null }, signs[kind](), make("span", { text: say("pages." + key) })));
}
function bar(state) {
  const name = shown && (shown.tournament || shown.title) || say("pages." + tabs.find(([kind]) => kind === SETTINGS.kind)[1]), game = shown && shown.game;
  const mark = state === "running" ? make("p", { class: "live", role: "status", text: say("pages.running") }) : make("span", { class: "badge" + (state === "finished" ? "" : " warn"), role: "status" }, state === "finished" ? icon("check") : icon("alert"), make("span", { text: say("pages." + state) }));
  const open = document.querySelector("#bar details[open]") !== null;
  document.getElementById("bar").replaceChildren(make("div", { class: "wrap" },
    make("div", { class: "bar" }, make("span", { class: "logo" }, icon("mark")), make("p", { class: "event" }, make("a", { href: SETTINGS.root + tabs[0][0] + ".html", text: name }), game ? make("span", { text: say("games.name-" + game) }) : null), mark, choices()),
    make("nav", { class: "tabs", "aria-label": say("pages.pages") }, ...links())));
  document.querySelector("#bar details").open = open;
  let thumb = document.querySelector(".thumb");
  if (!thumb) document.body.append(thumb = make("nav", { class: "thumb" }));
  thumb.setAttribute("aria-label", say("pages.pages-below"));
  thumb.replaceChildren(...links());
  document.documentElement.lang = language;
}
function told() {  // what a reader must know before anything else
  return shown && shown.interrupted ? make("p", { class: "note warn" }, icon("alert"), make("span", { text: say(SETTINGS.alone ? "pages.stopped-game" : "pages.go-on") })) : null;
}
// The clock of the referee, as far as it can be known here: on the disk it is our own; a server says it with every answer.
let ahead = SETTINGS.source && location.protocol.startsWith("http") ? null : 0;
const now = () => Date.now() + (ahead || 0);
function compare() {
  if (ahead === 0 && !location.protocol.startsWith("http")) return;
  fetch(SETTINGS.source, { method: "HEAD", cache: "no-store" }).then((answer) => {
    const theirs = Date.parse(answer.headers.get("date"));  // whole seconds: the truth is later, never earlier
    if (theirs) ahead = Math.max(ahead === null ? -Infinity : ahead, theirs - Date.now());
  }).catch(() => { /* the page goes on by its own clock */ });
}
// Draws anew without closing what the reader opened and without taking the place where he is.
function redraw() {
  const open = new Set([...document.querySelectorAll("#main details[open]")].map((one) => one.dataset.key));
  const here = document.activeElement && document.activeElement.closest("[data-key]"), key = here && here.dataset.key, scrolled = scrollY;
  draw(shown);
  for (const one of document.querySelectorAll("#main details")) if (open.has(one.dataset.key)) one.open = true;
  const same = key && document.querySelector(`#main [data-key="${CSS.escape(key)}"]`);
  if (same) (same.querySelector("summary") || same).focus({ preventScroll: true });
  if (scrollY !== scrolled) scrollTo(0, scrolled);
}
function again() { if (shown) { redraw(); bar(state()); } else bar("running"); }
function state() {
  if (shown && shown.interrupted) return "interrupted";
  if (!SETTINGS.source || (shown && shown.over)) return "finished";
  const stuck = (game) => !game.outcome && game.asked.some((side) => game.timed[side - 1] && game.since + 1000 * game.left[side - 1] + 5000 < now());
  return shown && shown.games && shown.games.some(stuck) ? "lost-touch" : "running";
}
const ronde = {
  show(data) {
    if (!data) return;
    if (data.standings && SETTINGS.kind === "partie") return neighbours(data);  // the tournament, asked by one of its games
    const text = JSON.stringify(data), state_ = () => bar(state());
    if (ronde.text === text) { if (state() !== ronde.state) state_(); ronde.state = state(); return; }
    ronde.text = text;
    shown = data;
    redraw();
    ronde.state = state();
    state_();
  },
};
function fetchData(source) {
  const script = make("script", { src: source + "?" + Date.now() });
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}
function begin() {
  bar("running");
  if (SETTINGS.kind === "partie" && !SETTINGS.alone) fetchData(SETTINGS.root + "tournoi-data.js");
  if (!SETTINGS.source) return;
  fetchData(SETTINGS.source);
  compare();
  const timer = setInterval(() => { if (shown && shown.over && SETTINGS.kind !== "partie") clearInterval(timer); else fetchData(SETTINGS.source); }, 1000);
}
document.addEventListener("click", (event) => { for (const menu of document.querySelectorAll("#bar details[open]")) if (!menu.contains(event.target)) menu.open = false; });
