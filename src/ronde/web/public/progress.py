"""The small chart on a player's page: the place after each round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEFT, RIGHT, TOP, FOOT = 28, 328, 15, 25
STEP, LEAST = 12, 4
"""Height of one place, and the fewest places that are drawn: one place up or down is no mountain."""
HIGHEST = 110


@dataclass(frozen=True, slots=True)
class Progress:
    """A line through the places of a player, and the two places its rules stand for."""

    best: int
    worst: int
    top: int
    bottom: int
    points: tuple[tuple[float, float], ...]

    @property
    def height(self) -> int:
        """Of the drawing, with the numbers of the rounds below."""
        return self.bottom + FOOT


def progress(places: Sequence[int], players: int) -> Progress | None:
    """The chart of these places among so many players; none before there are two."""
    if len(places) < 2:
        return None
    best, worst = min(places), max(places)
    worst = min(max(worst, best + LEAST), max(players, worst))
    best = max(1, min(best, worst - LEAST))
    high = min(HIGHEST, STEP * max(worst - best, 1))
    across = (RIGHT - LEFT) / (len(places) - 1)
    points = (
        (round(LEFT + at * across, 1), round(TOP + high * (place - best) / max(worst - best, 1), 1))
        for at, place in enumerate(places)
    )
    return Progress(best, worst, TOP, TOP + high, tuple(points))
