"""The chart of a player's places: every point where it belongs, and no room for what never happened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.web.public.progress import FOOT, HIGHEST, LEFT, RIGHT, TOP, progress


@pytest.mark.parametrize("places", [[], [3]])
def test_one_round_makes_no_chart(places: list[int]) -> None:
    assert progress(places, 10) is None


def test_a_leader_among_many_gets_a_low_chart() -> None:
    chart = progress([2, 2, 1], 300)

    assert chart is not None
    assert (chart.best, chart.worst) == (1, 5)
    assert chart.height < TOP + FOOT + HIGHEST / 2
    assert [x for x, _ in chart.points] == [LEFT, (LEFT + RIGHT) / 2, RIGHT]


def test_somebody_who_climbs_uses_the_whole_height() -> None:
    chart = progress([14, 9, 1], 14)

    assert chart is not None
    assert (chart.best, chart.worst) == (1, 14)
    assert chart.points[0][1] == chart.bottom
    assert chart.points[-1][1] == chart.top


def test_two_players_have_two_places() -> None:
    chart = progress([1, 2, 1], 2)

    assert chart is not None
    assert (chart.best, chart.worst) == (1, 2)


@given(st.integers(1, 400).flatmap(lambda most: st.tuples(st.just(most), _places(most))))
def test_no_point_leaves_the_drawing(case: tuple[int, list[int]]) -> None:
    players, places = case
    chart = progress(places, players)

    assert chart is not None
    assert 1 <= chart.best <= min(places)
    assert max(places) <= chart.worst <= players
    assert all(LEFT <= x <= RIGHT and chart.top <= y <= chart.bottom for x, y in chart.points)
    heights = [y for _, y in chart.points]
    assert sorted(heights) == [y for _, y in sorted(zip(places, heights, strict=True))]


def _places(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(1, most), min_size=2, max_size=30)
