"""Who was there, and how many."""

from __future__ import annotations

from tests.render.charts.pictures import kinds

from ronde.render import charts


def test_who_was_away_is_a_dash() -> None:
    assert kinds(charts.attendance("g-", "")) == ["win", "axis"]
