"""What the Dutch system did: the criteria of each pair, its brackets, and its checklist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ronde.model.player import PlayerId
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Tournament
from ronde.standings.fide import TENTHS
from ronde.systems.dutch.exact import QUALITY, SCORES_OF_FLOATERS, Counted, Criterion, ScoreBracket
from ronde.systems.dutch.field import (
    ABSOLUTE,
    BLACK,
    DOWN,
    MILD,
    STRONG,
    UP,
    WHITE,
    Bits,
    Candidate,
    Field,
    Numbers,
    numbers_of,
    position_of,
)
from ronde.systems.system import BracketSummary, ChecklistRow

# A finished round read bracket by bracket: who floated, and how often each criterion was violated.


Places = tuple[int, int]
"""Two players who meet, by places of the field, the higher ranked first."""


@dataclass(frozen=True)
class FinishedBracket:
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
        if criterion.over is Counted.PAIRS:
            return (bool(part[at[one], at[other]]) for one, other in self.pairs)
        return (bool(part[at[one]]) for one in self.out)

    def marked_pair(self, pair: Places) -> list[str]:
        """The criteria violated by a pair."""
        alone = FinishedBracket(self.bracket, (pair,), ())
        return [one.name for one in QUALITY if one.over is Counted.PAIRS and any(alone._count(one))]

    def marked_floater(self, place: int) -> list[str]:
        """The criteria violated by a floater."""
        alone = FinishedBracket(self.bracket, (), (place,))
        return [one.name for one in QUALITY if one.over is Counted.FLOATERS and any(alone._count(one))]


def finished_brackets(
    people: Field, pairs: Sequence[Places], bye: int | None = None
) -> list[FinishedBracket]:
    """The brackets from the highest score down; a pair belongs to that of its lower member."""
    partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    walked: list[FinishedBracket] = []
    floaters: tuple[int, ...] = ()
    left = len(people)
    for group in people.groups():
        bracket = ScoreBracket(people, floaters, tuple(group))
        members = set(bracket.members.tolist())
        inside = tuple(
            (one, partner[one]) for one in sorted(members) if one < partner.get(one, -1) in members
        )
        floaters = tuple(sorted(members - {place for pair in inside for place in pair}))
        walked.append(FinishedBracket(bracket, inside, floaters))
        left -= len(group)
        if floaters == (bye,) and left % 2 == 0:  # the bye is given here, and nobody floats further
            floaters = ()
    return walked


def first_worse(
    ours: Sequence[FinishedBracket], theirs: Sequence[FinishedBracket]
) -> tuple[int, str, int, int] | None:
    """Where a round is first worse than ours: score, criterion, and the number of violations in each."""
    for best, other in zip(ours, theirs, strict=True):
        wanted, given = best.counted(), other.counted()
        for name in wanted:
            if given[name] != wanted[name]:
                return best.score, name, sum(given[name]), sum(wanted[name])
    return None


# The explanation of a Dutch pair: its bracket, who floated, and every criterion that was violated.


_PREFERENCES = {ABSOLUTE: "dutch-absolute", STRONG: "dutch-strong", MILD: "dutch-mild"}
_DENIED = "-denied"
RULES = (
    "dutch-bracket", "dutch-float", "dutch-bye", "dutch-limbo", "dutch-mdp", "dutch-s1", "dutch-s2",
    "dutch-raised", "dutch-lowered", "dutch-initial",
    *(f"{wish}{end}" for wish in _PREFERENCES.values() for end in ("", _DENIED)),
    "C1", "C3", *(f"C{number}" for number in range(10, 22)),
)  # fmt: skip
"""The rules an explanation of the Dutch system may name."""


class Explanations:
    """The explanations of a round that is read again."""

    def __init__(self, people: Field, numbers: Numbers, walked: Sequence[FinishedBracket]) -> None:
        self.people = people
        self.numbers = numbers
        self.walked = walked

    def player(self, place: int) -> PlayerId:
        return self.numbers.player(self.people.people[place].number)

    def pair(self, white: int, black: int) -> Pair:
        higher, lower = min(white, black), max(white, black)
        here = next(one for one in self.walked if (higher, lower) in one.pairs)
        reasons = [
            Reason("dutch-bracket", 0, 0, here.score // TENTHS),
            *self._halves(here, higher, lower),
            *self._floats(higher, here),
            *self._wishes((higher, lower), black),
            *self._denied(here, (higher, lower), black),
        ]
        return Pair(self.player(white), self.player(black), tuple(reasons))

    def bye(self, place: int) -> Bye:
        person = self.people.people[place]
        reason = Reason("dutch-bye", 0, self.player(place), person.score // TENTHS)
        out = [one for one in self.walked if place in one.out]
        gave_way = dict.fromkeys(name for one in out for name in one.marked_floater(place))
        lines = (Reason(name, 0, self.player(place)) for name in gave_way)
        return Bye(self.player(place), (reason, *lines))

    def _floats(self, place: int, here: FinishedBracket) -> list[Reason]:
        """Why a player was moved down to this bracket."""
        player, own = self.player(place), int(self.people.score[place])
        down = (own - here.score) // TENTHS
        left = [one for one in self.walked if here.score < one.score <= own and place in one.out]
        gave_way = dict.fromkeys(name for one in left for name in one.marked_floater(place))
        floated = [Reason("dutch-float", 0, player, down)] if down else []
        floated += [
            Reason("dutch-limbo", 0, player, one.score // TENTHS)
            for one in left
            if place in one.bracket.moved_down
        ]
        return [*floated, *(Reason(name, 0, player) for name in gave_way)]

    def _halves(self, here: FinishedBracket, higher: int, lower: int) -> list[Reason]:
        """In which half of the bracket each of the two was, and their bracket numbers (BSN)."""
        first, second = self.player(higher), self.player(lower)
        moved = here.bracket.moved_down
        if higher in moved:
            at, among = moved.index(higher) + 1, here.bracket.residents.index(lower) + 1
            return [Reason("dutch-mdp", 0, first, at), Reason("dutch-s2", 0, second, among)]
        met = {one for pair in here.pairs for one in pair if pair[0] in moved}
        rest = [one for one in here.bracket.residents if one not in met]
        most = sum(pair[0] not in moved for pair in here.pairs)
        upper, under = rest.index(higher) + 1, rest.index(lower) + 1
        return [
            Reason("dutch-s1" if upper <= most else "dutch-raised", 0, first, upper),
            Reason("dutch-s2" if under > most else "dutch-lowered", 0, second, under),
        ]

    def _wishes(self, pair: Places, black: int) -> list[Reason]:
        """The colour each preferred, how strongly, and whether they have it."""
        reasons = []
        for place in pair:
            person = self.people.people[place]
            if person.strength in _PREFERENCES:
                denied = "" if self._got(place, black) == person.wants else _DENIED
                rule = f"{_PREFERENCES[person.strength]}{denied}"
                reasons.append(Reason(rule, 0, self.player(place), person.wants))
        return reasons or [Reason("dutch-initial", 0, self.player(pair[0]))]

    def _denied(self, here: FinishedBracket, pair: Places, black: int) -> list[Reason]:
        """Criteria of the pair; if colours clash, who does not get the due colour, and which."""
        denied = (one for one in pair if self._got(one, black) == -self.people.people[one].wants)
        clash = next(denied, pair[1])
        wanted = self.people.people[clash].wants
        return [Reason(name, 0, self.player(clash), wanted) for name in here.marked_pair(pair)]

    @staticmethod
    def _got(place: int, black: int) -> int:
        return -1 if place == black else 1


# The brackets of a paired round: members, floaters, and violated criteria.


def brackets_of(before: Tournament, after: Tournament, number: int) -> list[BracketSummary]:
    """Round `number` as it was paired, read from the tournament before it; includes pairs made by hand."""
    played, numbers = after.round(number), numbers_of(before)
    people = Field(position_of(before))
    place = people.place
    pairs: list[Places] = []
    for table in played:
        both = sorted(place.get(numbers.of(one), -1) for one in (table.first, table.second))
        if both[0] >= 0:
            pairs.append((both[0], both[1]))
    bye = place.get(numbers.of(played.bye.player)) if played.bye else None
    return [_story(one, numbers.players, people) for one in finished_brackets(people, pairs, bye)]


def _story(walked: FinishedBracket, players: tuple[int, ...], people: Field) -> BracketSummary:
    def named(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(players[people.people[place].number - 1] for place in places)

    gave_way = {name: sum(counts) for name, counts in walked.counted().items() if sum(counts)}
    moved = walked.bracket.moved_down
    return BracketSummary(
        half_points=walked.score // 5,
        moved_down=named(moved),
        residents=named(walked.bracket.residents),
        pairs=len(walked.pairs),
        limbo=named(tuple(place for place in walked.out if place in moved)),
        floaters=named(tuple(place for place in walked.out if place not in moved)),
        gave_way=gave_way,
    )


# The checklist of a round: all that the Dutch system knows about each player before pairing (fide 1.11).


def checklist_rows(people: Field) -> list[ChecklistRow]:
    """Everybody to be paired, in ranking order."""
    return [_row(person) for person in people.people]


def checklist_of(tournament: Tournament) -> list[ChecklistRow]:
    """The checklist of the open round, by player instead of number."""
    numbers = numbers_of(tournament)
    return [row.named(numbers.player) for row in checklist_rows(Field(position_of(tournament)))]


def _row(person: Candidate) -> ChecklistRow:
    marks = {DOWN: "v", UP: "^"}
    return ChecklistRow(
        number=person.number,
        score=person.score,
        colours="".join("W" if colour == WHITE else "B" for colour in person.colours),
        preference=_preference(person),
        floats="".join(marks.get(one, "-") for one in reversed(person.floats)),
        may_have_bye=person.may_have_bye,
        opponents=tuple(sorted(person.opponents)),
    )


def _preference(person: Candidate) -> str:
    letter = {WHITE: "W", BLACK: "B"}.get(person.wants, "")
    return {ABSOLUTE: letter * 2, MILD: letter.lower()}.get(person.strength, letter)
