"""Pictures of positions as SVG, and boards as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from ronde.arena.games.base import Colour

# Pictures of positions: one inline SVG without script, style or colour of its own.
#
# Every part has a class, and `board.css` gives the classes their colours in both themes. Interactive parts
# carry a `data-` attribute that the script of the play page understands, whatever the game: `data-move` is
# a
# whole move, `data-sign` one sign of a code that fills the `data-slot` places, and `data-berth` a cell
# where a
# ship may begin.


UNIT: Final = 40
"""The side of a cell."""
_MARK: Final = 12
_STONE: Final = 17


def picture(
    name: str, title: str, width: float, height: float, parts: Iterable[str], *, playable: bool = False
) -> str:
    """One SVG element with a descriptive title, by default the name of the game."""
    role = "group" if playable else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="game {escape(name)}" role="{role}"'
        f' viewBox="0 0 {width:g} {height:g}"><title>{escape(title or name)}</title>{"".join(parts)}</svg>'
    )


def word(x: float, y: float, text: str, kind: str = "cell-name", size: float = 12) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(text)}</text>'


def box(
    x: float, y: float, width: float, height: float, kind: str, radius: float = 0, touch: str = ""
) -> str:
    """A rectangle; `touch` is the attribute of a clickable part."""
    corner = f' rx="{radius:g}"' if radius else ""
    return (
        f'<rect class="{kind}"{_touch(touch)} x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        f"{corner}/>"
    )


def dot(x: float, y: float, radius: float, kind: str, touch: str = "") -> str:
    return f'<circle class="{kind}"{_touch(touch)} cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def path(d: str, kind: str) -> str:
    return f'<path class="{kind}" d="{d}"/>'


def group(parts: Iterable[str], *, kind: str = "", touch: str = "", at: tuple[float, float] = (0, 0)) -> str:
    """Group parts, moved by `at`."""
    shift = f' transform="translate({at[0]:g} {at[1]:g})"' if any(at) else ""
    named = f' class="{kind}"' if kind else ""
    return f"<g{named}{_touch(touch)}{shift}>{''.join(parts)}</g>"


def touch(name: str, value: str) -> str:
    """The attribute that tells the play page what a click means: `move`, `sign`, `slot` or `berth`."""
    return f'data-{name}="{escape(value)}"'


def _touch(attribute: str) -> str:
    return f" {attribute}" if attribute else ""


def stone(colour: str, x: float, y: float, radius: float = _STONE) -> str:
    """A disc or stone with a highlight on its upper left, which is not visible on white."""
    disc = dot(x, y, radius, f"stone {colour}")
    if colour == "white":
        return disc
    inner = 0.7 * radius
    start = f"M{x - 0.94 * inner:.4g} {y - 0.34 * inner:.4g}"
    return disc + path(f"{start}A{inner:.4g} {inner:.4g} 0 0 1 {x:g} {y - inner:.4g}", "gleam")


def cross(x: float, y: float, radius: float = _MARK, kind: str = "cross") -> str:
    long = 2 * radius
    return path(f"M{x - radius:g} {y - radius:g}l{long:g} {long:g}m0 {-long:g}l{-long:g} {long:g}", kind)


def nought(x: float, y: float, radius: float = _MARK, kind: str = "nought") -> str:
    return dot(x, y, radius + 1, kind)


def mark(colour: str, x: float, y: float) -> str:
    """The mark of a side: a cross, a nought or a stone of its colour."""
    if colour == "cross":
        return cross(x, y)
    return nought(x, y) if colour == "nought" else stone(colour, x, y)


def stroke(x1: float, y1: float, x2: float, y2: float, kind: str = "winning") -> str:
    """A straight line, such as the winning one."""
    return path(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", kind)


def token(colour: Colour) -> str:
    """The mark of a side beside its name, hidden from screen readers: the name says it in words."""
    return (
        f'<svg class="game token" viewBox="0 0 {UNIT} {UNIT}" aria-hidden="true">'
        f"{mark(colour, UNIT / 2, UNIT / 2)}</svg>"
    )


# Positions as text, for terminals and screen readers; `picture` makes the pictures for pages.


def text_board(cells: Sequence[str], columns: str, rows: str) -> str:
    """The cells in a grid of one character each, under the column names and after the row names."""
    width = len(columns)
    lines = [" ".join((" ", *columns))]
    lines += [" ".join((name, *cells[width * row : width * (row + 1)])) for row, name in enumerate(rows)]
    return "\n".join(lines)


def beside(*blocks: str) -> str:
    """Blocks of text next to each other."""
    columns = [block.split("\n") for block in blocks]
    height = max(map(len, columns))
    for column in columns:
        width = max(map(len, column))
        column[:] = [line.ljust(width) for line in column] + [" " * width] * (height - len(column))
    return "\n".join("   ".join(row).rstrip() for row in zip(*columns, strict=True))
