"""Games recorded for pages."""

from __future__ import annotations

from random import Random

from tests.arena.games.records import with_ply

from ronde.arena.games import Answer, GameRecord, find_game

CLOCK = {"seconds": 60.0, "increment": 1.0, "fixed": False, "margin": 0.05}
HOSTILE = "</script><script>alert(1)</script><!-- \u2028 ]]>"


def record(name: str, plies: int = 30, messages: str = "") -> GameRecord:
    """A game by chance of so many plies, in which programs say the same at every move."""
    game, chance = find_game(name), Random(3)
    position = game.start(chance)
    made = GameRecord(name, game.write(position), players=("A", "B"))
    while game.to_move(position) and len(made.plies) < plies:
        moves = {side: game.any_move(position, side, chance) for side in sorted(game.to_move(position))}
        position = game.play(position, moves)
        made = with_ply(made, *(Answer(side, move, 12.5, move, messages) for side, move in moves.items()))
    return made
