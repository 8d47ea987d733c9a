"""The tournament as data: the keys and values that JSON has."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.support.builders import CHESS, do, played, tournament

from ronde import systems as scoring
from ronde.app import views
from ronde.app.queries import Players, Why
from ronde.app.views import VERSION
from ronde.model.errors import SettingImpossible
from ronde.model.events import ByeGiven, PlayerLeft, ResultEntered, RoundPaired, TableAdded, TableRemoved
from ronde.model.player import Absence, FideCard, Player
from ronde.model.replay import replay
from ronde.model.result import Kind, Result
from ronde.model.settings import Settings
from ronde.model.table import Bye, Pair, Reason
from ronde.standings import player_card, record, teams
from ronde.systems.cup import begin_final


def plain(view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


def test_whole_numbers_are_whole_in_json() -> None:
    assert [views.figure(value) for value in (35.0, 34.5, 0.0, -2.0)] == [35, 34.5, 0, -2]
    assert isinstance(views.figure(35.0), int)


def test_a_player_is_his_card_and_whether_he_plays() -> None:
    hall = tournament([Player(7, "DOE", "Jane", "GBR", "Leeds", 1700, ("W",), "late")], current="7:away")

    (card,) = plain(Players().answer(hall))
    assert list(card)[:6] == ["id", "name", "first_name", "country", "rating", "present"]
    assert (
        card.items()
        >= {
            "id": 7,
            "name": "DOE",
            "first_name": "Jane",
            "country": "GBR",
            "rating": 1700,
            "present": False,
            "absence": "absent",
            "club": "Leeds",
            "categories": ["W"],
            "comment": "late",
            "entered": 1,
        }.items()
    )


def test_a_round_is_its_tables_its_bye_and_the_bill() -> None:
    pair = Pair(1, 2, (Reason("colour", 20, 1, 1), Reason("elitism", 5, amount=3)), cost=25)
    drawn = RoundPaired(1, {3: pair}, Bye(3, (Reason("float", 7, 3, 1),), 7), "swiss", 42, 32)
    hall = replay([drawn, ResultEntered(1, 3, Result(40.5, 23.5))], tournament(3))

    shown = plain(views.RoundView.of(hall, hall.open_round))
    (table,) = shown.pop("tables")
    assert (
        shown.items()
        >= {
            "round": 1,
            "closed": False,
            "system": "swiss",
            "seed": 42,
            "bye": {
                "player": 3,
                "cost": 7,
                "reasons": [{"rule": "float", "cost": 7, "player": 3, "amount": 1}],
            },
            "byes": [3],
            "unpaired": [],
            "total": 32,
        }.items()
    )
    assert (
        table.items()
        >= {
            "table": 3,
            "first": 1,
            "second": 2,
            "cost": 25,
            "reasons": [
                {"rule": "colour", "cost": 20, "player": 1, "amount": 1},
                {"rule": "elitism", "cost": 5, "player": None, "amount": 3},
            ],
            "score": [40.5, 23.5],
            "kind": "played",
            "locked": False,
        }.items()
    )


def test_before_anybody_sits_nobody_has_the_bye() -> None:
    hall = tournament(3)

    shown = plain(views.RoundView.of(hall, hall.open_round))

    assert (shown["bye"], shown["unpaired"], shown["total"]) == (None, [1, 2, 3], 0)


def test_whoever_is_left_over_has_the_bye_once_it_was_given_to_him() -> None:
    hall = tournament(3, current="1-2")
    chosen = replay([ByeGiven(1, 3)], hall)

    assert plain(views.RoundView.of(hall, hall.open_round))["unpaired"] == [3]
    shown = plain(views.RoundView.of(chosen, chosen.open_round))
    assert (shown["bye"], shown["unpaired"]) == ({"player": 3, "cost": 0, "reasons": []}, [])


def test_a_closed_round_keeps_its_byes() -> None:
    hall = tournament(3, ["1-2:40"])

    shown = plain(views.RoundView.of(hall, hall.round(1)))

    assert (shown["closed"], shown["byes"], shown["bye"]["player"]) == (True, [3], 3)


def test_a_bye_who_was_given_a_table_after_the_draw_has_it_no_longer() -> None:
    drawn = RoundPaired(1, {1: Pair(1, 2)}, Bye(3, (), 9), "swiss", 1, 9)
    hall = replay([drawn, TableRemoved(1, 1), TableAdded(1, 1, Pair(3, 2))], tournament(3))

    shown = plain(views.RoundView.of(hall, hall.open_round))

    assert (shown["bye"], shown["unpaired"], shown["total"]) == (None, [1], 0)


def test_standings_rows_have_exactly_the_names_of_the_interface() -> None:
    hall = tournament(4, ["1-2:40 3-4:="])

    rows: Any = plain(views.StandingsView.of(hall, scoring.standings(hall)))["rows"]

    assert list(rows[0]) == [
        "place", "rank", "id", "name", "first_name", "country", "points", "tiebreaks", "discs", "present",
    ]  # fmt: skip
    assert [(row["id"], row["points"]) for row in rows] == [(1, 1), (3, 0.5), (4, 0.5), (2, 0)]
    assert set(rows[0]["tiebreaks"]) == set(hall.settings.tiebreaks)


def test_a_line_tells_a_game_a_bye_or_an_absence() -> None:
    hall = tournament(5, ["1-2:40 3-4:+", "2-1:= 4:away 3-5:unplayed"])
    lines = {
        player: [plain(views.LineView.of(hall, line)) for line in own] for player, own in record(hall).items()
    }

    assert lines[1][1] == {
        "round": 2,
        "opponent": 2,
        "first": False,
        "score": [32, 32],
        "kind": "played",
        "points": 0.5,
        "bye": False,
        "absence": None,
        "table": 1,
    }
    assert (lines[5][0]["bye"], lines[5][0]["opponent"], lines[5][0]["first"], lines[5][0]["table"]) == (
        True, None, None, None,
    )  # fmt: skip
    assert lines[4][1]["absence"] == "absent"
    assert lines[3][0]["kind"] == Kind.FORFEIT.value
    assert lines[3][1]["kind"] == Kind.UNPLAYED.value


def test_a_sheet_is_a_player_and_his_lines() -> None:
    hall = tournament(2, ["1-2:40"])

    page = plain(views.SheetView.of(hall, player_card(hall, 2)))

    assert (page["player"]["id"], page["points"], page["discs"], len(page["rounds"])) == (2, 0, 24, 1)


def test_a_crosstable_has_what_papp_prints_beside_it() -> None:
    hall = tournament(4, ["1-2:40 3-4:40", "1-3:40 2-4:40"])

    table = plain(views.CrosstableView.of(hall, scoring.crosstable(hall)))

    first = table["rows"][0]
    assert set(first) == {
        "rank", "id", "present", "points", "rounds", "opponents_half_points", "second_minus_first", "float",
    }  # fmt: skip
    assert (table["after"], first["id"], first["points"], first["second_minus_first"]) == (2, 1, 2, -2)


def test_teams_and_summary() -> None:
    hall = played(
        tournament([Player(1, "A", country="FRA"), Player(2, "B", country="fra"), Player(3, "C")]), "1-3:40"
    )
    away = replay([PlayerLeft(3, 2, Absence.WITHDRAWN)], hall)

    assert plain(views.TeamView.of(teams(away)[0])) == {
        "country": "FRA",
        "points": 2,
        "players": [1, 2],
    }
    assert plain(views.SummaryView.of(away)) == {
        "version": 2,
        "name": "Test",
        "date": "2024-06-15",
        "rounds": 7,
        "system": "swiss",
        "profile": "ronde",
        "closed_rounds": 1,
        "open_round": 2,
        "players": 3,
        "present": 2,
        "tables": 0,
        "missing": [],
        "over": False,
        "state": "between",
        "starts": None,
    }


def test_days_are_iso_and_who_has_no_rating_has_null() -> None:
    hall = tournament([Player(1, "A"), Player(2, "B", rating=1650, fide=FideCard(birth="1990/01/31"))])

    first, second = plain(Players().answer(hall))
    assert (first["rating"], second["rating"]) == (None, 1650)
    assert second["fide"]["birth"] == "1990-01-31"
    assert views.SummaryView.of(hall).version == VERSION


def test_the_sources_of_a_row_add_up_to_its_points_and_are_told_when_asked_for() -> None:
    hall = tournament(6, ["1-2:40 3-4:40 5:away", "1-3:= 2-4:40 5-6:40"], settings=Settings(system="keizer"))
    table = scoring.standings(hall)
    rows = plain(views.StandingsView.of(hall, table, explain=True))["rows"]

    for row in rows:
        assert sum(source["points"] for source in row["sources"]) == pytest.approx(row["keizer_points"])
    assert all("sources" not in row for row in plain(views.StandingsView.of(hall, table))["rows"])


def test_the_working_of_a_tie_break_names_opponents_and_cuts() -> None:
    settings = Settings(system="dutch", board=CHESS, tiebreaks=("BH", "BH/C1"))
    rounds = ["1-2:1 3-4:1", "1-3:1 2-4:1", "1-4:1 2-3:1"]
    hall = tournament(4, rounds, settings=settings)
    (first, *_) = plain(views.StandingsView.of(hall, scoring.standings(hall), explain=True))["rows"]

    assert [one["round"] for one in first["working"]["BH/C1"]] == [1, 2, 3]
    assert sum(one["cut"] for one in first["working"]["BH/C1"]) == 1
    assert all(one["opponent"] in hall.players for one in first["working"]["BH"])


def test_a_summary_names_who_plays_a_final() -> None:
    hall = do(tournament(4, ["1-3:40 2-4:40"]), begin_final, players=2, best_of=3, third_place=True)

    assert plain(views.SummaryView.of(hall))["final"] == {
        "round": 2,
        "players": [1, 2],
        "third": [3, 4],
        "best_of": 3,
        "third_place": False,
    }


def test_why_two_meet_is_refused_in_a_language_we_do_not_have() -> None:
    with pytest.raises(SettingImpossible) as refused:
        Why(1, 1, "tlh").answer(tournament(2, current="1-2"))

    assert (refused.value.facts["setting"], refused.value.facts["value"]) == ("lang", "tlh")
