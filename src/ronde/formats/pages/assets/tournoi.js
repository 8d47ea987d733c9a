// The tournament: the bracket as it fills, or the standings of a league; every match with its games.
function draw(data) {
  const made = [make("h1", { text: data.title }),
    make("p", { class: "quiet", text: `${say("games.name-" + data.game)} · ${say("pages.clock")} ${cadence(data.clock)}` })];
  if (data.champion) made.push(make("p", { class: "champion" }, make("span", { text: say("pages.champion") + " " }), make("b", { text: "★ " + data.champion })));
  if (data.bracket) made.push(bracket(data, data.bracket, data.bracket.map((_, place) => title(data, place, data.bracket.length)), say("pages.bracket")));
  for (const part of data.sections || []) {
    const name = say("pages.section-" + part.kind, { first: part.first, last: part.last });
    made.push(make("section", {}, make("h2", { text: name }), bracket(data, part.rounds, part.numbers.map((number) => say("pages.round", { number })), name)));
  }
  if (data.standings.length) made.push(table(data));
  if (!data.bracket) made.push(...data.rounds.map((round) => make("section", {}, make("h2", { text: say("pages.round", { number: round.number }) }), make("div", { class: "grid" }, ...round.matches.map((one) => match(one, data))))));
  document.getElementById("main").replaceChildren(...made);
}
function title(data, place, count) {
  if (data.double) return say("pages.round", { number: data.numbers[place] });
  if (place === count - 1) return say("pages.final");
  if (place === count - 2) return say("pages.semi-final");
  return place === 0 && data.qualifying ? say("pages.qualifying") : say("pages.round", { number: place + 1 });
}
function bracket(data, rounds, titles, name) {
  const columns = rounds.map((round, place) => make("section", { class: "column" }, make("h2", { text: titles[place] }),
    make("div", { class: "ties" }, ...round.map((one) => one.bye ? make("div", { class: "tie bye" }, make("div", { class: "row" }, make("span", { class: "name", text: one.players[0] }), make("span", { class: "quiet", text: say("pages.bye") })))
      : match(one, data)))));
  return make("div", { class: "bracket", tabindex: 0, role: "group", "aria-label": name }, ...columns);
}
function match(one, data) {
  const row = (at) => make("div", { class: "row" + (one.winner === at + 1 ? " won" : one.winner ? " lost" : "") },
    make("span", { class: "seed", text: one.seeds[at] || "" }), make("span", { class: "name", text: (one.winner === at + 1 ? "✓ " : "") + (one.players[at] || "…") }),
    make("span", { class: "points", text: one.games.length ? points(one, at, data) : "" }));
  const games = one.games.map((game) => make("li", {}, make("a", { href: game.address, text: `${say("pages.game")} ${game.leg}` }),
    make("span", { class: "quiet", text: " " + ending(game.outcome, game.players) })));
  const inside = [row(0), row(1)];
  if (one.games.length) inside.push(make("details", {}, make("summary", { text: `${one.games.length} ${say(one.games.length > 1 ? "pages.games" : "pages.game").toLowerCase()}` }), make("ol", {}, ...games),
    data.scored ? make("p", { class: "quiet small", text: say("pages.sum", { wins: one.tally.wins, markers: one.tally.score, seconds: one.tally.seconds }) }) : null,
    one.by === "seed" ? make("p", { class: "quiet small", text: say("pages.by-seed") }) : null));
  return make("div", { class: "tie" }, ...inside);
}
function points(one, at, data) {
  const sign = at ? -1 : 1;
  const value = data.scored ? one.tally.total * sign : one.tally.halves[at] / 2;
  return value.toLocaleString(language, { signDisplay: data.scored ? "exceptZero" : "auto" });
}
function table(data) {
  const head = ["", "pages.program", "pages.points", "pages.games", "pages.elo", "pages.faults"].map((key) => make("th", { text: key && say(key), scope: "col", class: key === "pages.program" ? "" : "number" }));
  const rows = data.standings.map((row) => make("tr", {}, make("td", { class: "number", text: row.place }), make("th", { scope: "row", text: row.name }), make("td", { class: "number", text: row.points.toLocaleString(language) }), make("td", { class: "number", text: row.games }),
    make("td", { class: "number", text: row.games ? `${Math.round(row.elo)} ± ${Math.round(row.error)}` : "" }),
    make("td", { class: "number", text: Object.entries(row.faults).map(([code, count]) => `${say("referee.verdict-" + code)} ${count}`).join(", ") })));
  return make("section", {}, make("h2", { text: say("pages.standings") }), make("div", { class: "scroll", tabindex: 0 }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))));
}
