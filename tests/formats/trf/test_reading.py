"""Fields by their columns: numbers, points, rows of ids, and where they are wrong."""

from __future__ import annotations

import pytest

from ronde.formats.trf.records import Reading


@pytest.mark.parametrize(
    ("text", "tenths"), [("1.0", 10), (" 0.5", 5), ("11,5", 115), ("3", 30), ("-1.0", -10)]
)
def test_points_are_read_as_tenths(text: str, tenths: int) -> None:
    assert Reading("x.trf").tenths(text, 0) == tenths


@pytest.mark.parametrize("text", ["", "1.55", "a", "1.", "½"])
def test_what_is_no_number_of_points_is_told_with_its_place(text: str) -> None:
    reading = Reading("x.trf")
    reading.line = 7

    assert reading.tenths(text, 80) is None
    assert [(one.path, one.line, one.column, one.key) for one in reading.problems] == [
        ("x.trf", 7, 81, "trf.points")
    ]


def test_ids_stand_in_columns_or_between_blanks() -> None:
    reading = Reading("x.trf")

    assert reading.numbers("240 H 003    5   12", 10) == (5, 12)
    assert reading.words("XXZ 5, 12", 4) == (5, 12)
    assert reading.problems == []


@pytest.mark.parametrize("text", ["x5", "²", "-1", "1 2"])
def test_what_is_no_whole_number_is_told(text: str) -> None:
    reading = Reading("x.trf")

    assert reading.whole(text, 0, 4) is None
    assert [one.text for one in reading.problems] == [text]


def test_a_remark_is_no_mistake() -> None:
    reading = Reading("x.trf")
    reading.remark(4, "points-lost", "WW=2", line=3)

    assert reading.problems == []
    assert [(one.line, one.column) for one in reading.remarks] == [(3, 5)]
