"""The standings on the screen of the desk, with changes of rank and the last results of everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.charts.door import form_letters
from ronde.formats.keizertext import standings_title
from ronde.formats.tables.listing import Cell, Column, Listing
from ronde.formats.tables.standings import standings_listing
from ronde.formats.tables.writing import listing_text
from ronde.formats.text import width
from ronde.i18n.door import say
from ronde.scoring.door import Standings, moves, record, standings

MARKS = {"w": "▀", "d": "─", "l": "▄", "+": "°", "-": "·"}
"""A round in one character: up is won, down is lost."""
UP, DOWN, SAME = "▲", "▼", "="
LEAST_FORM = 3
"""Minimum number of rounds; fewer say no more than the points."""
WITH_MENU = 79
"""Columns that leave room for the menu in a window of 120."""


def told_standings(tournament: Tournament, language: str, room: int) -> str:
    """The standings with changes of rank and the last rounds of everybody, as far as there is room."""
    table = standings(tournament)
    plain = standings_listing(tournament, table, language, every=True)
    listing = _changed(plain, tournament, table)
    if _wide(listing) > room:
        listing = plain
    left = _room_for_form(_wide(listing), room) - 2
    legend = ""
    if left >= min(LEAST_FORM, table.after):
        listing = _formed(listing, tournament, say("desk.form", language), left)
        legend = "\n\n" + say("desk.form-legend", language)
    title = standings_title(tournament, table, language)
    return f"{title}\n\n{listing_text(listing, leavers=True)}{legend}"


def _wide(listing: Listing) -> int:
    return max(map(width, listing_text(listing, leavers=True).split("\n")))


def _room_for_form(taken: int, room: int) -> int:
    """Columns left for the rounds, without displacing the menu."""
    return min(room, WITH_MENU) - taken if taken + 2 + LEAST_FORM <= WITH_MENU else room - taken


def _changed(listing: Listing, tournament: Tournament, table: Standings) -> Listing:
    """Add a column of places gained or lost since the previous round, after the place."""
    if table.after < 2:
        return listing
    gained = moves(standings(tournament, table.after - 1).rows, table.rows)
    return _with(listing, 1, Column("change", ""), {one: _change(by) for one, by in gained.items()})


def _change(by: int) -> str:
    return f"{UP}{by}" if by > 0 else f"{DOWN}{-by}" if by else SAME


def _formed(listing: Listing, tournament: Tournament, head: str, most: int) -> Listing:
    """Add a column of the last rounds at the end."""
    strips = {player: _strip(form_letters(lines)[-most:]) for player, lines in record(tournament).items()}
    return _with(listing, len(listing.columns), Column("form", head), strips)


def _strip(letters: str) -> str:
    return "".join(MARKS[letter.lower()] for letter in letters)


def _with(listing: Listing, at: int, column: Column, cells: Mapping[PlayerId, str]) -> Listing:
    rows = tuple(
        replace(row, cells=(*row.cells[:at], Cell(cells.get(row.player, "")), *row.cells[at:]))
        for row in listing.rows
    )
    return Listing((*listing.columns[:at], column, *listing.columns[at:]), rows)
