// The tournament: the bracket as it fills, or the standings of a league; every match with its games.
function draw(data) {
  const made = [told(), make("div", { class: "head" }, make("h1", { text: data.title }), make("span", { class: "sub", text: `${say("pages.clock")} ${cadence(data.clock)}` }),
    data.progress && !data.interrupted ? make("span", { class: "sub progress", text: progress(data.progress) }) : null,
    data.champion ? make("span", { class: "badge good" }, icon("crown"), make("span", { text: `${say("pages.champion")} ${data.champion}` })) : null)];
  if (data.tree) made.push(tree(data.tree, data.bracket.map((_, place) => title(data, place, data.bracket.length)), say("pages.bracket")));
  for (const part of data.sections || []) {
    const name = say("pages.section-" + part.kind, { first: part.first, last: part.last });
    made.push(make("h2", { class: "late h1", text: name }), tree(part.tree, part.numbers.map((number) => say("pages.round", { number })), name));
  }
  if (data.standings.length) made.push(table(data));
  made.push(make("div", { class: "rounds late" }, ...[...data.rounds].reverse().map((round) => make("section", { class: "card" },
    make("header", {}, make("h2", { text: say("pages.round", { number: round.number }) })), make("ul", { class: "ties" }, ...round.matches.map((one) => match(one, data)))))));
  document.getElementById("main").replaceChildren(...made.filter(Boolean));
}
function progress(told) {
  const end = new Date(told.end).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  return say("pages.progress", { played: told.played, games: told.games, rate: told.rate.toLocaleString(language, { maximumSignificantDigits: 3 }), end });
}
function title(data, place, count) {
  if (data.double) return say("pages.round", { number: data.numbers[place] });
  if (place === count - 1) return say("pages.final");
  if (place === count - 2) return say("pages.semi-final");
  if (place === 0 && data.qualifying) return say("pages.qualifying");
  return place === count - 3 ? say("pages.quarter-final") : say("pages.round", { number: place + 1 });
}
function tree(drawn, titles, name) {
  const holder = make("div", { class: "tree", tabindex: 0, role: "region", "aria-label": name });
  holder.innerHTML = drawn;  // our own drawing, escaped where it was made
  holder.querySelectorAll("text.head").forEach((head, place) => { head.textContent = titles[place]; });
  return holder;
}
function match(one, data) {
  const key = `${one.round}-${one.table}`, live = data.live.find((game) => game === key || game.startsWith(key + "-"));
  const name = (at) => make(one.winner === at + 1 ? "b" : "span", { text: one.players[at] || "…" });
  if (one.bye) return make("li", {}, name(0), make("span", { class: "quiet", text: " " + say("pages.bye") }));
  const games = one.games.map((game) => make("li", {}, make("a", { href: game.address, text: `${say("pages.game")} ${game.leg}` }), make("span", { class: "quiet", text: " " + ending(game.outcome, game.players) + (game.same ? ` (${say("pages.same", { place: game.same })})` : "") })));
  return make("li", { id: "m" + key }, name(0), make("span", { text: " – " }), name(1), make("span", { class: "quiet", text: one.games.length ? " " + [0, 1].map((at) => points(one, at, data)).join(" : ") : "" }),
    one.by === "withdrawal" ? make("span", { class: "quiet small", text: " " + say("pages.by-withdrawal") }) : null,
    live ? make("a", { class: "live", href: "direct.html?game=" + key, text: " " + say("pages.live") }) : null,
    one.games.length ? make("details", { "data-key": "m" + key }, make("summary", { class: "quiet", text: `${one.games.length} ${say(one.games.length > 1 ? "pages.games" : "pages.game").toLowerCase()}` }), make("ol", {}, ...games),
      data.scored ? make("p", { class: "quiet small", text: say("pages.sum", { wins: one.tally.wins, markers: one.tally.score, seconds: one.tally.seconds }) }) : null,
      one.by === "seed" ? make("p", { class: "quiet small", text: say("pages.by-seed") }) : null) : null);
}
function points(one, at, data) {
  const sign = at ? -1 : 1;
  const value = data.scored ? one.tally.total * sign : one.tally.halves[at] / 2;
  return value.toLocaleString(language, { signDisplay: data.scored ? "exceptZero" : "auto" });
}
function table(data) {
  const rated = data.standings.some((row) => row.rated);
  const head = ["", "pages.program", "pages.points", "pages.games", rated && "pages.elo", "pages.faults"].filter((key) => key !== false).map((key) => make("th", { text: key && say(key), scope: "col", class: key === "pages.program" ? null : "n" }));
  const rows = data.standings.map((row) => make("tr", {}, make("td", { class: "n rank", text: row.place }), make("th", { scope: "row", class: "named", text: row.name }), make("td", { class: "n", text: row.points.toLocaleString(language) }), make("td", { class: "n", text: row.games }),
    rated ? make("td", { class: "n", text: !row.rated ? "" : `${Math.round(row.elo)} ± ${Math.round(row.error)}` }) : null,
    make("td", { class: "n", text: Object.entries(row.faults).map(([code, count]) => `${say("referee.verdict-" + code)} ${count}`).join(", ") })));
  return make("section", { class: "card bleed late" }, make("header", {}, make("h2", { text: say("pages.standings") })), make("div", { class: "scroll", tabindex: 0 }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))));
}
