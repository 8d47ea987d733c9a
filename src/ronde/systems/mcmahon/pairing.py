"""The round of Go: the cheapest pairs, with handicap and colours, and what others would cost (go 4, 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ronde.model import errors
from ronde.model.events import Event, TableAdded
from ronde.model.player import PlayerId
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Tournament, full_names
from ronde.standings.go.scores import Whole
from ronde.systems.matching.match import NoPerfectMatching, match, with_forbidden_costs
from ronde.systems.matching.proof import Matching, NotProved
from ronde.systems.mcmahon.costs import BYE, REMATCH, RULES, Costs
from ronde.systems.mcmahon.field import Field, Seats, seats
from ronde.systems.mcmahon.weights import Weights, all_pairs
from ronde.systems.swiss.pairing import free_players
from ronde.systems.system import Method, RoundPairing, WhyNotAnswer, placed

Marks = NDArray[np.bool_]
Meeting = tuple[int, int]
"""Two places of the field."""
DEARER = 8
"""By how much rematches become dearer until nobody meets again, or they cost what they should."""


def mcmahon(tournament: Tournament, *, seed: int) -> RoundPairing:
    """Complete the pairs of the open round at the least cost; existing pairs are kept."""
    free = free_players(tournament)
    pricing = Pricing(tournament, seed)
    found = pricing.cheapest(free)
    pairs = pricing.pairs(found.meetings)
    forced = tournament.open_round.forced_bye
    leftover = pricing.bye(forced) if forced else pricing.bye(found.bye) if found.bye else None
    tables = placed(tournament, pairs, pricing.in_order)
    total = sum(pair.cost for pair in pairs)
    return RoundPairing(tables, leftover, tournament.pairing_system.name, seed, total)


@dataclass(frozen=True, slots=True)
class Cheapest:
    """The cheapest pairs of some players."""

    places: tuple[int, ...]
    """Those of the matching, without the bye."""
    costs: Whole
    """Of all their pairs; those that the matching avoids may be dearer than here."""
    matching: Matching
    bye: PlayerId = 0

    @property
    def meetings(self) -> list[Meeting]:
        pairs = enumerate(self.matching.partner)
        return [(self.places[one], self.places[other]) for one, other in pairs if one < other]


class Pricing:
    """The costs of one round."""

    def __init__(self, tournament: Tournament, seed: int) -> None:
        self.tournament = tournament
        self.field = Field(tournament)
        self.seed = seed

    def cheapest(self, players: Iterable[PlayerId]) -> Cheapest:
        """The cheapest pairs, after the bye if the number is odd."""
        places = sorted(self.field.place[player] for player in players)
        bye = self._bye_place(places) if len(places) % 2 else None
        rest = tuple(place for place in places if place != bye)
        costs, matching = self._refusing(rest)
        return Cheapest(rest, costs, matching, 0 if bye is None else self.field.players[bye])

    def _bye_place(self, places: Sequence[int]) -> int:
        """The first in the order of the bye without whom all others can be paired."""
        order = self.field.bye_order(places)
        apart = np.zeros((len(order) + 1, len(order) + 1), dtype=np.bool_)
        apart[:-1, :-1] = self._apart(order)
        if not apart.any():
            return order[0]
        costs = np.zeros(apart.shape, dtype=np.int64)
        costs[-1, :-1] = costs[:-1, -1] = range(len(order))
        try:
            return order[match(costs, seed=0, forbidden=apart).partner[-1]]
        except NoPerfectMatching:
            return order[0]

    def _apart(self, places: Sequence[int]) -> Marks:
        """The forbidden pairs of some places."""
        at = {self.field.players[place]: one for one, place in enumerate(places)}
        apart = np.zeros((len(places), len(places)), dtype=np.bool_)
        for pair in self.tournament.forbidden:
            if pair <= at.keys():
                one, other = (at[player] for player in pair)
                apart[one, other] = apart[other, one] = True
        return apart

    def _refusing(self, places: Sequence[int]) -> tuple[Whole, Matching]:
        try:
            return self._matched(places)
        except NoPerfectMatching as error:
            stuck = [self.field.players[places[at]] for at in error.unmatched]
            names = full_names(self.tournament, stuck)
            raise errors.CannotPair(reason="forbidden", players=names, rivals=[]) from error
        except NotProved as error:
            raise errors.ProofFailed(detail=str(error)) from error

    def _matched(self, places: Sequence[int]) -> tuple[Whole, Matching]:
        """The costs and the cheapest matching.

        The whole price of a rematch needs more than 64 bits in a big field. Where a smaller one avoids them
        all, so does the whole one with the same pairs; the same holds for forbidden pairs.
        """
        chosen = np.array(places, dtype=np.int64)
        costs = self._costs(chosen)
        met = (self.field.met[np.ix_(chosen, chosen)] > 0).astype(np.int64)
        apart, whole = self._apart(places), self.field.mcmahon.weights.never_met
        price = int(costs.max(initial=0)) + 1
        while price < whole:
            charged = costs + price * (met + 2 * apart)
            matching = match(charged, seed=self.seed)
            if not any(met[pair] or apart[pair] for pair in enumerate(matching.partner)):
                return charged, matching
            price *= DEARER
        charged = costs + whole * met
        matching = match(charged, seed=self.seed, forbidden=apart)
        return with_forbidden_costs(charged, apart), matching

    def _costs(self, chosen: Whole) -> Whole:
        """Of all pairs, without rematches; never negative."""
        costs = Costs(all_pairs(self.field, chosen, seed=self.seed)).total()
        np.fill_diagonal(costs, 0)
        return costs - min(0, int(costs.min(initial=0)))

    def pairs(self, meetings: Sequence[Meeting]) -> list[Pair]:
        """Pairs with handicap, colours and costs."""
        return [
            self._pair(seats(self.field, *meeting), bill)
            for meeting, bill in zip(meetings, self._bills(meetings), strict=True)
        ]

    def _bills(self, meetings: Sequence[Meeting]) -> list[tuple[Reason, ...]]:
        both = np.array(meetings, dtype=np.int64).reshape(-1, 2)
        return list(Costs(Weights(self.field, both[:, 0], both[:, 1], seed=self.seed)).bills())

    def _pair(self, seated: Seats, bill: tuple[Reason, ...]) -> Pair:
        black, white = (self.field.players[at] for at in (seated.black, seated.white))
        return Pair(black, white, bill, sum(reason.cost for reason in bill), seated.handicap)

    def pair(self, one: PlayerId, other: PlayerId) -> Pair:
        return self.pairs([(self.field.place[one], self.field.place[other])])[0]

    def bye(self, player: PlayerId) -> Bye:
        return Bye(player, (Reason(BYE, 0, player, int(self.field.byes[self.field.place[player]])),))

    def least(self, players: Sequence[PlayerId]) -> int:
        return sum(pair.cost for pair in self.pairs(self.cheapest(players).meetings))

    def in_order(self, pairs: Sequence[Pair]) -> list[Pair]:
        """By the better of the two, then the other, then their ratings."""
        return sorted(pairs, key=lambda pair: sorted(map(self._height, (pair.first, pair.second))))

    def _height(self, player: PlayerId) -> tuple[int, int, int, int]:
        field, at = self.field, self.field.place[player]
        return int(field.category[at]), -int(field.main[at]), -int(field.rating[at]), at


# Pairs made by hand, and questions about other pairs.


def with_handicaps(tournament: Tournament, events: list[Event]) -> list[Event]:
    """Pairs made by hand with handicap, colours and costs."""
    if not any(isinstance(event, TableAdded) for event in events):
        return events
    pricing = Pricing(tournament, tournament.open_round.seed)
    return [
        replace(event, pair=_by_hand(pricing, event.pair)) if isinstance(event, TableAdded) else event
        for event in events
    ]


def _by_hand(pricing: Pricing, pair: Pair) -> Pair:
    """Colours by the rules, unless the arbiter gave stones or exchanged the colours."""
    made = pricing.pair(pair.first, pair.second)
    if pair.handicap:
        return replace(made, first=pair.first, second=pair.second, handicap=pair.handicap)
    if made.first != pair.first and _exchanged(pricing.tournament, pair):
        return replace(made, first=pair.first, second=pair.second, handicap=0)
    return made


def _exchanged(tournament: Tournament, pair: Pair) -> bool:
    """Whether the two sit at a table the other way round."""
    seated = tournament.open_round.table_of(pair.first)
    return seated is not None and (seated.first, seated.second) == (pair.second, pair.first)


def _why_not(before: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNotAnswer:
    """The costs if two free players met in the open round."""
    free = [player for player in before.unpaired if player != before.open_round.forced_bye]
    pricing = Pricing(before, seed)
    pair = pricing.pair(one, other)
    rest = [player for player in free if player not in (one, other)]
    forbidden = frozenset((one, other)) in before.forbidden
    return WhyNotAnswer(pair, pair.cost + pricing.least(rest), pricing.least(free), forbidden)


MCMAHON = Method(
    pair=mcmahon, why_not=_why_not, by_hand=with_handicaps, rules=RULES, binding_rules=(REMATCH,)
)
"""McMahon, Swiss and Swiss with categories of Go: they differ in their settings only."""
