"""Elo as FIDE computes it: development coefficients, changes, performance.

Numbers of the FIDE Rating Regulations effective from 1 March 2024, sections 8.2 and 8.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from ronde.scoring.fide.performance import difference, expected

FARTHEST: Final = 400
"""A larger difference counts as this one."""
MOST_POINTS: Final = 700
"""K times the games of a period never exceeds this."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game against an opponent of that rating; the score is 0, 0.5 or 1."""

    opponent: int
    score: float


def coefficient(rating: int, *, games: int = 30, age: int = 99, highest: int = 0) -> int:
    """The K of a player: 40 if new or young, 20 below 2400, 10 once 2400 was reached.

    `games` are all his rated games, `age` his age at the end of the year, `highest` his best rating.
    """
    if games < 30 or (age <= 18 and rating < 2300):
        return 40
    return 10 if max(rating, highest) >= 2400 else 20


def change(rating: int, games: Sequence[RatedGame], k: int) -> Decimal:
    """What the games of a period add to a rating, before rounding (8.3.2)."""
    factor = min(k, MOST_POINTS // len(games)) if games else k
    return factor * sum((_surplus(rating, game) for game in games), Decimal(0))


def _surplus(rating: int, game: RatedGame) -> Decimal:
    gap = max(-FARTHEST, min(FARTHEST, rating - game.opponent))
    return Decimal(str(game.score)) - Decimal(expected(gap)) / 100


def rounded(change: Decimal) -> int:
    """A change in whole points; a half goes away from zero (8.3.4)."""
    return int(change.quantize(Decimal(1), ROUND_HALF_UP))


def performance_rating(games: Sequence[RatedGame]) -> int | None:
    """The mean rating of the opponents plus the difference for the score; None without games (8.2)."""
    if not games:
        return None
    average = Decimal(sum(game.opponent for game in games)) / len(games)
    percent = Decimal(str(sum(game.score for game in games))) * 100 / len(games)
    return int((average + difference(rounded(percent))).quantize(Decimal(1), ROUND_HALF_UP))
