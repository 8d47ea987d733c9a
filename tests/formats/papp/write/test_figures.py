"""Figures as PAPP writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.papp.lists import difference, discs, points, score, tiebreak, total_difference
from ronde.model.result import Board, Result

OTHELLO, GO = Board(), Board(total=1, bye=0)


@given(st.integers(0, 128))
def test_both_scores_have_as_many_digits_as_the_total(halves: int) -> None:
    first, second = score(Result(halves / 2, 64 - halves / 2), OTHELLO).split("/")

    assert float(first) + float(second) == 64
    assert len(first) == len(second) == (4 if halves % 2 else 2)


@given(st.integers(0, 64))
def test_a_difference_turns_its_sign_with_the_sides(mine: int) -> None:
    result = Result(mine, 64 - mine)
    signs = {difference(result, OTHELLO)[0], difference(result.swapped, OTHELLO)[0]}

    assert signs in ({"+", "-"}, {"="})


@pytest.mark.parametrize(("half_points", "text"), [(0, "0"), (1, "0.5"), (2, "1"), (15, "7.5")])
def test_points_have_no_useless_decimal(half_points: int, text: str) -> None:
    assert points(half_points) == text


def test_a_game_without_discs_has_one_digit() -> None:
    assert score(Result(1, 0), GO) == "1/0"
    assert discs(0.5, GO) == "0.5"


def test_the_balance_of_all_rounds_counts_the_minus_sign_as_a_digit() -> None:
    assert total_difference(160, 5, OTHELLO) == "=00"
    assert total_difference(161, 5, OTHELLO) == "+02"
    assert total_difference(159, 5, OTHELLO) == "-2"


@given(st.integers(0, 10_000))
def test_a_tie_break_is_nearly_rounded_to_one_decimal(hundredths: int) -> None:
    assert abs(float(tiebreak(hundredths / 100)) - hundredths / 100) <= 0.051
