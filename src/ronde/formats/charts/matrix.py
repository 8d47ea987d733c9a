"""Who met whom: a matrix of players by place, tinted by the margin; one path a tint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronde.formats.charts.svg import number, picture, text

HIGH, LEFT, TOP = 26, 176, 22
LEAST, WIDEST = 22, 39
"""Minimum and maximum width of a cell; the cells share 1,100 pixels."""
MOST = 48
"""Maximum number of players; a larger matrix is illegible."""


def tint(half_points: int, margin: float, total: int) -> str:
    """The class of a result: won or lost by less than a fifth of all discs, less than a half, or more.

    A win without a margin, as in chess, has the middle tint.
    """
    if half_points == 1:
        return "d1"
    side = "v" if half_points == 2 else "l"
    if total <= 2 or not margin:
        return f"{side}2"
    part = abs(margin) / total
    return f"{side}{1 if part < 12 / 64 else 2 if part < 0.5 else 3}"


def cell_width(players: int) -> int:
    return max(LEAST, min(WIDEST, (1100 - LEFT) // max(players, 1)))


def matrix(names: Sequence[str], met: Mapping[tuple[int, int], tuple[str, str]], label: str) -> str:
    """The matrix of these names in their order; `met` has the tint and the sign of row and column."""
    many, wide = len(names), cell_width(len(names))
    heads = "".join(text(LEFT + (k + 0.5) * wide, 14, str(k + 1), "mid") for k in range(many))
    rows = "".join(
        text(22, TOP + (k + 0.5) * HIGH + 4, str(k + 1), "end")
        + text(32, TOP + (k + 0.5) * HIGH + 4, _cut(name), "loud")
        for k, name in enumerate(names)
    )
    tints: dict[str, list[str]] = {"self": [_cell(k, k, wide) for k in range(many)]}
    signs: dict[int, list[str]] = {}
    for (row, column), (kind, sign) in met.items():
        tints.setdefault(kind, []).append(_cell(row, column, wide))
        signs.setdefault(row, []).append(_sign(column, wide, sign))
    words = "".join(_line(row, cells) for row, cells in signs.items())
    areas = "".join(f'<path class="{kind}" d="{"".join(cells)}"/>' for kind, cells in tints.items())
    lines = "".join(f"M0 {number(TOP + k * HIGH)}h{LEFT + many * wide}" for k in range(many + 1))
    rules = f'<path class="rule" d="{lines}"/>'
    width, height = LEFT + many * wide, TOP + many * HIGH + 2
    size = {"width": width, "height": height}
    return picture(areas + rules + heads + rows + words, box=(0, 0, width, height), label=label, **size)


def _cell(row: int, column: int, wide: int) -> str:
    """A thick line through the middle of the cell; the style sheet sets its width."""
    return f"M{LEFT + column * wide + 1} {TOP + row * HIGH + HIGH // 2}h{wide - 2}"


def _sign(column: int, wide: int, sign: str) -> str:
    return f'<tspan x="{number(LEFT + (column + 0.5) * wide)}">{sign}</tspan>'


def _line(row: int, signs: Sequence[str]) -> str:
    """The signs of a row, with their common attributes written once."""
    return f'<text class="mid cell" y="{number(TOP + (row + 0.5) * HIGH + 4)}">{"".join(signs)}</text>'


def _cut(name: str, most: int = 20) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
