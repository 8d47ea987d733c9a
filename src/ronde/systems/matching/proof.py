"""The proof that a matching is optimal, and a checker that shares no code with the solver.

Duals are in units of `1/scale` of a cost. To break ties, the solver added to the scaled cost of every pair
something between 0 and `noise`; the checker does not need to know how much. Of all pairs it asks that

    scale * cost(u, v) + noise >= y(u) + y(v) - (sum of z over the odd sets that hold both)

Add this up over any perfect matching: an odd set of k people holds at most (k - 1) / 2 of its pairs, so

    scale * cost + noise * n / 2 >= (sum of y) - (sum of z * (k - 1) / 2)

That bounds the cost of *every* perfect matching from below. A matching that meets the bound is optimal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


class NotProved(Exception):
    """A matching does not prove its own optimality: an internal error."""


@dataclass(frozen=True, slots=True)
class SetDual:
    """An odd set and its dual; members are listed by parts, so that deep nesting stays short."""

    people: tuple[int, ...]
    """Members of none of the sets inside this one."""
    inside: tuple[int, ...]
    """The largest sets inside this one, by their index in `Proof.sets`, which is lower than this one's."""
    z: int


@dataclass(frozen=True, slots=True)
class Proof:
    """Duals that bound the cost of every perfect matching from below."""

    y: tuple[int, ...]
    sets: tuple[SetDual, ...]
    scale: int
    """One unit of cost in units of the duals."""
    noise: int
    """The most that was added to a scaled cost to break ties."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Everybody's partner, the sum of the true costs, and the proof that none is cheaper."""

    partner: tuple[int, ...]
    total: int
    proof: Proof


def check(costs: NDArray[Any], matching: Matching, *, forbidden: NDArray[np.bool_] | None = None) -> None:
    """Raise `NotProved` unless this is a cheapest perfect matching without forbidden pairs."""
    barred = None if forbidden is None else forbidden | forbidden.T
    _check_pairs(len(costs), matching.partner, barred)
    _check_total(costs, matching)
    _check_parts(len(costs), matching.proof)
    sizes = _checked_sizes(matching.proof.sets)
    _check_slacks(costs, matching.proof, sizes, barred)
    _check_bound(matching, sizes)


def _check_pairs(people: int, partner: tuple[int, ...], barred: NDArray[np.bool_] | None) -> None:
    if len(partner) != people:
        raise NotProved(f"{len(partner)} partners for {people} people")
    for person, other in enumerate(partner):
        if not 0 <= other < people or other == person or partner[other] != person:
            raise NotProved(f"{person} has no proper partner: {other}")
        if barred is not None and barred[person, other]:
            raise NotProved(f"{person} and {other} are paired although forbidden")


def _check_total(costs: NDArray[Any], matching: Matching) -> None:
    paid = sum(int(costs[person, other]) for person, other in enumerate(matching.partner))
    if paid != 2 * matching.total:
        raise NotProved(f"the pairs cost {paid}/2, not {matching.total}")


def _check_parts(people: int, proof: Proof) -> None:
    """Everybody has a dual, and the sets are nested or disjoint."""
    if len(proof.y) != people:
        raise NotProved(f"{len(proof.y)} duals for {people} people")
    if proof.scale < 1 or proof.noise < 0:
        raise NotProved(f"scale {proof.scale} and noise {proof.noise} make no sense")
    held = [person for odd in proof.sets for person in odd.people]
    inside = [place for odd in proof.sets for place in odd.inside]
    if len(set(held)) != len(held) or len(set(inside)) != len(inside):
        raise NotProved("the odd sets overlap")
    if not all(0 <= person < people for person in held):
        raise NotProved("an odd set holds somebody unknown")


def _checked_sizes(sets: tuple[SetDual, ...]) -> list[int]:
    sizes: list[int] = []
    for place, odd in enumerate(sets):
        if not all(0 <= part < place for part in odd.inside):
            raise NotProved(f"the parts of set {place} do not come before it")
        sizes.append(len(odd.people) + sum(sizes[part] for part in odd.inside))
        if sizes[-1] % 2 == 0:
            raise NotProved(f"set {place} holds {sizes[-1]} people, which is not odd")
        if odd.z < 0:
            raise NotProved(f"set {place} has the negative dual {odd.z}")
    return sizes


def _check_slacks(
    costs: NDArray[Any], proof: Proof, sizes: list[int], barred: NDArray[np.bool_] | None
) -> None:
    """No slack is negative."""
    order, begins = _row_up(len(costs), proof.sets)
    exact: NDArray[Any] = costs.astype(_exact_type(costs, proof), copy=False)
    slack = exact.take(order, axis=0).take(order, axis=1)
    y = np.array(proof.y, dtype=slack.dtype)[order]
    slack *= proof.scale
    slack -= y[:, None] - proof.noise
    slack -= y
    _add_shared(slack, proof.sets, begins, sizes)
    if barred is not None:
        slack[barred[np.ix_(order, order)]] = 0
    np.fill_diagonal(slack, 0)
    if slack.size and slack.min() < 0:
        raise NotProved(f"a pair costs {-slack.min()} less than the duals say")


def _exact_type(costs: NDArray[Any], proof: Proof) -> type:
    """64 bits if every slack surely fits, otherwise Python integers."""
    dearest = max(abs(int(costs.max(initial=0))), abs(int(costs.min(initial=0))))
    tallest = max(map(abs, proof.y), default=0)
    largest = proof.scale * dearest + proof.noise + 2 * tallest + sum(odd.z for odd in proof.sets)
    return np.int64 if largest < 2**63 else object


def _row_up(people: int, sets: tuple[SetDual, ...]) -> tuple[NDArray[np.intp], list[int]]:
    """An order of everybody in which each set is contiguous, its parts in turn, and where each set begins."""
    order: list[int] = []
    begins = [0] * len(sets)
    inside = {part for odd in sets for part in odd.inside}
    todo = [place for place in range(len(sets)) if place not in inside]
    while todo:
        place = todo.pop()
        begins[place] = len(order)
        order += sets[place].people
        todo += reversed(sets[place].inside)
    rest = set(range(people)).difference(order)
    return np.array([*order, *sorted(rest)], dtype=np.intp), begins


def _add_shared(slack: NDArray[Any], sets: tuple[SetDual, ...], begins: list[int], sizes: list[int]) -> None:
    """Add to every pair the duals of the sets that contain both: the smallest one and all around it."""
    duals = [odd.z for odd in sets]
    for place in reversed(range(len(sets))):
        shared, begin, end = duals[place], begins[place], begins[place] + sizes[place]
        at = begin + len(sets[place].people)
        slack[begin:at, begin:end] += shared
        slack[at:end, begin:at] += shared
        for part in sets[place].inside:
            duals[part] += shared
            begin, at = at, at + sizes[part]
            slack[begin:at, at:end] += shared
            slack[at:end, begin:at] += shared


def _check_bound(matching: Matching, sizes: list[int]) -> None:
    """The lower bound on every perfect matching, rounded up as costs are integers, must be met."""
    proof = matching.proof
    dual = sum(proof.y) - sum(odd.z * (size // 2) for odd, size in zip(proof.sets, sizes, strict=True))
    bound = -((proof.noise * (len(proof.y) // 2) - dual) // proof.scale)
    if matching.total != bound:
        raise NotProved(f"total {matching.total}, but the duals prove only {bound}")
