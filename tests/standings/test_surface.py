"""The log-likelihood: its gradient and Hessian are those of its value, and its maximum is unique."""

from __future__ import annotations

from math import exp, inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ronde.standings.likelihood import Bout, Floats, Surface

numbers = st.integers(0, 6)
bouts = st.lists(
    st.builds(Bout, st.sampled_from("ABC"), st.sampled_from("DEF"), numbers, numbers, numbers), min_size=1
).filter(lambda some: any(bout.games for bout in some))


def nudged(values: Floats, at: int, by: float) -> Floats:
    other = values.copy()
    other[at] += by
    return other


@settings(deadline=None)
@given(bouts, st.lists(st.floats(-2, 2), min_size=7, max_size=7), st.floats(0.2, 2))
def test_slope_and_bend_are_those_of_the_height(
    games: list[Bout[str]], some: list[float], width: float
) -> None:
    surface = Surface(games)
    drawn = any(bout.draws for bout in games)
    values = np.array([*some[: surface.players + 1], width if drawn else 0.0])
    slope, whole = surface.look(values, 1.5)
    for at in range(len(values) - (not drawn)):
        up, down = nudged(values, at, 1e-5), nudged(values, at, -1e-5)
        rise = (surface.height(up, 1.5) - surface.height(down, 1.5)) / 2e-5
        assert slope[at] == pytest.approx(rise, abs=1e-3)
        high, low = surface.look(up, 1.5)[0], surface.look(down, 1.5)[0]
        for to in range(len(values) - (not drawn)):
            assert whole[at][to] == pytest.approx(-(high[to] - low[to]) / 2e-5, abs=1e-3)


@settings(deadline=None)
@given(bouts)
def test_at_the_top_nothing_rises(games: list[Bout[str]]) -> None:
    surface = Surface(games)

    assert surface.look(surface.top(1.5), 1.5)[0] == pytest.approx([0.0] * (surface.players + 2), abs=1e-4)


def test_chances_of_a_game_add_up_to_one() -> None:
    """The height of one win, one draw and one loss, each as a chance."""
    values, chances = np.array([0.4, -0.3, 0.2, 0.6]), []
    for result in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        surface = Surface([Bout("A", "B", *result), Bout("B", "A", 0, 1, 0)])
        rest = Surface([Bout("B", "A", 0, 1, 0)])
        turned = values[[1, 0, 2, 3]]
        chances.append(exp(surface.height(values, 1.0) - rest.height(turned, 1.0)))

    assert sum(chances) == pytest.approx(1)


def test_seen_through_a_fog_the_top_of_a_lopsided_result_lies_further_out() -> None:
    surface = Surface([Bout("A", "B", 9, 0, 1), Bout("B", "A", 1, 0, 9)])
    sharp = surface.top(2.0)
    fog = 0.8 * np.eye(4)
    blurred = surface.blurred(fog).top(2.0, sharp)

    assert blurred[0] - blurred[1] > sharp[0] - sharp[1] > 0
    assert surface.top(2.0) == pytest.approx(sharp), "the surface itself stays as it is"


def test_the_same_pair_is_added_up_and_no_game_is_no_pair() -> None:
    once = Surface([Bout("A", "B", 3, 2, 1)])
    often = Surface([Bout("A", "B", 1, 1, 1), Bout("A", "B", 2, 1, 0), Bout("C", "D")])

    assert often.at == {"A": 0, "B": 1}
    assert often.top(inf) == pytest.approx(once.top(inf))
