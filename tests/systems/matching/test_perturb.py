from __future__ import annotations

import numpy as np
import pytest
from tests.systems.reference import random_costs

from ronde.systems.matching.match import COST_BITS, NOISE_BITS, perturb

TOPS = (0, 1, 10**7, 2**31, 2**45, 2**54, 2**60)


@pytest.mark.parametrize("people", [2, 6, 50])
@pytest.mark.parametrize("top", TOPS)
def test_chance_is_even_symmetric_and_below_one_unit_for_everybody_together(people: int, top: int) -> None:
    costs = random_costs(np.random.default_rng(top % 1000), people, top)

    seating = perturb(costs, seed=1)

    true = costs[np.ix_(seating.seats, seating.seats)].astype(object) * seating.scale
    chance = seating.doubled - true
    assert chance.min() >= 0
    assert chance.max() <= seating.noise
    assert not (seating.doubled % 2).any()
    assert (seating.doubled == seating.doubled.T).all()
    assert seating.noise * (people // 2) < seating.scale


@pytest.mark.parametrize("top", TOPS)
def test_64_bits_are_used_only_while_they_suffice(top: int) -> None:
    costs = random_costs(np.random.default_rng(2), 10, top)
    costs[0, 1] = costs[1, 0] = top

    doubled = perturb(costs, seed=1).doubled

    assert doubled.dtype == (object if top >= 2**53 else np.int64)
    assert doubled.dtype == object or doubled.max() < 2**COST_BITS


def test_ordinary_costs_leave_many_bits_for_chance() -> None:
    costs = np.full((2000, 2000), 10**7)

    assert perturb(costs, seed=1).noise >= 2**20
    assert perturb(costs[:100, :100], seed=1).noise >= 2**25
    assert perturb(costs[:2, :2], seed=1).noise == 2 * (2**NOISE_BITS - 1)


def test_everybody_has_one_seat() -> None:
    seats = perturb(np.zeros((100, 100), dtype=np.int64), seed=5).seats

    assert sorted(seats.tolist()) == list(range(100))
    assert seats.tolist() != list(range(100))


def test_chance_terms_differ_from_pair_to_pair() -> None:
    doubled = perturb(np.zeros((100, 100), dtype=np.int64), seed=6).doubled

    terms = doubled[np.triu_indices(100, 1)]
    assert len(np.unique(terms)) > 4940  # of 4950
    assert abs(terms.mean() / 2**NOISE_BITS - 1) < 0.03
