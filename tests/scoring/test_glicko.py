"""Glicko-2 against its author's example, and what must hold of any rating with an uncertainty."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.scoring.glicko import WIDEST, Glicko, after_period

EXAMPLE = Glicko(1500, 200, 0.06)
RIVALS = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]


def test_the_authors_own_example_comes_out() -> None:
    """Glickman, "Example of the Glicko-2 system": 1464.06, 151.52 and 0.05999."""
    after = after_period(EXAMPLE, RIVALS, tau=0.5)

    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_interval_of_the_authors_example_is_two_deviations_wide() -> None:
    low, high = Glicko(1850, 50).interval

    assert (low, high) == pytest.approx((1752, 1948))


def test_who_does_not_play_keeps_his_rating_and_becomes_uncertain() -> None:
    rested = after_period(EXAMPLE, [])

    assert (rested.rating, rested.volatility) == (1500, 0.06)
    assert rested.deviation > 200


def test_nobody_is_less_certain_than_a_stranger() -> None:
    player = Glicko(1500, 349.9, 0.5)
    for _ in range(50):
        player = after_period(player, [])

    assert player.deviation == WIDEST


def test_the_order_of_the_games_of_a_period_has_no_part_in_it() -> None:
    turned = after_period(EXAMPLE, RIVALS[::-1])

    assert turned.rating == pytest.approx(after_period(EXAMPLE, RIVALS).rating)


@given(
    st.floats(800, 2800),
    st.floats(30, 350),
    st.lists(
        st.tuples(st.floats(800, 2800), st.floats(30, 350), st.sampled_from([0.0, 0.5, 1.0])),
        min_size=1,
        max_size=12,
    ),
)
def test_a_rating_stays_finite_and_playing_makes_it_surer(
    rating: float, deviation: float, games: list[tuple[float, float, float]]
) -> None:
    player = Glicko(rating, deviation)
    after = after_period(player, [(Glicko(*rival), score) for *rival, score in games])
    resting = after_period(player, [])

    assert -10_000 < after.rating < 20_000
    assert 0 < after.deviation <= resting.deviation + 15
    assert 0 < after.volatility < 1


@given(st.floats(1000, 2000), st.floats(40, 300))
def test_a_win_never_costs_and_a_loss_never_pays(rating: float, deviation: float) -> None:
    rival = Glicko(1500, 100)
    player = Glicko(rating, deviation)

    assert after_period(player, [(rival, 1.0)]).rating > rating > after_period(player, [(rival, 0.0)]).rating


def test_the_strength_behind_the_results_is_found_again() -> None:
    chance = Random(5)
    inside = 0
    for _ in range(100):
        strength, player = chance.uniform(1300, 1700), Glicko()
        for _ in range(5):
            rivals = [chance.uniform(1200, 1800) for _ in range(10)]
            games = [(Glicko(rival, 30), _result(strength, rival, chance)) for rival in rivals]
            player = after_period(player, games)
        low, high = player.interval
        inside += low <= strength <= high

    assert inside >= 90


def _result(one: float, other: float, chance: Random) -> float:
    return float(chance.random() < 1 / (1 + 10 ** ((other - one) / 400)))


@pytest.mark.parametrize("rating", [99_999, 50_000, -9_999])
def test_ratings_no_list_has_still_give_a_rating(rating: int) -> None:
    """A card may say up to 99999; a game at such a distance tells next to nothing."""
    for score in (0.0, 0.5, 1.0):
        after = after_period(Glicko(rating), [(Glicko(), score)] * 3)
        assert abs(after.rating - rating) < 3_000
        assert 340 < after.deviation < 351
