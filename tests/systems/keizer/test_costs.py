"""The costs of a balanced Keizer round by arrays, compared with those of one pair after the other."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import do
from tests.systems.keizer import keizer_law as law
from tests.systems.keizer.test_pairing import club, evening

from ronde.model.decisions.rounds import give_bye
from ronde.model.events import PairForbidden, ResultEntered, RoundClosed, TableAdded
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems.keizer.balanced import KeizerPricing
from ronde.systems.keizer.pairing import free_by_rank, rules_of
from ronde.systems.keizer.rules import COLOUR_LIMIT


def pricing(hall: Tournament) -> KeizerPricing:
    chance = random.Random(1)
    return KeizerPricing(hall, free_by_rank(hall, chance), rules_of(hall, chance))


def check(hall: Tournament) -> None:
    prices = pricing(hall)
    costs, forbidden = prices.prices()
    count = len(prices.players)
    for one in range(count):
        for other in range(one + 1, count):
            told = sum(reason.cost for reason in prices.price(one, other))
            assert costs[one, other] == costs[other, one] == told
            apart = frozenset((prices.players[one], prices.players[other])) in hall.forbidden
            assert forbidden[one, other] == forbidden[other, one] == apart
    if count % 2:
        assert [*costs[-1][:count]] == [prices.bye(player).cost for player in prices.players]
    assert len(costs) == count + count % 2


@given(st.integers(0, 2**32), st.sampled_from([0, 2, 3, 4, 5]))
def test_all_prices_at_once_are_the_prices_one_by_one(seed: int, limit: int) -> None:
    hall = law.random_hall(seed, most=14, rounds=9)
    keizer = replace(hall.settings.keizer, colour_limit=limit)
    if hall.present:
        check(replace(hall, settings=replace(hall.settings, keizer=keizer)))


def test_a_forced_bye_and_forbidden_pairs_are_priced_alike() -> None:
    hall = evening(evening(club(7)))
    hall = replay([PairForbidden(1, 2), PairForbidden(3, 7)], hall)

    check(hall)
    check(do(hall, give_bye, player=4))


def test_one_player_two_and_none() -> None:
    for count in (1, 2):
        check(club(count))
    away = do(club(1), give_bye, player=1)
    costs, _ = pricing(away).prices()
    assert costs.shape == (0, 0)


def test_the_lower_ranked_gives_way_to_the_limit_and_nobody_else() -> None:
    """Both had black twice: neither may have it again, and that is what the pair costs."""
    hall = club(4, colour_limit=2, repeat_distance=0)
    for number, pairs in enumerate((((3, 1), (4, 2)), ((4, 1), (3, 2))), start=1):
        hall = replay([TableAdded(number, at, _pair(*pair)) for at, pair in enumerate(pairs, 1)], hall)
        hall = replay([ResultEntered(number, at, _draw()) for at in (1, 2)], hall)
        hall = replay([RoundClosed(number, (), {})], hall)
    prices = pricing(hall)
    place = prices.place
    costs, _ = prices.prices()

    assert costs[place[1], place[2]] >= COLOUR_LIMIT
    assert costs[place[1], place[3]] < COLOUR_LIMIT
    check(hall)


def _pair(first: int, second: int) -> Pair:
    return Pair(first, second)


def _draw() -> Result:
    return Result(0.5, 0.5)
