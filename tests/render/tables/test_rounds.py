from __future__ import annotations

from tests.support.builders import tournament

from ronde.model.player import Player
from ronde.render.tables import absentees_listing, free_in, names_listing, pairings_listing

PEOPLE = [Player(1, "DAN"), Player(2, "BOB"), Player(3, "ÁNN"), Player(4, "CAT"), Player(5, "EVE")]
HALL = tournament(PEOPLE, current="1-2:40 3-4")


def test_tables_come_first_and_who_is_free_last() -> None:
    rows = [[cell.text for cell in row.cells] for row in pairings_listing(HALL, HALL.open_round, "en").rows]

    assert rows == [["1", "DAN", "BOB", "40-24"], ["2", "ÁNN", "CAT", ""], ["", "EVE", "bye", ""]]
    assert free_in(HALL, HALL.open_round) == [5]


def test_the_winner_is_marked() -> None:
    first = pairings_listing(HALL, HALL.open_round, "en").rows[0]

    assert [cell.won for cell in first.cells] == [False, True, False, False]


def test_the_desk_has_no_head_above_scores_and_no_row_for_the_bye() -> None:
    listing = pairings_listing(HALL, HALL.open_round, "fr", for_desk=True)

    assert listing.heads[-1] == ""
    assert len(listing.rows) == 2


def test_everybody_is_found_by_name_without_regard_to_accents() -> None:
    rows = names_listing(HALL, HALL.open_round, "en").rows

    assert [row.cells[0].text for row in rows] == ["ÁNN", "BOB", "CAT", "DAN", "EVE"]
    assert [cell.text for cell in rows[1].cells] == ["BOB", "1", "White", "DAN"]
    assert [cell.text for cell in rows[4].cells] == ["EVE", "", "", "bye"]


def test_nobody_is_listed_as_absent_where_absence_means_nothing() -> None:
    assert absentees_listing(HALL, HALL.open_round, "en").rows == ()
