"""Lines that should be numbers, and what people and pastes make of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.terminal.talking import conversation, typed

from ronde.terminal.conversation import decimal, whole


@pytest.mark.parametrize(("line", "number"), [("7", 7), (" 12 ", 12), ("007", 7), ("0", 0)])
def test_digits_are_a_number(line: str, number: int) -> None:
    assert whole(line) == number


@pytest.mark.parametrize("line", ["", " ", "-1", "1.5", "²", "٣", "Ⅳ", "1 2", "x", "1\0", "9" * 19])
def test_anything_else_is_none(line: str) -> None:
    assert whole(line) is None


@given(some.text())
def test_no_line_breaks_the_reading_of_numbers(line: str) -> None:
    number = whole(line)
    assert number is None or number >= 0
    assert decimal(line, 6.0) == decimal(line, 6.0), "never a number that is not even equal to itself"


@pytest.mark.parametrize(("line", "number"), [("3", 3.0), ("2,5", 2.5), ("-1", -1.0), ("1e2", 100.0)])
def test_a_decimal_may_have_a_comma(line: str, number: float) -> None:
    assert decimal(line, 6.0) == number


@pytest.mark.parametrize("line", ["", "x", "nan", "inf", "-inf", "1e999"])
def test_what_is_no_finite_number_is_the_usual_one(line: str) -> None:
    assert decimal(line, 6.0) == 6.0


@pytest.mark.parametrize("line", ["²", "9" * 5000, "-1", "0", "99", "one"])
@pytest.mark.parametrize("keys", [("c",), ("w", "")], ids=["correct", "crosstable"])
def test_a_round_that_is_none_is_refused_wherever_one_is_asked_for(
    keys: tuple[str, ...], line: str, tmp_path: Path
) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "r", "?", "!", "x")

    screen = typed(at, *keys, line, "x")

    assert "There is no round" in screen
    assert screen.endswith("Your choice? x\n")


@pytest.mark.parametrize("line", ["²", "٣٤", "9" * 5000])
def test_strange_digits_are_a_name_and_no_number_where_names_are_asked_for(line: str, tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "i", line, "n", "", "x")

    assert "is unknown" in screen
    assert len(at.tournament.players) == 6


@pytest.mark.parametrize(("answer", "missing"), [("n", 2), ("y", 0)])
def test_a_careful_desk_asks_before_chance_completes_what_somebody_typed(
    answer: str, missing: int, tmp_path: Path
) -> None:
    at = conversation(tmp_path)
    at.careful = True

    screen = typed(at, "a", "r", "1 40", "?", answer, "", "x")

    assert "Fill in the 2 missing results at random? (Y/N)" in screen
    assert len(at.tournament.open_round.missing) == missing


def test_nobody_is_asked_where_nothing_was_typed(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    at.careful = True

    assert "at random?" not in typed(at, "a", "r", "?", "", "x")
    assert not at.tournament.open_round.missing
