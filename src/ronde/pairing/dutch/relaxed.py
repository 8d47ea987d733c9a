"""The fast path: a bracket paired as if nothing outside it mattered (fide 1.9, steps 1 to 5).

The number of floaters is the least that parity allows, so each floater gets a special partner: the bye, or
"somewhere below". The result is the best and earliest candidate of this relaxed problem; `certificate.py`
tells whether it also solves the real one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.criteria import QUALITY, SCORES_OF_FLOATERS, Criterion, Over
from ronde.pairing.dutch.exact import NotPairable, Paired
from ronde.pairing.dutch.field import Bits, Whole
from ronde.pairing.dutch.remainder import Remainder
from ronde.pairing.dutch.stages import Digit, Stages


@dataclass(frozen=True, slots=True)
class Exits:
    """The exits of a bracket: at most one to the bye and one to the bracket below."""

    bye: bool
    below: bool

    def __len__(self) -> int:
        return self.bye + self.below


def exits(bracket: ScoreBracket) -> Exits:
    """The fewest floaters that parity and the score of the bye allow."""
    odd = len(bracket) % 2 == 1
    if bracket.bye_score is None or bracket.bye_score < bracket.score:
        return Exits(bye=False, below=odd)
    return Exits(bye=True, below=not odd)


class Relaxed:
    """The graph of a bracket: its members, then its exits (the bye first)."""

    def __init__(self, bracket: ScoreBracket) -> None:
        self.bracket = bracket
        self.exits = exits(bracket)
        self.inside = len(bracket)
        self.size = self.inside + len(self.exits)
        self.allowed = self._allowed()

    def _allowed(self) -> Bits:
        allowed = np.zeros((self.size, self.size), dtype=bool)
        allowed[: self.inside, : self.inside] = self.bracket.allowed
        if self.exits.bye:
            self._open(allowed, self.inside, self.bracket.may_have_bye(self.bracket.members))
        if self.exits.below:
            self._open(allowed, self.size - 1, np.ones(self.inside, dtype=bool))
        return allowed

    def _open(self, allowed: Bits, way: int, who: Bits) -> None:
        allowed[: self.inside, way] = allowed[way, : self.inside] = who

    def pair(self) -> Paired | None:
        """The best and earliest candidate, None if there is none."""
        try:
            partner = self._paired()
        except NotPairable:
            return None
        at = self.bracket.members.tolist()
        pairs = [
            (one, other) for one, other in enumerate(partner[: self.inside]) if one < other < self.inside
        ]
        out = sorted(at[one] for one in range(self.inside) if partner[one] >= self.inside)
        final = self.exits.bye and not self.exits.below
        return Paired(
            pairs=tuple((at[one], at[other]) for one, other in pairs),
            floaters=() if final else tuple(out),
            bye=out[0] if final else None,
        )

    def _paired(self) -> list[int]:
        partner = [-1] * self.size
        if self.bracket.moved_down:
            self._pair_moved_down(partner)
        rest = [one for one in range(self.size) if partner[one] < 0]
        inside = [one for one in rest if one < self.inside]
        chosen = np.ix_(rest, rest)
        digits = [Digit(digit.costs[chosen], digit.most) for digit in self._criteria()]
        solved = Remainder(self.allowed[chosen], len(inside), digits).pair()
        for one, other in enumerate(solved):
            partner[rest[one]] = rest[other]
        return partner

    def _pair_moved_down(self, partner: list[int]) -> None:
        """Settle the moved-down: who is left out, and the others' opponents in turn (fide 1.4.5 a, b)."""
        stages = Stages(self.allowed)
        solved = stages.minimise([*self._criteria(), *self._left_out(), *self._opponents()])
        for one in range(len(self.bracket.moved_down)):
            partner[one], partner[solved[one]] = solved[one], one

    # Digits

    def _criteria(self) -> Iterator[Digit]:
        yield from self._counted(SCORES_OF_FLOATERS)
        if self.exits.below:
            yield from self._no_opponent_below()
        if self.exits.bye and not self.exits.below:
            yield from self._unplayed()
        for criterion in QUALITY:
            yield from self._counted(criterion)

    def _counted(self, criterion: Criterion) -> Iterator[Digit]:
        for marks in criterion.counts(self.bracket):
            if criterion.over is Over.FLOATERS:
                yield self._floating(marks, slice(self.inside, None), len(self.exits))
            else:
                costs = np.zeros((self.size, self.size), dtype=np.int64)
                costs[: self.inside, : self.inside] = marks
                yield Digit(costs, self.inside // 2)

    def _floating(self, marks: Bits | Whole, ways: slice, most: int) -> Digit:
        costs = np.zeros((self.size, self.size), dtype=np.int64)
        costs[: self.inside, ways] = marks[:, None]
        costs[ways, : self.inside] = marks
        return Digit(costs, most)

    def _no_opponent_below(self) -> Iterator[Digit]:
        """C8 as far as a single floater decides it: nobody of the next scoregroup may meet him."""
        near = np.array(self.bracket.below[: self.bracket.next_group], dtype=np.int64)
        lonely = ~np.asarray(self.bracket.people.allowed[np.ix_(self.bracket.members, near)].any(axis=1))
        if lonely.any():
            yield self._floating(lonely, slice(self.size - 1, None), 1)

    def _unplayed(self) -> Iterator[Digit]:
        """C9, counted from the minimum of those who may have the bye."""
        unplayed = self.bracket.people.unplayed[self.bracket.members]
        eligible = self.allowed[: self.inside, self.inside]
        if eligible.any():
            more = np.where(eligible, unplayed - unplayed[eligible].min(), 0)
            yield self._floating(more, slice(self.inside, None), int(more.max()))

    def _left_out(self) -> Iterator[Digit]:
        for one in range(len(self.bracket.moved_down)):
            yield self._floating(np.arange(self.inside) == one, slice(self.inside, None), 1)

    def _opponents(self) -> Iterator[Digit]:
        moved = len(self.bracket.moved_down)
        for one in range(moved):
            costs = np.zeros((self.size, self.size), dtype=np.int64)
            costs[one, moved : self.inside] = costs[moved : self.inside, one] = np.arange(self.inside - moved)
            yield Digit(costs, self.inside - moved)
