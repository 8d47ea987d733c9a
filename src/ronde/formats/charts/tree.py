"""The bracket of a cup: a box for every tie, and lines to the tie its winner advances to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

from ronde.formats.charts.svg import box, number, text

NARROW: Final = 208
"""Minimum width of a column with its gap; where there is more room, the columns share it."""
HEIGHT: Final = 56
"""Height of a box."""
_BOX: Final = 0.88
"""The part of a column that is the box; the rest is for the lines to the next one."""
_STEP: Final = 74
"""Vertical distance of two boxes."""
_TOP: Final = 26
_SIGN: Final = 8
"""Width of a character of a score.

A name that does not fit beside it is cut, with the whole name as title.
"""


@dataclass(frozen=True, slots=True)
class TieSide:
    """One side of a tie."""

    name: str
    seed: str = ""
    score: str = ""
    state: Literal["", "won", "out"] = ""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A tie: both sides, the preceding ties by column and row, and its link."""

    seats: tuple[TieSide, TieSide]
    feeds: tuple[tuple[int, int], ...] = ()
    kind: Literal["", "on", "alone"] = ""
    """Being played, or without an opponent."""
    link: str = ""


def tree(columns: Sequence[Sequence[Fixture]], titles: Sequence[str]) -> str:
    """The chart, as wide as its page; it has no label, because the list of the ties says the same."""
    stride = 100 / (max(len(columns), 2) + _BOX - 1)
    places = [(at, row) for at, column in enumerate(columns) for row in range(len(column))]
    ways = "".join(
        _way(columns, feed, place, stride) for place in places for feed in columns[place[0]][place[1]].feeds
    )
    heads = "".join(_head(at * stride, title) for at, title in enumerate(titles))
    boxes = "".join(_fixture(columns[at][row], _frame(columns, (at, row), stride)) for at, row in places)
    high = _TOP + max(map(len, columns)) * _STEP
    # An empty SVG below sets the minimum width of the columns, which no attribute of the chart can.
    least = f'<svg width="{len(columns) * NARROW}" height="0" aria-hidden="true"></svg>'
    drawing = f'<svg class="bracket" width="100%" height="{high}" overflow="visible" aria-hidden="true">'
    return f"{drawing}{ways}{heads}{boxes}</svg>{least}"


def top(columns: Sequence[Sequence[Fixture]], at: int, row: int) -> float:
    """The top of a box: every column is spread over the height of the longest one."""
    middle = (2 * row + 1) * max(map(len, columns)) * _STEP / (2 * len(columns[at]))
    return _TOP + middle - _STEP / 2


def _frame(columns: Sequence[Sequence[Fixture]], place: tuple[int, int], stride: float) -> str:
    """The position of a box, in parts of the width."""
    x, wide, y = number(place[0] * stride), number(_BOX * stride), number(top(columns, *place))
    return f'x="{x}%" y="{y}" width="{wide}%" height="{HEIGHT}" overflow="visible"'


def _head(x: float, title: str) -> str:
    return f'<text class="head" x="{number(x)}%" y="14">{escape(title)}</text>'


def _way(
    columns: Sequence[Sequence[Fixture]], start: tuple[int, int], aim: tuple[int, int], stride: float
) -> str:
    """A line from the end of a box over the middle of the gap to the next one."""
    begin, end = ((start[0] + _BOX) * stride, aim[0] * stride)
    middle = end - (1 - _BOX) * stride / 2
    y, to = (top(columns, *place) + HEIGHT / 2 for place in (start, aim))
    return _line(begin, y, middle, y) + _line(middle, y, middle, to) + _line(middle, to, end, to)


def _line(x: float, y: float, to: float, down: float) -> str:
    ends = f'x1="{number(x)}%" y1="{number(y)}" x2="{number(to)}%" y2="{number(down)}"'
    return f'<line class="way" {ends} stroke-linecap="square"/>'


def _fixture(fixture: Fixture, frame: str) -> str:
    half = f'<line class="half" x2="100%" y1="{HEIGHT // 2}" y2="{HEIGHT // 2}"/>'
    inside = f'<rect width="100%" height="{HEIGHT}" rx="8"/>{half}'
    inside += "".join(_seat(seat, at) for at, seat in enumerate(fixture.seats))
    if fixture.link:  # the list below serves keyboards and screen readers; this link serves pointers
        inside = f'<a href="{escape(fixture.link)}" tabindex="-1">{inside}</a>'
    kind = f"tie {fixture.kind}".rstrip()
    return f'<svg class="{kind}" {frame}>{inside}</svg>'


def _seat(seat: TieSide, at: int) -> str:
    y, won = 19 + 28 * at, seat.state == "won"
    left, narrow = 32 if seat.seed else 12, NARROW * _BOX
    part = round(100 * (narrow - left - 10 - _SIGN * len(seat.score)) / narrow)
    kind = {"won": " won", "out": " quiet"}.get(seat.state, "")
    name = f'<div class="clip{kind}" title="{escape(seat.name)}">{escape(seat.name)}</div>'
    mark = f'<text class="mark{" won" if won else ""}" x="100%" dx="-8" y="{y}">{escape(seat.score)}</text>'
    return (
        (box(0, 1 + 28 * at, 3, 26, "stripe") if won else "")
        + text(22, y, seat.seed, "seed")
        + f'<foreignObject x="{left}" y="{y - 16}" width="{part}%" height="24">{name}</foreignObject>'
        + mark
    )
