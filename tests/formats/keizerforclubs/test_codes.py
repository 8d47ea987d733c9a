"""The numbers of KeizerForClubs for results and states."""

from __future__ import annotations

import pytest

from ronde.formats.keizerforclubs.codes import (
    ABSENCES,
    REASONS,
    STATES,
    WITHOUT_GAME,
    ResultCode,
    code_of,
    result_of,
)
from ronde.model.player import Absence
from ronde.model.result import unplayed
from ronde.model.system_settings import KEIZER_BOARD


@pytest.mark.parametrize(
    "code", [code for code in ResultCode if code not in (*WITHOUT_GAME, ResultCode.OPEN)]
)
def test_the_code_of_a_game_survives_the_way_there_and_back(code: ResultCode) -> None:
    assert code_of(result_of(code, KEIZER_BOARD)) is code


def test_an_open_game_of_a_round_that_is_over_was_not_played() -> None:
    assert result_of(ResultCode.OPEN, KEIZER_BOARD) == unplayed()
    assert code_of(None) is code_of(unplayed()) is ResultCode.OPEN


def test_every_reason_has_a_state_and_only_those_who_are_out_have_no_row() -> None:
    assert STATES.keys() == set(Absence)
    assert set(Absence) - ABSENCES.keys() == {Absence.WITHDRAWN, Absence.OUT}
    assert all(ABSENCES[reason] is code for code, reason in REASONS.items())
