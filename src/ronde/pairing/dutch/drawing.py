"""The Dutch system for a tournament: the draw of the open round, with its explanations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ronde.core.errors import CannotPair
from ronde.core.events import Event, TableAdded
from ronde.core.replay import replay
from ronde.core.table import Bye, Pair, Reason
from ronde.core.tournament import Tournament, named
from ronde.pairing.draw import Draw
from ronde.pairing.dutch.bill import Bills
from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.dutch import pair
from ronde.pairing.dutch.exact import NotPairable
from ronde.pairing.dutch.field import Field
from ronde.pairing.dutch.hall import Numbers, decided, numbers_of, position_of
from ronde.pairing.dutch.pairable import with_bye
from ronde.pairing.dutch.position import DutchPosition, Pairing
from ronde.pairing.dutch.walk import Places, Walked, walk
from ronde.pairing.maximum import Oracle
from ronde.pairing.order import placed
from ronde.pairing.swiss import free_players


def dutch(tournament: Tournament, *, seed: int) -> Draw:
    """Complete the pairs of the open round by C.04.3; the seed only draws the first colour."""
    hall = replay(decided(tournament, seed), tournament)
    free_players(hall)
    position, numbers = position_of(hall), numbers_of(hall)
    paired = paired_or_refused(hall, position, numbers)
    people = Field(position)
    place = people.place
    bye = place[paired.bye] if paired.bye else None
    bills = Bills(people, numbers, walk(people, places_of(people, paired), bye))
    pairs = [bills.pair(place[white], place[black]) for white, black in paired.pairs]
    forced = hall.open_round.forced_bye
    left_over = bills.bye(bye) if bye is not None else Bye(forced) if forced else None
    tables = placed(hall, pairs, lambda every: in_order(position, numbers, every))
    return Draw(tables, left_over, "dutch", seed, 0)


def places_of(people: Field, paired: Pairing) -> list[Places]:
    """The pairs by places of the field, the higher ranked first."""
    pairs = [(people.place[white], people.place[black]) for white, black in paired.pairs]
    return [(min(one), max(one)) for one in pairs]


def in_order(position: DutchPosition, numbers: Numbers, pairs: Sequence[Pair]) -> list[Pair]:
    """By the better score, then the sum of both, then the number of the higher ranked (fide 1.1.10)."""
    scores = {
        one.number: sum(past.points for past in one.past) + one.virtual_in(len(one.past))
        for one in position.entrants
    }

    def weight(pair: Pair) -> tuple[int, int, int]:
        ranked = sorted((-scores[number], number) for number in map(numbers.of, (pair.first, pair.second)))
        return ranked[0][0], ranked[0][0] + ranked[1][0], ranked[0][1]

    return sorted(pairs, key=weight)


def paired_or_refused(hall: Tournament, position: DutchPosition, numbers: Numbers) -> Pairing:
    """The pairing, or the error that names the smallest set of players who cannot all be paired."""
    try:
        return pair(position)
    except NotPairable:
        raise _refusal(hall, Field(position), numbers) from None


def _refusal(hall: Tournament, people: Field, numbers: Numbers) -> CannotPair:
    """Nobody may have the bye, or some players have too few possible opponents."""
    allowed = people.allowed
    if len(people) % 2:
        if not people.may_have_bye.any():
            return CannotPair(reason="dutch-bye", players=named(hall, hall.unpaired))
        allowed = with_bye(allowed, people.may_have_bye)
    oracle = Oracle([set(np.flatnonzero(~row).tolist()) for row in allowed])
    stuck, rivals = ([at for at in side if at < len(people)] for side in oracle.blocked())
    who = {at: numbers.player(people.people[at].number) for at in (*stuck, *rivals)}
    alone, met = (named(hall, (who[at] for at in side)) for side in (stuck, rivals))
    if met:
        return CannotPair(reason="dutch-few", players=alone, rivals=met)
    return CannotPair(reason="dutch-none", players=alone)


def billed(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Pairs made by hand with their explanation, the violated rules first."""
    return [
        replace(event, pair=bill_of(tournament, event.pair)) if isinstance(event, TableAdded) else event
        for event in facts
    ]


def bill_of(tournament: Tournament, pair: Pair) -> Pair:
    """A pair of the open round with its explanation, as if it were alone in its bracket."""
    position, numbers = position_of(tournament), numbers_of(tournament)
    both = [numbers.of(player) for player in (pair.first, pair.second)]
    entrants = tuple(replace(one, here=one.number in both) for one in position.entrants)
    people = Field(replace(position, entrants=entrants))
    floats = people.score[0] != people.score[1]
    bracket = ScoreBracket(people, (0,), (1,)) if floats else ScoreBracket(people, (), (0, 1))
    bills = Bills(people, numbers, [Walked(bracket, ((0, 1),), ())])
    white, black = (people.place[number] for number in both)
    made = bills.pair(white, black)
    return replace(made, reasons=(*_broken(people), *made.reasons))


def _broken(people: Field) -> list[Reason]:
    if people.allowed[0, 1]:
        return []
    return [Reason("C1" if people.people[1].number in people.people[0].opponents else "C3", 0)]
