from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.systems.proving import proven, proven_from_nothing
from tests.systems.reference import cheapest, distances, odd_clusters, random_costs

from ronde.systems.matching.blossom import OddSet, Search


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What the search met with."""
    seen: Counter[str] = Counter()
    open_set, shrink = Search.open, Search.shrink

    def counted_open(self: Search, odd: OddSet) -> None:
        reached = self.entry[odd][1]
        at = next(at for at, child in enumerate(odd.children) if reached in child.members)
        seen[
            "opened at its base" if at == 0 else "opened to the left" if at % 2 else "opened to the right"
        ] += 1
        seen["opened with a set inside"] += any(child.children for child in odd.children)
        open_set(self, odd)

    def counted_shrink(self: Search, odd: OddSet, met: int) -> None:
        seen["shrunk"] += 1
        shrink(self, odd, met)

    monkeypatch.setattr(Search, "open", counted_open)
    monkeypatch.setattr(Search, "shrink", counted_shrink)
    return seen


def test_a_set_inside_a_set_is_opened(seen: Counter[str]) -> None:
    points = [0, 10, 9, 3, 4, 11, 3, 6, 13, 11, 6, 4, 5, 0, 13, 2, 9, 4, 7, 5, 4, 1, 3, 0, 12, 12, 12, 11]
    costs = distances(np.array(points).reshape(14, 2))

    assert proven(costs).total == cheapest(costs)
    assert seen["opened with a set inside"]


def test_odd_clusters_within_odd_clusters_leave_nested_sets() -> None:
    costs = distances(np.array([0, 1, 2, 10, 11, 12, 20, 21, 22, 90, 91, 92])[:, None])

    matching = proven(costs)

    assert matching.total == cheapest(costs)
    assert any(odd.inside for odd in matching.proof.sets)


def test_from_nothing_the_search_meets_everything_and_stays_optimal(seen: Counter[str]) -> None:
    chance = np.random.default_rng(3)
    for _ in range(60):
        people = 2 * int(chance.integers(5, 25))
        for costs in (
            odd_clusters(chance, people),
            distances(chance.integers(0, 40, (people, 2))),
            random_costs(chance, people, int(chance.choice([1, 9, 10**6]))),
        ):
            assert proven_from_nothing(costs).total == proven(costs).total

    assert len(seen) == 5
    assert min(seen.values()) > 10


def test_from_nothing_small_ones_equal_trying_everything() -> None:
    chance = np.random.default_rng(4)
    for _ in range(300):
        costs = random_costs(chance, 2 * int(chance.integers(1, 6)), int(chance.integers(1, 12)))
        assert proven_from_nothing(costs).total == cheapest(costs)


def test_a_deep_nest_needs_no_deep_recursion() -> None:
    """Everybody equal but far from one last person: the sets grow by two people at a time."""
    costs = random_costs(np.random.default_rng(5), 400, 1000)
    costs[-1, :-1] += 10**9
    costs[:-1, -1] += 10**9

    proven_from_nothing(costs)
