"""A hint for a person: looks one move ahead."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any, Final

from ronde.games.side import Side, other

_MOST: Final = 120
"""A game with more moves gets a random hint."""


def hint(game: Any, position: Any, side: Side, rng: Random) -> str:
    """A move that wins at once, else one that lets nobody win and gains most; random among equals."""
    moves = list(islice(game.moves(position, side), _MOST + 1))
    if game.description.hides or len(game.to_move(position)) > 1 or len(moves) > _MOST:
        return str(game.any_move(position, side, rng))
    return str(max(moves, key=lambda move: (*_worth(game, position, side, move), rng.random())))


def _worth(game: Any, position: Any, side: Side, move: str) -> tuple[int, int]:
    """Won 2, safe 1, then 0; and the lead in what the game counts."""
    after = game.play(position, {side: move})
    mine, theirs = game.score(after)[side - 1], game.score(after)[2 - side]
    outcome = game.outcome(after)
    if outcome.over:
        return 2 if outcome.winner == side else 0 if outcome.winner else 1, mine - theirs
    return 0 if _loses(game, after, other(side)) else 1, mine - theirs


def _loses(game: Any, position: Any, rival: Side) -> bool:
    replies = islice(game.moves(position, rival), _MOST)
    return any(game.outcome(game.play(position, {rival: reply})).winner == rival for reply in replies)
