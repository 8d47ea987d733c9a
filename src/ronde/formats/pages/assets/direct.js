// The live page: every running game, the clock of the side to move ticking.
let cards = [];
function draw(data) {
  const games = data.games.filter((game) => !query.get("game") || game.key === query.get("game"));
  cards = [];
  const made = games.map((game) => {
    const sides = [0, 1].map((at) => {
      const clock = make("b");
      const turn = !game.outcome && game.asked.includes(at + 1);
      if (turn) cards.push({ clock, left: game.left[at], since: game.since, timed: game.timed[at], fixed: game.clock.fixed });
      clock.textContent = ticking(game.left[at]);
      const won = game.outcome && game.outcome.winner === at + 1;
      return make("div", { class: "side" + (turn ? " turn" : "") + (won ? " won" : "") },
        ...sideBar(game, at, { won, score: game.score, clock, turn: turn ? make("span", { class: "quiet", text: say("pages.to-move") }) : null }));
    });
    return make("section", { class: "card live" },
      make("h2", { text: game.title || say("games.name-" + game.game) }),
      sides[0], drawing(game.svg), sides[1],
      make("p", { class: game.outcome ? "outcome" : "quiet", text: game.outcome ? ending(game.outcome, game.players)
        : `${say("pages.move")} ${game.ply}${game.last ? " · " + game.last : ""}` }),
      game.address ? make("p", {}, make("a", { href: game.address, text: say("pages.replay") })) : null,
      make("p", { class: "quiet small", text: `${say("pages.clock")} ${cadence(game.clock)} · ` +
        say("pages.margin", { milliseconds: Math.round(game.clock.margin * 1000) }) }),
      make("details", {}, make("summary", { text: say("pages.text-board") }), make("pre", { text: game.text })));
  });
  const grid = make("div", { class: games.length > 1 ? "boards" : "single" }, ...made);
  document.getElementById("main").replaceChildren(games.length ? grid : make("p", { class: "quiet", text: say("pages.waiting") }));
}
setInterval(() => {
  for (const card of cards)
    if (card.timed) card.clock.textContent = ticking(card.left - (Date.now() - card.since) / 1000);
}, 100);
