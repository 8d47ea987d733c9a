"""Scores, figures and names as every list shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import CHESS, OTHELLO, tournament

from ronde.model.result import Result, double_forfeit, forfeit
from ronde.model.settings import Settings
from ronde.render.text import colour_name, score_text, signed, tiebreak_columns, tiebreak_text, who


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
    assert score_text(result, "en", relative=relative) == text


def test_what_was_not_played_is_said() -> None:
    assert score_text(forfeit(CHESS, winner_first=True), "en") == "1-0 forfeit"
    assert "0" not in score_text(double_forfeit(), "en")
    assert score_text(Result(40.5, 23.5), "fr") == "40,5-23,5"


@given(st.integers(-64, 64))
def test_a_difference_always_has_a_sign(difference: int) -> None:
    assert signed(difference)[0] in "+-="


def test_papps_tie_break_is_cut_and_others_are_rounded() -> None:
    assert tiebreak_text(12.34) == "12.3"
    assert tiebreak_text(12.96) == "13"
    assert tiebreak_text(12.346, "buchholz") == "12.35"


def test_with_the_constant_0_brightwell_is_no_column_of_its_own() -> None:
    ties = ("brightwell", "discs")

    assert tiebreak_columns(Settings(tiebreaks=ties, brightwell=0, board=OTHELLO)) == ["discs"]
    assert tiebreak_columns(Settings(tiebreaks=ties, brightwell=3, board=OTHELLO)) == list(ties)


def test_a_colour_has_its_name_in_the_language_or_the_one_it_was_given() -> None:
    assert colour_name("black", "fr") == "Noirs"
    assert colour_name("red", "fr") == "red"
