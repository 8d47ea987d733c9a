"""Matches: the score of manual 003, home and away, best of, and seeds as the last resort."""

from __future__ import annotations

import pytest

from ronde.referee.match import LegResult, Rule, Winner, decided, first_mover, missing, tally, winner

SCORE = "supermorpion"


def test_the_first_example_of_the_manual() -> None:
    legs = [LegResult(1, 1, 1, (3, 4), (500, 500)), LegResult(2, 2, 2, (5, 2), (500, 500))]

    assert tally(SCORE, legs).total == -40_000
    assert winner(SCORE, legs, (1, 2)) == Winner(2, "points")


def test_the_second_example_of_the_manual() -> None:
    legs = [LegResult(1, 1, 1, (3, 1), (500, 500)), LegResult(2, 2, 2, (5, 4), (500, 500))]

    assert tally(SCORE, legs).total == 10_000
    assert winner(SCORE, legs, (2, 1)) == Winner(1, "points")


def test_equal_markers_leave_it_to_the_clocks_and_then_to_the_seed() -> None:
    even = [LegResult(1, 1, None, (2, 2), (500, 500)), LegResult(2, 2, None, (2, 2), (500, 500))]
    quick = [even[0], LegResult(2, 2, None, (2, 2), (500, 501))]

    assert winner(SCORE, quick, (2, 1)) == Winner(1, "points")
    assert winner(SCORE, even, (2, 1)) == Winner(2, "seed")


def test_other_games_compare_wins_before_scores_and_scores_before_time() -> None:
    legs = [LegResult(1, 1, 1, (33, 31), (1, 900)), LegResult(2, 2, None, (64, 0), (900, 1))]

    assert tally("reversi", legs).total == 1


def test_home_and_away_can_be_played_at_once_and_best_of_cannot() -> None:
    assert missing(Rule(2), []) == [1, 2]
    assert missing(Rule(3, best_of=True), []) == [1]
    assert [first_mover(leg) for leg in (1, 2, 3)] == [1, 2, 1]


@pytest.mark.parametrize(
    ("wins", "over"), [([1, 1], True), ([1, 2], False), ([1, None], False), ([2, 1, 1], True)]
)
def test_a_best_of_ends_when_nobody_can_catch_up(wins: list[int | None], over: bool) -> None:
    legs = [LegResult(at, 1, won) for at, won in enumerate(wins, start=1)]  # type: ignore[arg-type]

    assert decided(Rule(3, best_of=True), legs) is over


def won(*winners: int | None) -> list[LegResult]:
    return [
        LegResult(at, first_mover(at), winner)  # type: ignore[arg-type]
        for at, winner in enumerate(winners, start=1)
    ]


def test_rematches_are_played_from_both_sides_until_one_is_clearly_better() -> None:
    rule = Rule(200, clear=100)

    assert missing(rule, []) == [1, 2]
    assert missing(rule, won(1)) == [2]
    assert missing(rule, won(1, 1)) == [3, 4]
    assert not decided(rule, won(*[1, 2] * 20))
    assert decided(rule, won(*[1] * 40))
    assert decided(rule, won(*[2] * 40))


def test_rematches_end_with_the_games_allowed() -> None:
    assert decided(Rule(6, clear=10), won(1, 2, 1, 2, 1, 2))
    assert missing(Rule(5, clear=10), won(1, 2, 1, 2)) == [5]


def test_a_match_is_not_stopped_between_its_two_sides() -> None:
    assert not decided(Rule(200, clear=100), won(*[1] * 41))
