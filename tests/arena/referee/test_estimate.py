"""How long a tournament will take: the arithmetic of games, clocks, jobs and rounds."""

from __future__ import annotations

import pytest
from tests.arena.referee.test_entries import hall, roster

from ronde.arena.games import find_game
from ronde.arena.referee import Clock, Expectation, Pace, expected, game_seconds, longest_game, usual_length
from ronde.arena.referee.openings import forecast, most_games

SLOW = Clock(900, 30)


def test_a_game_is_the_moves_of_both_sides_and_their_starts() -> None:
    one, other = Pace(0.3, 2, start=0.25), Pace(0.1, 2, start=0.75)

    assert game_seconds(one, other, SLOW, 61) == pytest.approx(1 + 31 * 0.3 + 30 * 0.1)


def test_who_used_much_of_little_time_will_use_as_much_of_more() -> None:
    thinker = Pace(1.0, 2.0)

    assert thinker.move(900) == 450
    assert Pace(0.1, 2.0).move(900) == 0.1
    assert Pace(5.0).move(2) == 2


def test_a_thinker_by_the_clock_gets_his_increments() -> None:
    half = Pace(1.0, 2.0)
    used, left = 0.0, 100.0
    for _ in range(3):
        used, left = used + left / 2, left - (left / 2 - Clock().margin) + 10

    assert game_seconds(half, Pace(0, 2), Clock(100, 10), 6) == pytest.approx(used)


def test_a_broken_program_loses_at_once() -> None:
    assert game_seconds(Pace(0.5, broken=True), Pace(0.5), SLOW, 60) == 1.0


def test_the_longest_game_uses_all_clocks() -> None:
    assert longest_game(SLOW, 60) == 2 * 900 + 60 * 30
    assert longest_game(Clock(3, 0, fixed=True), 60) == 180


@pytest.mark.parametrize(
    ("count", "system", "games"), [(31, "cup", 60), (8, "cup", 14), (6, "berger", 30), (9, "swiss", 40)]
)
def test_every_game_is_foreseen(count: int, system: str, games: int) -> None:
    ends = forecast(hall(count, system), roster(count), 1, lambda one, other: 2.0)

    assert ends == [2.0 * number for number in range(1, games + 1)]
    assert len(ends) <= most_games(hall(count, system), roster(count))


def test_jobs_shorten_the_first_rounds_and_not_the_final() -> None:
    ends = forecast(hall(8), roster(8), 4, lambda one, other: 10.0)

    assert ends == [10.0] * 4 + [20.0] * 4 + [30.0] * 4 + [40.0] * 2


def test_many_games_are_reckoned_by_their_mean() -> None:
    many = forecast(hall(41, "berger"), roster(41), 2, lambda one, other: 3.0)

    assert len(many) == 41 * 20 * 2
    assert many[-1] == pytest.approx(3.0 * len(many) / 2)


def test_what_games_took_corrects_what_was_expected() -> None:
    plan = Expectation([10.0, 20.0, 30.0, 40.0], 100)

    assert plan.left(0, 0) == 40
    assert plan.left(2, 20) == 20
    assert plan.left(2, 40) == pytest.approx(20 * 44 / 24)
    assert plan.left(4, 99) == 0
    assert Expectation([], 0).left(0, 0) == 0


def test_the_whole_is_the_programs_and_the_clock() -> None:
    paces = {number: Pace(0.1, 2.0) for number in range(1, 5)}
    length = usual_length(find_game("supermorpion"))
    plan = expected(hall(4), roster(4), 2, paces)

    assert plan.games == 6
    assert plan.seconds == pytest.approx(3 * length * 0.1)
    assert plan.most == pytest.approx(3 * longest_game(Clock(), length))


def test_the_length_of_a_game_is_that_of_its_rules() -> None:
    assert 5 <= usual_length(find_game("tictactoe")) <= 9
    assert 40 <= usual_length(find_game("reversi")) <= 64
