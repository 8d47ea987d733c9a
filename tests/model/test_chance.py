from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.model.entry import fill_at_random, random_result
from ronde.model.events import ResultEntered
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Board, Result, valid_result

GAMES = 3_200


def many(first: int, second: int, board: Board) -> list[Result]:
    chance = random.Random(2024)
    return [random_result(first, second, board, chance) for _ in range(GAMES)]


def share_of_wins(results: list[Result]) -> float:
    return sum(told.half_points[0] for told in results) / 2 / len(results)


@given(st.integers(-3_000, 10**9), st.integers(-3_000, 10**9), st.integers(1, 200), st.integers())
def test_every_result_fits_the_board_and_has_no_half_discs_on_it(
    first: int, second: int, total: int, seed: int
) -> None:
    board = Board(total=total, bye=0)

    told = random_result(first, second, board, random.Random(seed))

    assert valid_result(told, board) == told
    assert told.first == int(told.first)


def test_the_same_seed_draws_the_same_results() -> None:
    assert many(1500, 1400, Board()) == many(1500, 1400, Board())


def test_equals_win_as_often_and_draw_once_in_thirty_three_games() -> None:
    results = many(1500, 1500, Board())
    draws = sum(told.first == told.second for told in results)

    assert share_of_wins(results) == pytest.approx(0.5, abs=0.02)
    assert draws / GAMES == pytest.approx(1 / 33, abs=0.01)


@pytest.mark.parametrize(("gap", "wins"), [(0, 0.5), (200, 0.75), (400, 0.9), (800, 0.976)])
def test_the_better_rated_wins_as_often_as_the_formula_says(gap: int, wins: float) -> None:
    """1 / (1 + 3^(-gap/200)), draws being half of either branch's one in thirty-three."""
    expected = wins * (1 - 0.5 / 33) + (1 - wins) * 0.5 / 33

    assert share_of_wins(many(1500 + gap, 1500, Board())) == pytest.approx(expected, abs=0.02)
    assert share_of_wins(many(1500, 1500 + gap, Board())) == pytest.approx(1 - expected, abs=0.02)


def test_ratings_below_the_weakest_and_unknown_ones_are_the_same() -> None:
    assert many(0, 1100, Board()) == many(1100, 900, Board()) == many(-50, 0, Board())


def test_discs_are_spread_over_the_whole_winning_and_losing_half() -> None:
    seen = Counter(told.first for told in many(1500, 1500, Board(total=6, bye=2)))

    assert set(seen) == {0, 1, 2, 3, 4, 5, 6}


def test_an_odd_board_has_no_draws() -> None:
    assert all(told.first != told.second for told in many(1500, 1500, Board(total=37, bye=12)))


def test_a_game_without_discs_is_won_or_lost() -> None:
    assert {told.first for told in many(1500, 1500, Board(total=1, bye=0))} == {0, 1}


def test_a_mistyped_rating_is_not_too_much() -> None:
    assert share_of_wins(many(10**9, 1500, Board())) > 0.97
    assert share_of_wins(many(1500, 10**9, Board())) < 0.03


def test_only_the_tables_without_a_result_are_filled() -> None:
    hall = tournament(6, current="1-2:40 3-4 5-6")

    filled = replay(fill_at_random(hall, random.Random(1)), hall)

    assert filled.open_round.missing == ()
    assert filled.open_round.table(1).result == Result(40, 24)
    assert fill_at_random(filled, random.Random(2)) == []


def test_a_round_is_filled_by_the_ratings_of_its_players() -> None:
    strong, weak = Player(1, "A", rating=2500), Player(2, "B")
    hall = tournament([strong, weak], current="1-2")
    lucky = 0
    for seed in range(200):
        (entered,) = fill_at_random(hall, random.Random(seed))
        assert isinstance(entered, ResultEntered)
        lucky += entered.result.second > entered.result.first

    assert lucky < 5
