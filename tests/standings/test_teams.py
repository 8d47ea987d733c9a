from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.builders import leave, tournament
from tests.support.papp_states import FOLDERS, folder_tournament, load

from ronde.model.errors import UnknownRound
from ronde.model.player import Player
from ronde.standings import Team, teams

CARDS = [
    Player(1, "A", country="FRA"),
    Player(2, "B", country="gbr"),
    Player(3, "C", country="Fra"),
    Player(4, "D", country="GBR"),
    Player(5, "E"),
]
HALL = tournament(CARDS, ["1-2:40 3-4:=", "1-3:= 2-5:40"])
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("team_*.txt"))]


def test_a_team_is_a_country_in_any_case_with_the_sum_of_its_points() -> None:
    assert teams(HALL) == (
        Team("FRA", 2 + 1 + 1 + 1, (1, 3)),
        Team("gbr", 0 + 2 + 1 + 2, (2, 4)),
        Team("", 2, (5,)),
    )
    assert teams(HALL)[0].points == 2.5


def test_equal_teams_come_in_alphabetical_order() -> None:
    cards = [Player(1, "A", country="b"), Player(2, "B", country="C"), Player(3, "C", country="A")]

    assert [team.country for team in teams(tournament(cards))] == ["A", "b", "C"]


def test_players_who_have_left_still_count_for_their_team() -> None:
    assert teams(leave(HALL, 1, 3)) == teams(HALL)


def test_teams_after_an_earlier_round_forget_the_later_ones() -> None:
    assert teams(HALL, 1) == teams(tournament(CARDS, ["1-2:40 3-4:="]))
    assert [team.half_points for team in teams(HALL, 0)] == [0, 0, 0]


@pytest.mark.parametrize("number", [-1, 3])
def test_teams_after_a_round_that_is_not_closed_are_refused(number: int) -> None:
    with pytest.raises(UnknownRound):
        teams(HALL, number)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_teams_papp_wrote_are_ours(path: Path) -> None:
    number = int(re.sub(r"\D", "", path.stem))
    listed = re.findall(r"(?m)^  (\S+)\s+(\d+(?:\.5)?)\s+(?:pts?)$", path.read_text())
    expected = load(path.parent / "expected.json")
    rows = expected["standings_after_round"][str(number)]
    countries = {row["id"]: row["country"] for row in rows}
    hall = folder_tournament(path.parent)
    cards = {
        player: replace(card, country=countries[player])
        for player, card in hall.players.items()
        if player in countries
    }
    points: dict[str, float] = {}
    for row in rows:
        points[row["country"]] = points.get(row["country"], 0) + float(row["points"])
    if "rounds_as_known_when_this_round_was_confirmed" in expected:
        assert {country: float(told) for country, told in listed} == points  # corrected since
        return

    ours = teams(replace(hall, players=cards), number)

    assert [(team.country, team.points) for team in ours] == [
        (country, float(told)) for country, told in listed
    ]
