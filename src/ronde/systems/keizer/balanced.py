"""Balanced Keizer: the cheapest matching by differences of rank and by history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ronde.model import errors
from ronde.model.player import PlayerId
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Tournament, full_names
from ronde.systems.keizer.rules import COLOUR_LIMIT, IMBALANCE, PastGames, Rules, meeting_cost
from ronde.systems.matching.match import NoPerfectMatching, match
from ronde.systems.matching.proof import Matching, NotProved

# The costs of all pairs of a balanced Keizer round at once, by arrays.
#
# `keizer_balanced.py` prices one pair, rule by rule, readably; a test compares the two.


Whole = NDArray[np.int64]
Marks = NDArray[np.bool_]


def stranger_costs(players: Sequence[PlayerId], rules: Rules, *, run: int, off: int) -> Whole:
    """The cost of each pair, by places, if the two never met: distance in rank, and their colours.

    `run` is the price of a colour beyond the limit, `off` that of the square of an imbalance.
    """
    past = [rules.histories[player] for player in players]
    balance = np.array([history.balance for history in past], dtype=np.int64)
    due = {white: _at_limit(past, rules.colour_limit, white=white) for white in (True, False)}
    as_white = run * due[True] + off * np.maximum(abs(balance + 1) - 1, 0) ** 2
    as_black = run * due[False] + off * np.maximum(abs(balance - 1) - 1, 0) ** 2
    rank = np.arange(len(players), dtype=np.int64)
    upper_white = _upper_white(balance, ~due[True], ~due[False])
    colours = np.where(
        upper_white, as_white[:, None] + as_black[None, :], as_black[:, None] + as_white[None, :]
    )
    return _mirrored((rank[:, None] - rank[None, :]) ** 2 + colours)


def _at_limit(past: Sequence[PastGames], limit: int, *, white: bool) -> Marks:
    """Players with so many games of that colour in a row that one more would exceed the limit."""
    marks = [bool(limit) and history.whites[-limit:] == [white] * limit for history in past]
    return np.array(marks, dtype=np.bool_)


def _upper_white(balance: Whole, may_white: Marks, may_black: Marks) -> Marks:
    """Whether the upper player (row) has the first colour against the lower (column)."""
    lead = balance[:, None] - balance[None, :]
    lower_may = may_black[:, None] & may_white[None, :]
    upper_may = may_white[:, None] & may_black[None, :]
    upper: Marks = (lead < 0) | ((lead == 0) & ~lower_may & upper_may)
    return upper


def _mirrored(costs: Whole) -> Whole:
    """Mirror the upper triangle; the diagonal is 0."""
    above = np.triu(costs, 1)
    return above + above.T


# Balanced Keizer: all players as close to their neighbours in rank as the round allows, with the costs.


BYE_AGAIN = 1_000_000
"""For each bye more than others had."""


def balanced(
    tournament: Tournament, order: Sequence[PlayerId], rules: Rules, *, seed: int
) -> tuple[list[Pair], Bye | None]:
    """The pairs with the least total cost; the bye is one more player."""
    pricing = KeizerPricing(tournament, order, rules)
    partner = pricing.matched(seed).partner
    bye = pricing.bye(tournament.open_round.forced_bye) if tournament.open_round.forced_bye else None
    pairs: list[Pair] = []
    for one, other in enumerate(partner):
        if other == len(pricing.players):
            bye = pricing.bye(pricing.players[one])
        elif one < other:
            pairs.append(pricing.pair(one, other))
    return pairs, bye


class KeizerPricing:
    """The costs of one round for the free players, by rank."""

    def __init__(self, tournament: Tournament, order: Sequence[PlayerId], rules: Rules) -> None:
        forced = tournament.open_round.forced_bye
        self.tournament = tournament
        self.rules = rules
        self.order = order
        self.ranks = {player: rank for rank, player in enumerate(order)}
        self.players = [player for player in order if player != forced]
        self.place = {player: at for at, player in enumerate(self.players)}
        self.fewest = min((rules.histories[one].byes for one in self.players), default=0)
        if forced and len(self.players) % 2:
            raise errors.CannotPair(reason="bye", players=full_names(tournament, [forced]))

    def matched(self, seed: int, without: tuple[int, ...] = ()) -> Matching:
        """The cheapest pairing of all places but some; the place of the bye is the last."""
        costs, forbidden = self.prices()
        kept = [place for place in range(len(costs)) if place not in without]
        chosen = np.ix_(kept, kept)
        try:
            return match(costs[chosen], seed=seed, forbidden=forbidden[chosen])
        except NoPerfectMatching as error:
            places = [kept[at] for at in error.unmatched]
            stuck = [self.players[place] for place in places if place < len(self.players)]
            raise errors.CannotPair(
                reason="forbidden", players=full_names(self.tournament, stuck), rivals=[]
            ) from error
        except NotProved as error:
            raise errors.ProofFailed(detail=str(error)) from error

    def prices(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The costs of all pairs of places, the bye last, and the forbidden pairs."""
        count = len(self.players)
        size = count + count % 2
        costs = np.zeros((size, size), dtype=np.int64)
        forbidden = np.zeros((size, size), dtype=np.bool_)
        strangers = stranger_costs(self.players, self.rules, run=COLOUR_LIMIT, off=IMBALANCE)
        costs[:count, :count] = strangers
        for one, other in self._met():
            costs[one, other] = costs[other, one] = sum(line.cost for line in self.price(one, other))
        for one, other in self._apart():
            forbidden[one, other] = forbidden[other, one] = True
        if size > count:
            costs[-1, :count] = costs[:count, -1] = [self.bye(player).cost for player in self.players]
        return costs, forbidden

    def _met(self) -> Iterator[tuple[int, int]]:
        """The places of pairs that have met, the upper one first."""
        for one, player in enumerate(self.players):
            met = self.rules.histories[player].met
            yield from ((one, self.place[other]) for other in met if self.place.get(other, -1) > one)

    def _apart(self) -> Iterator[tuple[int, int]]:
        """The places of pairs that must not meet."""
        for pair in self.rules.forbidden:
            if pair <= self.place.keys():
                one, other = (self.place[player] for player in pair)
                yield one, other

    def pair(self, one: int, other: int) -> Pair:
        """Two players by their places, the upper one first, with colours and bill."""
        white, black = self.rules.seats(self.players[one], self.players[other])
        reasons = self.price(one, other)
        return Pair(white, black, reasons, sum(reason.cost for reason in reasons))

    def price(self, one: int, other: int) -> tuple[Reason, ...]:
        """The cost breakdown of a pair of places."""
        upper, lower = self.players[one], self.players[other]
        far = Reason("rank-distance", (other - one) ** 2, upper, other - one)
        return (far, *meeting_cost(self.rules, *self.rules.seats(upper, lower)))

    def bye(self, player: PlayerId) -> Bye:
        height = len(self.order) - 1 - self.ranks[player]
        more = self.rules.histories[player].byes - self.fewest
        fair = self.tournament.settings.keizer.fair_bye
        reasons = (
            Reason("bye-rank", height**2, player, height),
            Reason("bye-more", BYE_AGAIN * max(more, 0) if fair else 0, player, more),
        )
        charged = tuple(reason for reason in reasons if reason.cost)
        return Bye(player, charged, sum(reason.cost for reason in charged))
