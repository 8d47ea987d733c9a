from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.systems.proving import proven
from tests.systems.reference import Costs, cheapest, distances, odd_clusters, pairs_of, random_costs, ways

from ronde.systems.matching.match import match
from ronde.systems.matching.proof import Matching, NotProved, Proof, SetDual, check

CLUSTERS = distances(np.array([0, 1, 2, 10, 11, 12, 20, 21, 22, 90, 91, 92])[:, None])
"""Triples within a set of nine, so that the proof has sets inside a set."""


def refused(costs: Costs, matching: Matching, complaint: str) -> None:
    with pytest.raises(NotProved, match=complaint):
        check(costs, matching)


def with_duals(matching: Matching, *y: int) -> Matching:
    return replace(matching, proof=replace(matching.proof, y=y))


def with_sets(matching: Matching, *sets: SetDual) -> Matching:
    return replace(matching, proof=replace(matching.proof, sets=sets))


def with_units(matching: Matching, *, scale: int, noise: int) -> Matching:
    return replace(matching, proof=replace(matching.proof, scale=scale, noise=noise))


def test_a_true_proof_passes() -> None:
    check(CLUSTERS, proven(CLUSTERS))


def test_every_dearer_way_to_pair_fails() -> None:
    costs = random_costs(np.random.default_rng(1), 8, 6)
    best = match(costs, seed=1)
    for way in ways(range(8)):
        partner = {one: other for pair in way for one, other in (tuple(pair), tuple(pair)[::-1])}
        total = sum(int(costs[one, other]) for one, other in map(tuple, way))
        other_way = Matching(tuple(partner[person] for person in range(8)), total, best.proof)
        if total == best.total:
            check(costs, other_way)
        else:
            refused(costs, other_way, "prove only")


@given(st.integers(0, 2**32), st.sampled_from([4, 6, 8]), st.data())
def test_no_made_up_proof_makes_a_dear_matching_pass(seed: int, people: int, data: st.DataObject) -> None:
    costs = random_costs(np.random.default_rng(seed), people, 5)
    y = data.draw(st.lists(st.integers(-3, 9), min_size=people, max_size=people))
    sets = (SetDual((0, 1, 2), (), data.draw(st.integers(0, 9))),)
    partner = tuple(person ^ 1 for person in range(people))
    total = sum(int(costs[person, person + 1]) for person in range(0, people, 2))
    made_up = Matching(partner, total, Proof(tuple(y), sets, scale=2, noise=data.draw(st.integers(0, 3))))

    try:
        check(costs, made_up)
    except NotProved:
        return
    assert total == cheapest(costs)


@pytest.mark.parametrize(
    "partner",
    [(1, 0, 3), (1, 0, 2, 3), (1, 2, 3, 0), (1, 0, 4, 2), (-3, 0, 3, 2), (1, 0, 3, 1)],
)
def test_what_is_no_perfect_matching_fails(partner: tuple[int, ...]) -> None:
    costs = np.zeros((4, 4), dtype=np.int64)

    refused(costs, replace(match(costs, seed=1), partner=partner), "partner")


def test_a_wrong_total_fails() -> None:
    matching = proven(CLUSTERS)

    refused(CLUSTERS, replace(matching, total=matching.total - 1), "cost")


def test_a_dual_too_high_fails() -> None:
    matching = proven(CLUSTERS)
    y = matching.proof.y

    refused(CLUSTERS, with_duals(matching, y[0] + 2, y[1] - 2, *y[2:]), "less than the duals say")
    refused(CLUSTERS, with_duals(matching, y[0] - 2, *y[1:]), "prove only")
    refused(CLUSTERS, with_duals(matching, *y[1:]), "duals for")


def test_each_set_of_the_proof_is_needed() -> None:
    matching = proven(CLUSTERS)
    sets = matching.proof.sets
    weighty = [place for place, odd in enumerate(sets) if odd.z]
    assert len(weighty) >= 3
    for place in weighty:
        without = (*sets[:place], replace(sets[place], z=0), *sets[place + 1 :])
        refused(CLUSTERS, with_sets(matching, *without), "less than the duals say")


@pytest.mark.parametrize(
    ("sets", "complaint"),
    [
        ([SetDual((0, 1), (), 0)], "not odd"),
        ([SetDual((0, 1, 2), (), -2)], "negative"),
        ([SetDual((0, 1, 12), (), 0)], "unknown"),
        ([SetDual((0, 1, 1), (), 0)], "overlap"),
        ([SetDual((0, 1, 2), (), 0), SetDual((2, 3, 4), (), 0)], "overlap"),
        ([SetDual((0, 1, 2), (), 0), SetDual((3, 4), (0,), 0), SetDual((5, 6), (0,), 0)], "overlap"),
        ([SetDual((0, 1), (1,), 0), SetDual((2,), (), 0)], "before"),
        ([SetDual((0, 1), (0,), 0)], "before"),
    ],
)
def test_what_is_no_family_of_odd_sets_fails(sets: list[SetDual], complaint: str) -> None:
    refused(CLUSTERS, with_sets(proven(CLUSTERS), *sets), complaint)


@pytest.mark.parametrize(("scale", "noise"), [(0, 0), (-2, 0), (2, -1)])
def test_a_senseless_unit_fails(scale: int, noise: int) -> None:
    refused(CLUSTERS, with_units(proven(CLUSTERS), scale=scale, noise=noise), "no sense")


def test_too_much_noise_proves_nothing() -> None:
    refused(CLUSTERS, with_units(proven(CLUSTERS), scale=2, noise=2), "prove only")


def test_a_forbidden_pair_fails_and_bounds_nothing() -> None:
    costs = random_costs(np.random.default_rng(4), 6, 9)
    cheapest_pair = min(pairs_of(match(costs, seed=1).partner), key=sorted)
    forbidden = np.zeros((6, 6), dtype=np.bool_)
    forbidden[tuple(cheapest_pair)] = True
    matching = match(costs, seed=1, forbidden=forbidden)

    check(costs, matching, forbidden=forbidden)
    with pytest.raises(NotProved, match="forbidden"):
        check(costs, match(costs, seed=1), forbidden=forbidden)


def test_duals_beyond_64_bits_do_not_slip_through_by_overflow() -> None:
    costs = np.zeros((2, 2), dtype=np.int64)
    rogue = Matching((1, 0), 0, Proof((2**63, 2**63), (), scale=2, noise=0))

    refused(costs, rogue, "less than the duals say")


def test_the_sets_that_hold_both_are_added_up_for_every_pair() -> None:
    """The slacks by the book, pair by pair, are what the checker finds with its strips."""
    costs = odd_clusters(np.random.default_rng(5), 60)
    proof = proven(costs).proof
    members: list[set[int]] = []
    for odd in proof.sets:
        members.append(set(odd.people).union(*(members[part] for part in odd.inside)))
    slack = {
        (one, other): 2 * int(costs[one, other])
        - proof.y[one]
        - proof.y[other]
        + sum(odd.z for odd, held in zip(proof.sets, members, strict=True) if {one, other} <= held)
        for one in range(60)
        for other in range(one)
    }

    assert min(slack.values()) == 0
    (one, other), room = max(slack.items(), key=lambda item: item[1])
    spoiled = costs.copy()
    spoiled[one, other] -= (room + 2) // 2
    check_slack(spoiled, one, other, proven(costs))


def check_slack(costs: Costs, one: int, other: int, matching: Matching) -> None:
    refused(costs, matching, "less than the duals say")
    costs[one, other] += 1
    check(costs, matching)
