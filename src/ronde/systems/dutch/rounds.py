"""Dutch rounds of a tournament: pairing, pairs by hand, and what another pair would break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ronde.model.errors import CannotPair
from ronde.model.events import Event, TableAdded
from ronde.model.player import PlayerId
from ronde.model.replay import replay
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Tournament, full_names
from ronde.standings.fide import TENTHS
from ronde.systems.dutch.exact import NotPairable, ScoreBracket
from ronde.systems.dutch.explanation import (
    RULES,
    Explanations,
    FinishedBracket,
    Places,
    brackets_of,
    checklist_of,
    finished_brackets,
    first_worse,
)
from ronde.systems.dutch.field import (
    DutchPosition,
    Field,
    Numbers,
    Pairing,
    initial_settings,
    numbers_of,
    parity,
    position_of,
)
from ronde.systems.dutch.pairing import has_white, pair, with_bye
from ronde.systems.matching.maximum import Oracle
from ronde.systems.swiss.pairing import free_players
from ronde.systems.system import Meeting, Method, PairVerdict, RoundPairing, WhyNotAnswer, Worse, placed

# The Dutch system for a tournament: the pairing of the open round, with its explanations.


def dutch(tournament: Tournament, *, seed: int) -> RoundPairing:
    """Complete the pairs of the open round by C.04.3; the seed only draws the first colour."""
    before = replay(initial_settings(tournament, seed), tournament)
    free_players(before)
    position, numbers = position_of(before), numbers_of(before)
    paired = paired_or_refused(before, position, numbers)
    people = Field(position)
    place = people.place
    bye = place[paired.bye] if paired.bye else None
    explanations = Explanations(people, numbers, finished_brackets(people, places_of(people, paired), bye))
    pairs = [explanations.pair(place[white], place[black]) for white, black in paired.pairs]
    forced = before.open_round.forced_bye
    left_over = explanations.bye(bye) if bye is not None else Bye(forced) if forced else None
    tables = placed(before, pairs, lambda every: in_order(position, numbers, every))
    return RoundPairing(tables, left_over, "dutch", seed, 0)


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


def paired_or_refused(before: Tournament, position: DutchPosition, numbers: Numbers) -> Pairing:
    """The pairing, or the error that names the smallest set of players who cannot all be paired."""
    try:
        return pair(position)
    except NotPairable:
        raise _refusal(before, Field(position), numbers) from None


def _refusal(before: Tournament, people: Field, numbers: Numbers) -> CannotPair:
    """Nobody may have the bye, or some players have too few possible opponents."""
    allowed = people.allowed
    if len(people) % 2:
        if not people.may_have_bye.any():
            return CannotPair(reason="dutch-bye", players=full_names(before, before.unpaired))
        allowed = with_bye(allowed, people.may_have_bye)
    oracle = Oracle([set(np.flatnonzero(~row).tolist()) for row in allowed])
    stuck, rivals = ([at for at in side if at < len(people)] for side in oracle.blocked())
    who = {at: numbers.player(people.people[at].number) for at in (*stuck, *rivals)}
    alone, met = (full_names(before, (who[at] for at in side)) for side in (stuck, rivals))
    if met:
        return CannotPair(reason="dutch-few", players=alone, rivals=met)
    return CannotPair(reason="dutch-none", players=alone)


def with_explanations(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Pairs made by hand with their explanation, the violated rules first."""
    return [
        replace(event, pair=explained_pair(tournament, event.pair))
        if isinstance(event, TableAdded)
        else event
        for event in facts
    ]


def explained_pair(tournament: Tournament, pair: Pair) -> Pair:
    """A pair of the open round with its explanation, as if it were alone in its bracket."""
    position, numbers = position_of(tournament), numbers_of(tournament)
    both = [numbers.of(player) for player in (pair.first, pair.second)]
    entrants = tuple(replace(one, here=one.number in both) for one in position.entrants)
    people = Field(replace(position, entrants=entrants))
    floats = people.score[0] != people.score[1]
    bracket = ScoreBracket(people, (0,), (1,)) if floats else ScoreBracket(people, (), (0, 1))
    explanations = Explanations(people, numbers, [FinishedBracket(bracket, ((0, 1),), ())])
    white, black = (people.place[number] for number in both)
    made = explanations.pair(white, black)
    return replace(made, reasons=(*_broken(people), *made.reasons))


def _broken(people: Field) -> list[Reason]:
    if people.allowed[0, 1]:
        return []
    return [Reason("C1" if people.people[1].number in people.people[0].opponents else "C3", 0)]


# Why two players do not meet in the Dutch system: what forbids it, or which criterion gets worse.


def dutch_why_not(tournament: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNotAnswer:
    """What would be worse if the two met and the rules paired everybody else."""
    before = replay(initial_settings(tournament, seed), tournament)
    position, numbers = position_of(before), numbers_of(before)
    people = Field(position)
    both = {numbers.of(one), numbers.of(other)}
    first, second = sorted(people.place[number] for number in both)
    higher, lower = people.people[first], people.people[second]
    odd = parity(position)[higher.number]
    white = has_white(higher, lower, odd=odd, white_first=position.white_first)
    seated = (higher.number, lower.number) if white else (lower.number, higher.number)
    asked_pair = explained_pair(before, Pair(numbers.player(seated[0]), numbers.player(seated[1])))
    if frozenset((one, other)) in before.forbidden:
        return WhyNotAnswer(asked_pair, 0, 0, forbidden=True)
    if not people.allowed[first, second]:
        met = lower.number in higher.opponents
        return WhyNotAnswer(asked_pair, 0, 0, verdict=PairVerdict.MET if met else PairVerdict.COLOURS)
    ours = paired_or_refused(before, position, numbers)
    if seated in ours.pairs:
        return WhyNotAnswer(asked_pair, 0, 0, verdict=PairVerdict.DRAWN)
    theirs = _with(position, seated)
    if theirs is None:
        return WhyNotAnswer(asked_pair, 0, 0, verdict=PairVerdict.REST)
    worse = _worse(people, ours, theirs)
    return WhyNotAnswer(
        asked_pair, 0, 0, verdict=PairVerdict.WORSE if worse else PairVerdict.LATER, worse=worse
    )


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


def _walked(people: Field, paired: Pairing) -> list[FinishedBracket]:
    bye = people.place[paired.bye] if paired.bye else None
    return finished_brackets(people, places_of(people, paired), bye)


def dutch_worse(bare: Tournament, here: Sequence[Meeting], there: Sequence[Meeting]) -> Worse | None:
    """The first criterion in which the pairs of a round are worse than those of the computed pairing."""
    people, numbers = Field(position_of(bare)), numbers_of(bare)
    round_, computed = (_pairing(numbers, meetings) for meetings in (here, there))
    return _worse(people, computed, round_)


def _pairing(numbers: Numbers, meetings: Sequence[Meeting]) -> Pairing:
    pairs = tuple((numbers.of(first), numbers.of(second)) for first, second in meetings if second)
    byes = [numbers.of(first) for first, second in meetings if not second]
    return Pairing(pairs, byes[0] if byes else 0)


def dutch_bye_barred(tournament: Tournament, player: PlayerId) -> bool:
    """Whether C2 bars the player from the bye."""
    people = Field(position_of(tournament))
    number = numbers_of(tournament).of(player)
    return number in people.place and not people.people[people.place[number]].may_have_bye


# The Dutch system of FIDE.


DUTCH = Method(
    pair=dutch,
    why_not=dutch_why_not,
    before_pairing=initial_settings,
    by_hand=with_explanations,
    rules=RULES,
    checklist=checklist_of,
    brackets=brackets_of,
    binding_rules=("C1", "C3"),
    worse=dutch_worse,
    bye_barred=dutch_bye_barred,
)
