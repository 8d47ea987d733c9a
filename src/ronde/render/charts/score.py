"""The course of a game, move by move: how far the first side is ahead, and how long each side thought."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from math import ceil

from ronde.render.charts.svg import box, number, path, picture, text

LEFT, WIDE = 40, 588
TOP, HIGH = 10, 100
"""The vertical range of the scores."""
FOOT, TALL = 160, 34
"""The baseline of the times, and the longest bar."""
FULL = 50
"""Milliseconds of a full bar, if no answer took longer."""
LEAST = 20
"""Minimum number of moves on the horizontal axis."""

Points = Sequence[tuple[float, float]]
Level = Callable[[float], float]


def score_chart(
    scores: Sequence[tuple[float, float]],
    times: Sequence[Sequence[tuple[int, float]]],
    label: str,
    *,
    counts: str,
    slow: Collection[int] = (),
    at: int = 0,
    colours: tuple[str, str] = ("black", "white"),
) -> str:
    """The chart of a game.

    `scores` begins before the first move; `times` has side and milliseconds of every answer of each move, and
    `slow` the moves to mark. `counts` says what scores count: discs ahead are an area, black above and white
    below; other scores are a line for each side; without scores only times are drawn. Lines and bars of a
    side have the colour of its marks.
    """
    step = WIDE / max(LEAST, 10 * ceil((len(scores) - 1) / 10))
    upper = _ahead(scores, step) if counts == "discs" else _lines(scores, step, colours) if counts else ""
    body = upper + _times(times, step, slow, colours) + _foot(step)
    cursor = f'<g class="cursor" transform="translate({number(at * step)})">{path(f"M{LEFT} 4V{FOOT}")}</g>'
    return picture(
        body + cursor,
        box=(0, 0, LEFT + WIDE + 12, FOOT + 26),
        label=label,
        class_="fig far tide",
        data_left=LEFT,
        data_step=number(step),
    )


def _ahead(scores: Sequence[tuple[float, float]], step: float) -> str:
    margins = [first - second for first, second in scores]
    most = 20 * ceil(max([1.0, *map(abs, margins)]) / 20)
    middle = TOP + HIGH / 2

    def y(margin: float) -> float:
        return middle - margin * HIGH / 2 / most

    rules = "".join(
        path(f"M{LEFT} {number(y(value))}h{WIDE}", "axis" if value == 0 else "rule")
        + text(LEFT - 6, y(value) + 4, _signed(value), "end")
        for value in (most, most / 2, 0, -most / 2, -most)
    )
    points = _with_crossings(margins)
    areas = "".join(
        path(_area([(x, pick(0.0, value)) for x, value in points], step, y), kind)
        for pick, kind in ((max, "jet"), (min, "ivory"))
    )
    return rules + areas + path(_line(points, step, y), "tide-line")


def _signed(value: float) -> str:
    return "0" if not value else f"{'+' if value > 0 else '−'}{abs(value):g}"


def _with_crossings(margins: Sequence[float]) -> Points:
    """The points of the line, and those where it crosses zero between two moves."""
    points: list[tuple[float, float]] = [(0.0, margins[0])] if margins else []
    for move, (before, now) in enumerate(pairwise(margins)):
        if before * now < 0:
            points.append((move + before / (before - now), 0.0))
        points.append((move + 1.0, now))
    return points


def _line(points: Points, step: float, y: Level) -> str:
    return "M" + "L".join(f"{number(LEFT + x * step)} {number(y(value))}" for x, value in points)


def _area(points: Points, step: float, y: Level) -> str:
    if not points:
        return ""
    ends = f"L{number(LEFT + points[-1][0] * step)} {number(y(0))}L{LEFT} {number(y(0))}z"
    return _line(points, step, y) + ends


def _lines(scores: Sequence[tuple[float, float]], step: float, colours: tuple[str, str]) -> str:
    most = max([1.0, *(value for both in scores for value in both)])
    rung = max(1, ceil(most / 4))
    top = rung * ceil(most / rung)

    def y(value: float) -> float:
        return TOP + HIGH - value * HIGH / top

    rules = "".join(
        path(f"M{LEFT} {number(y(value))}h{WIDE}", "rule") + text(LEFT - 6, y(value) + 4, f"{value:g}", "end")
        for value in range(0, int(top) + 1, rung)
    )
    return rules + "".join(
        path(_steps([both[side] for both in scores], step, y), f"led by-{colours[side]}") for side in (0, 1)
    )


def _steps(values: Sequence[float], step: float, y: Level) -> str:
    """A step line."""
    if not values:
        return ""
    line = f"M{LEFT} {number(y(values[0]))}"
    for move, (before, now) in enumerate(pairwise(values), start=1):
        if now != before or move == len(values) - 1:
            line += f"H{number(LEFT + move * step)}V{number(y(now))}"
    return line


def _times(
    times: Sequence[Sequence[tuple[int, float]]], step: float, slow: Collection[int], colours: tuple[str, str]
) -> str:
    most = max([FULL, *(spent for both in times for _, spent in both)])
    body = ""
    for move, both in enumerate(times, start=1):
        wide = min(6.4, step * 0.8) / max(1, len(both))
        for place, (side, spent) in enumerate(both):
            high = max(1.0, TALL * spent / most)
            left = LEFT + move * step - step / 2 - wide * len(both) / 2 + place * wide
            body += box(
                left, FOOT - high, wide, high, "slowbar" if move in slow else f"pin by-{colours[side - 1]}"
            )
    return text(LEFT - 6, FOOT, "ms", "end") + body


def _foot(step: float) -> str:
    moves = round(WIDE / step)
    every = 10 * max(1, ceil(moves / 80))
    return path(f"M{LEFT} {FOOT}h{WIDE}", "rule") + "".join(
        text(LEFT + move * step, FOOT + 18, str(move), "mid") for move in range(every, moves + 1, every)
    )
