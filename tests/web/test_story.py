"""What pages tell beside their lists: the round as it stands, changes of place, remarkable results."""

from __future__ import annotations

import json
import re

import pytest
from tests.support.builders import tournament
from tests.support.in_process import Visitor

from ronde.model.events import ResultEntered, RoundPaired
from ronde.model.player import Player
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.store import JournalEntry
from ronde.systems import standings
from ronde.web.summaries import (
    family_and_given,
    latest_results,
    paired_at,
    player_results,
    points_before,
    provisional,
    ranks_over,
    seeds,
)

RATED = {1: 1500, 2: 1700, 3: 0, 4: 1600}
NOON = "2026-11-14T12:00:00+00:00"


@pytest.mark.parametrize(
    ("card", "names"),
    [
        (Player(1, "QUIROGA", "Marta"), ("QUIROGA", "Marta")),
        (Player(1, "DE WITT Maarten"), ("DE WITT", "Maarten")),
        (Player(1, "Corner"), ("Corner", "")),
        (Player(1, "ITO"), ("ITO", "")),
        (Player(1, "A. Nobody"), ("A. Nobody", "")),
        (Player(1, "李 明"), ("李 明", "")),
    ],
)
def test_names_are_told_apart_only_where_the_data_does(card: Player, names: tuple[str, str]) -> None:
    assert family_and_given(card) == names


def test_the_round_as_it_stands_counts_the_results_so_far() -> None:
    hall = tournament(4, ["1-2:40 3-4:40"], "1-3:20 2-4")
    running = provisional(hall)

    assert running is not None
    table = standings(running)
    assert table.after == 2
    assert {row.player: row.points for row in table.rows} == {3: 2, 1: 1, 2: 0, 4: 0}
    assert hall.open_round.number == 2


@pytest.mark.parametrize(
    "hall",
    [
        tournament(4, ["1-2:40 3-4:40"]),
        tournament(4, ["1-2:40 3-4:40"], "1-3 2-4"),
        tournament(4, [], "1-2:40 3-4", Settings(system="keizer")),
    ],
)
def test_without_a_result_or_by_value_nothing_is_provisional(hall: object) -> None:
    assert provisional(hall) is None  # type: ignore[arg-type]


def test_a_story_begins_with_the_seed_and_ends_with_the_place() -> None:
    cards = [
        Player(1, "A", rating=1500),
        Player(2, "B", rating=1700),
        Player(3, "C"),
        Player(4, "D", rating=1600),
    ]
    hall = tournament(cards, ["1-2:40 3-4:40"])
    table = standings(hall)
    story = ranks_over(hall, 1, [row.player for row in table.rows])

    assert seeds(hall) == {2: 1, 4: 2, 1: 3, 3: 4}
    assert {player: ranks[0] for player, ranks in story.items()} == seeds(hall)
    assert {player: ranks[-1] for player, ranks in story.items()} == {
        row.player: row.rank for row in table.rows
    }


def test_a_league_of_very_many_rounds_has_no_story_and_no_standings_are_counted_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall, counted = tournament(2, ["1-2:40"] * 61), list[int]()
    monkeypatch.setattr("ronde.web.summaries.scoring.standings", lambda hall, after: counted.append(after))

    assert ranks_over(hall, 61, [1, 2]) == {}
    assert counted == []


def test_an_upset_is_150_points_and_a_perfect_game_all_discs() -> None:
    cards = [
        Player(1, "A", rating=1500),
        Player(2, "B", rating=1650),
        Player(3, "C", rating=1500),
        Player(4, "D"),
    ]
    hall = tournament(cards, [], "1-2:40 3-4:64")
    history = [
        (JournalEntry(1, 1, NOON, "arbiter", ResultEntered(1, 1, Result(40, 24))), True),
        (JournalEntry(2, 2, NOON, "arbiter", ResultEntered(1, 2, Result(64, 0))), True),
        (JournalEntry(3, 3, NOON, "arbiter", ResultEntered(1, 2, Result(10, 54))), False),
    ]
    latest, first = latest_results(hall, history, 1)

    assert (latest.table.number, latest.perfect, latest.upset) == (2, True, 0)
    assert (first.table.number, first.perfect, first.upset) == (1, False, 150)
    assert (first.winner, first.loser) == (1, 2)
    assert re.fullmatch(r"\d\d:\d\d", first.at)


def test_the_time_of_a_draw_is_that_of_the_last_one_that_stands() -> None:
    paired = RoundPaired(1, {}, None, "swiss", 0, 0)

    assert paired_at([], 1) == ""
    assert re.fullmatch(r"\d\d:\d\d", paired_at([(JournalEntry(1, 1, NOON, "arbiter", paired), True)], 1))


def test_points_before_a_round_leave_it_out() -> None:
    hall = tournament(4, ["1-2:40 3-4:40", "1-3:40 2-4:40"])

    assert points_before(hall, 2)[1] == 1
    assert player_results(hall, 1)[1] == "W"


def test_the_live_page_shows_the_standings_as_they_stand_and_the_latest_results(arbiter: Visitor) -> None:
    assert "Standings as they stand" not in arbiter.get("/t/open").text
    first = json.loads(arbiter.get("/t/open/round/2.json").body)["tables"][0]["first"]
    arbiter.post("/desk/open/result", {"entry": f"{first} 64"})
    page = arbiter.get("/t/open").text

    assert "Standings as they stand" in page
    assert 'id="news-1"' in page
    assert "Perfect game" in page
