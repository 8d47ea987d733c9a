"""Swiss by penalties: the pairs with the least total cost, with the proof that none is cheaper."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from ronde.core import errors
from ronde.core.player import PlayerId
from ronde.core.table import Bye, Pair
from ronde.core.tournament import Tournament, named
from ronde.pairing.colours import first_of, past_colours
from ronde.pairing.costs import Matrix, bye_costs, oriented_costs, pair_costs
from ronde.pairing.draw import Draw
from ronde.pairing.form import Form, forms
from ronde.pairing.matching import NoPerfectMatching, match, priced
from ronde.pairing.order import numbered
from ronde.pairing.price import Tariff, price, price_bye
from ronde.pairing.proof import Matching, NotProved
from ronde.pairing.roundrobin import seated_draw
from ronde.scoring.door import scores


def swiss(tournament: Tournament, *, seed: int) -> Draw:
    """Complete the pairs of the open round: by the round-robin table if there is one, else by penalties."""
    return seated_draw(tournament, seed=seed) or penalties(tournament, seed=seed)


def penalties(tournament: Tournament, *, seed: int) -> Draw:
    """Complete the pairs of the open round at the least total penalty; existing pairs are kept."""
    history = forms(tournament)
    free = free_players(tournament)
    pricing = Pricing(tournament, history, free)
    bye = pricing.bye(tournament.open_round.forced_bye) if tournament.open_round.forced_bye else None
    pairs, drawn_bye = pricing.cheapest(seed)
    leftover = bye or drawn_bye
    total = sum(pair.cost for pair in pairs) + (leftover.cost if leftover else 0)
    return Draw(numbered(tournament, pairs, scores(tournament)), leftover, "swiss", seed, total)


def free_players(tournament: Tournament) -> list[PlayerId]:
    """Who is to be paired; refused if there is nobody, or if a chosen bye leaves an odd number."""
    forced = tournament.open_round.forced_bye
    free = [player for player in tournament.unpaired if player != forced]
    if forced and len(free) < 2 and not tournament.open_round.tables:
        raise errors.CannotPair(reason="only-bye", players=named(tournament, [forced]))
    if forced and len(free) % 2:
        raise errors.CannotPair(reason="bye", players=named(tournament, [forced]))
    if not tournament.open_round.tables and len(free) < 2:
        raise errors.NobodyToPair(present=len(tournament.present))
    return free


class Pricing:
    """The costs of one round for the free players."""

    def __init__(
        self, tournament: Tournament, history: Mapping[PlayerId, Form], free: Sequence[PlayerId]
    ) -> None:
        settings = tournament.settings
        self.tournament = tournament
        self.tariff = Tariff(settings.penalties, tournament.open_round.number, settings.cap)
        self.history = history
        self.free = [history[player] for player in free]
        self.lowest = min((history[player].half_points for player in tournament.present), default=0)

    def cheapest(self, seed: int) -> tuple[list[Pair], Bye | None]:
        """The pairs of the cheapest matching, and the bye if the number is odd."""
        oriented = oriented_costs(self.free, self.tariff)
        partner = self._matched(self._with_bye(pair_costs(oriented, self.tariff)), seed).partner
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
        byes = bye_costs(self.free, self.lowest, self.tariff)
        byes = byes if self.tariff.cap is None else np.minimum(byes, self.tariff.cap)
        return np.block([[costs, byes[:, None]], [byes[None, :], np.zeros((1, 1), dtype=np.int64)]])

    def proved(self, seed: int) -> tuple[Matrix, Matching]:
        """The cost of every pair, with the bye last if the number is odd, and the proved cheapest matching.

        A forbidden pair costs more than any complete pairing without it.
        """
        costs = self._with_bye(pair_costs(oriented_costs(self.free, self.tariff), self.tariff))
        return priced(costs, self._forbidden(len(costs))), self._matched(costs, seed)

    def _matched(self, costs: Matrix, seed: int) -> Matching:
        try:
            return match(costs, seed=seed, forbidden=self._forbidden(len(costs)))
        except NoPerfectMatching as error:
            stuck = self._lonely() or sorted(
                self.free[place].player for place in error.unmatched if place < len(self.free)
            )
            raise errors.CannotPair(reason="forbidden", players=named(self.tournament, stuck)) from error
        except NotProved as error:
            raise errors.ProofFailed(detail=str(error)) from error

    def _lonely(self) -> list[PlayerId]:
        """Players for whom every pair is forbidden."""
        players = [form.player for form in self.free]
        apart = self.tournament.forbidden
        return [
            player
            for player in players
            if all(frozenset((player, other)) in apart for other in players if other != player)
        ]

    def _forbidden(self, size: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]] | None:
        if not self.tournament.forbidden:
            return None
        index = {form.player: place for place, form in enumerate(self.free)}
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
        reasons = price(self.history[first], self.history[second], self.tariff)
        return Pair(first, second, reasons, self.tariff.charged(reasons))

    def bye(self, player: PlayerId) -> Bye:
        reasons = price_bye(self.history[player], self.lowest, self.tariff)
        return Bye(player, reasons, self.tariff.charged(reasons))
