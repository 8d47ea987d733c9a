from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.http_engines.simulated import (
    FAST,
    SLOW,
    Ended,
    SimulatedEngine,
    Temper,
    hurried,
    random_field,
    random_game,
)
from ronde.referee.door import Clock

CHANCE = Random(7)


def engine(strength: float = 0.0, temper: Temper = Temper.FAST, seconds: float = FAST) -> SimulatedEngine:
    return SimulatedEngine(1, strength, temper, seconds)


def games(first: SimulatedEngine, second: SimulatedEngine, count: int = 2000, moves: int = 30) -> list[Ended]:
    return [
        random_game(first, second, moves=moves, timeout=15, chance=Random(f"{seed}")) for seed in range(count)
    ]


@given(st.integers(2, 200), st.integers(0, 50), st.integers(0, 50))
def test_a_field_has_as_many_slow_and_dead_engines_as_was_asked_for(count: int, slow: int, dead: int) -> None:
    field = random_field(count, slow=slow, dead=dead, timeout=15, chance=Random(1))
    tempers = [one.temper for one in field]

    assert [one.id for one in field] == list(range(1, count + 1))
    assert tempers.count(Temper.SLOW) == round(count * slow / 100)
    assert abs(tempers.count(Temper.DEAD) - count * dead / 100) <= 1
    assert {one.seconds for one in field if one.temper is Temper.SLOW} <= {SLOW * 15}


def test_the_same_seed_gives_the_same_field() -> None:
    one, other, third = (
        random_field(50, slow=20, dead=4, timeout=15, chance=Random(seed)) for seed in (3, 3, 4)
    )

    assert one == other != third


def test_hurried_engines_are_as_strong_as_before_and_all_fast() -> None:
    field = random_field(50, slow=20, dead=4, timeout=15, chance=Random(3))

    assert [one.strength for one in hurried(field)] == [one.strength for one in field]
    assert {one.temper for one in hurried(field)} == {Temper.FAST}


def test_fast_engines_are_never_late_and_take_what_their_moves_take() -> None:
    played = games(engine(), engine())

    assert {game.reason for game in played} == {"played"}
    assert sum(game.seconds for game in played) / len(played) == pytest.approx(2 * 30 * FAST, rel=0.05)


def test_a_dead_engine_loses_by_silence_after_its_time() -> None:
    dead = engine(400, Temper.DEAD, float("inf"))

    (lost,) = games(dead, engine(), 1)
    (won,) = games(engine(), dead, 1)

    assert (lost.winner, lost.reason, lost.seconds) == (2, "late", 15)
    assert (won.winner, won.reason) == (1, "late")


def test_a_slow_engine_is_late_as_often_as_its_answers_say() -> None:
    played = games(engine(), engine(temper=Temper.SLOW, seconds=3.0), moves=10)
    late = [game for game in played if game.reason == "late"]
    chance = 1 - (1 - 2.718281828 ** (-15 / 3.0)) ** 10

    assert len(late) / len(played) == pytest.approx(chance, abs=0.02)
    assert {game.winner for game in late} == {1}


@pytest.mark.parametrize(("better", "expected"), [(0, 0.5), (200, 0.76), (-200, 0.24), (400, 0.91)])
def test_games_are_won_as_often_as_elo_says(better: float, expected: float) -> None:
    played = games(engine(better), engine(), 4000)
    points = sum(0.5 if game.winner is None else game.winner == 1 for game in played)

    assert points / len(played) == pytest.approx(expected, abs=0.03)


def test_a_simulated_game_is_handed_over_as_a_real_one() -> None:
    clock = Clock(15, 0.0, fixed=True)
    played = Ended(2, "late", 17.0).played(clock)

    assert played.record.outcome.winner == 2
    assert played.record.outcome.counts
    assert played.clock == clock
