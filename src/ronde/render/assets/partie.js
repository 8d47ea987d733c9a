// The replay: board, clocks, moves and messages, by mouse, by keys and by address (#12 is the position after move 12).
let at = 0, parts = {}, newest = "", around = null, tries = null, replay = null;
const speeds = [0.5, 1, 2, 4, 8];
const put = (holder, ...inside) => { holder.replaceChildren(...inside.filter(Boolean)); return holder; };
function draw(data) {
  const name = data.name + data.title + data.players.join();
  if (name !== newest) { newest = name; at = Number(location.hash.slice(1)) || data.frames.length - 1; }
  const button = (key, ...signs) => make("button", { type: "button", title: say("pages." + key), "aria-label": say("pages." + key), "data-go": key, "data-play": say("pages.play"), "data-pause": say("pages.pause") }, ...signs);
  const aside = (title, note, ...inside) => make("section", { class: "card" }, make("header", {}, make("h2", { text: title }), note ? make("small", { class: "push", text: note }) : null), ...inside);
  parts = {
    board: make("div", { class: "board" }), play: button("play", icon("play"), icon("pause")), where: make("output", { class: "where" }),
    messages: make("pre", { class: "messages", tabindex: 0 }), raw: make("p", { class: "quiet small" }), text: make("pre", { class: "text", tabindex: 0 }),
    list: make("ol", { class: "moves", tabindex: 0, "aria-label": say("pages.moves") }), tide: make("div", { class: "in" }), fen: make("code", { class: "fen" }), line: make("code", { class: "asks" }), lineRow: make("p", { class: "ask" }),
    sides: [0, 1].map(() => make("div", { class: "side" })), way: make("div", { class: "crumb" }),
    speed: make("select", { "aria-label": say("pages.speed"), "data-speed": "", onchange() { kept.set("speed", parts.speed.value); } },
      ...speeds.map((speed) => make("option", { value: speed, text: speed.toLocaleString(language) + " ×", selected: String(speed) === (kept.get("speed") || "2") }))),
  };
  parts.play.classList.add("strong");
  parts.tries = aside(say("pages.variation"), "", make("div", { class: "in stack tried" }));
  tries = new Tries(parts.board, parts.tries, say, (fen, score) => { if (fen === undefined) go(at); else varied(fen, score); });
  parts.tide.innerHTML = data.tide;  // our own drawing
  parts.tide.firstChild.setAttribute("aria-label", say("pages.course"));
  data.frames.forEach((frame, number) => {
    if (!number) return;
    const spoilt = frame.answers.some((answer) => !answer.move), slow = marked(data, number);
    parts.list.append(make("li", { class: slow ? "slow" : null }, make("a", { href: "#" + number, "data-go": number, text: frame.answers.map((answer) => answer.move || "✗").join(" ") }),
      make("span", { class: "quiet", text: spoilt ? "✗ " + time(frame) : time(frame) })));
  });
  const copy = (source) => make("button", { type: "button", class: "tiny", onclick(event) { copied(source.textContent, event.target); }, text: say("pages.copy") });
  put(parts.lineRow, parts.line, copy(parts.line));
  put(document.getElementById("main"), parts.way, make("h1", { class: "unseen", text: data.title || say("games.name-" + data.game) }),
    make("div", { class: "match" },
      make("div", { class: "arena" }, parts.sides[0], parts.board, parts.sides[1],
        make("div", { class: "controls", role: "group", "aria-label": say("pages.replay") }, button("first", icon("first")), button("back", icon("left")), parts.play,
          button("next", icon("right")), button("last", icon("last")), parts.speed, parts.where), parts.tries),
      make("div", { class: "stack" },
        make("p", { class: "note" + (data.outcome && data.outcome.winner ? " good" : "") }, icon("crown"), make("strong", { text: data.outcome ? ending(data.outcome, data.players) + detail(data) : "" })),
        aside(data.counts ? say("games.counts-" + data.counts) : say("pages.times"), "ms", parts.tide),
        aside(say("pages.moves"), `${say("pages.clock")} ${cadence(data.clock)} · ${say("pages.margin", { milliseconds: Math.round(data.clock.margin * 1000) })}`, parts.list),
        aside(say("pages.position"), "", make("p", { class: "ask" }, parts.fen, copy(parts.fen)), parts.lineRow),
        data.sum && data.sum.length ? aside(say("pages.sum-title", { player: data.players[0] }), "", sums(data)) : null,
        make("details", { open: true, "data-key": "messages" }, make("summary", { text: say("pages.messages") }), parts.raw, parts.messages),
        make("details", { "data-key": "text" }, make("summary", { text: say("pages.text-board") }), parts.text),
        make("p", { class: "quiet small keys", text: say("pages.keys") }))));
  way();
  replay ??= new Replay(document.body, { at: () => at, last: () => shown.frames.length - 1, go, fault });
  replay.tell();
  go(at);
}
function copied(text, button) {
  const done = () => { button.textContent = say("pages.copied"); setTimeout(() => { button.textContent = say("pages.copy"); }, 1500); };
  const field = make("textarea", { class: "unseen" });  // a page from the disk may not have the clipboard of its own
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text).then(done);
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  return done();
}
function sums(data) {
  const number = (value) => value.toLocaleString(language, { signDisplay: "exceptZero" });
  const rows = [[say("pages.sum-win"), data.sum[0]], [say("pages.sum-markers", { first: data.outcome.score[0], second: data.outcome.score[1] }), data.sum[1]], [say("pages.sum-seconds"), data.sum[2]], [say("pages.sum-total"), data.sum[0] + data.sum[1] + data.sum[2]]];
  return make("dl", { class: "sums" }, ...rows.flatMap(([word, value]) => [make("dt", { text: word }), make("dd", { text: number(value) })]));
}
// The other games of the tournament, once it has been read: the one before, the one after, the other games of the match.
function neighbours(data) { around = data; if (shown) way(); }
function way() {
  const games = around ? around.rounds.flatMap((round) => round.matches.flatMap((match) => match.games.map((game) => ({ ...game, match, round: round.number })))) : [];
  const place = games.findIndex((game) => game.address === `parties/${shown.name}.html`), to = (game, word, before, after) => game ? make("a", { href: SETTINGS.root + game.address, class: "button tiny" }, before, make("span", { text: word }), after) : null;
  if (place < 0) return put(parts.way, make("b", { text: shown.title }));
  const mine = games[place], others = games.filter((game) => game.match === mine.match && game !== mine);
  return put(parts.way, make("a", { href: SETTINGS.root + "tournoi.html", text: around.title }), icon("right"), make("span", { text: `${say("pages.round", { number: mine.round })} · ${mine.players.join(" – ")} · ${say("pages.game")} ${mine.leg}` }), make("span", { class: "push" }),
    ...others.slice(0, 6).map((game) => to(game, `${say("pages.game")} ${game.leg}`, icon("swap"))), to(games[place - 1], say("pages.before"), icon("left")), to(games[place + 1], say("pages.after"), null, icon("right")));
}
function detail(data) {
  const fault = data.faults[data.faults.length - 1];
  if (!fault || !fault.detail) return "";
  const [first] = fault.detail.split(" "), number = fault.detail.slice(first.length + 1), code = first !== "launcher" || !number ? first : number === "gone" ? "sandbox-gone" : "sandbox", known = ["games.refusal-" + fault.detail, "referee.detail-" + code].find((key) => key in WORDS[language]);
  return ` (${known ? say(known, { number }) : fault.detail})`;
}
function charged(answer) { return Math.max(0, answer.ms - answer.taken); }
function time(frame) { return frame.answers.map(charged).map((ms) => ms >= 1000 ? (ms / 1000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }) + " s" : Math.round(ms) + " ms").join(" "); }
function marked(data, number) {
  const frame = data.frames[number], limit = data.clock.fixed ? data.clock.seconds * 500 : data.clock.seconds * 50;
  return frame.answers.some((answer) => !answer.move || charged(answer) > limit);
}
function go(number) {
  const data = shown;
  at = Math.max(0, Math.min(data.frames.length - 1, number));
  const frame = replay.frame(data, at), answered = frame.answers[frame.answers.length - 1];
  parts.lineRow.hidden = !frame.asked;
  parts.line.textContent = frame.asked ? `./${/^[\w.-]+$/.test(data.players[frame.asked - 1]) ? data.players[frame.asked - 1] : "prog"} ${frame.arguments}` : "";
  const said = frame.answers.filter((answer) => answer.messages).map((answer) => answer.messages).join("\n");
  const withheld = frame.answers.length && frame.answers.every((answer) => (data.withheld || []).includes(answer.side));
  parts.messages.textContent = said || say(withheld ? "pages.private-messages" : "pages.no-messages");
  parts.raw.textContent = answered ? `${say("pages.raw")} ${JSON.stringify(answered.raw)} · ${time(frame)}` : "";
  parts.sides.forEach((side, place) => {
    const won = at === data.frames.length - 1 && data.outcome && data.outcome.winner === place + 1;
    side.className = "side" + (frame.answers.some((answer) => answer.side === place + 1) ? " turn" : "") + (won ? " won" : "");
    put(side, ...sideBar(data, place, { won, score: frame.score, clock: make("span", { class: "watch", text: ticking(frame.left[place]) }) }));
  });
  tries.show(data, at);
}
function varied(fen, score) {
  replay.varied(fen, score);
  parts.lineRow.hidden = true;
  parts.raw.textContent = "";
}
function fault() {
  for (let n = at + 1; n < shown.frames.length; n++) if (marked(shown, n)) return n;
  return shown.frames.length - 1;
}
