from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ronde.core.schedule import finished
from ronde.http_engines.fairness import Fairness, Spread, compared, gini, judged
from ronde.http_engines.league import SYSTEMS, LeaguePlan
from ronde.http_engines.simulated import SimulatedEngine, Temper, hurried, random_field
from ronde.http_engines.virtual import VirtualFloor
from ronde.referee.door import Rule


def engines(count: int, slow: float = 20, dead: float = 5, seed: int = 1) -> list[SimulatedEngine]:
    return random_field(count, slow=slow, dead=dead, timeout=15, chance=Random(seed))


def hall(
    field: list[SimulatedEngine], plan: LeaguePlan, group: int = 8, most: int = 50, each: int = 8
) -> VirtualFloor:
    groups = [field[at : at + group] for at in range(0, len(field), group)]
    made = VirtualFloor(plan, groups, most=most, each=each)
    for _ in made.run():
        assert len(made.places.playing) <= most
        assert all(count <= each for count in made.places.busy.values())
    return made


def plan(system: str = "robin", games: int = 2) -> LeaguePlan:
    return LeaguePlan("virtual", system, rule=Rule(games), seed=3)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_competition_is_played_to_its_end(system: str) -> None:
    played = hall(engines(24), plan(system))

    assert all(finished(competition.tournament) for competition in played.competitions)
    assert played.games == sum(len(competition.tournament.games) for competition in played.competitions)
    assert 0 < played.games <= played.expected
    assert not played.places.waiting
    assert not played.places.playing


def test_everybody_meets_everybody_from_both_sides_and_no_game_is_played_twice() -> None:
    (competition,) = hall(engines(8), plan()).competitions
    met = Counter((game.first, game.second) for game in competition.tournament.games)

    assert len(met) == 8 * 7
    assert set(met.values()) == {1}


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = (hall(engines(24), plan()) for _ in range(2))

    assert one.now == other.now
    assert [each.tournament for each in one.competitions] == [each.tournament for each in other.competitions]


def test_games_end_alike_however_many_are_played_at_once() -> None:
    wide, narrow = (hall(engines(24), plan(), most=most) for most in (100, 2))

    for one, other in zip(wide.competitions, narrow.competitions, strict=True):
        assert set(one.tournament.games) == set(other.tournament.games)
    assert narrow.now > wide.now


def test_a_dead_engine_loses_everything_and_the_round_goes_on() -> None:
    field = [replace(one, temper=Temper.FAST, seconds=0.05) for one in engines(7, 0, 0)]
    field.append(SimulatedEngine(8, 500, Temper.DEAD, float("inf")))
    (competition,) = hall(field, plan()).competitions
    own = [game for game in competition.tournament.games if 8 in (game.first, game.second)]

    assert len(own) == 14
    assert all(game.winner != 8 and game.reason == "late" for game in own)


def test_a_competition_without_slow_engines_does_not_wait_for_those_of_another() -> None:
    fast = engines(8, 0, 0)
    slow = [SimulatedEngine(one.id + 8, one.strength, Temper.SLOW, 3.0) for one in fast]
    alone = hall(fast, plan(), most=100)
    together = hall([*fast, *slow], plan(), most=100)

    assert max(together.waits[Temper.FAST].idle) == max(alone.waits[Temper.FAST].idle)


# the judgement


def test_a_spread_tells_the_middle_the_most_and_the_worst() -> None:
    assert Spread.of([]) == Spread(0, 0, 0)
    assert Spread.of(range(101)) == Spread(50, 95, 100)


def test_inequality_is_nought_when_all_play_as_often_and_one_when_one_plays_all() -> None:
    assert gini([4, 4, 4, 4]) == pytest.approx(0)
    assert gini([0] * 99 + [10]) == pytest.approx(0.99)
    assert gini([0, 0]) == 0


def test_an_evening_is_judged_by_what_happened() -> None:
    played = hall(engines(80), plan(), group=16, most=500)
    found = judged(played)

    assert (found.games, found.seconds) == (played.games, played.now)
    assert (found.fewest, found.mean, found.most) == (30, 30, 30)
    assert found.gini == pytest.approx(0)
    assert found.starved == ()
    assert 0.7 < found.correlation <= 1
    assert 0 < found.utilisation < 1
    assert found.queue[Temper.FAST] == Spread(0, 0, 0)
    assert found.idle[Temper.FAST].worst <= played.longest


def test_an_engine_that_never_got_a_game_has_starved() -> None:
    played = hall(engines(16, 0, 0), plan())
    played.played[5] = 0

    assert judged(played).starved == (5,)


def test_a_full_hall_lets_the_fast_wait_for_the_slow_and_is_told_apart_from_a_wide_one() -> None:
    field = engines(160, 10, 1)

    def judgement(most: int) -> tuple[Fairness, bool]:
        found, control = (judged(hall(each, plan(), most=most)) for each in (field, hurried(field)))
        return found, compared(found, control, bound=3, timeout=15).fair

    narrow, wide = judgement(8), judgement(100)

    assert not narrow[1]
    assert wide[1]
    assert narrow[0].queue[Temper.FAST].most > wide[0].queue[Temper.FAST].most


def test_starving_is_never_fair() -> None:
    found = judged(hall(engines(16, 0, 0), plan()))

    assert compared(found, found, bound=1, timeout=0).fair
    assert not compared(replace(found, starved=(3,)), found, bound=1, timeout=0).fair
