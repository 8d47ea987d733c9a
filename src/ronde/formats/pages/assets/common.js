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

function tongues() {
  const options = Object.keys(WORDS).map((code) => make("option", { value: code, lang: code, text: WORDS[code]["language.name"], selected: code === language }));
  return make("select", { "aria-label": say("pages.language"),
    onchange(event) { language = event.target.value; kept.set("lang", language); again(); document.querySelector("#bar select").focus(); } }, ...options);
}
function bar(state) {
  const dark = () => document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const root = SETTINGS.home.replace("tournoi.html", "");
  const titles = { direct: "live", partie: "replay", tournoi: "tournament" };
  const links = Object.entries(titles).map(([kind, key]) => make("a", {
    href: root + kind + ".html", text: say("pages." + key), "aria-current": kind === SETTINGS.kind ? "page" : null }));
  document.getElementById("bar").replaceChildren(
    make("nav", {}, ...links),
    make("span", { class: "state " + state, role: "status", text: say("pages." + state) }),
    make("span", { class: "space" }),
    tongues(),
    make("button", { type: "button", text: "◐", "aria-label": say("pages.theme"), title: say("pages.theme"),
      onclick() { const next = dark() ? "light" : "dark"; kept.set("theme", next); theme(next); } }),
  );
  document.documentElement.lang = language;
}
function again() { if (shown) { draw(shown); bar(state()); } else bar("running"); }
function state() {
  if (!SETTINGS.source || (shown && shown.over)) return "finished";
  const stuck = (game) => !game.outcome && game.asked.some((side) => game.timed[side - 1] && game.since + 1000 * game.left[side - 1] + 5000 < Date.now());
  return shown && shown.games && shown.games.some(stuck) ? "lost-touch" : "running";
}
const ronde = {
  show(data) {
    if (!data) return;
    const text = JSON.stringify(data);
    if (ronde.text !== text) { ronde.text = text; shown = data; draw(data); }
    bar(state());
  },
};
function fetchData() {
  const script = make("script", { src: SETTINGS.source + "?" + Date.now() });
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}
function begin() {
  bar("running");
  if (!SETTINGS.source) return;
  fetchData();
  const timer = setInterval(() => { if (shown && shown.over) clearInterval(timer); else fetchData(); }, 1000);
}
