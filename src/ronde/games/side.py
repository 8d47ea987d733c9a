"""The two sides of a game, and which of them moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeVar

Side = Literal[1, 2]

FIRST: Final[Side] = 1
SECOND: Final[Side] = 2
SIDES: Final[tuple[Side, Side]] = (FIRST, SECOND)

T = TypeVar("T")

NOBODY: Final[frozenset[Side]] = frozenset()
BOTH: Final[frozenset[Side]] = frozenset((FIRST, SECOND))
ALONE: Final[Mapping[Side, frozenset[Side]]] = {FIRST: frozenset((FIRST,)), SECOND: frozenset((SECOND,))}


def other(side: Side) -> Side:
    return 2 if side == 1 else 1


def mover(turn: int) -> Side:
    """The side asked at a turn: odd turns are the first player's (manual 002, Turn)."""
    return 1 if turn & 1 else 2


def with_side(pair: tuple[T, T], side: Side, value: T) -> tuple[T, T]:
    return (value, pair[1]) if side == 1 else (pair[0], value)
