"""Changes of ratings by FIDE's rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.support.builders import tournament
from tests.systems.dutch.test_drawing import closed, opened

from ronde.model.player import FideCard, Player
from ronde.model.result import BOARDS
from ronde.model.settings import Settings
from ronde.standings.fide.ratings import RatingChange, k_of, rating_changes


@pytest.mark.parametrize(
    ("rating", "card", "year", "k"),
    [
        (2000, FideCard(), 2026, 20),
        (2400, FideCard(), 2026, 10),
        (2399, FideCard(birth="2009/05/05"), 2026, 20),
        (2299, FideCard(birth="2009/05/05"), 2026, 40),
        (2000, FideCard(birth="2008"), 2026, 40),
        (2000, FideCard(birth="2007"), 2026, 20),
        (2000, FideCard(birth="2012"), 0, 20),
        (2500, FideCard(k=40), 2026, 40),
    ],
)
def test_the_coefficient_is_that_of_the_card_or_the_usual_one(
    rating: int, card: FideCard, year: int, k: int
) -> None:
    assert k_of(Player(1, "A", rating=rating, fide=card), year) == k


@pytest.mark.parametrize(
    ("half_points", "expected", "change"),
    [(2, Fraction(50, 100), 10.0), (0, Fraction(92, 100), -18.4), (1, Fraction(50, 100), 0.0)],
)
def test_a_change_is_k_times_what_was_made_beyond_expectation(
    half_points: int, expected: Fraction, change: float
) -> None:
    assert RatingChange(1, 2000, 20, 1, half_points, expected).change == change


def test_between_equal_coefficients_nothing_is_won_or_lost_in_all() -> None:
    hall = opened(10)
    for seed in range(1, 5):
        hall = closed(hall, seed)
    found = rating_changes(hall)

    assert set(found) == set(hall.players)
    same = [one for one in found.values() if one.k == 20]
    games = sum(one.games for one in found.values())
    assert sum(one.half_points for one in found.values()) == games
    assert sum(one.expected for one in found.values()) == Fraction(games, 2)
    assert len(same) == sum(hall.players[one].rating < 2400 for one in hall.players)


def test_byes_forfeits_and_unrated_opponents_change_nothing() -> None:
    hall = closed(opened(3))
    (bye,) = hall.rounds[0].byes

    assert bye not in rating_changes(hall)


@pytest.mark.parametrize(("own", "expected"), [(2649, 92), (2650, 100), (1400, 8)])
def test_the_limit_of_400_points_does_not_protect_the_top(own: int, expected: int) -> None:
    hall = tournament(
        [Player(1, "A", rating=own), Player(2, "B", rating=2650 - 736 if own > 2000 else 2400)],
        settings=Settings(system="dutch", board=BOARDS["chess"]),
    )
    hall = closed(hall)

    assert rating_changes(hall)[1].expected == Fraction(expected, 100)
