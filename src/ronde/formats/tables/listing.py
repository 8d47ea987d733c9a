"""A list as values: which columns it has, what stands in each cell, and whom a row is about.

Everything that shows a list asks for one of these: text, pages, paper, PDF, spreadsheets and projectors
differ only in how they draw it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ronde.core.player import PlayerId


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the name by which code asks for it, and its head in the reader's language."""

    key: str
    head: str
    right: bool = False
    """Whether it holds figures, which stand at the right."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one place, for people and, where that is something else, for spreadsheets."""

    text: str = ""
    value: int | float | None = None
    """The figure behind the text."""
    player: PlayerId = 0
    """The player who is named here."""
    won: bool = False
    signs: bool = False
    """Whether it is made of signs, for which a terminal has only those of the keyboard."""
    repeated: bool = False
    """Whether the row above says the same: lists that are read from top to bottom leave it out."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row, and the player it is about, if it is about one."""

    cells: tuple[Cell, ...]
    player: PlayerId = 0
    left: bool = False
    """Whether that player has left the tournament."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A whole list."""

    columns: tuple[Column, ...]
    rows: tuple[ListRow, ...] = ()

    def only(self, keys: Collection[str]) -> Listing:
        """The same list with some of its columns, in the order they had."""
        kept = [at for at, column in enumerate(self.columns) if column.key in keys]
        rows = [replace(row, cells=tuple(row.cells[at] for at in kept)) for row in self.rows]
        return Listing(tuple(self.columns[at] for at in kept), tuple(rows))

    def without(self, keys: Collection[str]) -> Listing:
        """The same list without some of its columns."""
        return self.only({column.key for column in self.columns} - set(keys))

    def place(self, key: str) -> int:
        """Where the column of that name stands, the first being 0."""
        return [column.key for column in self.columns].index(key)

    @property
    def heads(self) -> list[str]:
        """The heads of all columns."""
        return [column.head for column in self.columns]

    @property
    def figures_at(self) -> list[int]:
        """The places of the columns that stand at the right."""
        return [at for at, column in enumerate(self.columns) if column.right]
