"""Exact minimum-weight perfect matching on a dense matrix of integer costs, with a proof of optimality."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ronde.pairing.blossom import Graph
from ronde.pairing.fractional import Numbers, fractional
from ronde.pairing.perturb import TieBreaker, perturb
from ronde.pairing.proof import Matching, Proof, SetDual, check


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
    charged = priced(costs, forbidden)
    matching = _matching(charged, perturb(charged, seed=seed))
    check(charged, matching)
    if forbidden is not None:
        _refuse_forbidden(matching, forbidden)
    return matching


def solve(doubled: Numbers) -> Optimum:
    """Solve for even costs, breaking ties arbitrarily; takes ownership of the array."""
    if not len(doubled):
        return Optimum((), (), ())
    hall = Graph(fractional(doubled))
    hall.pair_everybody()
    return optimum(hall)


def optimum(hall: Graph) -> Optimum:
    """The optimum of a graph in which everybody is matched."""
    sets = list(hall.sets())[::-1]
    place = {odd: at for at, odd in enumerate(sets)}
    duals = tuple(
        SetDual(
            people=tuple(child.base for child in odd.children if not child.children),
            inside=tuple(place[child] for child in odd.children if child.children),
            z=int(odd.z),
        )
        for odd in sets
    )
    return Optimum(tuple(hall.partner), tuple(hall.y.tolist()), duals)


def _refuse_misshapen(costs: NDArray[Any]) -> None:
    if costs.ndim != 2 or costs.shape[0] != costs.shape[1] or len(costs) % 2:
        raise ValueError(f"costs must be square and even in size, not {costs.shape}")
    if costs.dtype.kind not in "biuO":
        raise ValueError(f"costs must be whole numbers, not {costs.dtype}")
    if not np.array_equal(costs, costs.T):
        raise ValueError("costs must be symmetric")


def priced(costs: NDArray[Any], forbidden: NDArray[np.bool_] | None) -> Numbers:
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


def _matching(costs: Numbers, seating: TieBreaker) -> Matching:
    """The optimum, converted from places back to people."""
    seats = seating.seats.tolist()
    solved = solve(seating.doubled)
    pairs = {person: seats[solved.partner[place]] for place, person in enumerate(seats)}
    duals = dict(zip(seats, solved.y, strict=True))
    sets = tuple(replace(odd, people=tuple(seats[place] for place in odd.people)) for odd in solved.sets)
    partner = tuple(pairs[person] for person in range(len(seats)))
    y = tuple(duals[person] for person in range(len(seats)))
    total = sum(int(costs[person, other]) for person, other in enumerate(partner)) // 2
    return Matching(partner, total, Proof(y, sets, seating.scale, seating.noise))


def _refuse_forbidden(matching: Matching, forbidden: NDArray[np.bool_]) -> None:
    unmatched = tuple(
        person
        for person, other in enumerate(matching.partner)
        if forbidden[person, other] or forbidden[other, person]
    )
    if unmatched:
        raise NoPerfectMatching(unmatched)
