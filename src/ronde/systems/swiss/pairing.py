"""The Swiss of PAPP: the cheapest round, its colours, and what another pair would cost."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ronde.model import errors
from ronde.model.errors import CannotPair
from ronde.model.events import Event, TableAdded
from ronde.model.player import PlayerId
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Round, Tournament, full_names
from ronde.standings import scores
from ronde.systems.matching.match import NoPerfectMatching, match, with_forbidden_costs
from ronde.systems.matching.proof import Matching, NotProved
from ronde.systems.pair_facts import PairFact
from ronde.systems.roundrobin import papp_round_robin
from ronde.systems.swiss.costs import Matrix, bye_costs, oriented_costs, pair_costs
from ronde.systems.swiss.price import RULES, PairingHistory, PenaltyTable, pairing_histories, price, price_bye
from ronde.systems.system import Method, RoundPairing, WhyNotAnswer, numbered

# Who has the first colour when both ways cost the same (papp 6.6).


ColoursOfRound = Mapping[PlayerId, bool]
"""Who had the first colour (True) or the second (False) in one round; others are missing."""


def past_colours(tournament: Tournament) -> list[ColoursOfRound]:
    """The colours of every closed round, the latest first."""
    return [_colours(played) for played in reversed(tournament.closed_rounds)]


def _colours(played: Round) -> dict[PlayerId, bool]:
    colours: dict[PlayerId, bool] = {}
    for table in played.tables.values():
        if table.result is not None and table.result.over_the_board:
            colours[table.first], colours[table.second] = True, False
    return colours


def by_history(past: Sequence[ColoursOfRound], one: PlayerId, other: PlayerId) -> PlayerId | None:
    """Who gets the first colour: the one who had the second when their colours last differed."""
    for colours in past:
        had, had_other = colours.get(one), colours.get(other)
        if had == had_other:
            continue
        if had is None:
            return one if had_other else other
        return other if had else one
    return None


def first_of(past: Sequence[ColoursOfRound], one: PlayerId, other: PlayerId, toss: random.Random) -> PlayerId:
    """Who has the first colour: by history, else by the toss of a coin."""
    chosen = by_history(past, one, other)
    return chosen if chosen is not None else (one if toss.random() < 0.5 else other)


# Swiss by penalties: the pairs with the least total cost, with the proof that none is cheaper.


def swiss(tournament: Tournament, *, seed: int) -> RoundPairing:
    """Complete the pairs of the open round: by the round-robin table if there is one, else by penalties."""
    return papp_round_robin(tournament, seed=seed) or penalties(tournament, seed=seed)


def penalties(tournament: Tournament, *, seed: int) -> RoundPairing:
    """Complete the pairs of the open round at the least total penalty; existing pairs are kept."""
    history = pairing_histories(tournament)
    free = free_players(tournament)
    pricing = Pricing(tournament, history, free)
    bye = pricing.bye(tournament.open_round.forced_bye) if tournament.open_round.forced_bye else None
    pairs, computed_bye = pricing.cheapest(seed)
    leftover = bye or computed_bye
    total = sum(pair.cost for pair in pairs) + (leftover.cost if leftover else 0)
    return RoundPairing(numbered(tournament, pairs, scores(tournament)), leftover, "swiss", seed, total)


def free_players(tournament: Tournament) -> list[PlayerId]:
    """Who is to be paired; refused if there is nobody, or if a chosen bye leaves an odd number."""
    forced = tournament.open_round.forced_bye
    free = [player for player in tournament.unpaired if player != forced]
    if forced and len(free) < 2 and not tournament.open_round.tables:
        raise errors.CannotPair(reason="only-bye", players=full_names(tournament, [forced]))
    if forced and len(free) % 2:
        raise errors.CannotPair(reason="bye", players=full_names(tournament, [forced]))
    if not tournament.open_round.tables and len(free) < 2:
        raise errors.NobodyToPair(present=len(tournament.present))
    return free


class Pricing:
    """The costs of one round for the free players."""

    def __init__(
        self, tournament: Tournament, history: Mapping[PlayerId, PairingHistory], free: Sequence[PlayerId]
    ) -> None:
        settings = tournament.settings
        self.tournament = tournament
        self.penalty_table = PenaltyTable(settings.penalties, tournament.open_round.number, settings.cap)
        self.history = history
        self.free = [history[player] for player in free]
        self.lowest = min((history[player].half_points for player in tournament.present), default=0)

    def cheapest(self, seed: int) -> tuple[list[Pair], Bye | None]:
        """The pairs of the cheapest matching, and the bye if the number is odd."""
        oriented = oriented_costs(self.free, self.penalty_table)
        partner = self._matched(self._with_bye(pair_costs(oriented, self.penalty_table)), seed).partner
        past, toss = past_colours(self.tournament), random.Random(seed)
        pairs: list[Pair] = []
        bye: Bye | None = None
        for one, other in enumerate(partner):
            if other == len(self.free):
                bye = self.bye(self.free[one].player)
            elif one < other:
                pairs.append(self._turned(one, other, oriented, past, toss))
        return pairs, bye

    def _with_bye(self, costs: Matrix) -> Matrix:
        """One more row for the bye if the number of players is odd."""
        if len(self.free) % 2 == 0:
            return costs
        byes = bye_costs(self.free, self.lowest, self.penalty_table)
        byes = byes if self.penalty_table.cap is None else np.minimum(byes, self.penalty_table.cap)
        return np.block([[costs, byes[:, None]], [byes[None, :], np.zeros((1, 1), dtype=np.int64)]])

    def proved(self, seed: int) -> tuple[Matrix, Matching]:
        """The cost of every pair, with the bye last if the number is odd, and the proved cheapest matching.

        A forbidden pair costs more than any complete pairing without it.
        """
        costs = self._with_bye(pair_costs(oriented_costs(self.free, self.penalty_table), self.penalty_table))
        return with_forbidden_costs(costs, self._forbidden(len(costs))), self._matched(costs, seed)

    def _matched(self, costs: Matrix, seed: int) -> Matching:
        try:
            return match(costs, seed=seed, forbidden=self._forbidden(len(costs)))
        except NoPerfectMatching as error:
            stuck = self._lonely() or sorted(
                self.free[place].player for place in error.unmatched if place < len(self.free)
            )
            raise errors.CannotPair(reason="forbidden", players=full_names(self.tournament, stuck)) from error
        except NotProved as error:
            raise errors.ProofFailed(detail=str(error)) from error

    def _lonely(self) -> list[PlayerId]:
        """Players for whom every pair is forbidden."""
        players = [one.player for one in self.free]
        apart = self.tournament.forbidden
        return [
            player
            for player in players
            if all(frozenset((player, other)) in apart for other in players if other != player)
        ]

    def _forbidden(self, size: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]] | None:
        if not self.tournament.forbidden:
            return None
        index = {one.player: place for place, one in enumerate(self.free)}
        forbidden = np.zeros((size, size), dtype=np.bool_)
        for pair in self.tournament.forbidden:
            if pair <= index.keys():
                one, other = (index[player] for player in pair)
                forbidden[one, other] = forbidden[other, one] = True
        return forbidden

    def _turned(
        self,
        one: int,
        other: int,
        oriented: Matrix,
        past: Sequence[Mapping[PlayerId, bool]],
        toss: random.Random,
    ) -> Pair:
        """The pair with its colours: the cheaper way, uncapped; else by history, else by a coin toss."""
        there, back = int(oriented[one, other]), int(oriented[other, one])
        players = self.free[one].player, self.free[other].player
        if there == back:
            first = first_of(past, *players, toss)
        else:
            first = players[0] if there < back else players[1]
        return self.pair(first, players[1] if first == players[0] else players[0])

    def pair(self, first: PlayerId, second: PlayerId) -> Pair:
        reasons = price(self.history[first], self.history[second], self.penalty_table)
        return Pair(first, second, reasons, self.penalty_table.charged(reasons))

    def bye(self, player: PlayerId) -> Bye:
        reasons = price_bye(self.history[player], self.lowest, self.penalty_table)
        return Bye(player, reasons, self.penalty_table.charged(reasons))


# Swiss by penalties, as PAPP pairs.


def _with_costs(tournament: Tournament, events: list[Event]) -> list[Event]:
    """Add the costs to pairs made by hand."""
    return [
        replace(event, pair=_priced(tournament, event.pair)) if isinstance(event, TableAdded) else event
        for event in events
    ]


def _priced(tournament: Tournament, pair: Pair) -> Pair:
    return Pricing(tournament, pairing_histories(tournament), ()).pair(pair.first, pair.second)


def _why_not(before: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNotAnswer:
    """The cost if two free players met in the open round, in the cheaper colours."""
    free = [player for player in before.unpaired if player != before.open_round.forced_bye]
    pricing = Pricing(before, pairing_histories(before), free)
    pair = min(pricing.pair(one, other), pricing.pair(other, one), key=_uncut)
    rest = [player for player in free if player not in (one, other)]
    forbidden = frozenset((one, other)) in before.forbidden
    return WhyNotAnswer(pair, pair.cost + _least(before, rest, seed), _least(before, free, seed), forbidden)


def _uncut(pair: Pair) -> int:
    return sum(reason.cost for reason in pair.reasons)


def _least(before: Tournament, free: list[PlayerId], seed: int) -> int:
    pairs, bye = Pricing(before, pairing_histories(before), free).cheapest(seed)
    return sum(pair.cost for pair in pairs) + (bye.cost if bye else 0)


BINDING_RULES = ("met-same-colours", "met-opposite-colours", "met-in-a-row")
SWISS = Method(pair=swiss, why_not=_why_not, by_hand=_with_costs, rules=RULES, binding_rules=BINDING_RULES)


# What the whole round would be like if a player met somebody else.


GROUPS = {
    "instead-rematch": ("met-same-colours", "met-opposite-colours", "met-in-a-row"),
    "instead-scores": ("float", "float-again", "float-back", "elitism"),
    "instead-colours": ("colour", "colour-again"),
    "instead-compatriots": ("same-country",),
    "instead-bye": ("bye-again", "bye-in-a-row"),
}
"""What gets worse, by the rules that charge for it."""


def alternative(before: Tournament, met: Pair, player: PlayerId, total: int, seed: int) -> PairFact | None:
    """What the cheapest other opponent of a player would cost everybody; None if `total` is not the least."""
    free = free_players(before)
    pricing = Pricing(before, pairing_histories(before), free)
    others = [one for one in free if one not in met and {one, player} not in before.forbidden]
    best = _round(pricing, seed)
    if not others or _cost(best) != total:
        return None
    pair = min((_cheaper(pricing, player, one) for one in others), key=lambda one: one.cost)
    rest = Pricing(before, pricing.history, [one for one in free if one not in pair])
    other = pair.second if pair.first == player else pair.first
    try:
        return _compared(best, [pair, *_round(rest, seed)], player, other)
    except CannotPair:
        return None


Part = Pair | Bye


def _round(pricing: Pricing, seed: int) -> list[Part]:
    pairs, bye = pricing.cheapest(seed)
    return [*pairs, *([bye] if bye else [])]


def _cost(parts: Iterable[Part]) -> int:
    return sum(part.cost for part in parts)


def _cheaper(pricing: Pricing, one: PlayerId, other: PlayerId) -> Pair:
    """The pair in its cheaper colours."""
    return min(pricing.pair(one, other), pricing.pair(other, one), key=lambda pair: pair.cost)


def _compared(best: list[Part], other_round: list[Part], player: PlayerId, other: PlayerId) -> PairFact:
    """The group of rules by which the other round is dearest, and how many more pairs it would repeat."""
    if _cost(other_round) == _cost(best):
        return PairFact("instead-equal", player, other)
    more = {kind: _charge(other_round, rules) - _charge(best, rules) for kind, rules in GROUPS.items()}
    kind = max(more, key=lambda one: more[one])
    count = _rematches(other_round) - _rematches(best)
    if more[kind] <= 0 or (kind == "instead-rematch" and count < 1):
        kind = "instead-worse"
    return PairFact(kind, player, other, count if kind == "instead-rematch" else 0)


def _charge(parts: Iterable[Part], rules: tuple[str, ...]) -> int:
    return sum(reason.cost for part in parts for reason in part.reasons if reason.rule in rules)


def _rematches(parts: Iterable[Part]) -> int:
    rules = GROUPS["instead-rematch"]
    return sum(any(reason.rule in rules for reason in part.reasons) for part in parts)
