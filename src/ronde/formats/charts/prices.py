"""Charts of costs: the tint of a cost, and the bars of a cost breakdown by rule."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from ronde.formats.charts.svg import box, picture

FAINT, STRONG, WORST = 100, 10_000, 1_000_000
"""Costs from which on a cell is tinted, tinted strongly, and red."""


def heat(cost: int) -> str:
    """The class of a cost; costs span seven decades, and the tint shows the decade."""
    return "h4" if cost >= WORST else "h3" if cost >= STRONG else "h2" if cost >= FAINT else ""


def bill_bars(costs: Sequence[tuple[str, int]], label: str) -> str:
    """One bar a rule by the number of digits of its cost: logarithms do not add, so bars are not stacked."""
    body = ""
    for row, (_, cost) in enumerate(costs):
        if cost > 0:
            body += box(0, row * 14 + 2, 14 * (1 + log10(cost)), 10, heat(cost) or "h1", 2)
    return picture(body, box=(0, 0, 126, max(14 * len(costs), 1)), label=label, width=126)
