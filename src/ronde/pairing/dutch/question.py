"""Why two players do not meet in the Dutch system: what forbids it, or which criterion gets worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.pairing.draw import PairVerdict, WhyNot, Worse
from ronde.pairing.dutch.colours import has_white
from ronde.pairing.dutch.drawing import bill_of, paired_or_refused, places_of
from ronde.pairing.dutch.dutch import pair
from ronde.pairing.dutch.exact import NotPairable
from ronde.pairing.dutch.field import Field, parity
from ronde.pairing.dutch.hall import Numbers, decided, numbers_of, position_of
from ronde.pairing.dutch.position import DutchPosition, Pairing
from ronde.pairing.dutch.walk import Walked, first_worse, walk
from ronde.pairing.method import Meeting
from ronde.scoring.fide.door import TENTHS


def dutch_why_not(tournament: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNot:
    """What would be worse if the two met and the rules paired everybody else."""
    hall = replay(decided(tournament, seed), tournament)
    position, numbers = position_of(hall), numbers_of(hall)
    people = Field(position)
    both = {numbers.of(one), numbers.of(other)}
    first, second = sorted(people.place[number] for number in both)
    higher, lower = people.people[first], people.people[second]
    odd = parity(position)[higher.number]
    white = has_white(higher, lower, odd=odd, white_first=position.white_first)
    seated = (higher.number, lower.number) if white else (lower.number, higher.number)
    billed = bill_of(hall, Pair(numbers.player(seated[0]), numbers.player(seated[1])))
    if frozenset((one, other)) in hall.forbidden:
        return WhyNot(billed, 0, 0, forbidden=True)
    if not people.allowed[first, second]:
        met = lower.number in higher.opponents
        return WhyNot(billed, 0, 0, verdict=PairVerdict.MET if met else PairVerdict.COLOURS)
    ours = paired_or_refused(hall, position, numbers)
    if seated in ours.pairs:
        return WhyNot(billed, 0, 0, verdict=PairVerdict.DRAWN)
    theirs = _with(position, seated)
    if theirs is None:
        return WhyNot(billed, 0, 0, verdict=PairVerdict.REST)
    worse = _worse(people, ours, theirs)
    return WhyNot(billed, 0, 0, verdict=PairVerdict.WORSE if worse else PairVerdict.LATER, worse=worse)


def _with(position: DutchPosition, seated: tuple[int, int]) -> Pairing | None:
    """The round as it would be paired with this pair fixed."""
    entrants = tuple(
        replace(one, here=False, seated=True) if one.number in seated else one for one in position.entrants
    )
    try:
        rest = pair(replace(position, entrants=entrants))
    except NotPairable:
        return None
    return Pairing((*rest.pairs, seated), rest.bye)


def _worse(people: Field, ours: Pairing, theirs: Pairing) -> Worse | None:
    if ours.bye != theirs.bye:
        scores = [int(people.score[people.place[one.bye]]) // TENTHS for one in (theirs, ours)]
        if scores[0] > scores[1]:
            return Worse("C5", scores[1], *scores)
    difference = first_worse(_walked(people, ours), _walked(people, theirs))
    if difference is None:
        return None
    score, name, with_them, best = difference
    return Worse(name, score // TENTHS, with_them, best)


def _walked(people: Field, paired: Pairing) -> list[Walked]:
    bye = people.place[paired.bye] if paired.bye else None
    return walk(people, places_of(people, paired), bye)


def dutch_worse(bare: Tournament, here: Sequence[Meeting], there: Sequence[Meeting]) -> Worse | None:
    """The first criterion in which the pairs of a round are worse than those of the draw."""
    people, numbers = Field(position_of(bare)), numbers_of(bare)
    round_, drawn = (_pairing(numbers, meetings) for meetings in (here, there))
    return _worse(people, drawn, round_)


def _pairing(numbers: Numbers, meetings: Sequence[Meeting]) -> Pairing:
    pairs = tuple((numbers.of(first), numbers.of(second)) for first, second in meetings if second)
    byes = [numbers.of(first) for first, second in meetings if not second]
    return Pairing(pairs, byes[0] if byes else 0)


def dutch_bye_barred(tournament: Tournament, player: PlayerId) -> bool:
    """Whether C2 bars the player from the bye."""
    people = Field(position_of(tournament))
    number = numbers_of(tournament).of(player)
    return number in people.place and not people.people[people.place[number]].may_have_bye
