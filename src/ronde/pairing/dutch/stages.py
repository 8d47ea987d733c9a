"""Criteria in the order of their weight, minimised in stages that fit into 64 bits.

A stage is one matching. By complementary slackness a perfect matching is optimal exactly if it uses only
tight pairs (reduced cost 0) and exactly one pair leaves every odd set with a positive dual. So the next stage
goes on with the tight pairs, and its first digit counts how many such sets a pair leaves: the least is the
number of sets, and every optimum reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ronde.pairing.dutch.digits import Numbers
from ronde.pairing.dutch.exact import NotPairable
from ronde.pairing.dutch.field import Bits, Whole
from ronde.pairing.matching import Optimum, solve

_ROOM = 2**54
"""The matcher doubles costs and uses 32 times the largest as infinity; both must stay below 2**63."""


@dataclass(frozen=True, slots=True)
class Digit:
    """The costs of pairs, and the largest total of a perfect matching."""

    costs: Numbers
    most: int


class Stages:
    """The pairs that are still optimal for everything minimised so far."""

    def __init__(self, allowed: Bits) -> None:
        self.allowed = allowed.copy()
        self.crossings: Whole | None = None
        self.sets = 0
        self.partner: list[int] = []

    def minimise(self, digits: Iterable[Digit]) -> list[int]:
        """Minimise these digits one after the other; returns the partners of one optimum."""
        waiting: list[Digit] = []
        room = _ROOM // (self.sets + 1)
        for digit in digits:
            if (digit.most + 1) > room and waiting:
                self._solve(waiting)
                waiting, room = [], _ROOM // (self.sets + 1)
            waiting.append(digit)
            room //= digit.most + 1
        if waiting or not self.partner:
            self._solve(waiting)
        return self.partner

    def _solve(self, digits: list[Digit]) -> None:
        below = 1
        for digit in digits:
            below *= digit.most + 1
        mixed = (
            np.zeros(self.allowed.shape, dtype=np.int64) if self.crossings is None else self.crossings.copy()
        )
        for digit in digits:
            mixed *= digit.most + 1
            mixed += digit.costs
        doubled = np.where(self.allowed, mixed, (self.sets + 1) * below) * 2
        optimum = solve(doubled.copy())
        self.partner = list(optimum.partner)
        if not all(self.allowed[one, other] for one, other in enumerate(self.partner)):
            raise NotPairable
        self._restrict(doubled, optimum)

    def _restrict(self, doubled: Whole, optimum: Optimum) -> None:
        """Keep the tight pairs, and count the odd sets that each of them leaves."""
        y = np.array(optimum.y, dtype=np.int64)
        slack = doubled - y[:, None] - y
        shared = np.zeros_like(slack)
        depth = np.zeros(len(y), dtype=np.int64)
        held: list[list[int]] = []
        self.sets = 0
        for odd in optimum.sets:
            held.append([*odd.people, *(person for part in odd.inside for person in held[part])])
            if odd.z:
                inside = np.ix_(held[-1], held[-1])
                slack[inside] += odd.z
                shared[inside] += 1
                depth[held[-1]] += 1
                self.sets += 1
        self.allowed &= slack == 0
        self.crossings = depth[:, None] + depth - 2 * shared if self.sets else None
