from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import enter, leave, played, tournament

from ronde.model.errors import UnknownRound
from ronde.model.player import Absence, Player
from ronde.model.result import Board, Kind, Result
from ronde.model.settings import Settings
from ronde.standings import RoundLine, half_points, record, scores
from ronde.standings.record import discs


def test_a_game_is_a_line_for_either_player_told_from_his_side() -> None:
    lines = record(tournament(2, ["1-2:40"]))

    assert lines[1] == [RoundLine(1, 2, 40, 2, True, Result(40, 24), 1, True)]
    assert lines[2] == [RoundLine(1, 0, 24, 1, False, Result(24, 40), 1, True)]


def test_a_bye_is_a_line_with_the_points_and_discs_of_the_bye() -> None:
    drawn = Settings(board=Board(bye=32))

    assert record(tournament(3, ["1-2:40"]))[3] == [RoundLine(1, 2, 40, bye=True)]
    assert record(tournament(3, ["1-2:40"], settings=drawn))[3] == [RoundLine(1, 1, 32, bye=True)]


def test_an_absence_is_a_line_with_its_reason_and_nothing_else() -> None:
    hall = leave(tournament(4, current="1-2:40 3:away"), 4)

    lines = record(played(hall, ""))

    assert lines[3] == [RoundLine(1, absence=Absence.ABSENT)]
    assert lines[4] == [RoundLine(1, absence=Absence.WITHDRAWN)]


def test_rounds_before_a_player_came_are_absences_for_being_late() -> None:
    hall = played(enter(tournament(2, ["1-2:40"]), Player(9, "LATE")), "1-9:=")

    lines = record(hall)[9]

    assert lines[0] == RoundLine(1, absence=Absence.LATE)
    assert lines[1].opponent == 1


@pytest.mark.parametrize(
    ("told", "halves", "scores", "kind"),
    [
        ("+", (2, 0), (40, 24), Kind.FORFEIT),
        ("-", (0, 2), (24, 40), Kind.FORFEIT),
        ("--", (0, 0), (0, 0), Kind.DOUBLE_FORFEIT),
        ("unplayed", (0, 0), (0, 0), Kind.UNPLAYED),
    ],
)
def test_a_game_that_was_not_played_is_a_line_without_a_game(
    told: str, halves: tuple[int, int], scores: tuple[float, float], kind: Kind
) -> None:
    lines = record(tournament(2, [f"1-2:{told}"]))

    assert (lines[1][0].half_points, lines[2][0].half_points) == halves
    assert (lines[1][0].discs, lines[2][0].discs) == scores
    for line in (lines[1][0], lines[2][0]):
        assert not line.played
        assert not line.bye
        assert line.result is not None
        assert line.result.kind is kind


def test_the_record_stops_after_the_rounds_asked_for() -> None:
    hall = tournament(4, ["1-2:40 3-4:=", "1-3:= 2-4:10"], current="1-4 2-3")

    assert [len(own) for own in record(hall).values()] == [2, 2, 2, 2]
    assert [len(own) for own in record(hall, 1).values()] == [1, 1, 1, 1]
    assert record(hall, 0) == {1: [], 2: [], 3: [], 4: []}
    with pytest.raises(UnknownRound):
        record(hall, 3)


def test_points_and_discs_are_the_sums_of_the_lines() -> None:
    lines = record(tournament(3, ["1-2:40.5", "1-3:=", "2-3:10"]))

    assert [half_points(lines[player]) for player in (1, 2, 3)] == [5, 2, 5]
    assert [discs(lines[player]) for player in (1, 2, 3)] == [40.5 + 32 + 40, 23.5 + 40 + 10, 40 + 32 + 54]
    assert half_points([]) == discs([]) == 0


@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(board=Board(bye=32)), Settings(system="berger", board=Board(1, 1))],
    ids=["discs", "drawn bye", "points"],
)
def test_scores_are_the_sums_of_the_lines(settings: Settings) -> None:
    hall = played(leave(tournament(5, ["1-2:= 3-4:="], settings=settings), 4), "1-3:=")

    assert scores(hall) == {player: half_points(lines) for player, lines in record(hall).items()}


@given(st.lists(st.integers(0, 128), min_size=2, max_size=12))
def test_every_game_shares_out_two_half_points_and_the_whole_board(halves: list[int]) -> None:
    rounds = [f"1-2:{score / 2}" for score in halves]

    lines = record(tournament(2, rounds))

    assert half_points(lines[1]) + half_points(lines[2]) == 2 * len(rounds)
    assert discs(lines[1]) + discs(lines[2]) == 64 * len(rounds)
    assert [line.round for line in lines[1]] == list(range(1, len(rounds) + 1))
