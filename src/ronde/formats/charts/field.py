"""The opponents of one player on a line of ratings, marked as in his form."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.formats.charts.svg import dot, number, path, picture, text

WIDE = 326
_KINDS = ("lost", "drawn", "win")


def opposition(own: int, met: Sequence[tuple[int, int, bool]], label: str, own_word: str) -> str:
    """Every opponent by rating, half-points won and colour; the own rating is a tall tick."""
    rated = [one for one in met if one[0] > 0]
    if not rated:
        return ""
    ratings = [rating for rating, _, _ in rated] + ([own] if own > 0 else [])
    least, step = _scale(min(ratings), max(ratings))
    most = least + 4 * step

    def x(rating: float) -> float:
        return 12 + (rating - least) * (WIDE - 24) / (most - least)

    body = path(f"M6 36H{WIDE - 6}", "rule")
    for k in range(5):
        mark = least + k * step
        body += path(f"M{number(x(mark))} 32v8", "rule") + text(x(mark), 56, str(mark), "mid")
    for rating, half_points, first in rated:
        kind = _KINDS[half_points] + ("" if first else " hollow")
        body += dot(x(rating), 36, 6, kind)
    if own > 0:
        body += path(f"M{number(x(own))} 20v32", "axis")
        body += text(min(max(x(own), 30), WIDE - 30), 13, f"{own_word} {own}", "mid loud")
    return picture(body, box=(0, 0, WIDE, 66), label=label, class_="fig")


def _scale(low: int, high: int) -> tuple[int, int]:
    """The start of the axis and its step, four steps long, in round numbers."""
    for step in (25, 50, 100, 200, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000):
        least = low // step * step
        if least + 4 * step >= high:
            return least, step
    return low, max(1, high - low)
