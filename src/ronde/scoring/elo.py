"""Elo as FIDE computes it: the table of expected scores, development coefficients, performance.

Numbers of the FIDE Rating Regulations effective from 1 March 2024: tables 8.1.1 and 8.1.2, sections 8.2, 8.3.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

FARTHEST: Final = 400
"""A larger difference counts as this one."""
MOST_POINTS: Final = 700
"""K times the games of a period never exceeds this."""

_UP_TO: Final = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170,
    179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411,
    432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""Table 8.1.2: the largest difference for which the better player expects 50, 51, 52 ... 99 percent."""

_BY_PERCENT: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166,
    175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401,
    422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""Table 8.1.1: the rating difference for 50, 51, 52 ... 100 percent."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game against an opponent of that rating; the score is 0, 0.5 or 1."""

    opponent: int
    score: float


def expected_percent(difference: int) -> int:
    """The expected score at that difference, in percent, without the limit of 400.

    >>> expected_percent(100), expected_percent(-100), expected_percent(736)
    (64, 36, 100)
    """
    better = 50 + bisect_left(_UP_TO, abs(difference))
    return better if difference >= 0 else 100 - better


def difference_of(percent: int) -> int:
    """The rating difference for a score in percent (table 8.1.1).

    >>> difference_of(75), difference_of(25), difference_of(100)
    (193, -193, 800)
    """
    return _BY_PERCENT[percent - 50] if percent >= 50 else -_BY_PERCENT[50 - percent]


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
    difference = max(-FARTHEST, min(FARTHEST, rating - game.opponent))
    return Decimal(str(game.score)) - Decimal(expected_percent(difference)) / 100


def rounded(change: Decimal) -> int:
    """A change in whole points; a half goes away from zero (8.3.4)."""
    return int(change.quantize(Decimal(1), ROUND_HALF_UP))


def performance_rating(games: Sequence[RatedGame]) -> int | None:
    """The mean rating of the opponents plus the difference for the score; None without games (8.2)."""
    if not games:
        return None
    average = Decimal(sum(game.opponent for game in games)) / len(games)
    percent = Decimal(str(sum(game.score for game in games))) * 100 / len(games)
    return int((average + difference_of(rounded(percent))).quantize(Decimal(1), ROUND_HALF_UP))
