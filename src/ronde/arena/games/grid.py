"""Games on a grid: lines of equal marks, pictures of cells, and what all of these games share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from ronde.arena.games import base
from ronde.arena.games.base import (
    ALONE,
    BOTH,
    INIT,
    NOBODY,
    Side,
    illegal,
    mover,
    out_of_turn,
    tidy,
    unreadable,
)
from ronde.arena.games.pictures import UNIT, box, dot, mark, path, picture, stroke, touch, word

# Lines of equal marks on a square board written row by row.


# In the order of MOR-3: horizontal, vertical, falling diagonal, rising diagonal. Every direction leads
# from the end met first in reading order to the other one.
DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))

NINE: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The lines of three on three by three cells."""

Ray = tuple[int, ...]


def _ray(size: int, cell: int, across: int, down: int) -> Ray:
    column, row = cell % size, cell // size
    cells = []
    while 0 <= (column := column + across) < size and 0 <= (row := row + down) < size:
        cells.append(size * row + column)
    return tuple(cells)


@cache
def rays(size: int) -> tuple[tuple[tuple[Ray, Ray], ...], ...]:
    """For each cell and each direction, the cells before it and the cells after it, nearest first."""
    return tuple(
        tuple((_ray(size, cell, -dx, -dy), _ray(size, cell, dx, dy)) for dx, dy in DIRECTIONS)
        for cell in range(size * size)
    )


def _reach(tray: str, ray: Ray, mark: str) -> int:
    length = 0
    for cell in ray:
        if tray[cell] != mark:
            break
        length += 1
    return length


def runs(tray: str, cell: int, size: int, *, least: int = 5) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The directions in which at least `least` equal marks run through `cell`, with all cells of the run."""
    mark = tray[cell]
    for direction, (before, after) in enumerate(rays(size)[cell]):
        back, ahead = _reach(tray, before, mark), _reach(tray, after, mark)
        if back + 1 + ahead >= least:
            yield direction, (*before[:back][::-1], cell, *after[:ahead])


def has_run(tray: str, size: int, *, least: int = 5, exact: bool = False) -> bool:
    """Whether a line of at least (or of exactly) `least` equal marks stands anywhere on the tray."""
    return any(
        not exact or len(run) == least
        for cell, mark in enumerate(tray)
        if mark != "0"
        for _, run in runs(tray, cell, size, least=least)
    )


# Pictures of games on one board: cells, marks, the last move, hints, the winning line.


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
    foot: float = 0
    """The height of what is below the board."""

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
        return picture(name, title, self.width, self.height + self.foot, parts, playable=playable)


# What games on one grid share: moves that take a cell, the requests to engines, the picture.


P = TypeVar("P", bound=Any)


class GridGame(Generic[P]):
    """The base of such a game, a frozen dataclass; its positions have `turn` and `last`."""

    __slots__ = ()

    name: ClassVar[str]
    set_name: ClassVar[str]
    grid: ClassVar[Grid]
    stars: ClassVar[Sequence[tuple[float, float]]] = ()
    cells: ClassVar[Mapping[str, int]]
    """The cells by the moves that take them."""
    marks: ClassVar[Mapping[str, str]]
    """The colours of a cell by the characters of the tray."""
    initial: ClassVar[str]
    """The tray before the first move."""
    explicit_tray: bool
    """Whether that tray is sent instead of `Init` (spec GEN-1)."""

    def tray(self, position: P) -> str:
        """The character of every cell."""
        tray: str = position.tray
        return tray

    def is_over(self, position: P) -> bool:
        raise NotImplementedError

    def moves(self, position: P, side: Side) -> Iterator[str]:
        raise NotImplementedError

    def cell(self, position: P, move: str) -> int:
        """The cell that a move takes now."""
        return self.cells[move]

    def last_cell(self, position: P) -> int:
        """The cell that the last move took, or -1."""
        return self.cells.get(position.last, -1)

    def obstacle(self, position: P, cell: int) -> str:
        """Why the side to move may not play there: a code, or empty if it may."""
        return "" if position.tray[cell] == "0" else "occupied"

    def gains(self, position: P) -> tuple[object, object] | None:
        """The parameters Gain1 and Gain2, if the game has them."""
        return None

    def lines(self, position: P) -> Iterable[Sequence[int]]:
        """The lines that win or count."""
        return ()

    def below(self, position: P) -> Iterable[str]:
        """Further parts of the picture below the marks."""
        return ()

    def above(self, position: P) -> Iterable[str]:
        """Further parts of the picture above the marks."""
        return ()

    def to_move(self, position: P) -> frozenset[Side]:
        return NOBODY if self.is_over(position) else ALONE[mover(position.turn)]

    def any_move(self, position: P, side: Side, rng: Random) -> str:
        return rng.choice(list(self.moves(position, side)))

    def read(self, position: P, side: Side, text: str) -> str:
        """A move in any case (spec GEN-6)."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        move = text if text in self.cells else tidy(text)
        if move not in self.cells:
            raise unreadable(text, position)
        if reason := self.obstacle(position, self.cell(position, move)):
            raise illegal(reason, text, position)
        return move

    def call(self, position: P, side: Side) -> base.Call:
        gains = self.gains(position) if self._begun(position) else None
        tray = self._sent_tray(position)
        return base.ask(self.set_name, side, turn=position.turn, tray=tray, last=position.last, gains=gains)

    def last_call(self, position: P, side: Side, status: str) -> base.Call:
        tray, gains = self._sent_tray(position), self.gains(position)
        return base.close(self.set_name, tray=tray, status=status, gains=gains)

    def svg(
        self, position: P, eyes: frozenset[Side] = BOTH, title: str = "", hand: Side | None = None
    ) -> str:
        """The grid with its marks and lines; the cells where `hand` may play can be clicked."""
        moves = self.moves(position, hand) if hand else ()
        touched = {move: self.cell(position, move) for move in moves if move in self.cells}
        colours = (self.marks[sign] for sign in self.tray(position))
        parts = [
            *self.grid.ground(self.stars),
            *self.below(position),
            *self.grid.marks(colours, self.last_cell(position)),
            *map(self.grid.line, self.lines(position)),
            *self.above(position),
            *self.grid.touches(touched),
        ]
        return self.grid.picture(self.name, title, parts, playable=bool(touched))

    def _begun(self, position: P) -> bool:
        return bool(position.turn > 1 or self.tray(position) != self.initial)

    def _sent_tray(self, position: P) -> str:
        return self.tray(position) if self._begun(position) or self.explicit_tray else INIT
