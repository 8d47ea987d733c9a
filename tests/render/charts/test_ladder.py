"""Ratings with intervals, records and sparklines."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from tests.render.charts.pictures import kinds, read

from ronde.render import charts


def test_an_interval_that_leaves_the_axis_ends_in_an_arrow() -> None:
    inside, outside = charts.interval(0, -50, 50), charts.interval(0, -50, 900)

    assert "l" not in re.findall(r'class="span" d="([^"]+)"', inside)[0]
    assert "l" in re.findall(r'class="span" d="([^"]+)"', outside)[0]


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_a_record_is_shared_among_won_drawn_and_lost(won: int, drawn: int, lost: int) -> None:
    bars = list(read(charts.record_bar(won, drawn, lost, "")).iter("rect"))

    assert len(bars) == sum(1 for count in (won, drawn, lost) if count)


def test_a_sparkline_ends_in_a_dot_and_nothing_has_none() -> None:
    assert kinds(charts.sparkline([1, 2])) == ["way", "dot"]
    assert charts.sparkline([]) == ""
