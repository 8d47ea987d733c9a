"""The certificate that a round was paired at minimal cost: costs, pairs and duals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ronde.model.player import PlayerId
from ronde.model.systems import Ranking
from ronde.model.tournament import Tournament
from ronde.systems.keizer.balanced import KeizerPricing
from ronde.systems.keizer.pairing import free_by_rank, rules_of
from ronde.systems.matching.match import with_forbidden_costs
from ronde.systems.matching.proof import Matching, Proof
from ronde.systems.mcmahon.pairing import Pricing as McMahonPricing
from ronde.systems.roundrobin import papp_round_robin
from ronde.systems.swiss.pairing import Pricing, free_players
from ronde.systems.swiss.price import pairing_histories

BYE: PlayerId = 0
"""Stands for the bye among the players of a certificate."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A pairing problem, its solution and the proof; places count the players from 0, the bye is last."""

    players: tuple[PlayerId, ...]
    costs: tuple[tuple[int, ...], ...]
    """A forbidden pair costs more than any complete pairing without it."""
    forbidden: tuple[tuple[int, int], ...]
    partner: tuple[int, ...]
    total: int
    proof: Proof


def certificate(tournament: Tournament, *, seed: int) -> Certificate | None:
    """The certificate of completing the open round with this seed; None where pairs have no costs."""
    if tournament.pairing_system.by_value:
        return _balanced(tournament, seed)
    if tournament.pairing_system.ranking is Ranking.GO:
        return _go(tournament, seed)
    if not tournament.pairing_system.priced or papp_round_robin(tournament, seed=seed) is not None:
        return None
    free = free_players(tournament)
    if not free:
        return None
    costs, matching = Pricing(tournament, pairing_histories(tournament), free).proved(seed)
    return _certified(tournament, free, costs, matching)


def _balanced(tournament: Tournament, seed: int) -> Certificate | None:
    """Keizer, balanced."""
    chance = random.Random(seed)
    if tournament.settings.keizer.pairing != "balanced" or not tournament.unpaired:
        return None
    pricing = KeizerPricing(tournament, free_by_rank(tournament, chance), rules_of(tournament, chance))
    if not pricing.players:
        return None
    return _certified(
        tournament, pricing.players, with_forbidden_costs(*pricing.prices()), pricing.matched(seed)
    )


def _go(tournament: Tournament, seed: int) -> Certificate | None:
    """McMahon and the Swiss of Go; whoever has the bye is not part of the problem."""
    free = free_players(tournament)
    if len(free) < 2:
        return None
    pricing = McMahonPricing(tournament, seed)
    found = pricing.cheapest(free)
    players = [pricing.field.players[place] for place in found.places]
    return _certified(tournament, players, found.costs, found.matching)


def _certified(
    tournament: Tournament, free: Sequence[PlayerId], costs: NDArray[np.int64], matching: Matching
) -> Certificate:
    players = (*free, BYE)[: len(costs)]
    return Certificate(
        players,
        tuple(tuple(map(int, row)) for row in costs.tolist()),
        _forbidden(tournament, players),
        matching.partner,
        matching.total,
        matching.proof,
    )


def _forbidden(tournament: Tournament, players: tuple[PlayerId, ...]) -> tuple[tuple[int, int], ...]:
    place = {player: at for at, player in enumerate(players)}
    apart = [{place[one] for one in pair} for pair in tournament.forbidden if pair <= place.keys()]
    return tuple(sorted((min(pair), max(pair)) for pair in apart))
