"""The bracket of a cup: a box for every tie, and lines from each to the one its winner goes on to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

from ronde.formats.charts.svg import box, number, path, picture, text

WIDTH: Final = 250
HEIGHT: Final = 56
"""Of a box."""
_GAP: Final = 24
_STEP: Final = 74
"""From a box to the next column, and to the next box below it."""
_TOP: Final = 26
_SIGN: Final = 8
"""Wide is a sign of a name or of a score; a name that does not fit is cut, and whole in its title."""


@dataclass(frozen=True, slots=True)
class TieSide:
    """One side of a tie as it is written."""

    name: str
    seed: str = ""
    score: str = ""
    state: Literal["", "won", "out"] = ""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A tie: both sides, the ties that lead to it by column and row, and where a click leads."""

    seats: tuple[TieSide, TieSide]
    feeds: tuple[tuple[int, int], ...] = ()
    kind: Literal["", "on", "alone"] = ""
    """Being played, or without an opponent."""
    link: str = ""


def tree(columns: Sequence[Sequence[Fixture]], titles: Sequence[str]) -> str:
    """The drawing; it has no label, because the list of the ties says the same."""
    tallest = max(map(len, columns))
    ways = "".join(
        path(_way(columns, feed, (at, row)), "way")
        for at, column in enumerate(columns)
        for row, fixture in enumerate(column)
        for feed in fixture.feeds
    )
    heads = "".join(text(corner(columns, at, 0)[0], 14, title, "head") for at, title in enumerate(titles))
    boxes = "".join(
        _fixture(fixture, *corner(columns, at, row))
        for at, column in enumerate(columns)
        for row, fixture in enumerate(column)
    )
    wide, high = len(columns) * (WIDTH + _GAP) - _GAP + 2, _TOP + tallest * _STEP
    return picture(ways + heads + boxes, box=(0, 0, wide, high), class_="bracket", width=wide, height=high)


def corner(columns: Sequence[Sequence[Fixture]], at: int, row: int) -> tuple[float, float]:
    """Where a box stands: every column is spread over the height of the longest one."""
    middle = (2 * row + 1) * max(map(len, columns)) * _STEP / (2 * len(columns[at]))
    return 1 + at * (WIDTH + _GAP), _TOP + middle - _STEP / 2


def _way(columns: Sequence[Sequence[Fixture]], start: tuple[int, int], aim: tuple[int, int]) -> str:
    (x, y), (to, down) = corner(columns, *start), corner(columns, *aim)
    begin = f"M{number(x + WIDTH)} {number(y + HEIGHT / 2)}"
    return f"{begin}H{number(to - _GAP / 2)}V{number(down + HEIGHT / 2)}H{number(to)}"


def _fixture(fixture: Fixture, x: float, y: float) -> str:
    inside = box(0, 0, WIDTH, HEIGHT, radius=8) + path(f"M0 {HEIGHT // 2}h{WIDTH}", "half")
    inside += "".join(_seat(seat, at) for at, seat in enumerate(fixture.seats))
    if fixture.link:  # the list below is for keys and ears; this is for the finger
        inside = f'<a href="{escape(fixture.link)}" tabindex="-1">{inside}</a>'
    kind = f"tie {fixture.kind}".rstrip()
    return f'<g class="{kind}" transform="translate({number(x)} {number(y)})">{inside}</g>'


def _seat(seat: TieSide, at: int) -> str:
    y, won = 19 + 28 * at, seat.state == "won"
    space = WIDTH - 44 - _SIGN * len(seat.score)
    longest = space // _SIGN
    short = seat.name if len(seat.name) <= longest else f"{seat.name[: longest - 1]}…"
    name = f'<text class="{seat.state}" x="0" y="15">{escape(short)}<title>{escape(seat.name)}</title></text>'
    return (
        (box(0, 1 + 28 * at, 3, 26, "stripe") if won else "")
        + text(22, y, seat.seed, "seed")
        + f'<svg x="28" y="{y - 15}" width="{space}" height="20">{name}</svg>'
        + text(WIDTH - 8, y, seat.score, "mark won" if won else "mark")
    )
