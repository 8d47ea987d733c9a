"""A Dutch round, bracket by bracket: who can be paired, the bye, the colours, and the certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ronde.systems.dutch.exact import Exact, NotPairable, Paired, ScoreBracket
from ronde.systems.dutch.field import (
    ABSOLUTE,
    NEITHER,
    WHITE,
    Bits,
    Candidate,
    DutchPosition,
    Field,
    Pairing,
    Whole,
    parity,
)
from ronde.systems.dutch.remainder import Exits, Relaxed, exits
from ronde.systems.matching.match import solve

# Whether a group of players can all be paired, computed as cheaply as possible.


def pairable(allowed: Bits) -> bool:
    """Whether a perfect matching exists among people who may meet according to this matrix."""
    size = len(allowed)
    if size % 2:
        return False
    degrees = np.sort(allowed.sum(axis=1))
    if not size or degrees[0] == 0:
        return not size
    return bool(2 * degrees[0] >= size) or _enough_degrees(degrees) or _matched(allowed)


def _enough_degrees(degrees: np.ndarray[tuple[int], np.dtype[np.int64]]) -> bool:
    """Chvátal 1972: such degrees imply a Hamiltonian cycle, and every second of its edges pairs everybody."""
    size = len(degrees)
    at = np.arange(1, (size + 1) // 2)
    few: Bits = degrees[at - 1] <= at
    return bool((~few | (degrees[size - at - 1] >= size - at)).all())


def _matched(allowed: Bits) -> bool:
    partner = solve(np.where(allowed, 0, 2).astype(np.int64)).partner
    return all(allowed[one, other] for one, other in enumerate(partner))


def with_bye(allowed: Bits, eligible: Bits) -> Bits:
    """The matrix with one more person, the bye, whom only some may meet."""
    size = len(allowed)
    wider = np.zeros((size + 1, size + 1), dtype=bool)
    wider[:size, :size] = allowed
    wider[:size, size] = wider[size, :size] = eligible
    return wider


# The bye: the lowest score it can go to, and when unplayed rounds decide who has it (C4, C5, C9).


def bye_score(people: Field) -> int | None:
    """The score of the player who gets the bye, None if nobody does; `NotPairable` if nothing is legal."""
    if len(people) % 2 == 0:
        if not pairable(people.allowed):
            raise NotPairable
        return None
    for score in sorted(set(people.score.tolist())):
        eligible = people.may_have_bye & (people.score == score)
        if eligible.any() and pairable(with_bye(people.allowed, eligible)):
            return int(score)
    raise NotPairable


def fewest_unplayed(bracket: ScoreBracket) -> bool:
    """Whether C9 applies: the player with the bye is the only floater of the bracket (fide 1.4.6)."""
    if bracket.bye_score is None or bracket.bye_score < bracket.score or len(bracket.below) % 2:
        return False
    below = np.array(bracket.below, dtype=np.int64)
    return pairable(bracket.people.allowed[np.ix_(below, below)]) and pairable(
        with_bye(bracket.allowed, bracket.may_have_bye(bracket.members))
    )


# The proof that a bracket paired by itself is paired by the rules, whatever lies below.
#
# The floaters must leave the next bracket as well off as parity allows, with the fewest left over and none
# of
# them moved down twice, and everybody below that must be pairable (fide 1.9, step 6). Without such a proof
# the
# exact path decides.


_TRIES = 4


def is_proved(bracket: ScoreBracket, paired: Paired) -> bool:
    """Whether this pairing of the bracket is proved right."""
    if not bracket.below:
        return not paired.floaters
    return Remaining(bracket, paired).fine()


class Remaining:
    """The floaters and everybody below the bracket."""

    def __init__(self, bracket: ScoreBracket, paired: Paired) -> None:
        self.people = bracket.people
        self.floaters = np.array(paired.floaters, dtype=np.int64)
        self.near = np.array(bracket.below[: bracket.next_group], dtype=np.int64)
        self.far = np.array(bracket.below[bracket.next_group :], dtype=np.int64)
        self.bye_score = bracket.bye_score if paired.bye is None else None
        score = int(self.people.score[self.near[0]])
        self.bye_near = self.bye_score is not None and self.bye_score >= score

    def fine(self) -> bool:
        """Whether the next bracket can have the fewest left over with the rest pairable."""
        return any(self._near_fine(left) and self._far_fine(left) for left in self._left_over())

    def _left_over(self) -> Iterator[int | None]:
        """Who of the next bracket may float on: nobody, or one of its last residents."""
        if (len(self.floaters) + len(self.near) + self.bye_near) % 2 == 0:
            yield None
        else:
            yield from self.near[::-1][:_TRIES].tolist()

    def _near_fine(self, left: int | None) -> bool:
        near = self.near if left is None else self.near[self.near != left]
        who = np.concatenate([self.floaters, near])
        allowed: Bits = self.people.allowed[np.ix_(who, who)]
        allowed[: len(self.floaters), : len(self.floaters)] = False
        return pairable(with_bye(allowed, self._eligible(who)) if self.bye_near else allowed)

    def _far_fine(self, left: int | None) -> bool:
        who = self.far if left is None else np.concatenate([np.array([left]), self.far])
        allowed: Bits = self.people.allowed[np.ix_(who, who)]
        if self.bye_score is None or self.bye_near:
            return pairable(allowed)
        return pairable(with_bye(allowed, self._eligible(who)))

    def _eligible(self, who: Whole) -> Bits:
        eligible: Bits = self.people.may_have_bye[who] & (self.people.score[who] == self.bye_score)
        return eligible


# Who of a pair has White (C.04.3, article 5.2).


def has_white(higher: Candidate, lower: Candidate, *, odd: bool, white_first: bool) -> bool:
    """Whether the higher ranked has White; `odd` is the parity of his number."""
    rules = (_granted, _stronger, _alternating)
    for rule in rules:
        colour = rule(higher, lower)
        if colour != NEITHER:
            return colour == WHITE
    if higher.wants != NEITHER:
        return higher.wants == WHITE
    return odd == white_first


def _granted(higher: Candidate, lower: Candidate) -> int:
    """5.2.1: both preferences, where they do not clash."""
    if higher.wants == lower.wants:
        return NEITHER
    return higher.wants or -lower.wants


def _stronger(higher: Candidate, lower: Candidate) -> int:
    """5.2.2: the stronger preference; of two absolute ones that of the larger colour difference."""
    if higher.strength != lower.strength:
        return higher.wants if higher.strength > lower.strength else -lower.wants
    if higher.strength == ABSOLUTE:
        ours, theirs = abs(higher.difference), abs(lower.difference)
        if ours != theirs:
            return higher.wants if ours > theirs else -lower.wants
    return NEITHER


def _alternating(higher: Candidate, lower: Candidate) -> int:
    """5.2.3: the opposite of the last time the two had different colours, unplayed rounds left out."""
    for ours, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if ours != theirs:
            return -ours
    return NEITHER


# A round of the Dutch system: bracket after bracket from the highest score down, then the colours.


Solver = Callable[[ScoreBracket], Paired]


def pair_exactly(bracket: ScoreBracket) -> Paired:
    return Exact(bracket, fewest_unplayed=fewest_unplayed(bracket)).pair()


def pair_quickly(bracket: ScoreBracket) -> Paired:
    """Pair a bracket by itself, and by the exact path where that is not proved right."""
    only_bye = exits(bracket) == Exits(bye=True, below=False)
    if not only_bye or fewest_unplayed(bracket):
        paired = Relaxed(bracket).pair()
        if paired is not None and is_proved(bracket, paired):
            return paired
    return pair_exactly(bracket)


def pair(position: DutchPosition, solver: Solver = pair_quickly) -> Pairing:
    """The pairing prescribed by the rules; `NotPairable` if none is legal."""
    people = Field(position)
    score = bye_score(people)
    groups = people.groups()
    pairs: list[tuple[int, int]] = []
    floaters: tuple[int, ...] = ()
    bye = 0
    for at, group in enumerate(groups):
        below = [place for lower in groups[at + 1 :] for place in lower]
        next_group = len(groups[at + 1]) if below else 0
        paired = solver(ScoreBracket(people, floaters, tuple(group), tuple(below), next_group, score))
        pairs += paired.pairs
        floaters = paired.floaters
        if paired.bye is not None:
            bye, score = people.people[paired.bye].number, None
    return Pairing(tuple(_seated(people, pairs)), bye)


def _seated(people: Field, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """White first, the tables in their order (fide 1.1.10)."""
    odd = parity(people.position)
    ranked = [(min(pair), max(pair)) for pair in pairs]
    scores = people.score.tolist()
    ranked.sort(
        key=lambda pair: (-scores[pair[0]], -scores[pair[0]] - scores[pair[1]], people.people[pair[0]].number)
    )
    seated = []
    for one, other in ranked:
        higher, lower = people.people[one], people.people[other]
        white = has_white(higher, lower, odd=odd[higher.number], white_first=people.position.white_first)
        seated.append((higher.number, lower.number) if white else (lower.number, higher.number))
    return seated
