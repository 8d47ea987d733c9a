"""Scores, figures and names as every list shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import CHESS, OTHELLO, tournament

from ronde.core.result import Result, double_forfeit, forfeit
from ronde.core.settings import Settings
from ronde.formats.shown import (
    colour_name,
    shown_number,
    shown_score,
    shown_tiebreaks,
    signed,
    who,
)


def test_a_player_is_named_with_his_number() -> None:
    assert who(tournament(2), 2) == "P2 (2)"


@pytest.mark.parametrize(
    ("result", "relative", "text"),
    [
        (Result(40, 24), False, "40-24"),
        (Result(40.5, 23.5), False, "40.5-23.5"),
        (Result(0.5, 0.5), False, "½-½"),
        (Result(40, 24), True, "+16"),
        (Result(24, 40), True, "-16"),
        (Result(32, 32), True, "="),
    ],
)
def test_a_result_is_two_scores_or_a_difference(result: Result, relative: bool, text: str) -> None:
    assert shown_score(result, "en", relative=relative) == text


def test_what_was_not_played_is_said() -> None:
    assert shown_score(forfeit(CHESS, winner_first=True), "en") == "1-0 forfeit"
    assert "0" not in shown_score(double_forfeit(), "en")
    assert shown_score(Result(40.5, 23.5), "fr") == "40,5-23,5"


@given(st.integers(-64, 64))
def test_a_difference_always_has_a_sign(difference: int) -> None:
    assert signed(difference)[0] in "+-="


def test_papps_tie_break_is_cut_and_others_are_rounded() -> None:
    assert shown_number(12.34) == "12.3"
    assert shown_number(12.96) == "13"
    assert shown_number(12.346, "buchholz") == "12.35"


def test_with_the_constant_0_brightwell_is_no_column_of_its_own() -> None:
    ties = ("brightwell", "discs")

    assert shown_tiebreaks(Settings(tiebreaks=ties, brightwell=0, board=OTHELLO)) == ["discs"]
    assert shown_tiebreaks(Settings(tiebreaks=ties, brightwell=3, board=OTHELLO)) == list(ties)


def test_a_colour_has_its_name_in_the_language_or_the_one_it_was_given() -> None:
    assert colour_name("black", "fr") == "Noirs"
    assert colour_name("red", "fr") == "red"
