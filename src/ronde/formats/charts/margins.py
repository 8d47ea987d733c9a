"""Charts in the rows of one player: the margin of every game, and the places after every round."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.formats.charts.svg import box, number, path, picture

HALF, HIGH = 100, 24
"""Width of each side of the axis, and height of a row's bar."""


def margin_bar(half_points: int, margin: float, most: float, *, first: bool) -> str:
    """A bar to the right of the axis for a win, to the left for a loss; hollow with the second colour.

    `most` fills a side, and so do games without discs.
    """
    axis = path(f"M{HALF} 2v20", "axis")
    kind = ("lost", "drawn", "win")[half_points] + ("" if first else " hollow")
    if half_points == 1:
        return _picture(axis + box(HALF - 3, 7, 6, 10, kind, 2))
    long = max(4.0, min(HALF, HALF * abs(margin) / most)) if most else HALF
    left = HALF if half_points == 2 else HALF - long
    return _picture(axis + box(left, 6, long, 12, kind, 2))


def no_margin() -> str:
    """The axis alone, for a round without a game."""
    return _picture(path(f"M{HALF} 2v20", "axis"))


def _picture(body: str) -> str:
    return picture(body, box=(0, 0, 2 * HALF, HIGH), height=HIGH)


def place_line(places: Sequence[int], at: int, players: int) -> str:
    """The segment of the line of places that crosses the row of round `at` (the first is 0).

    It runs from half-way to the row above to half-way to the row below, as rows have no gaps. The margins
    leave room for half a dot.
    """
    middle = [3 + 94 * (place - 0.5) / max(players, 1) for place in places]
    here = middle[at]
    above = (middle[at - 1] + here) / 2 if at else here
    line = f"M{number(above)} 0L{number(here)} 20"
    if at + 1 < len(middle):
        line += f"L{number((here + middle[at + 1]) / 2)} 40"
    body = path(line if at else line.replace(f"M{number(above)} 0L", "M"), "way")
    body += path(f"M{number(here)} 20h0", "dot")
    return picture(body, box=(0, 0, 100, 40), preserveAspectRatio="none")
