"""Opening positions: from a file, one per line, shipped with a game, or generated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import islice
from random import Random
from typing import Any, Final

from ronde.games.door import NOBODY, Game
from ronde.referee.estimate import usual_length

PLAYOUTS: Final = 40
"""Random games from a position that tell whether it is balanced."""
NEAR: Final = 0.1
"""How far the first side's share of them may be from a half."""
_PART: Final = 10
"""An opening is that part of a usual game long."""
_TRIES: Final = 200
"""Positions tried for each one wanted."""


def listed_openings(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The positions with their line numbers; empty lines and lines starting with # are ignored."""
    stripped = ((number, line.strip()) for number, line in enumerate(lines, start=1))
    return [(number, text) for number, text in stripped if text and not text.startswith("#")]


def shipped_openings(game: str) -> list[str]:
    """The positions that come with a game; none if it has no set."""
    place = files("ronde.referee") / "sets" / f"{game}.txt"
    return [text for _, text in listed_openings(place.read_text().splitlines())] if place.is_file() else []


def has_openings(game: Game[Any]) -> bool:
    """Whether games begin with the same open position, so that others can be chosen instead."""
    one, other = game.start(Random(1)), game.start(Random(2))
    alike = game.write(one) == game.write(other) == game.write(one, NOBODY)
    return alike and len(game.to_move(one)) == 1


def balanced_openings(game: Game[Any], count: int, seed: int) -> list[str]:
    """That many different positions near the start that favour neither side; fewer if there are no more."""
    return list(islice(_balanced(game, Random(seed), count * _TRIES), count))


def _balanced(game: Game[Any], chance: Random, tries: int) -> Iterator[str]:
    depth = max(2, usual_length(game) // _PART // 2 * 2)
    seen: set[str] = set()
    for _ in range(tries):
        position = _after(game, game.start(chance), chance, depth)
        text = game.write(position)
        if not game.outcome(position).over and text not in seen:
            seen.add(text)
            if _is_balanced(game, position, chance):
                yield text


def _after(game: Game[Any], position: Any, chance: Random, plies: int) -> Any:
    """The position after that many random plies, or at the end of the game."""
    for _ in range(plies):
        if game.outcome(position).over:
            break
        sides = sorted(game.to_move(position))
        position = game.play(position, {side: game.any_move(position, side, chance) for side in sides})
    return position


def _is_balanced(game: Game[Any], position: Any, chance: Random) -> bool:
    points = 0.0
    for _ in range(PLAYOUTS):
        won = game.outcome(_after(game, position, chance, game.most_moves)).winner
        points += 0.5 if won is None else float(won == 1)
    return abs(points / PLAYOUTS - 0.5) <= NEAR
