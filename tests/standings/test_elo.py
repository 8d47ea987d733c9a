"""FIDE's tables and rules, and examples others published."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.standings.fide.ratings import difference as difference_of
from ronde.standings.fide.ratings import expected as expected_percent
from ronde.standings.rating_lists import RatedGame, change, coefficient, performance_rating, rounded_change

BOUNDS = {
    3: 50, 4: 51, 10: 51, 11: 52, 25: 53, 26: 54, 61: 58, 62: 59, 91: 62, 92: 63, 98: 63, 99: 64,
    121: 66, 122: 67, 153: 70, 154: 71, 188: 74, 189: 75, 197: 75, 198: 76, 245: 80, 246: 81, 302: 85,
    303: 86, 344: 88, 345: 89, 374: 90, 375: 91, 391: 91, 392: 92, 411: 92, 412: 93, 456: 94, 457: 95,
    517: 96, 518: 97, 619: 98, 620: 99, 735: 99, 736: 100,
}  # fmt: skip
"""Edges of table 8.1.2 of the FIDE Rating Regulations, read from the Handbook."""


@pytest.mark.parametrize(("difference", "percent"), BOUNDS.items())
def test_the_expected_score_is_the_one_of_the_table(difference: int, percent: int) -> None:
    assert expected_percent(difference) == percent
    assert expected_percent(-difference) == 100 - percent


@pytest.mark.parametrize(
    ("percent", "difference"),
    [(50, 0), (51, 7), (54, 29), (59, 65), (63, 95), (66, 117), (75, 193), (83, 273), (90, 366), (99, 677)],
)
def test_a_score_speaks_for_the_difference_of_the_table(percent: int, difference: int) -> None:
    assert difference_of(percent) == difference
    assert difference_of(100 - percent) == -difference


def test_a_clean_score_speaks_for_eight_hundred_points() -> None:
    assert (difference_of(100), difference_of(0)) == (800, -800)


@given(st.integers(-900, 900))
def test_both_sides_expect_one_point_together(difference: int) -> None:
    assert expected_percent(difference) + expected_percent(-difference) == 100


@given(st.integers(1, 99))
def test_the_two_tables_are_mirror_images(percent: int) -> None:
    assert expected_percent(difference_of(percent)) == percent


def test_the_five_rounds_of_the_encyclopaedia_come_out() -> None:
    """Wikipedia, "Elo rating system": 1613 with K = 32 and 2.5 of 5 becomes 1601."""
    games = [
        RatedGame(1609, 0),
        RatedGame(1477, 0.5),
        RatedGame(1388, 1),
        RatedGame(1586, 1),
        RatedGame(1720, 0),
    ]

    assert 1613 + rounded_change(change(1613, games, 32)) == 1601


def test_a_difference_of_more_than_four_hundred_counts_as_four_hundred() -> None:
    """The calculators of the federations: 2200 expects 0.92 of 1000 as of 1800."""
    assert change(2200, [RatedGame(1000, 1)], 20) == change(2200, [RatedGame(1800, 1)], 20) == Decimal("1.6")
    assert change(1800, [RatedGame(2482, 0)], 20) == Decimal("-1.6")


@pytest.mark.parametrize(
    ("rating", "facts", "k"),
    [
        (1500, {"games": 29}, 40),
        (1500, {"games": 30}, 20),
        (2299, {"age": 18}, 40),
        (2300, {"age": 18}, 20),
        (2299, {"age": 19}, 20),
        (2399, {}, 20),
        (2400, {}, 10),
        (2350, {"highest": 2410}, 10),
    ],
)
def test_the_coefficient_follows_experience_age_and_height(
    rating: int, facts: dict[str, int], k: int
) -> None:
    assert coefficient(rating, **facts) == k


def test_many_games_of_a_period_lower_the_coefficient() -> None:
    """8.3.3: K times the games never exceeds 700; 20 games at K = 40 are counted with 35."""
    games = [RatedGame(1500, 1)] * 20

    assert change(1500, games, 40) == 35 * 20 * Decimal("0.5")


@pytest.mark.parametrize(("value", "whole"), [("0.5", 1), ("-0.5", -1), ("2.49", 2), ("-2.5", -3), ("0", 0)])
def test_a_half_is_rounded_away_from_zero(value: str, whole: int) -> None:
    assert rounded_change(Decimal(value)) == whole


def test_the_performance_is_the_opponents_and_what_the_score_speaks_for() -> None:
    games = [RatedGame(2000, 1), RatedGame(2100, 1), RatedGame(2200, 0.5), RatedGame(2300, 0.5)]

    assert performance_rating(games) == 2150 + 193
    assert performance_rating([RatedGame(2000, 1)]) == 2800
    assert performance_rating([]) is None


@given(st.lists(st.tuples(st.integers(1000, 2800), st.sampled_from([0, 0.5, 1])), min_size=1, max_size=17))
def test_two_equal_players_win_what_the_other_loses(games: list[tuple[int, float]]) -> None:
    for opponent, score in games:
        mine = change(2000, [RatedGame(opponent, score)], 20)
        theirs = change(opponent, [RatedGame(2000, 1 - score)], 20)
        assert mine == -theirs
