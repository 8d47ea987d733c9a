from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from tests.support.builders import enter, halls, leave, played, tournament
from tests.support.papp_states import STATES
from tests.systems.states import golden

from ronde.model.player import Player
from ronde.model.result import Board
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.systems.swiss.price import PairingHistory, PastMeeting, pairing_histories


def form(
    player: int, rounds: list[str], players: int = 4, settings: Settings | None = None
) -> PairingHistory:
    return pairing_histories(tournament(players, rounds, settings=settings))[player]


def test_before_the_first_round_nobody_has_a_history() -> None:
    assert pairing_histories(tournament([Player(7, "A", country="FRA")])) == {
        7: PairingHistory(7, country="fra")
    }


def test_the_balance_is_first_colours_minus_second_colours_byes_aside() -> None:
    rounds = ["1-2:40 3-4:=", "1-3:= 4-2:=", "1-4:= 2:away"]

    assert [form(player, rounds).balance for player in (1, 2, 3, 4)] == [3, -2, 0, -1]


def test_the_last_colour_is_that_of_the_round_just_before_only() -> None:
    assert form(1, ["1-2:40"]).last_first is True
    assert form(2, ["1-2:40"]).last_first is False
    assert form(1, ["1-2:40", "3-4:40"]).last_first is None
    assert form(3, ["1-2:40"]).last_first is None


def test_the_last_float_is_the_gap_before_the_game() -> None:
    rounds = ["1-2:40 3-4:=", "1-3:= 4-2:="]

    # Before round 2 the scores were 2, 0, 1, 1 half-points.
    assert [form(player, rounds).last_float for player in (1, 2, 3, 4)] == [1, -1, -1, 1]


@pytest.mark.parametrize(("bye", "floated"), [(24, 1), (32, 0), (40, -1)])
def test_a_bye_floats_as_the_bye_scores(bye: int, floated: int) -> None:
    settings = Settings(board=Board(bye=bye))

    assert form(3, ["1-2:40"], players=3, settings=settings).last_float == floated


def test_a_game_in_the_first_round_floats_nobody() -> None:
    assert form(1, ["1-2:40"]).last_float == 0


def test_an_absence_keeps_the_float_but_not_the_result_of_the_last_round() -> None:
    before = ["1-2:40 3-4:=", "1-3:= 4-2:="]
    away = [*before, "2-4:40 1:away 3:away"]

    assert form(1, away).last_float == form(1, before).last_float == 1
    assert (form(1, before).last_half_points, form(1, away).last_half_points) == (1, 0)
    assert form(2, away).last_half_points == 2


def test_a_bye_is_no_result_of_the_last_round() -> None:
    assert form(3, ["1-2:40"], players=3).last_half_points == 0
    assert form(3, ["1-2:40"], players=3).half_points == 2


def test_a_bye_and_an_absence_and_a_forfeit_are_all_rounds_without_a_game() -> None:
    rounds = ["1-2:40 3:away", "1-3:40", "1-3:+", "1-3:unplayed"]

    assert form(3, rounds).idle == (1, 3, 4)
    assert form(1, rounds).idle == (3, 4)
    assert form(4, rounds).idle == (1, 2, 3, 4)


def test_a_late_player_was_idle_in_the_rounds_he_missed() -> None:
    hall = enter(tournament(2, ["1-2:40"]), Player(9, "LATE"))

    assert pairing_histories(hall)[9].idle == (1,)
    assert pairing_histories(hall)[9].half_points == 0


def test_meetings_are_told_with_round_and_colour() -> None:
    rounds = ["1-2:40", "2-1:40", "1-3:=", "1-2:+", "1-2:40"]

    assert form(1, rounds).meetings == {
        2: (PastMeeting(1, True), PastMeeting(2, False), PastMeeting(5, True)),
        3: (PastMeeting(3, True),),
    }
    assert form(2, rounds).meetings == {
        1: (PastMeeting(1, False), PastMeeting(2, True), PastMeeting(5, False))
    }


def test_a_correction_of_colours_changes_the_form() -> None:
    hall = tournament(2, ["1-2:40"])
    fixed = replace(hall, rounds=(tournament(2, ["2-1:24"]).rounds[0], hall.rounds[1]))

    assert [one.balance for one in pairing_histories(fixed).values()] == [-1, 1]


def test_countries_are_compared_in_any_case_and_two_without_one_are_compatriots_for_papp_only() -> None:
    cards = [Player(1, "A", country="FRA"), Player(2, "B", country="Fra"), Player(3, "C"), Player(4, "D")]
    ours = pairing_histories(tournament(cards))
    papps = pairing_histories(tournament(cards, settings=Settings(profile="papp")))

    assert ours[1].country == ours[2].country
    assert ours[3].country != ours[4].country
    assert papps[3].country == papps[4].country == ""
    assert papps[1].country == papps[2].country != papps[3].country


def test_players_who_have_left_keep_their_form() -> None:
    hall = tournament(4, ["1-2:40 3-4:="])

    assert pairing_histories(leave(hall, 1)) == pairing_histories(hall)


def test_the_open_round_is_not_history_yet() -> None:
    assert pairing_histories(tournament(4, ["1-2:40 3-4:="], current="1-3:40 2-4")) == pairing_histories(
        tournament(4, ["1-2:40 3-4:="])
    )


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_scores_and_remembered_floats_of_the_golden_states_are_those_of_papp(path: Path) -> None:
    told, state = golden(path)

    assert {str(one.player): one.half_points for one in state.forms.values()} == told["papp_half_points"]
    assert {str(one.player): one.last_float for one in state.forms.values()} == told["papp_last_float"]


@given(halls())
def test_the_forms_of_all_players_hang_together(hall: Tournament) -> None:
    history = pairing_histories(hall)
    closed = len(hall.closed_rounds)

    assert sum(one.balance for one in history.values()) == 0
    for one in history.values():
        games = sum(len(meetings) for meetings in one.meetings.values())
        assert games + len(one.idle) == closed
        assert abs(one.balance) <= games
        for opponent, meetings in one.meetings.items():
            turned = tuple(PastMeeting(met.round, not met.first) for met in meetings)
            assert history[opponent].meetings[one.player] == turned


@given(halls(rounds=2))
def test_a_round_without_games_changes_nothing_but_idleness_and_byes(hall: Tournament) -> None:
    away = " ".join(f"{player}:away" for player in hall.players)

    before, after = pairing_histories(hall), pairing_histories(played(hall, away))

    for player, one in after.items():
        number = len(hall.rounds)
        assert one == replace(
            before[player], last_first=None, last_half_points=0, idle=(*before[player].idle, number)
        )
