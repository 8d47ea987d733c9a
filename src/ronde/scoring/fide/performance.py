"""Expected scores and performances by FIDE's tables (B.02, C.07 article 10)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

_BELOW = (
    -800, -677, -589, -538, -501, -470, -444, -422, -401, -383, -366, -351, -336, -322, -309, -296, -284,
    -273, -262, -251, -240, -230, -220, -211, -202, -193, -184, -175, -166, -158, -149, -141, -133, -125,
    -117, -110, -102, -95, -87, -80, -72, -65, -57, -50, -43, -36, -29, -21, -14, -7, 0,
)  # fmt: skip
"""Table 8.1.1: the rating difference for each hundredth of a score up to one half."""
_EDGES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170,
    179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411,
    432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""Table 8.1.2: the largest difference for which the better player expects 50, 51, 52 ... 99 percent."""


_WIDEST = _EDGES[-1] + 1
_EXPECTED = [50 + bisect_left(_EDGES, gap) for gap in range(_WIDEST + 1)]
"""The expected score in hundredths for every difference up to the largest in the table."""


def half_up(number: int, by: int) -> int:
    """A quotient rounded to the nearest integer, halves upwards."""
    return (2 * number + by) // (2 * by)


def difference(hundredths: int) -> int:
    """The rating difference for a score in hundredths."""
    return _BELOW[hundredths] if hundredths <= 50 else -_BELOW[100 - hundredths]


def expected(difference: int) -> int:
    """The expected score in hundredths for a rating difference, without a limit."""
    if difference >= 0:
        return _EXPECTED[difference] if difference < _WIDEST else 100
    return 100 - _EXPECTED[-difference] if difference > -_WIDEST else 0


def average(ratings: Sequence[int]) -> int:
    """The mean rating, rounded; 0 if there is none."""
    return half_up(sum(ratings), len(ratings)) if ratings else 0


def tournament_performance(ratings: Sequence[int], half_points: int) -> int:
    """TPR: the mean opponent plus the difference for the percentage."""
    if not ratings:
        return 0
    return average(ratings) + difference(half_up(100 * half_points, 2 * len(ratings)))


def perfect_performance(ratings: Sequence[int], half_points: int) -> int:
    """PTP: the lowest rating whose expected score is at least that many points."""
    if not ratings:
        return 0
    if half_points <= 0:
        return min(ratings) - 800
    low, high = min(ratings) - 800, max(ratings) + 800
    wanted = 50 * half_points
    while low < high:
        middle = (low + high) // 2
        if sum([expected(middle - rating) for rating in ratings]) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low
