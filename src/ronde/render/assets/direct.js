// The live page: every running game, the clock of the side to move ticking by the referee's time.
let cards = [];
function wanted(game) {
  const one = query.get("game");
  return !one || game.key === one || game.key.startsWith(one + "-");
}
function draw(data) {
  const games = data.games.filter(wanted);
  cards = [];
  const made = games.map((game) => {
    const sides = [0, 1].map((at) => {
      const clock = make("span", { class: "watch" });
      const turn = !game.outcome && game.asked.includes(at + 1);
      if (turn && !data.over) cards.push({ clock, left: game.left[at], since: game.since, timed: game.timed[at] });
      clock.textContent = ticking(game.left[at]);
      const won = game.outcome && game.outcome.winner === at + 1;
      return make("div", { class: "side" + (turn ? " turn" : "") + (won ? " won" : "") },
        ...sideBar(game, at, { won, score: game.score, clock, turn: turn ? make("span", { class: "quiet", text: say("pages.to-move") }) : null }));
    });
    return make("section", { class: "card live-game" },
      make("h2", { text: game.title || say("games.name-" + game.game) }),
      sides[0], drawing(game.svg), sides[1],
      make("p", { class: "quiet small", text: game.outcome ? ending(game.outcome, game.players)
        : `${say("pages.move")} ${game.ply}${game.last ? " · " + game.last : ""} · ${say("pages.clock")} ${cadence(game.clock)}` }),
      game.address ? make("p", {}, make("a", { href: game.address, text: say("pages.replay") })) : null,
      make("details", { "data-key": "text-" + game.key }, make("summary", { text: say("pages.text-board") }), make("pre", { text: game.text, tabindex: 0 })));
  });
  const grid = make("div", { class: games.length > 1 ? "boards" : "single" }, ...made);
  const empty = make("section", { class: "card" }, make("div", { class: "empty" }, icon("board"), make("p", { text: say(data.over ? "pages.none-now" : "pages.waiting") })));
  document.getElementById("main").replaceChildren(...[told(), games.length ? grid : empty].filter(Boolean));
  tick();
}
function tick() {
  if (ahead === null) return;  // how late it is for the referee is not known yet
  for (const card of cards)
    if (card.timed) card.clock.textContent = ticking(card.left - (now() - card.since) / 1000);
}
setInterval(tick, 100);
setInterval(() => { if (shown && !shown.over) compare(); }, 5000);
