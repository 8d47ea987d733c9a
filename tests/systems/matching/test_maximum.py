"""The oracle: maximum matchings, asked again after every pair that is settled."""

from __future__ import annotations

import random
from itertools import combinations, product

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.systems.matching.maximum import NOBODY, Oracle

Barred = list[set[int]]


def barred_of(count: int, allowed: set[tuple[int, int]]) -> Barred:
    return [
        {other for other in range(count) if other != one and tuple(sorted((one, other))) not in allowed}
        for one in range(count)
    ]


def best(count: int, allowed: set[tuple[int, int]], without: set[int] | None = None) -> int:
    graph = networkx.Graph()
    graph.add_edges_from(pair for pair in allowed if not set(pair) & (without or set()))
    return len(networkx.max_weight_matching(graph, maxcardinality=True))


def pairs(oracle: Oracle) -> int:
    for one, other in enumerate(oracle.mate):
        if other != NOBODY:
            assert oracle.mate[other] == one
            assert other not in oracle.barred[one]
    return sum(mate != NOBODY for mate in oracle.mate) // 2


def random_graph(seed: int, most: int) -> tuple[int, set[tuple[int, int]]]:
    chance = random.Random(seed)
    count = chance.randint(0, most)
    density = chance.choice([0.1, 0.2, 0.35, 0.6])
    return count, {pair for pair in combinations(range(count), 2) if chance.random() < density}


def test_on_every_graph_of_six_people_the_matching_is_as_large_as_can_be() -> None:
    every = list(combinations(range(6), 2))
    for chosen in product((False, True), repeat=len(every)):
        allowed = {pair for pair, kept in zip(every, chosen, strict=True) if kept}
        if len(allowed) % 4 == 0:  # a quarter of all 32768 is enough
            assert pairs(Oracle(barred_of(6, allowed))) == _largest(allowed)


def _largest(allowed: set[tuple[int, int]]) -> int:
    """By trying, slowly."""
    if not allowed:
        return 0
    one, other = min(allowed)
    rest = {pair for pair in allowed if one not in pair and other not in pair}
    return max(1 + _largest(rest), _largest(allowed - {(one, other)}))


@given(st.integers(0, 2**32))
def test_the_matching_is_as_large_as_another_librarys(seed: int) -> None:
    count, allowed = random_graph(seed, 30)

    assert pairs(Oracle(barred_of(count, allowed))) == best(count, allowed)


@given(st.integers(0, 2**32))
def test_two_people_are_settled_exactly_when_all_others_can_still_be_paired(seed: int) -> None:
    count, allowed = random_graph(seed, 14)
    oracle = Oracle(barred_of(count, allowed))
    gone: set[int] = set()
    while oracle.complete and oracle.free:
        one = min(oracle.free)
        for other in sorted(oracle.free - {one}):
            left = len(oracle.free) // 2 - 1
            fits = (
                tuple(sorted((one, other))) in allowed and best(count, allowed, gone | {one, other}) == left
            )
            assert oracle.settle(one, other) is fits
            if fits:
                gone |= {one, other}
                break
        else:
            pytest.fail("a complete matching has a partner for everybody")


@given(st.integers(0, 2**32))
def test_those_who_block_are_those_whom_some_largest_matching_leaves_over(seed: int) -> None:
    count, allowed = random_graph(seed, 12)
    oracle = Oracle(barred_of(count, allowed))
    most = best(count, allowed)

    stuck, rivals = oracle.blocked()

    assert stuck == [one for one in range(count) if best(count, allowed, {one}) == most]
    near = {other for pair in allowed for one, other in (pair, pair[::-1]) if one in stuck}
    assert set(rivals) == near - set(stuck)


def test_a_flower_of_two_odd_circles_is_opened() -> None:
    allowed = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5), (5, 6), (0, 7)}

    assert Oracle(barred_of(8, allowed)).complete


def test_nobody_is_complete_and_somebody_alone_is_not() -> None:
    assert Oracle([]).complete
    assert not Oracle([set()]).complete
    assert Oracle([set()]).blocked() == ([0], [])
