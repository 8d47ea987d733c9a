"""Drawings of positions: text for terminals and screen readers, SVG for pages.

An SVG is one inline element without script or style sheet. Lines take `currentColor`, discs take the
page's `--disc-dark` and `--disc-light`, and every part has a class, so a theme can change all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

UNIT: Final = 20
_RADIUS: Final = 7


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


def svg(name: str, title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """One SVG element with a title that says what it shows; the name of the game when none is given."""
    said = escape(title or name)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="game {escape(name)}" role="img"'
        f' viewBox="0 0 {width:g} {height:g}"><title>{said}</title>{"".join(parts)}</svg>'
    )


def word(
    x: float, y: float, text: str, kind: str = "label", size: float = 9, *, fill: str = "currentColor"
) -> str:
    """A centred text."""
    return (
        f'<text class="{escape(kind)}" x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle"'
        f' dominant-baseline="central" fill="{escape(fill)}">{escape(text)}</text>'
    )


def box(x: float, y: float, width: float, height: float, kind: str = "cell", stroke: float = 0.5) -> str:
    """An empty rectangle."""
    return (
        f'<rect class="{escape(kind)}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        f' fill="none" stroke="currentColor" stroke-width="{stroke:g}"/>'
    )


def segment(x1: float, y1: float, x2: float, y2: float, kind: str = "line", stroke: float = 1.5) -> str:
    """A straight line."""
    return (
        f'<path class="{escape(kind)}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}" fill="none"'
        f' stroke="currentColor" stroke-width="{stroke:g}"/>'
    )


def cross(x: float, y: float, radius: float = _RADIUS) -> str:
    """A cross."""
    a, b, c, d = x - radius, y - radius, x + radius, y + radius
    return (
        f'<path class="mark cross" d="M{a:g} {b:g}L{c:g} {d:g}M{a:g} {d:g}L{c:g} {b:g}" fill="none"'
        ' stroke="currentColor" stroke-width="2"/>'
    )


def ring(x: float, y: float, radius: float = _RADIUS, *, fill: str = "none", kind: str = "nought") -> str:
    """A nought, or a disc when `fill` is a colour."""
    return (
        f'<circle class="mark {escape(kind)}" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{escape(fill)}"'
        ' stroke="currentColor" stroke-width="1.5"/>'
    )


def dark(x: float, y: float) -> str:
    """A dark disc."""
    return ring(x, y, fill="var(--disc-dark, #111)", kind="dark")


def light(x: float, y: float) -> str:
    """A light disc."""
    return ring(x, y, fill="var(--disc-light, #fff)", kind="light")


def dot(x: float, y: float) -> str:
    """A small full dot."""
    return ring(x, y, 2, fill="currentColor", kind="dot")


_SHAPES: Final = {"cross": cross, "nought": ring, "dark": dark, "light": light, "dot": dot}


def centre(cell: int, width: int) -> tuple[float, float]:
    """The middle of a cell of a board with `width` columns and a margin for names."""
    return UNIT * (cell % width + 1.5), UNIT * (cell // width + 1.5)


def board(shapes: Sequence[str], columns: str, rows: str, *, last: int = -1) -> list[str]:
    """The parts of a named board; each shape is a mark, a text, or empty; `last` is the last cell played."""
    width, height = len(columns), len(rows)
    parts = [word(UNIT * (at + 1.5), UNIT / 2, name) for at, name in enumerate(columns)]
    parts += [word(UNIT / 2, UNIT * (at + 1.5), name) for at, name in enumerate(rows)]
    parts += [box(UNIT, UNIT, UNIT * width, UNIT * height, "frame", 1)]
    parts += [
        segment(UNIT * (1 + at), UNIT, UNIT * (1 + at), UNIT * (1 + height), "grid", 0.5)
        for at in range(1, width)
    ]
    parts += [
        segment(UNIT, UNIT * (1 + at), UNIT * (1 + width), UNIT * (1 + at), "grid", 0.5)
        for at in range(1, height)
    ]
    if last >= 0:
        parts.append(
            box(
                UNIT * (last % width + 1) + 1, UNIT * (last // width + 1) + 1, UNIT - 2, UNIT - 2, "last", 1.5
            )
        )
    for cell, shape in enumerate(shapes):
        if shape:
            x, y = centre(cell, width)
            parts.append(_SHAPES[shape](x, y) if shape in _SHAPES else word(x, y, shape))
    return parts


def board_svg(
    name: str,
    title: str,
    shapes: Sequence[str],
    columns: str,
    rows: str,
    *,
    last: int = -1,
    more: Iterable[str] = (),
) -> str:
    """The whole drawing of a game played on one named board."""
    width, height = UNIT * (len(columns) + 1.5), UNIT * (len(rows) + 1.5)
    return svg(name, title, width, height, [*board(shapes, columns, rows, last=last), *more])
