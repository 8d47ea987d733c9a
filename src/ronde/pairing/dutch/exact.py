"""The exact path: one bracket over the whole field that is still to be paired (fide 1.9, step 7).

Two matchings decide everything. The first has the criteria as its digits, then who of those moved down is
left out, then their opponents. The second pairs the remainder: fewest exchanges, smallest change, who leaves
the upper half, who enters it, and the opponents of the upper half one after the other. Digits may have
hundreds of bits; this path is for the brackets where the fast one cannot prove its result.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.criteria import QUALITY, SCORES_OF_FLOATERS, Criterion, Over
from ronde.pairing.dutch.digits import Digits, Numbers
from ronde.pairing.dutch.field import Bits, Whole
from ronde.pairing.matching import solve


@dataclass(frozen=True, slots=True)
class Paired:
    """The result of a bracket: pairs and floaters by places of the field."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    """Without the player who has the bye, in ranking order."""
    bye: int | None = None


class NotPairable(Exception):
    """No legal pairing of these players exists."""


class Exact:
    """A bracket and everybody below it, as one graph: members first, then those below, then the bye.

    A player matched with the bye only floats here, unless C9 applies: a lower bracket may choose another one.
    """

    def __init__(self, bracket: ScoreBracket, *, fewest_unplayed: bool) -> None:
        self.bracket = bracket
        self.inside = len(bracket)
        self.places = np.concatenate([bracket.members, np.array(bracket.below, dtype=np.int64)])
        self.bye = bracket.bye_score is not None
        self.size = len(self.places) + self.bye
        self.fewest_unplayed = fewest_unplayed
        self.allowed = self._allowed()

    def _allowed(self) -> Bits:
        allowed = np.zeros((self.size, self.size), dtype=bool)
        people = len(self.places)
        allowed[:people, :people] = self.bracket.people.allowed[np.ix_(self.places, self.places)]
        moved = len(self.bracket.moved_down)
        allowed[:moved, :moved] = False
        if self.bye:
            eligible = self.bracket.may_have_bye(self.places)
            allowed[:people, -1] = allowed[-1, :people] = eligible
        return allowed

    def pair(self) -> Paired:
        """The best and earliest candidate."""
        self._keep_moved_down(self._solved(self._moved_down_digits()))
        return self._paired(self._solved(self._remainder_digits()))

    def _solved(self, digits: Digits) -> list[int]:
        partner = list(solve(digits.costs(self.allowed)).partner)
        if not all(self.allowed[one, other] for one, other in enumerate(partner)):
            raise NotPairable
        return partner

    # The criteria

    def _base(self) -> Digits:
        digits = Digits(self.size)
        for costs in (self._leaving(np.ones(self.inside, dtype=bool)), *self._counted(SCORES_OF_FLOATERS)):
            digits.add(costs)
        for costs in self._next_bracket():
            digits.add(costs)
        if self.fewest_unplayed:
            digits.add(self._unplayed())
        for criterion in QUALITY:
            for costs in self._counted(criterion):
                digits.add(costs)
        return digits

    def _counted(self, criterion: Criterion) -> list[Numbers]:
        embed = self._within if criterion.over is Over.PAIRS else self._leaving
        return [embed(part) for part in criterion.counts(self.bracket)]

    def _within(self, marks: Numbers) -> Numbers:
        """Costs of pairs of two members."""
        costs = np.zeros((self.size, self.size), dtype=marks.dtype if marks.dtype == object else np.int64)
        costs[: self.inside, : self.inside] = marks
        return costs

    def _leaving(self, marks: Numbers) -> Numbers:
        """Costs of members who are not paired in the bracket."""
        costs = np.zeros((self.size, self.size), dtype=marks.dtype if marks.dtype == object else np.int64)
        costs[: self.inside, self.inside :] = marks[:, None]
        costs[self.inside :, : self.inside] = marks
        return costs

    def _next_bracket(self) -> list[Numbers]:
        """C8: how many the next bracket leaves over, and their scores, the highest first."""
        edge = self.inside + self.bracket.next_group
        near = np.arange(self.size) < edge
        left_over = near[:, None] & ~near
        scores = self.bracket.people.score[self.places[:edge]]
        costs = [left_over | left_over.T]
        for score in sorted(set(scores.tolist()), reverse=True)[:-1]:
            at_score = np.zeros(self.size, dtype=bool)
            at_score[:edge] = scores == score
            crossing = at_score[:, None] & ~near
            costs.append(crossing | crossing.T)
        return [part.astype(np.int64) for part in costs]

    def _unplayed(self) -> Numbers:
        """C9: how many rounds the player with the bye did not play."""
        costs = np.zeros((self.size, self.size), dtype=np.int64)
        costs[: len(self.places), -1] = costs[-1, : len(self.places)] = self.bracket.people.unplayed[
            self.places
        ]
        return costs

    # Those who were moved down

    def _moved_down_digits(self) -> Digits:
        """The criteria, then who is left out, then the opponents of the others in turn (fide 1.4.5 a, b)."""
        digits = self._base()
        moved = len(self.bracket.moved_down)
        left_out = np.zeros(self.inside, dtype=object)
        left_out[:moved] = [2 ** (moved - 1 - at) for at in range(moved)]
        digits.add(self._leaving(left_out), 2**moved - 1)
        opponents = np.arange(self.inside) - moved + 1
        for at in range(moved):
            row = np.zeros((self.inside, self.inside), dtype=np.int64)
            row[at, moved:] = row[moved:, at] = opponents[moved:]
            digits.add(self._within(row), self.inside)
        return digits

    def _keep_moved_down(self, partner: list[int]) -> None:
        for one in range(len(self.bracket.moved_down)):
            if partner[one] < self.inside:
                self._fix(one, partner[one])
            else:
                self.allowed[one, : self.inside] = self.allowed[: self.inside, one] = False
        self.partner = partner

    def _fix(self, one: int, other: int) -> None:
        for person in (one, other):
            self.allowed[person, :] = self.allowed[:, person] = False
        self.allowed[one, other] = self.allowed[other, one] = True

    # The remainder

    def _remainder_digits(self) -> Digits:
        """The criteria, then the order of candidates of a homogeneous bracket (fide 1.4.5 c, d)."""
        digits = self._base()
        moved = len(self.bracket.moved_down)
        taken = {self.partner[one] for one in range(moved)}
        rest = [one for one in range(moved, self.inside) if one not in taken]
        pairs = sum(self.partner[one] < self.inside for one in rest) // 2
        for costs, largest in _order(len(rest), pairs):
            spread = np.zeros((self.inside, self.inside), dtype=costs.dtype)
            spread[np.ix_(rest, rest)] = costs
            digits.add(self._within(spread), largest)
        return digits

    def _paired(self, partner: list[int]) -> Paired:
        pairs = [
            (one, other) for one, other in enumerate(partner[: self.inside]) if one < other < self.inside
        ]
        out = [one for one in range(self.inside) if partner[one] >= self.inside]
        at = self.places.tolist()
        return Paired(
            pairs=tuple((at[one], at[other]) for one, other in pairs),
            floaters=tuple(sorted(at[one] for one in out if not self.fewest_unplayed)),
            bye=at[out[0]] if self.fewest_unplayed else None,
        )


def _order(size: int, pairs: int) -> list[tuple[Numbers, int]]:
    """Digits that prefer the earliest candidate: a pair pays for its smaller index.

    The smaller one of each pair is in the upper half (fide 1.9.3, canonical orientation).
    """
    index = np.arange(size)
    smaller = np.minimum.outer(index, index)
    larger = np.maximum.outer(index, index)
    entered: Whole = (smaller >= pairs).astype(np.int64)
    digits: list[tuple[Numbers, int]] = [(entered, pairs), (smaller, size * size)]
    weights = np.array([2**at if at < pairs else 0 for at in range(size)], dtype=object)
    digits.append((weights[smaller], 2**pairs))
    gains = np.array([0 if at < pairs else 2 ** (size - 1 - at) for at in range(size)], dtype=object)
    digits.append((2**size - gains[smaller], (pairs + 1) * 2**size))
    for at in range(size):
        digits.append((np.where(smaller == at, larger, 0), size))
    return digits
