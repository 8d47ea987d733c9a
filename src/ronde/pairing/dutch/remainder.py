"""The remainder of a bracket: residents, upper half against lower half (fide 1.4.5 c, d)."""

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
        """The first candidate without any violation and exchange, if there is one."""
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
        lower = sorted({*range(self.people)} - {*upper})
        column = {one: at for at, one in enumerate(lower)}
        rows = [*upper, *range(self.people, self.size)]
        known = [column[partner[one]] for one in rows]
        costs = [digit.costs[np.ix_(rows, lower)] for digit in self.digits]
        places = self._places(self.allowed, upper, lower)
        return self._joined(upper, lower, first_transposition(costs, places, known, self.pairs))

    def _places(self, allowed: Bits, upper: list[int], lower: list[int]) -> Bits:
        """Upper half and exits as rows, lower half as columns."""
        places: Bits = allowed[np.ix_([*upper, *range(self.people, self.size)], lower)]
        return places

    def _joined(self, upper: list[int], lower: list[int], columns: list[int]) -> list[int]:
        partner = [-1] * self.size
        for one, at in zip([*upper, *range(self.people, self.size)], columns, strict=True):
            partner[one], partner[lower[at]] = lower[at], one
        return partner

    def _exchanges(self) -> Iterator[Digit]:
        """Fewest players exchanged, then the smallest difference of the numbers that enter and leave.

        If two of the lower half meet, the higher of them moves up; of two of the upper half the lower moves
        down. Counted from the middle, a pair across the halves costs nothing, which keeps the matching fast.
        """
        entering, leaving = self._entering(), self._leaving()
        yield Digit((entering > 0).astype(np.int64), self.pairs)
        yield Digit(entering + leaving, self.pairs * self.people)

    def _entering(self) -> Whole:
        """Pairs within the lower half: the place there, from 1, of the one who enters the upper half."""
        places = np.arange(1, self.people - self.pairs + 1)
        square = np.zeros((self.size, self.size), dtype=np.int64)
        square[self.pairs : self.people, self.pairs : self.people] = np.minimum.outer(places, places)
        return square

    def _leaving(self) -> Whole:
        """Pairs within the upper half, and with exits: how far from its end the leaving player stands."""
        places = self.pairs - np.arange(self.pairs)
        square = np.zeros((self.size, self.size), dtype=np.int64)
        square[: self.pairs, : self.pairs] = np.minimum.outer(places, places)
        square[: self.pairs, self.people :] = places[:, None]
        square[self.people :, : self.pairs] = places
        return square

    def _who_is_exchanged(self, stages: Stages, partner: list[int]) -> list[int]:
        """The highest numbers leave the upper half, then the lowest enter it."""
        exchanged = sum(self.pairs <= one < partner[one] < self.people for one in range(self.people))
        for who in (self._leaving(), self._entering()):
            partner = self._decide(stages, partner, who, exchanged)
        return partner

    def _decide(self, stages: Stages, partner: list[int], who: Whole, exchanged: int) -> list[int]:
        """Scan a half from the middle, some players at a time, until all who change sides are known.

        The number who change sides is the same in every remaining candidate, so it can offset their weights.
        """
        for begin in range(0, int(who.max(initial=0)), _CHUNK):
            places = who[np.arange(self.size), partner]
            if 2 * exchanged == np.count_nonzero((places > 0) & (places <= begin)):
                break
            worth = np.zeros(int(who.max()) + 1, dtype=np.int64)
            chunk = worth[begin + 1 : begin + 1 + _CHUNK]
            chunk[:] = 1 << np.arange(len(chunk))[::-1]
            costs = np.where(who > 0, worth.sum() - worth[who], 0)
            partner = stages.minimise([Digit(costs, int(worth.sum()) * exchanged)])
        return partner
