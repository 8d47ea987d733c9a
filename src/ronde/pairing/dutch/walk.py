"""A finished round read bracket by bracket: who floated, and how often each criterion was violated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.criteria import QUALITY, SCORES_OF_FLOATERS, Criterion, Over
from ronde.pairing.dutch.field import Bits, Field

Places = tuple[int, int]
"""Two players who meet, by places of the field, the higher ranked first."""


@dataclass(frozen=True)
class Walked:
    """One bracket of a finished round."""

    bracket: ScoreBracket
    pairs: tuple[Places, ...]
    out: tuple[int, ...]
    """Members not paired in it: floaters, and the player with the bye."""

    @property
    def score(self) -> int:
        return self.bracket.score

    def counted(self) -> Mapping[str, tuple[int, ...]]:
        """How often each criterion was violated; a criterion by score has a number for each score."""
        counts = {criterion.name: self._count(criterion) for criterion in (SCORES_OF_FLOATERS, *QUALITY)}
        return {"C6": (len(self.out),), **counts}

    def _count(self, criterion: Criterion) -> tuple[int, ...]:
        return tuple(sum(self._marked(part, criterion)) for part in criterion.counts(self.bracket))

    def _marked(self, part: Bits, criterion: Criterion) -> Iterator[bool]:
        at = {place: index for index, place in enumerate(self.bracket.members.tolist())}
        if criterion.over is Over.PAIRS:
            return (bool(part[at[one], at[other]]) for one, other in self.pairs)
        return (bool(part[at[one]]) for one in self.out)

    def marked_pair(self, pair: Places) -> list[str]:
        """The criteria violated by a pair."""
        alone = Walked(self.bracket, (pair,), ())
        return [one.name for one in QUALITY if one.over is Over.PAIRS and any(alone._count(one))]

    def marked_floater(self, place: int) -> list[str]:
        """The criteria violated by a floater."""
        alone = Walked(self.bracket, (), (place,))
        return [one.name for one in QUALITY if one.over is Over.FLOATERS and any(alone._count(one))]


def walk(people: Field, pairs: Sequence[Places], bye: int | None = None) -> list[Walked]:
    """The brackets from the highest score down; a pair belongs to that of its lower member."""
    partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    walked: list[Walked] = []
    floaters: tuple[int, ...] = ()
    left = len(people)
    for group in people.groups():
        bracket = ScoreBracket(people, floaters, tuple(group))
        members = set(bracket.members.tolist())
        inside = tuple(
            (one, partner[one]) for one in sorted(members) if one < partner.get(one, -1) in members
        )
        floaters = tuple(sorted(members - {place for pair in inside for place in pair}))
        walked.append(Walked(bracket, inside, floaters))
        left -= len(group)
        if floaters == (bye,) and left % 2 == 0:  # the bye is given here, and nobody floats further
            floaters = ()
    return walked


def first_worse(ours: Sequence[Walked], theirs: Sequence[Walked]) -> tuple[int, str, int, int] | None:
    """Where a round is first worse than ours: score, criterion, and the number of violations in each."""
    for best, other in zip(ours, theirs, strict=True):
        wanted, given = best.counted(), other.counted()
        for name in wanted:
            if given[name] != wanted[name]:
                return best.score, name, sum(given[name]), sum(wanted[name])
    return None
