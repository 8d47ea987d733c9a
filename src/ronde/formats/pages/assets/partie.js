// The replay: board, clocks, moves and messages, by mouse, by keys and by address (#12 is the position after move 12).
let at = 0, playing = null, parts = {}, newest = "";
const speeds = [0.5, 1, 2, 4, 8];
function draw(data) {
  const name = data.title + data.players.join();
  if (name !== newest) { newest = name; at = Number(location.hash.slice(1)) || data.frames.length - 1; }
  const button = (key, sign, act) => make("button", { type: "button", text: sign, title: say("pages." + key), "aria-label": say("pages." + key), onclick: act });
  parts = {
    board: make("div", { class: "board" }), slider: make("input", { type: "range", min: 0, max: data.frames.length - 1, "aria-label": say("pages.move"), oninput() { go(Number(parts.slider.value)); } }),
    play: button("play", say("pages.play"), toggle), where: make("output", { class: "where" }), messages: make("pre", { class: "messages", tabindex: 0 }),
    raw: make("p", { class: "quiet small" }), text: make("pre"), list: make("ol", { class: "moves", "aria-label": say("pages.moves") }),
    sides: [0, 1].map(() => make("div", { class: "side" })),
    speed: make("select", { "aria-label": say("pages.speed"), onchange() { kept.set("speed", parts.speed.value); if (playing) { toggle(); toggle(); } } },
      ...speeds.map((speed) => make("option", { value: speed, text: speed + "×", selected: String(speed) === (kept.get("speed") || "2") }))),
  };
  data.frames.forEach((frame, number) => {
    if (!number) return;
    const spoilt = frame.answers.some((answer) => !answer.move);
    const said = frame.answers.map((answer) => answer.move || "✗").join(" ");
    const slow = marked(data, number) && !spoilt;
    parts.list.append(make("li", {}, make("button", { type: "button", class: spoilt ? "fault" : slow ? "slow" : null, onclick() { go(number); } },
      make("span", { text: `${number}. ${said}` }), make("span", { class: "quiet", text: time(frame) }))));
  });
  document.getElementById("main").replaceChildren(
    make("h1", { text: data.title || say("games.name-" + data.game) }),
    make("p", { class: "outcome", text: data.outcome ? ending(data.outcome, data.players) + detail(data) : "" }),
    make("div", { class: "match" },
      make("div", { class: "arena" }, parts.sides[0], parts.board, parts.sides[1],
        make("div", { class: "controls" }, button("first", "⇤", () => go(0)), button("back", "←", () => go(at - 1)), parts.play,
          button("next", "→", () => go(at + 1)), button("last", "⇥", () => go(data.frames.length - 1)), parts.where, parts.speed),
        parts.slider, make("p", { class: "quiet small keys", text: say("pages.keys") }),
        make("p", { class: "quiet small", text: `${say("pages.clock")} ${cadence(data.clock)} · ` + say("pages.margin", { milliseconds: Math.round(data.clock.margin * 1000) }) })),
      make("div", { class: "aside" }, make("h2", { text: say("pages.moves") }), parts.list, make("h2", { text: say("pages.messages") }), parts.raw, parts.messages,
        make("details", {}, make("summary", { text: say("pages.text-board") }), parts.text))));
  go(at);
}
function detail(data) {
  const fault = data.faults[data.faults.length - 1];
  if (!fault || !fault.detail) return "";
  const [code, number] = fault.detail.split(" "), known = ["games.refusal-" + fault.detail, "referee.detail-" + code].find((key) => key in WORDS[language]);
  return ` (${known ? say(known, { number }) : fault.detail})`;
}
function time(frame) { return frame.answers.map((answer) => answer.ms >= 1000 ? (answer.ms / 1000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }) + " s" : Math.round(answer.ms) + " ms").join(" "); }
function marked(data, number) {
  const frame = data.frames[number], limit = data.clock.fixed ? data.clock.seconds * 500 : data.clock.seconds * 50;
  return frame.answers.some((answer) => !answer.move || answer.ms > limit);
}
function go(number) {
  const data = shown;
  at = Math.max(0, Math.min(data.frames.length - 1, number));
  const frame = data.frames[at], answered = frame.answers[frame.answers.length - 1];
  parts.board.innerHTML = frame.pieces.map((piece) => data.pieces[piece]).join("");
  parts.slider.value = at;
  parts.where.textContent = `${at} / ${data.frames.length - 1}`;
  parts.text.textContent = frame.text;
  const said = frame.answers.filter((answer) => answer.messages).map((answer) => answer.messages).join("\n");
  parts.messages.textContent = said || say("pages.no-messages");
  parts.raw.textContent = answered ? `${say("pages.raw")} ${JSON.stringify(answered.raw)} · ${time(frame)}` : "";
  parts.sides.forEach((side, place) => {
    const won = at === data.frames.length - 1 && data.outcome && data.outcome.winner === place + 1;
    side.className = "side" + (frame.answers.some((answer) => answer.side === place + 1) ? " turn" : "") + (won ? " won" : "");
    side.replaceChildren(...sideBar(data, place, { won, score: frame.score, clock: make("b", { text: ticking(frame.left[place]) }) }).filter(Boolean));
  });
  [...parts.list.children].forEach((item, place) => {
    const current = place === at - 1;
    if (current) item.firstChild.setAttribute("aria-current", "true"); else item.firstChild.removeAttribute("aria-current");
    if (current) parts.list.scrollTop = item.offsetTop - parts.list.offsetTop - parts.list.clientHeight / 2;
  });
  history.replaceState(null, "", "#" + at);
}
function toggle() {
  if (playing) { clearInterval(playing); playing = null; }
  else {
    if (at === shown.frames.length - 1) go(0);
    playing = setInterval(() => { if (at >= shown.frames.length - 1) toggle(); else go(at + 1); }, 1000 / Number(parts.speed.value));
  }
  const word = say(playing ? "pages.pause" : "pages.play");
  parts.play.textContent = parts.play.title = word;
  parts.play.setAttribute("aria-label", word);
}
document.addEventListener("keydown", (event) => {
  if (!shown || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, pre")) return;
  const next = () => { for (let n = at + 1; n < shown.frames.length; n++) if (marked(shown, n)) return n; return shown.frames.length - 1; };
  const acts = { " ": toggle, ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(shown.frames.length - 1), f: () => go(next()) };
  if (event.key === " " && event.target.closest("button, summary, a")) return;
  if (acts[event.key]) { event.preventDefault(); acts[event.key](); }
});
