"""Order inside a bracket: transpositions, exchanges, and the remainder, in FIDE's sequence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ronde.systems.dutch.exact import (
    QUALITY,
    SCORES_OF_FLOATERS,
    Counted,
    Criterion,
    NotPairable,
    Numbers,
    Paired,
    ScoreBracket,
)
from ronde.systems.dutch.field import Bits, Whole
from ronde.systems.matching.match import Optimum, solve

# The first transposition: with both halves known, who of the upper half meets whom of the lower.
#
# The optimum is then an assignment of rows to columns. An optimal assignment gives potentials, and these
# the
# tight places; every optimal assignment uses tight places only. The rules ask for the lexicographically
# first
# of them, found row by row with alternating paths on bit sets.


def first_transposition(costs: Sequence[Whole], allowed: Bits, known: list[int], ordered: int) -> list[int]:
    """The optimal assignment that comes first, comparing the columns of the first `ordered` rows in turn.

    The most important costs come first; `known` is any optimal assignment: the column of each row. Each
    kind of cost restricts the places to those tight for it, so numbers do not grow with the number of kinds.
    """
    for part in costs:
        allowed = _tight(part, allowed, known)
    return first_assignment(allowed, known, ordered)


def _tight(costs: Whole, allowed: Bits, known: list[int]) -> Bits:
    mates = np.array(known)
    rows = np.arange(len(costs))
    own = costs[rows, mates]
    far = int(costs.max(initial=0)) * (len(costs) + 2) + 1
    step = np.where(allowed, costs - own[:, None], far)
    potential = np.zeros(costs.shape[1], dtype=np.int64)
    while True:
        reached = np.minimum(potential, (potential[mates][:, None] + step).min(axis=0))
        if np.array_equal(reached, potential):
            break
        potential = reached
    tight: Bits = allowed & (step + potential[mates][:, None] == potential)
    return tight


def first_assignment(places: Bits, known: list[int], ordered: int) -> list[int]:
    """The lexicographically first assignment of distinct columns to rows, starting from a known one."""
    return _Rows(places, known).first(ordered)


def any_assignment(places: Bits) -> list[int] | None:
    """Some assignment of distinct columns to rows, or None."""
    rows = _Rows(places, [])
    return rows.mates if rows.complete() else None


class _Rows:
    """Rows, their possible columns as bits, and the current assignment."""

    def __init__(self, places: Bits, known: list[int]) -> None:
        packed = np.packbits(places, axis=1, bitorder="little")
        self.choices = [int.from_bytes(row.tobytes(), "little") for row in packed]
        self.mates = known[:] or [-1] * len(places)
        self.holder = {column: row for row, column in enumerate(self.mates) if column >= 0}
        self.open = (1 << places.shape[1]) - 1
        """Columns that are not settled yet."""
        self.free = self.open
        for column in self.holder:
            self.free &= ~(1 << column)

    def first(self, ordered: int) -> list[int]:
        """Settle the rows one after the other on the first column possible."""
        for row in range(ordered):
            choices = self.choices[row] & self.open
            while choices:
                column = _lowest(choices)
                if column == self.mates[row] or self._take(row, column):
                    break
                choices &= choices - 1
            self.open &= ~(1 << self.mates[row])
        return self.mates

    def _take(self, row: int, column: int) -> bool:
        """Give the row this column, if its current row can move along an alternating path."""
        return self._augment(self.holder[column], self.mates[row], barred=1 << column, taker=(row, column))

    def _augment(self, start: int, goal: int, *, barred: int, taker: tuple[int, int]) -> bool:
        fresh = self.open & ~barred
        came: dict[int, int] = {}
        todo = [start]
        for current in todo:
            reach = self.choices[current] & fresh
            fresh &= ~reach
            if reach >> goal & 1:
                came[goal] = current
                self._shift(start, goal, came)
                self._seat(*taker)
                return True
            while reach:
                column = _lowest(reach)
                reach &= reach - 1
                came[column] = current
                todo.append(self.holder[column])
        return False

    def _shift(self, start: int, column: int, came: dict[int, int]) -> None:
        while True:
            row = came[column]
            before = self.mates[row]
            self._seat(row, column)
            if row == start:
                return
            column = before

    def _seat(self, row: int, column: int) -> None:
        self.mates[row] = column
        self.holder[column] = row

    def complete(self) -> bool:
        """Assign every row a column, the lowest first where possible; returns whether all have one."""
        return all(self._place(row) for row in range(len(self.mates)))

    def _place(self, row: int) -> bool:
        fresh = self.open
        came: dict[int, int] = {}
        todo = [row]
        for current in todo:
            reach = self.choices[current] & fresh
            if reach & self.free:
                column = _lowest(reach & self.free)
                came[column] = current
                self.free &= ~(1 << column)
                self._shift(row, column, came)
                return True
            fresh &= ~reach
            while reach:
                column = _lowest(reach)
                reach &= reach - 1
                came[column] = current
                todo.append(self.holder[column])
        return False


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


# Criteria in the order of their weight, minimised in stages that fit into 64 bits.
#
# A stage is one matching. By complementary slackness a perfect matching is optimal exactly if it uses only
# tight pairs (reduced cost 0) and exactly one pair leaves every odd set with a positive dual. So the next
# stage
# goes on with the tight pairs, and its first digit counts how many such sets a pair leaves: the least is
# the
# number of sets, and every optimum reaches it.


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


# The remainder of a bracket: residents, upper half against lower half (fide 1.4.5 c, d).


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


# The fast path: a bracket paired as if nothing outside it mattered (fide 1.9, steps 1 to 5).
#
# The number of floaters is the least that parity allows, so each floater gets a special partner: the bye,
# or
# "somewhere below". The result is the best and earliest candidate of this relaxed problem;
# `certificate.py`
# tells whether it also solves the real one.


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
            if criterion.over is Counted.FLOATERS:
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
