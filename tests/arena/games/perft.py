"""Counts the lines of play of a game through its door alone."""

from __future__ import annotations

from typing import Any

from ronde.arena.games import Game


def perft(game: Game[Any], position: Any, depth: int, *, dead: int) -> int:
    """The lines of `depth` plies; a game that is over before counts as `dead` lines."""
    asked = game.to_move(position)
    if not asked:
        return dead
    (side,) = asked
    moves = list(game.moves(position, side))
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.play(position, {side: move}), depth - 1, dead=dead) for move in moves)
