"""The remainder of a bracket: residents among themselves, upper half against lower half (fide 1.4.5 c, d)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ronde.pairing.dutch.field import Bits, Whole
from ronde.pairing.dutch.stages import Digit, Stages
from ronde.pairing.dutch.transposition import any_assignment, first_assignment, first_transposition

_CHUNK = 24
"""How many people one more matching decides about when halves are exchanged."""


class Remainder:
    """Residents in ranking order, then the exits that are left."""

    def __init__(self, allowed: Bits, people: int, digits: Sequence[Digit]) -> None:
        self.allowed = allowed
        self.people = people
        self.size = len(allowed)
        self.pairs = (people - (self.size - people)) // 2
        self.digits = [digit for digit in digits if (digit.costs * allowed).any()]

    def pair(self) -> list[int]:
        """The partner of everybody in the best and earliest candidate."""
        perfect = self._perfect()
        return self._best() if perfect is None else perfect

    def _perfect(self) -> list[int] | None:
        """The first candidate without any fault and any exchange, if there is one."""
        faultless = self.allowed.copy()
        for digit in self.digits:
            faultless &= digit.costs == 0
        upper = list(range(self.pairs))
        lower = list(range(self.pairs, self.people))
        places = self._places(faultless, upper, lower)
        some = any_assignment(places)
        if some is None:
            return None
        return self._joined(upper, lower, first_assignment(places, some, self.pairs))

    def _best(self) -> list[int]:
        stages = Stages(self.allowed)
        partner = stages.minimise([*self.digits, *self._exchanges()])
        partner = self._who_is_exchanged(stages, partner)
        upper = [one for one in range(self.people) if one < partner[one] < self.people]
        lower = [one for one in range(self.people) if one not in set(upper)]
        column = {one: at for at, one in enumerate(lower)}
        rows = [*upper, *range(self.people, self.size)]
        known = [column[partner[one]] for one in rows]
        chosen = np.ix_(rows, lower)
        costs = self._mixed()[chosen]
        return self._joined(
            upper,
            lower,
            first_transposition(costs, self._places(self.allowed, upper, lower), known, self.pairs),
        )

    def _places(self, allowed: Bits, upper: list[int], lower: list[int]) -> Bits:
        """Upper half and exits as rows, lower half as columns."""
        places: Bits = allowed[np.ix_([*upper, *range(self.people, self.size)], lower)]
        return places

    def _joined(self, upper: list[int], lower: list[int], columns: list[int]) -> list[int]:
        partner = [-1] * self.size
        for one, at in zip([*upper, *range(self.people, self.size)], columns, strict=True):
            partner[one], partner[lower[at]] = lower[at], one
        return partner

    def _mixed(self) -> Whole:
        mixed = np.zeros((self.size, self.size), dtype=np.int64)
        for digit in self.digits:
            mixed = mixed * (digit.most + 1) + digit.costs
        return mixed

    def _exchanges(self) -> Iterator[Digit]:
        """Fewest people exchanged, then the smallest sum of the upper half's numbers."""
        index = np.arange(self.people)
        smaller = self._between(np.minimum.outer(index, index))
        yield Digit(np.where(smaller >= self.pairs, 1, 0), self.pairs)
        yield Digit(smaller, self.pairs * self.people)

    def _between(self, costs: Whole) -> Whole:
        wide = np.zeros((self.size, self.size), dtype=np.int64)
        wide[: self.people, : self.people] = costs
        return wide

    def _who_is_exchanged(self, stages: Stages, partner: list[int]) -> list[int]:
        """The highest numbers leave the upper half, the lowest enter it."""
        exchanged = sum(self.pairs <= one < partner[one] < self.people for one in range(self.people))
        leavers = list(reversed(range(self.pairs)))
        partner = self._decide(stages, partner, leavers, exchanged, stays=1)
        return self._decide(stages, partner, list(range(self.pairs, self.people)), exchanged, stays=0)

    def _decide(
        self, stages: Stages, partner: list[int], line: list[int], exchanged: int, *, stays: int
    ) -> list[int]:
        """Go along a half, some people at a time, until all who change sides are known."""
        index = np.arange(self.people)
        smaller = np.minimum.outer(index, index)
        decided = 0
        for begin in range(0, len(line), _CHUNK):
            if decided == exchanged:
                break
            chunk = line[begin : begin + _CHUNK]
            weight = np.zeros(self.people, dtype=np.int64)
            weight[chunk] = [1 << at for at in reversed(range(len(chunk)))]
            costs = weight[smaller] if stays else int(weight.sum()) - weight[smaller]
            np.fill_diagonal(costs, 0)
            partner = stages.minimise([Digit(self._between(costs), int(weight.sum()) * max(1, self.pairs))])
            upper = {one for one in chunk if one < partner[one] < self.people}
            decided += len(chunk) - len(upper) if stays else len(upper)
        return partner
