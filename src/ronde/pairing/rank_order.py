"""The proof that a Keizer round has the first complete pairing by rank."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.pairing.keizer import free_by_rank, neighbours, rules_of
from ronde.pairing.keizer_rules import barred
from ronde.pairing.matching import match
from ronde.pairing.proof import Proof

Barred = Sequence[Collection[int]]
"""For each place, the places of those it may not meet."""


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Two who may meet, and the proof that the remaining players could then not all be paired."""

    upper: int
    lower: int
    least: int
    """How many forbidden pairs the others would need at least."""
    proof: Proof
    """Proves that number, where a forbidden pair costs 1 and any other 0; places count those remaining."""


@dataclass(frozen=True, slots=True)
class RankOrder:
    """Everybody in turn meets the nearest in rank who lets all others be paired."""

    players: tuple[PlayerId, ...]
    """By rank, without the player who has the bye."""
    barred: tuple[tuple[int, int], ...]
    """The places of those who may not meet."""
    dead_ends: tuple[DeadEnd, ...]


def rank_order(tournament: Tournament, *, seed: int) -> RankOrder | None:
    """Why the neighbours of a Keizer round are what they are; None where it is paired otherwise."""
    settings, chance = tournament.settings, random.Random(seed)
    if not settings.pairing_system.by_value or settings.keizer.pairing == "balanced":
        return None
    order, rules = free_by_rank(tournament, chance), rules_of(tournament, chance)
    pairs, bye = neighbours(tournament, order, rules)
    players = tuple(player for player in order if bye is None or player != bye.player)
    place = {player: at for at, player in enumerate(players)}
    partner = {place[pair.first]: place[pair.second] for pair in pairs}
    apart = barred(players, rules)
    return RankOrder(
        players,
        tuple((one, other) for one, bars in enumerate(apart) for other in sorted(bars) if one < other),
        tuple(_dead_ends(apart, partner | {black: white for white, black in partner.items()})),
    )


def _dead_ends(apart: Barred, partner: Mapping[int, int]) -> Iterator[DeadEnd]:
    """Players nearer in rank who were passed over although the two may meet."""
    free = list(range(len(apart)))
    while free:
        upper = free.pop(0)
        for lower in free[: free.index(partner[upper])]:
            if lower not in apart[upper]:
                yield _dead_end(apart, upper, lower, [one for one in free if one != lower])
        free.remove(partner[upper])


def _dead_end(apart: Barred, upper: int, lower: int, left: Sequence[int]) -> DeadEnd:
    costs = np.array([[int(other in apart[one]) for other in left] for one in left], dtype=np.int64)
    cheapest = match(costs, seed=0)
    return DeadEnd(upper, lower, cheapest.total, cheapest.proof)
