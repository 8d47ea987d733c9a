"""Lines of equal marks on a square board written row by row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

# In the order of MOR-3: horizontal, vertical, falling diagonal, rising diagonal. Every direction leads
# from the end met first in reading order to the other one.
DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))

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
