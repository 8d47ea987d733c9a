from __future__ import annotations

import pytest
from tests.support.builders import CHESS, tournament

from ronde.i18n import say
from ronde.model.events import AbsencePlanned, PlayerLeft
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.model.systems import TIEBREAKS
from ronde.model.tournament import Tournament
from ronde.render.listing import listing_text
from ronde.render.lists import standings_csv
from ronde.render.tables import crosstable_listing, standings_listing
from ronde.systems import crosstable, standings

PEOPLE = [Player(1, "ANN", "", "FRA"), Player(2, "BOB"), Player(3, "CAT"), Player(4, "DAN")]
SWISS = tournament(PEOPLE, ["1-2:40 3-4:40", "1-3:= 2-4:="], settings=Settings(brightwell=0))


def keizer(rounds: int = 1) -> Tournament:
    settings = Settings(system="keizer", board=CHESS, tiebreaks=())
    return tournament(PEOPLE, ["1-2:1 3-4:1", "1-3:= 2-4:="][:rounds], settings=settings)


def keys(hall: Tournament, *, every: bool = False) -> list[str]:
    return [column.key for column in standings_listing(hall, standings(hall), "en", every=every).columns]


def test_the_columns_are_those_of_the_system() -> None:
    assert keys(SWISS) == ["place", "name", "country", "points", "discs"]
    assert keys(SWISS, every=True) == keys(SWISS)
    assert keys(keizer()) == ["place", "name", "points", "games", "value"]


@pytest.mark.parametrize(
    ("settings", "heads"),
    [
        (Settings(brightwell=6), ["Brightwell", "discs"]),
        (Settings(brightwell=0), ["discs"]),
        (Settings(brightwell=0, tiebreaks=("brightwell",)), ["discs"]),
        (Settings(brightwell=6, tiebreaks=("brightwell",), board=CHESS), ["Buchholz"]),
    ],
)
def test_a_tie_break_is_headed_by_what_its_column_holds(settings: Settings, heads: list[str]) -> None:
    """With the constant 0 Brightwell's sum is the discs, and with a total of 1 what the opponents scored."""
    hall = tournament(PEOPLE, ["1-2:= 3-4:="], settings=settings)
    listings = (
        standings_listing(hall, standings(hall), "en", every=True),
        crosstable_listing(hall, crosstable(hall), "en"),
    )

    for listing in listings:
        assert [column.head for column in listing.columns if column.key in TIEBREAKS] == heads


def test_a_shared_place_is_marked_as_repeated_and_keeps_its_figure() -> None:
    hall = tournament(PEOPLE, ["1-2:= 3-4:="])
    places = [row.cells[0] for row in standings_listing(hall, standings(hall), "en").rows]

    assert [place.repeated for place in places] == [False, True, True, True]
    assert {place.value for place in places} == {1}


def test_a_season_says_who_will_miss_the_next_round() -> None:
    hall = replay([AbsencePlanned(2, 2, Absence.EXCUSED)], keizer())

    listing = standings_listing(hall, standings(hall), "en")

    assert listing.columns[-1].key == "state"
    told = {row.player: row.cells[-1].text for row in listing.rows}
    assert told[2]
    assert not told[1]


def test_the_spreadsheet_of_a_keizer_tournament_has_its_points() -> None:
    hall = keizer()
    head, first, *_ = standings_csv(hall, "en").decode().split("\r\n")
    best = standings(hall).rows[0].keizer

    assert head.split(",")[:5] == ["place", "number", "name", "first name", "country"]
    shown = [say(f"keizer.{key}", "en") for key in ("points", "games", "value")]
    assert head.split(",")[5:8] == shown
    assert best is not None
    assert float(first.split(",")[5]) == best.total


def test_the_crosstable_of_a_keizer_tournament_shows_what_it_is_sorted_by() -> None:
    hall = keizer(2)
    listing = crosstable_listing(hall, crosstable(hall), "en")

    assert [column.key for column in listing.columns][-3:] == ["points", "games", "value"]
    totals = [row.cells[-3].value for row in listing.rows]
    assert totals == sorted(totals, key=lambda one: -(one or 0))


def test_an_opponent_who_withdrew_is_named_by_his_number_and_never_by_place_0() -> None:
    hall = replay([PlayerLeft(2, 2, Absence.WITHDRAWN)], keizer())
    shown = listing_text(crosstable_listing(hall, crosstable(hall), "en"))

    assert "+(2)" in shown
    assert "+0" not in shown


def test_a_game_is_told_by_colour_sign_and_place() -> None:
    hall = tournament(PEOPLE, ["1-2:40 3-4:= "])
    rows = crosstable_listing(hall, crosstable(hall), "en").rows
    cells = {row.player: row.cells[2].text for row in rows}

    assert cells[1].startswith("B+")
    assert cells[2].startswith("W−")
    assert cells[3].startswith("B=")
