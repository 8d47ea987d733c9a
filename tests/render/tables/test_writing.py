from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.model.player import Player
from ronde.render.listing import Cell, Column, Listing, ListRow, listing_csv, listing_text
from ronde.render.tables import players_listing

HEADS = (Column("name", "name"), Column("club", "club"), Column("points", "points", right=True))


def one(*cells: Cell, left: bool = False) -> Listing:
    return Listing(HEADS, (ListRow(cells, 7, left),))


def test_a_name_is_followed_by_its_number_and_by_a_hyphen_for_leavers() -> None:
    listing = one(Cell("ANN", player=7), Cell("Metz"), Cell("2", 2), left=True)

    assert listing_text(listing).split("\n")[1].split() == ["ANN", "(7)", "Metz", "2"]
    assert listing_text(listing, leavers=True).split("\n")[1].split() == ["ANN", "(7)", "-", "Metz", "2"]
    assert listing_text(listing, numbered=False).split("\n")[1].split() == ["ANN", "Metz", "2"]


def test_signs_become_those_of_the_keyboard_and_a_dash_in_a_club_stays() -> None:
    told = listing_text(one(Cell("ANN", player=7), Cell("A–B"), Cell("B−2", signs=True)))

    assert "A–B" in told
    assert "B-2" in told


def test_what_the_row_above_says_is_left_out() -> None:
    assert "9" not in listing_text(one(Cell("ANN", player=7), Cell("x"), Cell("9", 9, repeated=True)))


@given(st.lists(st.text("AÉß,;\"'-", min_size=1, max_size=8), min_size=1, max_size=5))
def test_a_spreadsheet_gives_every_name_back(names: list[str]) -> None:
    people = [Player(at, name, club="c") for at, name in enumerate(names, 1)]
    hall = tournament(people)
    written = listing_csv(players_listing(hall, "en"), hall, "en").decode()
    rows = list(csv.reader(io.StringIO(written, newline="")))

    assert rows[0][:3] == ["number", "name", "first name"]
    assert [row[1] for row in rows[1:]] == [inert(name) for name in names]


def inert(name: str) -> str:
    """The name with an apostrophe before every part that a spreadsheet would take for a formula."""
    parts = name.split(";")
    return ";".join(f"'{part}" if part.lstrip("'").startswith("-") else part for part in parts)
