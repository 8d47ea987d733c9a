"""Positions that explain a game: what an engine or a program is sent there, and what it may answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from ronde.games.side import Side

_LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "tictactoe": ("5", "1", "9", "3", "2"),
    "morpion": ("E5", "E4", "F5", "D5", "G5", "H5", "F4", "D6", "G3"),
    "pente": ("JJ", "KJ", "NJ", "KK", "LJ", "KL", "KM"),
    "reversi": ("F5", "D6", "C3", "D3", "C4", "F4"),
}
"""Moves from the start; the last one is the answer. Games with chance or secrets use random moves."""
_BY_CHANCE: Final = 8
CASES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "supermorpion": (
        ("start", "999999999 00 o"),
        ("sent", "999994o4999 65 x"),
        ("won", "x8999O9999 51 x"),
        ("anywhere", "4x4999O9999 15 o"),
        ("five", "OOXx8XOOXO 41 o"),
    )
}
"""Positions with a sentence of their own (`play.fen-...`), as a program is given them."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position, the side that is asked, and an answer it may give."""

    position: Any
    side: Side
    value: str
    code: str = ""
    """Of the sentence that explains it, if it has one."""


def examples(game: Any) -> Iterator[Example]:
    """The start of a game and a later moment, or the positions that have their own sentences."""
    if game.name in CASES:
        for code, text in CASES[game.name]:
            position = game.place(text, Random(0))
            yield _asked(game, position, code=code)
        return
    line = _LINES.get(game.name, ())
    position = game.start(Random(0))
    yield _asked(game, position, line[0] if line else "")
    for move in line[:-1]:
        position = game.play(position, {min(game.to_move(position)): move})
    for turn in range(0 if line else _BY_CHANCE):
        sides = sorted(game.to_move(position))
        position = game.play(position, {side: game.any_move(position, side, Random(turn)) for side in sides})
    yield _asked(game, position, line[-1] if line else "")


def _asked(game: Any, position: Any, value: str = "", code: str = "") -> Example:
    side: Side = min(game.to_move(position))
    return Example(position, side, value or game.any_move(position, side, Random(1)), code)
