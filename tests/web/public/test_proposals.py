"""What players say of their own games."""

from __future__ import annotations

import pytest

from ronde.model.result import BOARDS, Result
from ronde.web.public.phone import result_from_input

OTHELLO, CHESS = BOARDS["othello"], BOARDS["chess"]


def test_discs_are_those_of_the_one_who_says_it() -> None:
    assert result_from_input(OTHELLO, "40", first=True) == Result(40, 24)
    assert result_from_input(OTHELLO, "40", first=False) == Result(24, 40)


def test_without_discs_a_word_says_who_won() -> None:
    won = result_from_input(CHESS, "won", first=False)

    assert won is not None
    assert won.second > won.first
    assert result_from_input(CHESS, "drawn", first=True) == result_from_input(CHESS, "drawn", first=False)


@pytest.mark.parametrize("said", ["", "won", "65", "-1", "4 0", "fourty", "40\x00"])
def test_what_cannot_be_read_is_no_result(said: str) -> None:
    assert result_from_input(OTHELLO, said, first=True) is None
