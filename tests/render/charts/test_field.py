"""The ratings of the opponents on a line."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.render.charts.pictures import read

from ronde.render import charts


def test_opponents_without_a_rating_are_not_on_the_line() -> None:
    assert charts.opposition(1500, [(0, 2, True)], "", "own") == ""
    assert charts.opposition(0, [(1400, 2, True)], "", "own").count("<circle") == 1


@settings(max_examples=25)
@given(st.lists(st.integers(1, 4_000), min_size=1, max_size=15), st.integers(0, 4_000))
def test_every_opponent_stands_within_the_line(ratings: list[int], own: int) -> None:
    drawing = read(charts.opposition(own, [(rating, 2, True) for rating in ratings], "", "own"))

    assert all(6 <= float(one.get("cx") or 0) <= 320 for one in drawing.iter("circle"))
