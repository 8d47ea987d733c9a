"""PAPP's standings and teams."""

from __future__ import annotations

from tests.support.builders import leave, tournament

from ronde.formats.papp import Edition, standings_list
from ronde.formats.papp.lists import teams_list
from ronde.model.player import Player
from ronde.model.settings import Settings

CARDS = [Player(at, f"P{at}", country="FRA" if at < 3 else "GBR") for at in range(1, 5)]
HALL = tournament(CARDS, ["1-2:40 3-4:=", "1-3:50 2-4:20"], settings=Settings(country="FRA", profile="papp"))


def rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if "(" in line and ")" in line and line[0] == " "]


def test_the_place_stands_at_the_first_of_those_with_as_many_points() -> None:
    shown = rows(standings_list(HALL, Edition()))

    assert shown[0].strip().startswith("1:")
    assert "P1 (1)" in shown[0]
    assert len(shown) == 4


def test_the_country_of_the_house_is_left_out() -> None:
    text = standings_list(HALL, Edition())

    assert "{GBR}" in text
    assert "{FRA}" not in text


def test_whoever_has_left_is_marked() -> None:
    assert "-P2 (2)" in standings_list(leave(HALL, 2), Edition())


def test_teams_add_up_the_points_of_their_players() -> None:
    text = teams_list(HALL, Edition())

    assert [line.split()[0] for line in text.splitlines() if "pts" in line] == ["FRA", "GBR"]
