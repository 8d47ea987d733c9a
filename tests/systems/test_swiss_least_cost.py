"""No way to pair a round costs less: by PAPP's golden states and by trying everything."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import (
    forbid,
    halls,
    seated,
    tournament,
    with_settings,
)
from tests.support.papp_states import STATES
from tests.systems.states import golden, least, pairs, state_of

from ronde.model.errors import CannotPair
from ronde.model.events import AbsencePlanned, Event, ResultEntered, RoundClosed, TableAdded
from ronde.model.replay import replay
from ronde.model.settings import CAP
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems.swiss.pairing import penalties as by_penalties
from ronde.systems.swiss.pairing import swiss

seeds = st.integers(0, 2**63 - 1)


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_the_golden_states_are_paired_at_the_total_of_papp(path: Path) -> None:
    told, state = golden(path)

    drawn = swiss(state.hall, seed=1)

    assert drawn.total == told["optimal_total_penalty"]
    before = {table.pair for table in state.hall.open_round}
    fresh = [pair for pair in drawn.tables.values() if pair not in before]
    bye = drawn.bye.cost if drawn.bye else 0
    assert drawn.total == sum(pair.cost for pair in fresh) + bye
    for pair in fresh:
        uncut = state.cost(pair.first, pair.second)
        assert uncut == sum(reason.cost for reason in pair.reasons)
        assert pair.cost == min(uncut, CAP)
        assert uncut <= state.cost(pair.second, pair.first)


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_without_the_cap_the_golden_states_are_never_cheaper_and_as_cheap_where_nothing_was_cut(
    path: Path,
) -> None:
    told, state = golden(path)

    exact = swiss(with_settings(state.hall, cap=None), seed=1).total

    assert exact >= told["optimal_total_penalty"]
    assert exact <= min(told["papp_total_raw_seen_with_other_random_seeds"])


@given(halls(most=8), seeds)
def test_no_way_to_pair_costs_less(hall: Tournament, seed: int) -> None:
    state = state_of(hall)

    drawn = by_penalties(hall, seed=seed)

    assert drawn.total == least(state)
    bye = drawn.bye.cost if drawn.bye else 0
    assert drawn.total == sum(pair.cost for pair in drawn.tables.values()) + bye


@given(halls(least=3, most=7, rounds=3), seeds, st.data())
def test_with_some_pairs_made_the_rest_is_completed_at_the_least_cost(
    hall: Tournament, seed: int, data: st.DataObject
) -> None:
    first, second = data.draw(st.permutations(sorted(hall.players)))[:2]
    hall = seated(hall, f"{first}-{second}")

    drawn = by_penalties(hall, seed=seed)

    assert drawn.total == least(state_of(hall))
    assert (first, second) in [(pair.first, pair.second) for pair in drawn.tables.values()]


@given(halls(least=4, most=7, rounds=3), seeds, st.data())
def test_one_more_forbidden_pair_never_makes_a_round_cheaper(
    hall: Tournament, seed: int, data: st.DataObject
) -> None:
    first, second = data.draw(st.permutations(sorted(hall.players)))[:2]
    apart = forbid(hall, (first, second))

    before = by_penalties(hall, seed=seed).total
    drawn = by_penalties(apart, seed=seed)

    assert drawn.total >= before
    assert drawn.total == least(state_of(apart))
    assert frozenset((first, second)) not in pairs(drawn)


@given(halls(least=3, most=7), seeds, st.data())
def test_forbidden_pairs_leave_the_cheapest_of_what_is_left_or_a_refusal(
    hall: Tournament, seed: int, data: st.DataObject
) -> None:
    every = list(combinations(sorted(hall.players), 2))
    hall = forbid(hall, *data.draw(st.lists(st.sampled_from(every), unique=True)))
    best = least(state_of(hall))

    if best is None:
        with pytest.raises(CannotPair):
            by_penalties(hall, seed=seed)
    else:
        assert by_penalties(hall, seed=seed).total == best


def renamed(hall: Tournament, numbers: Mapping[int, int], order: list[int]) -> Tournament:
    """The same tournament with other numbers and another order of registration."""
    cards = [replace(hall.players[player], id=numbers[player]) for player in order]
    facts: list[Event] = []
    for closed in hall.closed_rounds:
        number = closed.number
        absent = {numbers[player]: reason for player, reason in closed.absent.items()}
        facts += [AbsencePlanned(player, number, reason) for player, reason in absent.items()]
        for table in closed:
            assert table.result is not None
            pair = Pair(numbers[table.first], numbers[table.second])
            facts.append(TableAdded(number, table.number, pair))
            facts.append(ResultEntered(number, table.number, table.result))
        facts.append(RoundClosed(number, tuple(numbers[player] for player in closed.byes), absent))
    return replay(facts, tournament(cards, settings=hall.settings))


@given(halls(most=7), seeds, st.randoms(use_true_random=False))
def test_other_numbers_and_another_order_of_registration_cost_the_same(
    hall: Tournament, seed: int, chance: random.Random
) -> None:
    order = list(hall.players)
    chance.shuffle(order)
    fresh = dict(zip(hall.players, chance.sample(range(1, 900), len(order)), strict=True))

    other = renamed(hall, fresh, order)

    assert by_penalties(other, seed=seed).total == by_penalties(hall, seed=seed).total
