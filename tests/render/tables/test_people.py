from __future__ import annotations

from tests.support.builders import tournament

from ronde.model.player import Player
from ronde.render.tables import players_listing, teams_listing
from ronde.standings import teams

PEOPLE = [
    Player(1, "ANN", "A", "FRA", "Metz", 1800, comment="late"),
    Player(2, "BOB", country="FRA"),
    Player(3, "CAT"),
]
HALL = tournament(PEOPLE, ["1-2:40"])


def test_a_player_has_a_cell_for_everything_on_the_card() -> None:
    listing = players_listing(HALL, "en")
    keys = [column.key for column in listing.columns]

    assert keys == ["id", "name", "country", "club", "rating", "category", "state", "comment"]
    told = dict(zip(keys, (cell.text for cell in listing.rows[0].cells), strict=True))
    assert told["rating"] == "1800"
    assert told["comment"] == "late"
    assert listing.rows[1].cells[keys.index("rating")].text == ""


def test_teams_have_their_points_and_players() -> None:
    listing = teams_listing(HALL, teams(HALL), "en")

    assert {row.cells[0].text for row in listing.rows} == {"FRA", "–"}
    france = next(row for row in listing.rows if row.cells[0].text == "FRA")
    assert [cell.text for cell in france.cells[2:]] == ["2", "ANN A, BOB"]
