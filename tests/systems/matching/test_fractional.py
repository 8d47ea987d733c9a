from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from tests.systems.reference import Costs, distances, random_costs

from ronde.systems.matching.blossom import SINGLE, Start, fractional


def slacks(start: Start) -> Costs:
    slack = start.doubled - start.y[:, None] - start.y
    np.fill_diagonal(slack, 0)
    return np.asarray(slack)


@pytest.mark.parametrize("top", [0, 1, 5, 10**6])
def test_no_slack_is_negative_and_partners_have_none(top: int) -> None:
    chance = np.random.default_rng(top)
    for people in (2, 4, 10, 30, 60):
        start = fractional(2 * random_costs(chance, people, top))
        slack = slacks(start)

        assert slack.min() >= 0
        for person, partner in enumerate(start.partner):
            if partner != SINGLE:
                assert start.partner[partner] == person
                assert slack[person, partner] == 0


def test_the_duals_are_worth_as_much_as_the_best_way_to_give_everybody_a_follower() -> None:
    """The fractional problem is half the assignment problem on the same costs."""
    chance = np.random.default_rng(6)
    for _ in range(60):
        costs = random_costs(chance, 6, int(chance.integers(1, 9)))
        followers = [way for way in permutations(range(6)) if all(at != to for at, to in enumerate(way))]
        best = min(sum(int(costs[at, to]) for at, to in enumerate(way)) for way in followers)

        assert int(fractional(2 * costs).y.sum()) == best


def test_two_far_triangles_leave_one_single_person_each() -> None:
    costs = distances(np.array([0, 0, 0, 100, 100, 100])[:, None])

    start = fractional(2 * costs)

    singles = [person for person, partner in enumerate(start.partner) if partner == SINGLE]
    assert [person // 3 for person in singles] == [0, 1]
    assert not start.cycle


def test_python_integers_give_the_same_as_64_bits() -> None:
    costs = 2 * random_costs(np.random.default_rng(7), 40, 1000)

    small, large = fractional(costs.copy()), fractional(costs.astype(object))

    assert small.partner == large.partner
    assert small.y.tolist() == large.y.tolist()
