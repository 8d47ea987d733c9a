"""The bracket of a cup as one picture for slides: SVG that draws without a style sheet, in any program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from ronde.render.charts.tournaments import HEIGHT, Fixture, TieSide, top

_COLUMN: Final = 270
_BOX: Final = 232
_EDGE: Final = 24
_HEAD: Final = 44
"""Height of the title of a part."""
_CHARACTER: Final = 9.4
"""Width of a bold character of a name; longer names are cut."""
_INK, _QUIET, _FELT, _LINE = "#1d1f1c", "#5c6470", "#1a6a50", "#b9b4a8"
_FONT: Final = 'font-family="Inter, Arial, Helvetica, sans-serif" font-size="15"'


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A bracket with its title, and the titles of its rounds."""

    title: str
    columns: Sequence[Sequence[Fixture]]
    rounds: Sequence[str]

    @property
    def width(self) -> float:
        return len(self.columns) * _COLUMN - (_COLUMN - _BOX)

    @property
    def height(self) -> float:
        return max(top(self.columns, at, len(column) - 1) for at, column in enumerate(self.columns)) + HEIGHT


def bracket_slide(parts: Sequence[BracketPart]) -> str:
    """The parts below each other on white."""
    wide = max(part.width for part in parts) + 2 * _EDGE
    drawn, y = [], float(_EDGE)
    for part in parts:
        drawn.append(f'<g transform="translate({_EDGE} {y:g})">{_part(part)}</g>')
        y += _HEAD + part.height + _EDGE
    size = f'width="{wide:g}" height="{y:g}" viewBox="0 0 {wide:g} {y:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {_FONT} fill="{_INK}">'
        f"<title>{escape(parts[0].title)}</title>"
        f'<rect width="{wide:g}" height="{y:g}" fill="#fff"/>{"".join(drawn)}</svg>\n'
    )


def _part(part: BracketPart) -> str:
    places = [(at, row) for at, column in enumerate(part.columns) for row in range(len(column))]
    title = _text(0, 18, part.title, 'font-size="20" font-weight="650"')
    heads = "".join(
        _text(at * _COLUMN, 14, head, f'font-size="13" fill="{_QUIET}"')
        for at, head in enumerate(part.rounds)
    )
    ways = "".join(
        _way(part, feed, place) for place in places for feed in part.columns[place[0]][place[1]].feeds
    )
    boxes = "".join(
        _box(part.columns[at][row], at * _COLUMN, top(part.columns, at, row)) for at, row in places
    )
    return f'{title}<g transform="translate(0 {_HEAD})">{heads}{ways}{boxes}</g>'


def _way(part: BracketPart, start: tuple[int, int], aim: tuple[int, int]) -> str:
    x, to = start[0] * _COLUMN + _BOX, aim[0] * _COLUMN
    y, down = (top(part.columns, *place) + HEIGHT / 2 for place in (start, aim))
    middle = to - (_COLUMN - _BOX) / 2
    return (
        f'<path d="M{x:g} {y:g}H{middle:g}V{down:g}H{to:g}" fill="none" stroke="{_LINE}" stroke-width="2"/>'
    )


def _box(fixture: Fixture, x: float, y: float) -> str:
    frame = f'<rect width="{_BOX}" height="{HEIGHT}" rx="8" fill="#fff" stroke="{_LINE}"/>'
    half = f'<path d="M0 {HEIGHT / 2:g}H{_BOX}" stroke="{_LINE}"/>'
    seats = "".join(_seat(seat, at) for at, seat in enumerate(fixture.seats))
    return f'<g transform="translate({x:g} {y:g})">{frame}{half}{seats}</g>'


def _seat(seat: TieSide, at: int) -> str:
    y, left = 19 + 28 * at, 34 if seat.seed else 12
    style = {"won": 'font-weight="650"', "out": f'fill="{_QUIET}"'}.get(seat.state, "")
    most = int((_BOX - left - 16 - _CHARACTER * len(seat.score)) / _CHARACTER)
    name = seat.name if len(seat.name) <= most else f"{seat.name[: most - 1]}…"
    stripe = f'<rect y="{1 + 28 * at}" width="4" height="26" fill="{_FELT}"/>' if seat.state == "won" else ""
    seed = _text(22, y, seat.seed, f'font-size="12" text-anchor="middle" fill="{_QUIET}"')
    score = _text(_BOX - 10, y, seat.score, f'text-anchor="end" {style}')
    return stripe + seed + _text(left, y, name, style) + score


def _text(x: float, y: float, words: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {style.rstrip()}>{escape(words)}</text>' if words else ""
