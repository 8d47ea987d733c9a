"""Pictures of games on one board: cells, marks, the last move, hints, the winning line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ronde.games.picture import UNIT, box, dot, mark, path, picture, stroke, touch, word

_NAMES: Final = 24
"""The margin for the names of columns and rows."""
_RIM: Final = 8
_MORE: Final = _NAMES - _RIM
"""How much wider the margin with names is than the other one."""
_NAMED: Final = re.compile(rf'class="cell-name" x="{_NAMES // 2 - 2}"')
_SIZE: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def without_names(picture_of_board: str) -> str:
    """Crop a board so that it is centred without the names of its cells."""
    if not _NAMED.search(picture_of_board):
        return picture_of_board
    return _SIZE.sub(
        lambda size: f'viewBox="{_MORE} {_MORE} {float(size[1]) - _MORE:g} {float(size[2]) - _MORE:g}"',
        picture_of_board,
        count=1,
    )


@dataclass(frozen=True, slots=True)
class Grid:
    """A board with the names of its columns and rows, and its material: a class of `board.css`."""

    columns: str
    rows: str
    cloth: str = "sheet"
    points: bool = False
    """Whether stones are placed on the intersections of the lines."""

    @property
    def margin(self) -> float:
        """The margin on the left and at the top."""
        return _NAMES if (self.columns + self.rows).strip() else _RIM

    @property
    def width(self) -> float:
        return self.margin + UNIT * len(self.columns) + _RIM

    @property
    def height(self) -> float:
        return self.margin + UNIT * len(self.rows) + _RIM

    def corner(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, len(self.columns))
        return self.margin + UNIT * column, self.margin + UNIT * row

    def centre(self, cell: int) -> tuple[float, float]:
        x, y = self.corner(cell)
        return x + UNIT / 2, y + UNIT / 2

    def ground(self, stars: Sequence[tuple[float, float]] = ()) -> Iterator[str]:
        """The empty board; stars are small dots at so many cells from the corner."""
        margin, width, height = self.margin, UNIT * len(self.columns), UNIT * len(self.rows)
        yield box(margin - 4, margin - 4, width + 8, height + 8, f"cloth {self.cloth}", 6)
        yield path(self._lines(), "mesh")
        for across, down in stars:
            yield dot(margin + UNIT * across, margin + UNIT * down, 3.5, "pip")
        yield from self._names()

    def _names(self) -> Iterator[str]:
        size = 12 if len(self.columns) < 12 else 17  # a large board is shown smaller
        for at, name in enumerate(self.columns):
            if name.strip():
                yield word(self.margin + UNIT * (at + 0.5), self.margin / 2 - 2, name, size=size)
        for at, name in enumerate(self.rows):
            if name.strip():
                yield word(self.margin / 2 - 2, self.margin + UNIT * (at + 0.5), name, size=size)

    def _lines(self) -> str:
        columns, rows, margin = len(self.columns), len(self.rows), self.margin
        inset = UNIT / 2 if self.points else 0
        first = 0.5 if self.points else 1
        long, high = UNIT * columns - 2 * inset, UNIT * rows - 2 * inset
        across = (
            f"M{margin + inset:g} {margin + UNIT * (first + at):g}h{long:g}"
            for at in range(rows if self.points else rows - 1)
        )
        down = (
            f"M{margin + UNIT * (first + at):g} {margin + inset:g}v{high:g}"
            for at in range(columns if self.points else columns - 1)
        )
        return "".join((*across, *down))

    def marks(self, cells: Iterable[str], last: int = -1) -> Iterator[str]:
        """The mark of every cell by its colour, empty cells skipped; the last one played is highlighted."""
        for cell, colour in enumerate(cells):
            if not colour:
                continue
            stony = colour not in ("cross", "nought")
            if cell == last and not stony:
                x, y = self.corner(cell)
                yield box(x + 2, y + 2, UNIT - 4, UNIT - 4, "spot", 4)
            yield mark(colour, *self.centre(cell))
            if cell == last and stony:
                yield dot(*self.centre(cell), 4.5, "last")

    def hints(self, cells: Iterable[int]) -> Iterator[str]:
        """Small dots where the side to move may play."""
        return (dot(*self.centre(cell), 4.5, "may") for cell in cells)

    def line(self, cells: Sequence[int]) -> str:
        """The stroke through a line that wins or counts."""
        return stroke(*self.centre(cells[0]), *self.centre(cells[-1]))

    def touches(self, moves: Mapping[str, int]) -> Iterator[str]:
        """Clickable cells, by the move each of them makes."""
        for move, cell in moves.items():
            yield box(*self.corner(cell), UNIT, UNIT, "touch", touch=touch("move", move))

    def picture(self, name: str, title: str, parts: Iterable[str], *, playable: bool = False) -> str:
        return picture(name, title, self.width, self.height, parts, playable=playable)
