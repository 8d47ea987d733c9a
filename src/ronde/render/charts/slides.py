"""The bracket of a cup as one picture for slides: SVG that draws without a style sheet, in any program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from ronde.render.charts.tournaments import BOX, HEIGHT, SLIDE, Fixture, Scale, bracket, top

_EDGE: Final = 24
_HEAD: Final = 44
"""Height of the title of a part."""
_INK, _QUIET, _FELT, _LINE = "#1d1f1c", "#5c6470", "#1a6a50", "#b9b4a8"
_FONT: Final = 'font-family="Inter, Arial, Helvetica, sans-serif" font-size="15"'
_STYLES: Final = {
    "head": f'font-size="13" fill="{_QUIET}"',
    "way": f'stroke="{_LINE}" stroke-width="2"',
    "edge": f'fill="#fff" stroke="{_LINE}"',
    "half": f'stroke="{_LINE}"',
    "stripe": f'fill="{_FELT}"',
    "seed": f'font-size="12" text-anchor="end" fill="{_QUIET}"',
    "mark": 'text-anchor="end"',
    "won": 'font-weight="650"',
    "quiet": f'fill="{_QUIET}"',
}
"""What the style sheet of a page says of the same classes."""
_CLASS: Final = re.compile('class="([^"]*)"')


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A bracket with its title, and the titles of its rounds."""

    title: str
    columns: Sequence[Sequence[Fixture]]
    rounds: Sequence[str]

    @property
    def width(self) -> float:
        return SLIDE * (len(self.columns) - 1 + BOX)

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
    title = f'<text y="18" font-size="20" font-weight="650">{escape(part.title)}</text>'
    drawn = _CLASS.sub(_attributes, bracket(part.columns, part.rounds, Scale(SLIDE)))
    return f'{title}<g transform="translate(0 {_HEAD})">{drawn}</g>'


def _attributes(kinds: re.Match[str]) -> str:
    return " ".join(_STYLES[kind] for kind in kinds[1].split() if kind in _STYLES)
