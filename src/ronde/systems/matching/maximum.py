"""Feasibility of pairings: whether these players can all be paired, also after two of them are seated.

Maximum matching in a general graph by alternating trees, where an odd cycle is contracted to its base
(Edmonds 1965). People are numbered from 0; the forbidden pairs are given, as nearly all pairs are allowed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

NOBODY = -1


class Oracle:
    """Maintains a maximum matching of the free players."""

    def __init__(self, barred: Sequence[Collection[int]]) -> None:
        self.barred = barred
        self.people = range(len(barred))
        self.free = set(self.people)
        self.mate = [NOBODY] * len(barred)
        self._greedy()
        for person in self.people:
            if self.mate[person] == NOBODY:
                self._augment(person)

    @property
    def complete(self) -> bool:
        """Whether all free players can be paired."""
        return all(self.mate[person] != NOBODY for person in self.free)

    def may_meet(self, one: int, other: int) -> bool:
        """Whether the two are free and allowed to meet."""
        return one != other and one in self.free and other in self.free and other not in self.barred[one]

    def settle(self, one: int, other: int) -> bool:
        """Pair two people for good, if all the others can then still be paired."""
        if not self.may_meet(one, other):
            return False
        left, right = self.mate[one], self.mate[other]
        self.free -= {one, other}
        if left == other:
            return True
        self.mate[left] = self.mate[right] = NOBODY
        self.mate[one], self.mate[other] = other, one
        if self.may_meet(left, right):
            self.mate[left], self.mate[right] = right, left
            return True
        if self._augment(left):
            return True
        self.mate[one], self.mate[other] = left, right
        self.mate[left], self.mate[right] = one, other
        self.free |= {one, other}
        return False

    def blocked(self) -> tuple[list[int], list[int]]:
        """People of whom some must stay unmatched in any case, and the only people they could meet.

        The first are all whom an even alternating path joins to an unmatched person (Gallai, Edmonds).
        """
        stuck: set[int] = set()
        for person in sorted(self.free):
            if self.mate[person] == NOBODY:
                stuck |= _Tree(self, person).grow_out()
        rivals = {
            other for one in stuck for other in self.free if other not in stuck and self.may_meet(one, other)
        }
        return sorted(stuck), sorted(rivals)

    def _greedy(self) -> None:
        for person in self.people:
            if self.mate[person] == NOBODY:
                nearest = (one for one in range(person + 1, len(self.people)) if self.mate[one] == NOBODY)
                partner = next((one for one in nearest if self.may_meet(person, one)), NOBODY)
                if partner != NOBODY:
                    self.mate[person], self.mate[partner] = partner, person

    def _augment(self, root: int) -> bool:
        """Match an unmatched person, rematching others if necessary; False if that is impossible.

        Nearly always a path is found without contracting odd cycles, which costs most of the work.
        """
        for shrinking in (False, True):
            tree = _Tree(self, root)
            end = tree.search(shrinking=shrinking)
            while end != NOBODY:
                before = tree.parent[end]
                following = self.mate[before]
                self.mate[end], self.mate[before] = before, end
                end = following
            if tree.reached:
                return True
        return False


class _Tree:
    """An alternating tree: from its root, paths alternate between unmatched and matched pairs."""

    def __init__(self, oracle: Oracle, root: int) -> None:
        count = len(oracle.people)
        self.oracle = oracle
        self.mate = oracle.mate
        self.parent = [NOBODY] * count
        self.base = list(oracle.people)
        self.outer = [False] * count
        self.outer[root] = True
        self.waiting = deque([root])
        self.lowest_first = sorted(oracle.free, reverse=True)
        """So that a player who must be rematched is one who is settled late."""
        self.reached = False

    def grow_out(self) -> set[int]:
        """Everybody an even path reaches, when no augmenting path exists."""
        self.search(shrinking=True)
        return {person for person, outer in enumerate(self.outer) if outer}

    def search(self, *, shrinking: bool) -> int:
        """The end of an augmenting path, or nobody."""
        while self.waiting:
            person = self.waiting.popleft()
            for other in self.lowest_first:
                if self._useless(person, other):
                    continue
                if self._outer_side(other):
                    if shrinking:
                        self._shrink(person, other)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = person
                    if self.mate[other] == NOBODY:
                        self.reached = True
                        return other
                    self._reach(self.mate[other])
        return NOBODY

    def _useless(self, person: int, other: int) -> bool:
        """Inside one contracted cycle, already partners, or forbidden."""
        same = self.base[person] == self.base[other] or self.mate[person] == other
        return same or other in self.oracle.barred[person]

    def _outer_side(self, person: int) -> bool:
        """Whether an even path leads to him: he is the root, or his partner was reached first."""
        partner = self.mate[person]
        return self.outer[person] or (partner != NOBODY and self.parent[partner] != NOBODY)

    def _reach(self, person: int) -> None:
        if not self.outer[person]:
            self.outer[person] = True
            self.waiting.append(person)

    def _shrink(self, one: int, other: int) -> None:
        """Two outer people may meet: everybody on the odd cycle becomes outer."""
        top = self._meeting(one, other)
        circle: set[int] = set()
        self._mark(one, top, other, circle)
        self._mark(other, top, one, circle)
        for person in self.oracle.people:
            if self.base[person] in circle:
                self.base[person] = top
                self._reach(person)

    def _meeting(self, one: int, other: int) -> int:
        """The first base that both paths to the root have in common."""
        above: set[int] = set()
        person = one
        while True:
            person = self.base[person]
            above.add(person)
            if self.mate[person] == NOBODY:
                break
            person = self.parent[self.mate[person]]
        person = self.base[other]
        while person not in above:
            person = self.base[self.parent[self.mate[person]]]
        return person

    def _mark(self, person: int, top: int, child: int, circle: set[int]) -> None:
        """Walk up one side of the cycle; its inner people can be entered from the other side."""
        while self.base[person] != top:
            partner = self.mate[person]
            circle |= {self.base[person], self.base[partner]}
            self.parent[person] = child
            child = partner
            person = self.parent[partner]
