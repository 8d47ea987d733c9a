from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import do, enter_result, leave, seated, tournament

from ronde.model.decisions.rounds import clear_result, correct_result, enter_at_table
from ronde.model.entry import result_from_reports
from ronde.model.errors import (
    NoResult,
    NothingToChange,
    NotPaired,
    ResultDiffers,
    ResultImpossible,
    UnknownPlayer,
    UnknownRound,
    UnknownTable,
)
from ronde.model.events import ResultCleared, ResultCorrected, ResultEntered
from ronde.model.result import GO_KINDS, Board, Kind, Result, double_forfeit, without_winner
from ronde.model.settings import usual_settings
from ronde.model.tournament import seated_table

HALL = tournament(5, current="1-2 3-4")
WIN = Result(40, 24)
PLAYED = tournament(5, ["1-2:40 3-4:="], current="1-3 2-4")


def test_a_result_told_by_either_player_is_the_same_result() -> None:
    assert enter_result(HALL, player=1, result=WIN) == [ResultEntered(1, 1, WIN)]
    assert enter_result(HALL, player=2, result=WIN.swapped) == [ResultEntered(1, 1, WIN)]
    assert enter_at_table(HALL, table=1, result=WIN) == [ResultEntered(1, 1, WIN)]


@given(st.integers(0, 128), st.sampled_from([1, 2, 3, 4]))
def test_any_score_told_by_any_player_lands_on_his_side_of_the_table(halves: int, player: int) -> None:
    hall = do(HALL, enter_result, player=player, result=Result(halves / 2, 64 - halves / 2))

    table = seated_table(hall.open_round, player)
    assert table.result is not None
    mine = table.result.first if table.first == player else table.result.second
    assert mine == halves / 2
    assert table.result.first + table.result.second == 64


def test_the_same_result_again_changes_nothing() -> None:
    hall = do(HALL, enter_result, player=1, result=WIN)

    assert enter_result(hall, player=2, result=WIN.swapped) == []
    assert enter_at_table(hall, table=1, result=WIN, replacing=True) == []


def test_another_result_is_never_silent() -> None:
    hall = do(HALL, enter_result, player=1, result=WIN)

    with pytest.raises(ResultDiffers) as refused:
        enter_result(hall, player=1, result=Result(41, 23))

    assert refused.value.facts == {"table": 1, "old": WIN, "new": Result(41, 23)}
    with pytest.raises(ResultDiffers):
        enter_at_table(hall, table=1, result=Result(41, 23))
    replaced = do(hall, enter_result, player=1, result=Result(41, 23), replacing=True)
    assert replaced.open_round.table(1).result == Result(41, 23)


def test_the_same_score_by_forfeit_is_another_result() -> None:
    hall = do(HALL, enter_result, player=1, result=WIN)

    with pytest.raises(ResultDiffers):
        enter_result(hall, player=1, result=Result(40, 24, Kind.FORFEIT))


@pytest.mark.parametrize("wrong", [Result(40, 25), Result(65, -1), Result(32.25, 31.75), Result(64, 64)])
def test_a_result_outside_the_board_is_refused(wrong: Result) -> None:
    with pytest.raises(ResultImpossible):
        enter_result(HALL, player=1, result=wrong)
    with pytest.raises(ResultImpossible):
        correct_result(PLAYED, round=1, first=1, second=2, result=wrong)


def test_who_sits_at_no_table_has_no_result() -> None:
    with pytest.raises(NotPaired) as refused:
        enter_result(HALL, player=5, result=WIN)
    assert refused.value.facts == {"player": "P5", "round": 1, "reason": ""}
    with pytest.raises(UnknownTable):
        enter_at_table(HALL, table=3, result=WIN)


def test_a_result_is_cleared_once() -> None:
    hall = do(HALL, enter_result, player=1, result=WIN)

    assert clear_result(hall, table=1) == [ResultCleared(1, 1)]
    with pytest.raises(NoResult) as refused:
        clear_result(do(hall, clear_result, table=1), table=1)
    assert refused.value.facts == {"table": 1, "round": 1}
    with pytest.raises(UnknownTable):
        clear_result(hall, table=3)


def test_two_players_must_tell_the_same_result() -> None:
    assert result_from_reports(WIN, WIN.swapped, Board()) == WIN

    with pytest.raises(ResultImpossible) as refused:
        result_from_reports(WIN, Result(25, 39), Board())

    assert refused.value.facts == {"text": "40-25", "total": 64, "reason": "sum"}


def test_an_old_score_is_put_right() -> None:
    facts = correct_result(PLAYED, round=1, first=1, second=2, result=Result(24, 40))

    assert facts == [ResultCorrected(1, 1, 1, 2, Result(24, 40))]


def test_old_colours_are_put_right_with_the_score() -> None:
    hall = do(PLAYED, correct_result, round=1, first=2, second=1, result=WIN)

    table = hall.rounds[0].table(1)
    assert (table.first, table.second, table.result) == (2, 1, WIN)
    assert hall.open_round == PLAYED.open_round


def test_the_current_round_can_be_corrected_too() -> None:
    hall = do(PLAYED, correct_result, round=2, first=3, second=1, result=double_forfeit())

    assert hall.open_round.table(1).result == double_forfeit()
    assert hall.open_round.table(1).first == 3


def test_a_correction_of_nothing_is_refused() -> None:
    with pytest.raises(NothingToChange):
        correct_result(PLAYED, round=1, first=1, second=2, result=WIN)


def test_who_met_whom_cannot_be_corrected() -> None:
    with pytest.raises(NotPaired):
        correct_result(PLAYED, round=1, first=1, second=3, result=WIN)
    with pytest.raises(NotPaired):
        correct_result(PLAYED, round=1, first=1, second=1, result=WIN)
    with pytest.raises(NotPaired):
        correct_result(PLAYED, round=1, first=5, second=1, result=WIN)
    with pytest.raises(UnknownPlayer):
        correct_result(PLAYED, round=1, first=1, second=9, result=WIN)
    with pytest.raises(UnknownRound):
        correct_result(PLAYED, round=3, first=1, second=2, result=WIN)


def test_the_games_of_players_who_have_left_can_still_be_corrected() -> None:
    hall = leave(tournament(4, ["1-2:40 3-4:="]), 1, 2)

    corrected = do(hall, correct_result, round=1, first=1, second=2, result=Result(0, 64))

    assert corrected.rounds[0].table(1).result == Result(0, 64)


def test_a_result_stays_with_its_table_when_others_are_seated() -> None:
    hall = do(tournament(6, current="1-2"), enter_result, player=2, result=WIN)

    assert seated(hall, "3-4 5-6").open_round.table(1).result == WIN.swapped


@pytest.mark.parametrize("kind", GO_KINDS)
def test_only_go_knows_games_that_both_win_or_lose(kind: Kind) -> None:
    chess = tournament(4, current="1-2 3-4", settings=usual_settings("swiss", game="chess"))
    result = without_winner(kind, chess.settings.board)

    with pytest.raises(ResultImpossible):
        enter_at_table(chess, table=1, result=result)
    hall = tournament(4, current="1-2 3-4", settings=usual_settings("mcmahon"))
    assert enter_at_table(hall, table=1, result=result) == [ResultEntered(1, 1, result)]
