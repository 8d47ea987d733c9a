"""Minimum-weight perfect matching by a primal-dual search in whole numbers, started from a fractional one."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

# The fractional start of the matcher: the best solution made of pairs and odd cycles.
#
# Costs come doubled, so every dual is an integer. `y[v]` is the dual of a person; the slack of a pair is
# its
# doubled cost less the two duals. No slack is ever negative; partners and neighbours in a cycle have slack
# 0.
#
# Why nothing overflows: the graph is complete, so no dual here exceeds the largest cost. In the search
# that
# follows (`blossom.py`) none exceeds it twice, as unmatched people outside the tree bound it, and a tree
# lasts
# less than three times as long. `far`, 32 times the largest cost, means "never": no sum reaches it.


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


# Edmonds' blossom algorithm: alternating trees in which odd cycles are contracted to sets and expanded.
#
# An odd set B has a dual z(B) >= 0; the slack of a pair is its doubled cost less both duals y, plus z of
# all
# sets that contain both. A single person is an odd set too, whose z is ignored. One tree is grown at a
# time,
# from an unmatched person; the duals of its outer sets rise with the step, those of inner sets fall, and
# are
# written back ("settled") only when a set leaves its role.


Link = tuple[int, int]


class OddSet:
    """One person, or an odd cycle of smaller odd sets: all members but the base are paired inside.

    `links[i]` is the pair that ties `children[i]` to the next child; the base sits in `children[0]`.
    `index` picks the members out of an array: for one person a plain number, which is faster.
    """

    __slots__ = ("base", "children", "index", "links", "members", "number", "within", "z")

    def __init__(self, number: int, base: int, children: list[OddSet], links: list[Link]) -> None:
        self.number = number
        self.base = base
        self.children = children
        self.links = links
        self.members: NDArray[np.intp] = (
            np.concatenate([child.members for child in children]) if children else np.array([base])
        )
        self.index: int | NDArray[np.intp] = self.members if children else base
        self.within: OddSet | None = None
        self.z = 0
        for child in children:
            child.within = self

    def turn(self, first: OddSet) -> None:
        """Rotate the cycle so that it begins with this child."""
        at = self.children.index(first)
        self.children = self.children[at:] + self.children[:at]
        self.links = self.links[at:] + self.links[:at]

    def link(self, here: int, there: int) -> Link:
        """The pair between two neighbouring children, seen from the first."""
        if there == (here + 1) % len(self.children):
            return self.links[here]
        one, other = self.links[there]
        return other, one


class Graph:
    """All people with duals, partners and odd sets, between one tree and the next."""

    def __init__(self, start: Start) -> None:
        self.doubled = start.doubled
        self.rows = start.rows
        self.far = start.far
        self.y = start.y
        self.partner = start.partner
        self.known = [OddSet(person, person, [], []) for person in range(len(self.rows))]
        self.largest = np.arange(len(self.rows))  # the index of the largest set that contains each person

    def pair_everybody(self) -> None:
        """Grow a tree from each single person; every tree makes one more pair."""
        for person in range(len(self.partner)):
            if self.partner[person] == SINGLE:
                Search(self, person).run()

    def top(self, person: int) -> OddSet:
        """The largest set that contains the person."""
        return self.known[self.largest.item(person)]

    def tie(self, base: int, children: list[OddSet], links: list[Link]) -> OddSet:
        """Contract the children into a new largest set."""
        odd = OddSet(len(self.known), base, children, links)
        self.known.append(odd)
        self.largest[odd.index] = odd.number
        return odd

    def untie(self, odd: OddSet) -> None:
        """Expand a set: its children become largest sets again."""
        for child in odd.children:
            child.within = None
            self.largest[child.index] = child.number

    def rebase(self, odd: OddSet, person: int) -> None:
        """Rematch the set inside, so that this member is left for a partner outside."""
        todo = [(odd, person)]
        while todo:
            odd, person = todo.pop()
            for holder, child in self.nest(odd, person):
                holder.base = person
                holder.turn(child)
                todo += self.pair_inside(holder)

    def nest(self, odd: OddSet, person: int) -> list[tuple[OddSet, OddSet]]:
        """The sets from this one inward whose base is not this member, with the child that contains him."""
        if odd.base == person:
            return []
        child, steps = self.known[person], []
        while child is not odd and child.within is not None:
            if child.within.base != person:
                steps.append((child.within, child))
            child = child.within
        return steps[::-1]

    def pair_inside(self, odd: OddSet) -> Iterator[tuple[OddSet, int]]:
        """Match the children but the first two by two; yields the base each of them needs."""
        for at in range(1, len(odd.children), 2):
            one, other = odd.links[at]
            self.partner[one], self.partner[other] = other, one
            yield odd.children[at], one
            yield odd.children[at + 1], other

    def dissolve(self, odd: OddSet) -> None:
        """Remove a largest set whose dual is 0, and those inside that become largest and have dual 0 too."""
        todo = [odd]
        while todo:
            odd = todo.pop()
            if odd.children and odd.z == 0:
                self.untie(odd)
                todo += odd.children

    def sets(self) -> Iterator[OddSet]:
        """All odd sets of more than one person."""
        todo = [self.known[number] for number in dict.fromkeys(self.largest.tolist())]
        while todo:
            odd = todo.pop()
            if odd.children:
                yield odd
                todo += odd.children


class Search:
    """One alternating tree, grown from an unmatched person until it reaches another."""

    def __init__(self, graph: Graph, root: int) -> None:
        self.graph = graph
        self.root = root
        self.step = 0
        self.outer: dict[OddSet, int] = {}  # with the step at which the set joined
        self.inner: dict[OddSet, int] = {}
        self.entry: dict[OddSet, Link] = {}  # the pair by which an inner set was reached, outer person first
        self.least: dict[OddSet, Numbers] = {}  # rows of outer sets of several people
        self.key = np.full_like(graph.y, graph.far)  # least `cost - lift` from an outer person to everybody
        self.lift = np.full_like(graph.y, -graph.far)  # dual of an outer person minus the step
        self.ground = graph.y.copy()  # dual of everybody outside; -far in the tree, so never the nearest
        self.gap = np.empty_like(graph.y)
        # Twice the step, a tie-breaking number, an outer set, and the person of another outer set it meets.
        self.meetings: list[tuple[int, int, OddSet, int]] = []
        self.openings: list[tuple[int, int, OddSet]] = []  # the step, a number, an inner set
        self.events = 0

    def run(self) -> None:
        """Process the events in the order of their steps until the tree is augmented."""
        self.add_outer(self.graph.top(self.root))
        while True:
            np.subtract(self.key, self.ground, out=self.gap)
            nearest = int(self.gap.argmin())
            reach = int(self.gap[nearest])
            meeting, opening = self.next_meeting(), self.next_opening()
            if opening <= min(reach, meeting):
                self.step = opening
                self.open(heappop(self.openings)[-1])
            elif meeting <= reach:
                self.step = meeting
                self.shrink(*heappop(self.meetings)[-2:])
            else:
                self.step = reach
                if self.grow(nearest):
                    return

    def next_meeting(self) -> int:
        """The step at which two outer sets first meet; sets contracted since are ignored."""
        while self.meetings and self.meetings[0][-2] not in self.outer:
            heappop(self.meetings)
        return self.meetings[0][0] // 2 if self.meetings else self.graph.far

    def next_opening(self) -> int:
        """The step at which the dual of an inner set first reaches 0."""
        while self.openings and self.openings[0][-1] not in self.inner:
            heappop(self.openings)
        return self.openings[0][0] if self.openings else self.graph.far

    def number(self) -> int:
        """An increasing number: equal steps are processed in the order they were found."""
        self.events += 1
        return self.events

    def add_outer(self, odd: OddSet) -> None:
        """Add an outer set, whose duals rise."""
        self.lift_people(odd)
        self.look_around(odd)

    def lift_people(self, odd: OddSet) -> None:
        """Start the rise of a set's people from their settled duals."""
        self.ground[odd.index] = -self.graph.far
        self.lift[odd.index] = self.graph.y[odd.index] - self.step

    def look_around(self, odd: OddSet) -> None:
        """Update the distances with a new outer set, and find which other outer set it meets first."""
        row = self.row(odd)
        self.outer[odd] = self.step
        np.minimum(self.key, row, out=self.key)
        np.subtract(row, self.lift, out=self.gap)
        self.gap[odd.index] = self.graph.far
        met = int(self.gap.argmin())
        heappush(self.meetings, (int(self.gap[met]), self.number(), odd, met))

    def add_inner(self, odd: OddSet, entry: Link) -> None:
        """Add an inner set, reached by this pair, whose duals fall."""
        self.inner[odd] = self.step
        self.entry[odd] = entry
        self.ground[odd.index] = -self.graph.far
        if odd.children:
            heappush(self.openings, (self.step + odd.z // 2, self.number(), odd))

    def row(self, odd: OddSet) -> Numbers:
        """The least `cost - lift` from an outer set to everybody; cached for sets of several people."""
        if not odd.children:
            return np.asarray(self.graph.rows[odd.base] - self.lift[odd.base])
        if odd not in self.least:
            lifts = self.lift[odd.members]
            self.least[odd] = (self.graph.doubled[odd.members] - lifts[:, None]).min(axis=0)
        return self.least[odd]

    def settle_outer(self, odd: OddSet) -> None:
        """Remove a set from its outer role; its people keep their lift and are settled with the tree."""
        odd.z += 2 * (self.step - self.outer.pop(odd))

    def settle_inner(self, odd: OddSet) -> None:
        """Remove a set from its inner role and write back its duals."""
        fall = self.step - self.inner.pop(odd)
        self.graph.y[odd.index] -= fall
        odd.z -= 2 * fall

    def giver(self, person: int) -> int:
        """The outer person who is nearest to this one."""
        np.subtract(self.graph.rows[person], self.lift, out=self.gap)
        return int(self.gap.argmin())

    def grow(self, person: int) -> bool:
        """Reach a person outside: his set becomes inner and its partner outer; True if he is unmatched."""
        graph = self.graph
        odd = graph.top(person)
        entry = self.giver(person), person
        partner = graph.partner[odd.base]
        if partner == SINGLE:
            self.augment(entry)
            self.finish()
            return True
        self.add_inner(odd, entry)
        self.add_outer(graph.top(partner))
        return False

    def shrink(self, odd: OddSet, met: int) -> None:
        """Contract the cycle between two outer sets that meet into a new outer set."""
        nearest = int((self.graph.rows[met][odd.members] - self.lift[odd.members]).argmin())
        cycle = self.cycle(int(odd.members[nearest]), met)
        for child in cycle.children:
            if child in self.outer:
                self.settle_outer(child)
            else:
                self.settle_inner(child)
                self.lift_people(child)
        first, *others = cycle.children
        least = self.row(first)  # may be overwritten: the rows of the children are not needed any more
        for child in others:
            np.minimum(least, self.row(child), out=least)
            self.least.pop(child, None)
        self.least[cycle] = least
        self.look_around(cycle)

    def cycle(self, one: int, other: int) -> OddSet:
        """The odd set of both paths from these outer people to their common ancestor."""
        top = self.graph.top
        upward = set(self.ancestors(top(one)))
        stem = next(odd for odd in self.ancestors(top(other)) if odd in upward)
        left, left_links = self.branch(top(one), stem)
        right, right_links = self.branch(top(other), stem)
        down = [(lower, upper) for upper, lower in reversed(left_links)]
        return self.graph.tie(stem.base, [stem, *reversed(left), *right], [*down, (one, other), *right_links])

    def ancestors(self, odd: OddSet) -> Iterator[OddSet]:
        """The outer sets from this one to the root."""
        graph = self.graph
        yield odd
        while (partner := graph.partner[odd.base]) != SINGLE:
            odd = graph.top(self.entry[graph.top(partner)][0])
            yield odd

    def branch(self, odd: OddSet, stem: OddSet) -> tuple[list[OddSet], list[Link]]:
        """The sets from an outer one up to the stem (excluded), and the pair that leads on from each."""
        graph = self.graph
        sets: list[OddSet] = []
        links: list[Link] = []
        while odd is not stem:
            partner = graph.partner[odd.base]
            inner = graph.top(partner)
            outer_person, inner_person = self.entry[inner]
            sets += odd, inner
            links += (odd.base, partner), (inner_person, outer_person)
            odd = graph.top(outer_person)
        return sets, links

    def open(self, odd: OddSet) -> None:
        """Expand an inner set of dual 0: the even side of its cycle stays in the tree, the other leaves."""
        graph = self.graph
        self.settle_inner(odd)
        entry = self.entry.pop(odd)
        graph.untie(odd)
        self.ground[odd.index] = graph.y[odd.index]
        at = odd.children.index(graph.top(entry[1]))
        way = [*range(at, len(odd.children)), 0] if at % 2 else list(range(at, -1, -1))
        self.add_inner(odd.children[at], entry)
        for outer, inner in zip(way[1::2], way[2::2], strict=True):
            self.add_outer(odd.children[outer])
            self.add_inner(odd.children[inner], odd.link(outer, inner))

    def augment(self, entry: Link) -> None:
        """Flip the pairs between the unmatched person reached and the root."""
        graph = self.graph
        outer, inner = entry
        while True:
            graph.rebase(graph.top(inner), inner)
            before = graph.partner[graph.top(outer).base]
            graph.rebase(graph.top(outer), outer)
            graph.partner[outer], graph.partner[inner] = inner, outer
            if before == SINGLE:
                return
            outer, inner = self.entry[graph.top(before)]

    def finish(self) -> None:
        """Settle the whole tree and remove sets of dual 0."""
        outer, inner = list(self.outer), list(self.inner)
        for odd in outer:
            self.settle_outer(odd)
            self.graph.y[odd.index] = self.lift[odd.index] + self.step
        for odd in inner:
            self.settle_inner(odd)
        for odd in outer + inner:
            self.graph.dissolve(odd)
