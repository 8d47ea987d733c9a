"""A list as a value: columns, rows, cells; and the same as text and as CSV."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ronde.formats.csv import write_rows
from ronde.i18n import say
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament
from ronde.render.text import columns

# A list as values: its columns, its cells, and the player of each row.
#
# All lists are made of these: text, pages, print, PDF, spreadsheets and projectors differ only in how they
# draw them.


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


# A list as plain text and as CSV.


_PLAIN = str.maketrans({"−": "-", "–": "-", "—": "---"})
"""Terminals and pipes get ASCII signs."""


def listing_text(listing: Listing, *, numbered: bool = True, leavers: bool = False) -> str:
    """The list in columns; the number follows the name, and a hyphen if `leavers` are to be marked."""
    rows = [[_plain(cell, numbered, leavers and row.left) for cell in row.cells] for row in listing.rows]
    right = "".join(chr(ord("a") + at) for at in listing.figures_at)
    return columns(listing.heads, rows, right=right)


def _plain(cell: Cell, numbered: bool, left: bool) -> str:
    if cell.repeated:
        return ""
    if cell.player and numbered:
        return f"{cell.text} ({cell.player})" + (" -" if left else "")
    return cell.text.translate(_PLAIN) if cell.signs else cell.text


def listing_csv(listing: Listing, tournament: Tournament, language: str) -> bytes:
    """The list as CSV: numbers as numbers, and the name of a player in two columns."""
    at = listing.place("name")
    numbered = "id" not in {column.key for column in listing.columns}
    keys = (*(["id"] if numbered else []), "name", "first-name")
    heads = [*listing.heads[:at], *(say(f"lists.{key}", language) for key in keys), *listing.heads[at + 1 :]]
    rows = []
    for row in listing.rows:
        card = tournament.player(row.player)
        who = [*([card.id] if numbered else []), card.name, card.first_name]
        values = [_value(cell) for cell in row.cells]
        rows.append([*values[:at], *who, *values[at + 1 :]])
    return write_rows(heads, rows)


def _value(cell: Cell) -> object:
    if cell.value is None:
        return cell.text
    return int(cell.value) if cell.value == int(cell.value) else cell.value
