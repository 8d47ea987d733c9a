"""A list as values: its columns, its cells, and the player of each row.

All lists are made of these: text, pages, print, PDF, spreadsheets and projectors differ only in how they draw
them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ronde.core.player import PlayerId


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key in the code, and its translated head."""

    key: str
    head: str
    right: bool = False
    """Whether it has numbers, which are right-aligned."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell, as text and, where that differs, as a value for spreadsheets."""

    text: str = ""
    value: int | float | None = None
    """The number behind the text."""
    player: PlayerId = 0
    """The player who is named here."""
    won: bool = False
    signs: bool = False
    """Whether it has typographic signs, which a terminal replaces by ASCII."""
    repeated: bool = False
    """Whether the row above has the same value, so that lists leave it out."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row, and its player, if any."""

    cells: tuple[Cell, ...]
    player: PlayerId = 0
    left: bool = False
    """Whether that player has left the tournament."""


@dataclass(frozen=True, slots=True)
class Listing:
    columns: tuple[Column, ...]
    rows: tuple[ListRow, ...] = ()

    def only(self, keys: Collection[str]) -> Listing:
        """The same list with some of its columns, in their order."""
        kept = [at for at, column in enumerate(self.columns) if column.key in keys]
        rows = [replace(row, cells=tuple(row.cells[at] for at in kept)) for row in self.rows]
        return Listing(tuple(self.columns[at] for at in kept), tuple(rows))

    def without(self, keys: Collection[str]) -> Listing:
        """The same list without some of its columns."""
        return self.only({column.key for column in self.columns} - set(keys))

    def place(self, key: str) -> int:
        """The index of the column of that key."""
        return [column.key for column in self.columns].index(key)

    @property
    def heads(self) -> list[str]:
        return [column.head for column in self.columns]

    @property
    def figures_at(self) -> list[int]:
        """The indices of the right-aligned columns."""
        return [at for at, column in enumerate(self.columns) if column.right]
