"""Slow and readable reference solutions, and the matrices the matcher is tried on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import networkx
import numpy as np
from numpy.typing import NDArray

Costs = NDArray[Any]


def cheapest(costs: Costs, forbidden: Costs | None = None) -> int | None:
    """The least total by trying everything: the first of those left plays each of the others in turn."""
    everybody = (1 << len(costs)) - 1

    @cache
    def rest(paired: int) -> int | None:
        if paired == everybody:
            return 0
        first = next(person for person in range(len(costs)) if not paired >> person & 1)
        totals = []
        for other in range(first + 1, len(costs)):
            if not paired >> other & 1 and (forbidden is None or not forbidden[first, other]):
                left = rest(paired | 1 << first | 1 << other)
                if left is not None:
                    totals.append(left + int(costs[first, other]))
        return min(totals, default=None)

    return rest(0)


def by_networkx(costs: Costs) -> int:
    """The least total according to networkx."""
    graph: Any = networkx.Graph()
    for one, other in combinations(range(len(costs)), 2):
        graph.add_edge(one, other, weight=-int(costs[one, other]))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sum(int(costs[one, other]) for one, other in pairs)


def most_pairs(forbidden: Costs) -> int:
    """The largest number of allowed pairs, according to networkx."""
    graph: Any = networkx.Graph()
    allowed = [
        (one, other) for one, other in combinations(range(len(forbidden)), 2) if not forbidden[one, other]
    ]
    graph.add_edges_from(allowed)
    return len(networkx.max_weight_matching(graph, maxcardinality=True))


def ways(people: Sequence[int]) -> Iterator[frozenset[frozenset[int]]]:
    """All the ways to pair these people."""
    if not people:
        yield frozenset()
        return
    first, *others = people
    for other in others:
        for way in ways([person for person in others if person != other]):
            yield way | {frozenset((first, other))}


def pairs_of(partner: Sequence[int]) -> frozenset[frozenset[int]]:
    """The pairs without order."""
    return frozenset(frozenset(pair) for pair in enumerate(partner))


def symmetric(people: int, costs: Iterable[int]) -> Costs:
    """The matrix whose upper half, row by row, is given."""
    matrix = np.zeros((people, people), dtype=np.int64)
    matrix[np.triu_indices(people, 1)] = list(costs)
    return matrix + matrix.T


def random_costs(chance: np.random.Generator, people: int, top: int) -> Costs:
    """Costs from 0 to `top`."""
    return symmetric(people, chance.integers(0, top + 1, people * (people - 1) // 2).tolist())


def distances(points: Costs) -> Costs:
    """Costs between points, in city blocks."""
    return np.asarray(np.abs(points[:, None] - points).sum(axis=2))


def odd_clusters(chance: np.random.Generator, people: int) -> Costs:
    """People on a line in clusters within clusters, so that odd sets lie within odd sets."""
    gaps = chance.choice([1, 2, 10, 50, 300], size=people, p=[0.5, 0.2, 0.15, 0.1, 0.05])
    return distances(np.cumsum(gaps)[:, None])
