"""A matching by costs: the seed decides between equal ones, and the proof is checked before it is used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ronde.systems.matching.blossom import Graph, Numbers, fractional
from ronde.systems.matching.proof import Matching, Proof, SetDual, check

# Ties and the seed: people take places at random, and every pair gets a random term below one unit of
# cost.
#
# The terms of a whole matching sum to less than one unit, so true costs always decide first. The random
# places
# make the choice fair: the solver may treat remaining ties in any way, as it does not know the list.
#
# Only raw words of PCG64 are drawn: numpy promises that they never change, so a pairing can be reproduced.


NOISE_BITS = 31
"""Bits of each random term where possible; doubled, it fits in half a raw word."""

COST_BITS = 57
"""The solver uses up to 32 times the largest cost (`fractional.py`); the result must fit in 63 bits."""


@dataclass(frozen=True, slots=True)
class TieBreaker:
    """The doubled, scaled and perturbed costs between places, and who sits where."""

    seats: NDArray[np.intp]
    """The person at each place."""
    doubled: Numbers
    scale: int
    """One unit of true cost in `doubled`."""
    noise: int
    """The largest term added to a pair."""


def perturb(costs: Numbers, *, seed: int) -> TieBreaker:
    """Seat everybody at random and add the random terms."""
    people = len(costs)
    size_bits = (people - 1).bit_length()
    bits = min(NOISE_BITS, COST_BITS - size_bits - int(costs.max(initial=0)).bit_length())
    if bits < 0:
        costs, bits = costs.astype(object), NOISE_BITS
    chance = np.random.PCG64(seed)
    seats = np.argsort(chance.random_raw(people), kind="stable")
    doubled: Numbers = costs.take(seats, axis=0).take(seats, axis=1)
    doubled *= 2 ** (bits + size_bits)
    doubled += _terms(chance, people, bits)
    return TieBreaker(seats, doubled, scale=2 ** (bits + size_bits), noise=2 * (2**bits - 1))


def _terms(chance: np.random.PCG64, people: int, bits: int) -> NDArray[np.uint32]:
    """Twice a random number of that many bits for every pair."""
    words = chance.random_raw(people * people // 2).view(np.uint32).reshape(people, people)
    # The exclusive or of two independent uniform numbers is uniform again, and here symmetric.
    terms: NDArray[np.uint32] = words ^ words.T
    terms >>= np.uint32(31 - bits)
    terms &= ~np.uint32(1)
    return terms


# Exact minimum-weight perfect matching on a dense matrix of integer costs, with a proof of optimality.


class NoPerfectMatching(Exception):
    """The forbidden pairs allow no perfect matching; `unmatched` is a smallest set of people left over."""

    def __init__(self, unmatched: tuple[int, ...]) -> None:
        super().__init__(f"no way to pair everybody: {unmatched} would be left over")
        self.unmatched = unmatched


@dataclass(frozen=True, slots=True)
class Optimum:
    """A perfect matching and the duals of the doubled costs that prove it."""

    partner: tuple[int, ...]
    y: tuple[int, ...]
    sets: tuple[SetDual, ...]


def match(costs: NDArray[Any], *, seed: int, forbidden: NDArray[np.bool_] | None = None) -> Matching:
    """Match everybody at the least total cost; the seed alone chooses among equally cheap matchings.

    `costs` is symmetric, integer and not negative, its diagonal ignored; the number of people is even.
    """
    _refuse_misshapen(costs)
    charged = with_forbidden_costs(costs, forbidden)
    matching = _matching(charged, perturb(charged, seed=seed))
    check(charged, matching)
    if forbidden is not None:
        _refuse_forbidden(matching, forbidden)
    return matching


def solve(doubled: Numbers) -> Optimum:
    """Solve for even costs, breaking ties arbitrarily; takes ownership of the array."""
    if not len(doubled):
        return Optimum((), (), ())
    graph = Graph(fractional(doubled))
    graph.pair_everybody()
    return optimum(graph)


def optimum(graph: Graph) -> Optimum:
    """The optimum of a graph in which everybody is matched."""
    sets = list(graph.sets())[::-1]
    place = {odd: at for at, odd in enumerate(sets)}
    duals = tuple(
        SetDual(
            people=tuple(child.base for child in odd.children if not child.children),
            inside=tuple(place[child] for child in odd.children if child.children),
            z=int(odd.z),
        )
        for odd in sets
    )
    return Optimum(tuple(graph.partner), tuple(graph.y.tolist()), duals)


def _refuse_misshapen(costs: NDArray[Any]) -> None:
    if costs.ndim != 2 or costs.shape[0] != costs.shape[1] or len(costs) % 2:
        raise ValueError(f"costs must be square and even in size, not {costs.shape}")
    if costs.dtype.kind not in "biuO":
        raise ValueError(f"costs must be whole numbers, not {costs.dtype}")
    if not np.array_equal(costs, costs.T):
        raise ValueError("costs must be symmetric")


def with_forbidden_costs(costs: NDArray[Any], forbidden: NDArray[np.bool_] | None) -> Numbers:
    """A copy in which a forbidden pair costs more than any perfect matching without it."""
    charged: Numbers = costs.astype(np.int64 if np.can_cast(costs.dtype, np.int64) else object)
    np.fill_diagonal(charged, 0)
    if charged.size and charged.min() < 0:
        raise ValueError("costs must not be negative")
    if forbidden is None:
        return charged
    charged[forbidden | forbidden.T] = 0
    prohibitive = 1 + sum(charged.max(axis=1, initial=0).tolist()) // 2
    if prohibitive >= 2**63:
        charged = charged.astype(object)
    charged[forbidden | forbidden.T] = prohibitive
    np.fill_diagonal(charged, 0)
    return charged


def _matching(costs: Numbers, tie_breaker: TieBreaker) -> Matching:
    """The optimum, converted from places back to people."""
    seats = tie_breaker.seats.tolist()
    solved = solve(tie_breaker.doubled)
    pairs = {person: seats[solved.partner[place]] for place, person in enumerate(seats)}
    duals = dict(zip(seats, solved.y, strict=True))
    sets = tuple(replace(odd, people=tuple(seats[place] for place in odd.people)) for odd in solved.sets)
    partner = tuple(pairs[person] for person in range(len(seats)))
    y = tuple(duals[person] for person in range(len(seats)))
    total = sum(int(costs[person, other]) for person, other in enumerate(partner)) // 2
    return Matching(partner, total, Proof(y, sets, tie_breaker.scale, tie_breaker.noise))


def _refuse_forbidden(matching: Matching, forbidden: NDArray[np.bool_]) -> None:
    unmatched = tuple(
        person
        for person, other in enumerate(matching.partner)
        if forbidden[person, other] or forbidden[other, person]
    )
    if unmatched:
        raise NoPerfectMatching(unmatched)
