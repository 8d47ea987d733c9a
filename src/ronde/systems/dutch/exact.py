"""A bracket of the Dutch system: its criteria as one number, and the exact best pairing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ronde.systems.dutch.field import ABSOLUTE, DOWN, NEITHER, STRONG, UP, Bits, Field, Whole
from ronde.systems.matching.match import solve

# A score bracket: players moved down from above, the residents of one scoregroup, and those below.


@dataclass(frozen=True)
class ScoreBracket:
    """One bracket of a round, by places of the field. The members' own numbers (BSN) count from 0."""

    people: Field
    moved_down: tuple[int, ...]
    """In ranking order."""
    residents: tuple[int, ...]
    below: tuple[int, ...] = ()
    """Everybody of lower scoregroups, in ranking order."""
    next_group: int = 0
    """How many of those below form the next scoregroup."""
    bye_score: int | None = None
    """The score of the player who will get the bye, until it is given."""
    members: Whole = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", np.array([*self.moved_down, *self.residents], dtype=np.int64))

    def __len__(self) -> int:
        return len(self.moved_down) + len(self.residents)

    @property
    def score(self) -> int:
        return int(self.people.score[self.residents[0]])

    @cached_property
    def is_moved_down(self) -> Bits:
        return np.arange(len(self)) < len(self.moved_down)

    @cached_property
    def levels(self) -> list[Bits]:
        """The members moved down by their scores, the highest first."""
        scores = self.people.score[self.members]
        return [scores == score for score in sorted(set(scores[self.is_moved_down].tolist()), reverse=True)]

    @cached_property
    def allowed(self) -> Bits:
        """Which members may meet: two who were moved down never do (fide 1.4.2)."""
        allowed: Bits = self.people.allowed[np.ix_(self.members, self.members)].copy()
        allowed[: len(self.moved_down), : len(self.moved_down)] = False
        return allowed

    def may_have_bye(self, places: Whole) -> Bits:
        """Which of these places may have the bye (C2, C5)."""
        eligible: Bits = self.people.may_have_bye[places] & (self.people.score[places] == self.bye_score)
        return eligible


# The quality criteria of C.04.3 that are counted inside a bracket, as data: what each counts, and how.
#
# C1 to C5 decide what is legal (`field.py`, `bye.py`); C6 and C8 look beyond the bracket and C9 at the bye
# (`exact.py`, `relaxed.py`). A criterion counts pairs or floaters; a criterion by score counts each score
# of
# the moved-down players separately, the highest first (fide 1.3).


class Counted(Enum):
    """What a criterion counts."""

    PAIRS = "pairs"
    FLOATERS = "floaters"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: minimise the number of pairs or floaters that `marks` selects."""

    name: str
    over: Counted
    marks: Callable[[ScoreBracket], Bits]
    """A square matrix of members for pairs, a row of members for floaters."""
    by_score: bool = False

    def counts(self, bracket: ScoreBracket) -> list[Bits]:
        """What is counted, part by part; empty parts are left out."""
        marks = self.marks(bracket)
        if not marks.any():
            return []
        if not self.by_score:
            return [marks]
        parts = [marks & _at_level(self.over, level) for level in bracket.levels]
        return [part for part in parts if part.any()]


def _at_level(over: Counted, level: Bits) -> Bits:
    return level if over is Counted.FLOATERS else level[:, None] | level


def _wants(bracket: ScoreBracket) -> Whole:
    wants: Whole = bracket.people.wants[bracket.members]
    return wants


def _strength(bracket: ScoreBracket) -> Whole:
    strength: Whole = bracket.people.strength[bracket.members]
    return strength


def _same_colour(bracket: ScoreBracket) -> Bits:
    wants = _wants(bracket)
    same: Bits = (wants[:, None] == wants) & (wants != NEITHER)
    return same


def _both(mark: Bits) -> Bits:
    return mark[:, None] & mark


def _same_absolute(bracket: ScoreBracket) -> Bits:
    return _same_colour(bracket) & _both(_strength(bracket) == ABSOLUTE)


def _far_from_balance(bracket: ScoreBracket) -> Bits:
    return _same_absolute(bracket) & _both(np.abs(bracket.people.difference[bracket.members]) > 1)


def _third_in_a_row(bracket: ScoreBracket) -> Bits:
    """The smaller colour difference yields; of two equal ones rule 5.2.3 spares the only streak."""
    third = bracket.people.streak[bracket.members] == -_wants(bracket)
    size = np.abs(bracket.people.difference[bracket.members])
    first_yields, second_yields = size[:, None] < size, size[:, None] > size
    suffers = np.where(first_yields, third[:, None], np.where(second_yields, third, _both(third)))
    marks: Bits = _same_absolute(bracket) & suffers
    return marks


def _strong_denied(bracket: ScoreBracket) -> Bits:
    strength = _strength(bracket)
    return _same_colour(bracket) & _both(strength >= STRONG) & ~_both(strength == ABSOLUTE)


def _floaters(moved_down: bool, ago: int) -> Callable[[ScoreBracket], Bits]:
    """Members moved down, or residents, who floated down that many rounds ago."""

    def marks(bracket: ScoreBracket) -> Bits:
        floated: Bits = _floats(bracket, ago) == DOWN
        return floated & (bracket.is_moved_down if moved_down else ~bracket.is_moved_down)

    return marks


def _opponents(ago: int) -> Callable[[ScoreBracket], Bits]:
    """Pairs of a moved-down player with a resident who floated up that many rounds ago."""

    def marks(bracket: ScoreBracket) -> Bits:
        risen = ~bracket.is_moved_down & (_floats(bracket, ago) == UP)
        pairs: Bits = bracket.is_moved_down[:, None] & risen
        return pairs | pairs.T

    return marks


def _floats(bracket: ScoreBracket, ago: int) -> Whole:
    floats = bracket.people.last_float if ago == 1 else bracket.people.float_before
    members: Whole = floats[bracket.members]
    return members


SCORES_OF_FLOATERS = Criterion("C7", Counted.FLOATERS, lambda bracket: bracket.is_moved_down, by_score=True)
COLOURS = (
    Criterion("C10", Counted.PAIRS, _far_from_balance),
    Criterion("C11", Counted.PAIRS, _third_in_a_row),
    Criterion("C12", Counted.PAIRS, _same_colour),
    Criterion("C13", Counted.PAIRS, _strong_denied),
)
FLOATS = (
    Criterion("C14", Counted.FLOATERS, _floaters(moved_down=False, ago=1)),
    Criterion("C15", Counted.PAIRS, _opponents(ago=1)),
    Criterion("C16", Counted.FLOATERS, _floaters(moved_down=False, ago=2)),
    Criterion("C17", Counted.PAIRS, _opponents(ago=2)),
    Criterion("C18", Counted.FLOATERS, _floaters(moved_down=True, ago=1), by_score=True),
    Criterion("C19", Counted.PAIRS, _opponents(ago=1), by_score=True),
    Criterion("C20", Counted.FLOATERS, _floaters(moved_down=True, ago=2), by_score=True),
    Criterion("C21", Counted.PAIRS, _opponents(ago=2), by_score=True),
)
QUALITY = (*COLOURS, *FLOATS)
"""C10 to C21, in their order."""


# Costs in mixed radix: one whole number per pair whose digits are the criteria, the most important first.
#
# The radix of a digit is one more than its largest possible total, so no digit can carry into the one
# above.


Numbers = NDArray[Any]

_ROOMY = 2**55
"""Costs below this fit in 64 bits: the matcher doubles them and uses 32 times the largest as infinity."""


class Digits:
    """The costs of all pairs among `size` people, digit by digit."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.parts: list[tuple[Numbers, int]] = []

    def add(self, costs: Numbers, largest: int | None = None) -> None:
        """Add the next digit; `largest` is the most that a perfect matching can add up to."""
        most = int(costs.max()) if costs.size else 0
        if most:
            self.parts.append((costs, self.size // 2 * most if largest is None else largest))

    def total(self) -> int:
        total = 1
        for _, largest in self.parts:
            total *= largest + 1
        return total

    def costs(self, allowed: NDArray[np.bool_]) -> Numbers:
        """The doubled costs for the matcher; a forbidden pair costs more than all others together."""
        total = self.total()
        wide = 4 * total * (self.size or 1) >= _ROOMY
        mixed: Numbers = np.zeros((self.size, self.size), dtype=object if wide else np.int64)
        for costs, largest in self.parts:
            mixed = mixed * (largest + 1) + costs
        mixed = np.where(allowed, mixed, total)
        return mixed * 2


# The exact path: one bracket over the whole field that is still to be paired (fide 1.9, step 7).
#
# Two matchings decide everything. The first has the criteria as its digits, then who of those moved down
# is
# left out, then their opponents. The second pairs the remainder: fewest exchanges, smallest change, who
# leaves
# the upper half, who enters it, and the opponents of the upper half one after the other. Digits may have
# hundreds of bits; this path is for the brackets where the fast one cannot prove its result.


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
        embed = self._within if criterion.over is Counted.PAIRS else self._leaving
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
