"""A list as plain text and as CSV."""

from __future__ import annotations

from ronde.core.tournament import Tournament
from ronde.formats.csv import write_rows
from ronde.formats.tables.listing import Cell, Listing
from ronde.formats.text import columns
from ronde.i18n.door import say

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
