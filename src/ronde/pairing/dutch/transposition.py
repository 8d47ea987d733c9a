"""The first transposition: with both halves known, who of the upper half meets whom of the lower.

The optimum is then an assignment of rows to columns. An optimal assignment gives potentials, and these the
tight places; every optimal assignment uses tight places only. The rules ask for the lexicographically first
of them, found row by row with alternating paths on bit sets.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ronde.pairing.dutch.field import Bits, Whole


def first_transposition(costs: Sequence[Whole], allowed: Bits, known: list[int], ordered: int) -> list[int]:
    """The optimal assignment that comes first, comparing the columns of the first `ordered` rows in turn.

    The most important costs come first; `known` is any optimal assignment: the column of each row. Each
    kind of cost restricts the places to those tight for it, so numbers do not grow with the number of kinds.
    """
    for part in costs:
        allowed = _tight(part, allowed, known)
    return first_assignment(allowed, known, ordered)


def _tight(costs: Whole, allowed: Bits, known: list[int]) -> Bits:
    mates = np.array(known)
    rows = np.arange(len(costs))
    own = costs[rows, mates]
    far = int(costs.max(initial=0)) * (len(costs) + 2) + 1
    step = np.where(allowed, costs - own[:, None], far)
    potential = np.zeros(costs.shape[1], dtype=np.int64)
    while True:
        reached = np.minimum(potential, (potential[mates][:, None] + step).min(axis=0))
        if np.array_equal(reached, potential):
            break
        potential = reached
    tight: Bits = allowed & (step + potential[mates][:, None] == potential)
    return tight


def first_assignment(places: Bits, known: list[int], ordered: int) -> list[int]:
    """The lexicographically first assignment of distinct columns to rows, starting from a known one."""
    return _Rows(places, known).first(ordered)


def any_assignment(places: Bits) -> list[int] | None:
    """Some assignment of distinct columns to rows, or None."""
    rows = _Rows(places, [])
    return rows.mates if rows.complete() else None


class _Rows:
    """Rows, their possible columns as bits, and the current assignment."""

    def __init__(self, places: Bits, known: list[int]) -> None:
        packed = np.packbits(places, axis=1, bitorder="little")
        self.choices = [int.from_bytes(row.tobytes(), "little") for row in packed]
        self.mates = known[:] or [-1] * len(places)
        self.holder = {column: row for row, column in enumerate(self.mates) if column >= 0}
        self.open = (1 << places.shape[1]) - 1
        """Columns that are not settled yet."""
        self.free = self.open
        for column in self.holder:
            self.free &= ~(1 << column)

    def first(self, ordered: int) -> list[int]:
        """Settle the rows one after the other on the first column possible."""
        for row in range(ordered):
            choices = self.choices[row] & self.open
            while choices:
                column = _lowest(choices)
                if column == self.mates[row] or self._take(row, column):
                    break
                choices &= choices - 1
            self.open &= ~(1 << self.mates[row])
        return self.mates

    def _take(self, row: int, column: int) -> bool:
        """Give the row this column, if its current row can move along an alternating path."""
        return self._augment(self.holder[column], self.mates[row], barred=1 << column, taker=(row, column))

    def _augment(self, start: int, goal: int, *, barred: int, taker: tuple[int, int]) -> bool:
        fresh = self.open & ~barred
        came: dict[int, int] = {}
        todo = [start]
        for current in todo:
            reach = self.choices[current] & fresh
            fresh &= ~reach
            if reach >> goal & 1:
                came[goal] = current
                self._shift(start, goal, came)
                self._seat(*taker)
                return True
            while reach:
                column = _lowest(reach)
                reach &= reach - 1
                came[column] = current
                todo.append(self.holder[column])
        return False

    def _shift(self, start: int, column: int, came: dict[int, int]) -> None:
        while True:
            row = came[column]
            before = self.mates[row]
            self._seat(row, column)
            if row == start:
                return
            column = before

    def _seat(self, row: int, column: int) -> None:
        self.mates[row] = column
        self.holder[column] = row

    def complete(self) -> bool:
        """Assign every row a column, the lowest first where possible; returns whether all have one."""
        return all(self._place(row) for row in range(len(self.mates)))

    def _place(self, row: int) -> bool:
        fresh = self.open
        came: dict[int, int] = {}
        todo = [row]
        for current in todo:
            reach = self.choices[current] & fresh
            if reach & self.free:
                column = _lowest(reach & self.free)
                came[column] = current
                self.free &= ~(1 << column)
                self._shift(row, column, came)
                return True
            fresh &= ~reach
            while reach:
                column = _lowest(reach)
                reach &= reach - 1
                came[column] = current
                todo.append(self.holder[column])
        return False


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
