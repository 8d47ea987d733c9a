"""The fractional start of the matcher: the best solution made of pairs and odd cycles.

Costs come doubled, so every dual is an integer. `y[v]` is the dual of a person; the slack of a pair is its
doubled cost less the two duals. No slack is ever negative; partners and neighbours in a cycle have slack 0.

Why nothing overflows: the graph is complete, so no dual here exceeds the largest cost. In the search that
follows (`blossom.py`) none exceeds it twice, as unmatched people outside the tree bound it, and a tree lasts
less than three times as long. `far`, 32 times the largest cost, means "never": no sum reaches it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[Any]
"""Integers: int64, or Python integers where 64 bits are too few."""

SINGLE = -1


class Start:
    """Duals, pairs and odd cycles while they are being improved."""

    def __init__(self, doubled: Numbers) -> None:
        np.fill_diagonal(doubled, 0)
        self.far = 32 * (int(doubled.max()) + 1)
        # The diagonal: nobody plays himself; half of `far`, so that `far` can still be added.
        np.fill_diagonal(doubled, self.far // 2)
        self.doubled = doubled
        self.rows: list[Numbers] = list(doubled)
        self.y: Numbers = doubled.min(axis=1) // 2
        self.partner = [SINGLE] * len(doubled)
        self.cycle: dict[int, list[int]] = {}

    def pair(self, one: int, other: int) -> None:
        self.partner[one] = other
        self.partner[other] = one

    def close(self, cycle: list[int]) -> None:
        """Keep an odd cycle: each of its people is matched by one half with both neighbours."""
        for person in cycle:
            self.partner[person] = SINGLE
            self.cycle[person] = cycle

    def split(self, free: int) -> None:
        """Turn the odd cycle of this person into pairs that leave him out."""
        cycle = self.cycle[free]
        for person in cycle:
            del self.cycle[person]
        at = cycle.index(free)
        others = cycle[at + 1 :] + cycle[:at]
        for one, other in zip(others[::2], others[1::2], strict=True):
            self.pair(one, other)

    def waits(self, person: int) -> bool:
        """Whether the person has neither a partner nor a place in a cycle."""
        return self.partner[person] == SINGLE and person not in self.cycle


def fractional(doubled: Numbers) -> Start:
    """The best half-integral solution, its cycles then broken into pairs and one unmatched person each.

    Takes ownership of `doubled` and writes on its diagonal.
    """
    start = Start(doubled)
    greedy(start)
    for person in range(len(doubled)):
        if start.waits(person):
            Tree(start).grow(person)
    while start.cycle:
        start.split(next(iter(start.cycle)))
    return start


def greedy(start: Start) -> None:
    """Raise each unmatched person's dual until a pair is tight; match the two if both are unmatched."""
    gap = np.empty_like(start.y)
    taken = np.zeros_like(start.y)
    for person, row in enumerate(start.rows):
        if start.partner[person] == SINGLE:
            np.subtract(row, start.y, out=gap)
            nearest = int(gap.argmin())
            start.y[person] = least = gap[nearest]
            if taken[nearest]:  # of several who are equally near, one who is unmatched
                gap += taken
                nearest = int(gap.argmin())
                if gap[nearest] != least:
                    continue
            start.pair(person, nearest)
            taken[person] = taken[nearest] = 1


class Tree:
    """An alternating tree: it grows by the nearest person until it can be augmented.

    Place i of the tree holds the person `inner[i]` that was reached and his partner `outer[i]`; both joined
    at step `joined[i]`. Place 0 is the root alone. The duals of outer people rise with the step, those of
    inner people fall; all are written only at the end.
    """

    def __init__(self, start: Start) -> None:
        self.start = start
        self.outer: list[int] = []
        self.inner: list[int] = []
        self.joined: list[int] = []
        self.lift = np.full_like(start.y, -start.far)  # dual of an outer person minus the step he joined at
        self.meeting = start.far  # twice the step at which two outer people first meet
        self.meeters = (SINGLE, SINGLE)

    def grow(self, root: int) -> None:
        """Match the root, or put it into a new odd cycle, at the least cost."""
        start, far = self.start, self.start.far
        ground = start.y.copy()  # the dual of everybody outside; -far in the tree, so never the nearest
        key = np.full_like(ground, far)  # the least `cost - lift` from an outer person to everybody
        gap = np.empty_like(ground)
        inner, outer, step = root, root, 0
        while True:
            lift = start.y[outer] - step
            np.subtract(start.rows[outer], lift, out=gap)
            np.minimum(key, gap, out=key)
            if self.outer:
                self.watch(outer, gap)
            self.lift[outer] = lift
            ground[inner] = ground[outer] = -far
            self.inner.append(inner)
            self.outer.append(outer)
            self.joined.append(step)
            np.subtract(key, ground, out=gap)
            inner = int(gap.argmin())
            step = gap.item(inner)
            if self.meeting <= 2 * step:
                return self.curl()
            outer = start.partner[inner]
            if outer == SINGLE:
                return self.end_at(inner, step)

    def watch(self, person: int, gap: Numbers) -> None:
        """Record whether this new outer person is the first to meet an earlier one; overwrites `gap`."""
        np.subtract(gap, self.lift, out=gap)
        closest = int(gap.argmin())
        meeting = gap.item(closest)
        if meeting < self.meeting:
            self.meeting, self.meeters = meeting, (closest, person)

    def settle(self, step: int) -> None:
        """Write back the duals at the last step."""
        rise = step - np.array(self.joined, dtype=self.start.y.dtype)
        self.start.y[self.outer] += rise
        self.start.y[self.inner[1:]] -= rise[1:]

    def end_at(self, person: int, step: int) -> None:
        """Augment with the unmatched person reached, freeing him from his odd cycle if he is in one."""
        self.settle(step)
        if person in self.start.cycle:
            self.start.split(person)
        self.flip(person, len(self.outer))

    def flip(self, person: int, place: int) -> None:
        """Match the person with the outer one who reached him, and so on down to the root."""
        while True:
            place = self.origin(person, place)
            self.start.pair(person, self.outer[place])
            if place == 0:
                return
            person = self.inner[place]

    def origin(self, person: int, place: int) -> int:
        """The earlier place whose outer person reached this one; computed only where a path needs it."""
        earlier = np.array(self.outer[:place])
        return int((self.start.rows[person].take(earlier) - self.lift.take(earlier)).argmin())

    def curl(self) -> None:
        """Keep the cycle that two outer people close, and flip the stem between it and the root."""
        self.settle(self.meeting // 2)
        one, other = (self.outer.index(person) for person in self.meeters)
        left, right = [one], [other]
        while left[-1] != right[-1]:
            side = left if left[-1] > right[-1] else right
            side.append(self.origin(self.inner[side[-1]], side[-1]))
        stem = left[-1]
        if stem:
            self.flip(self.inner[stem], stem)
        self.start.close([*self.branch(left), self.outer[stem], *reversed(self.branch(right))])

    def branch(self, places: list[int]) -> list[int]:
        """The people from the first place up to the outer one of the last (excluded)."""
        return [person for place, _ in pairwise(places) for person in (self.outer[place], self.inner[place])]
