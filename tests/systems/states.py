"""The golden pairing states, each built once for all tests that look at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from tests.support.papp_states import load, state_tournament
from tests.systems.reference import cheapest

from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament
from ronde.systems.swiss.price import PairingHistory, PenaltyTable, pairing_histories, price, price_bye
from ronde.systems.system import RoundPairing


@dataclass(frozen=True, slots=True)
class State:
    """A tournament about to be paired, with everything its prices are made of."""

    hall: Tournament
    forms: dict[PlayerId, PairingHistory]
    free: list[PairingHistory]
    lowest: int
    tariff: PenaltyTable

    def cost(self, first: PlayerId, second: PlayerId) -> int:
        """The uncut price of a pair by the readable rules."""
        return sum(reason.cost for reason in price(self.forms[first], self.forms[second], self.tariff))

    def bye_cost(self, player: PlayerId) -> int:
        """The uncut price of the bye by the readable rules."""
        return sum(reason.cost for reason in price_bye(self.forms[player], self.lowest, self.tariff))


def state_of(hall: Tournament) -> State:
    """The state of a tournament whose open round is to be paired."""
    history = pairing_histories(hall)
    lowest = min((history[player].half_points for player in hall.present), default=0)
    tariff = PenaltyTable(hall.settings.penalties, hall.open_round.number, hall.settings.cap)
    return State(hall, history, [history[player] for player in hall.unpaired], lowest, tariff)


def least(state: State) -> int | None:
    """The least total by the readable rules and by trying everything."""
    people = [form.player for form in state.free]
    size = len(people) + len(people) % 2
    costs = np.zeros((size, size), dtype=object)
    forbidden = np.zeros((size, size), dtype=np.bool_)
    cap = state.tariff.cap
    for (at, one), (to, other) in combinations(enumerate(people), 2):
        cost = min(state.cost(one, other), state.cost(other, one))
        costs[at, to] = costs[to, at] = cost if cap is None else min(cost, cap)
        forbidden[at, to] = forbidden[to, at] = frozenset((one, other)) in state.hall.forbidden
    for at, one in enumerate(people if len(people) % 2 else []):
        cost = state.bye_cost(one)
        costs[at, -1] = costs[-1, at] = cost if cap is None else min(cost, cap)
    return cheapest(costs, forbidden)


@cache
def golden(path: Path) -> tuple[dict[str, Any], State]:
    """A golden state as PAPP told it, and as we see it."""
    told = load(path)
    return told, state_of(state_tournament(told))


def pairs(draw: RoundPairing) -> frozenset[frozenset[int]]:
    """Who meets whom, whatever the colours; the bye alone."""
    met = {frozenset((pair.first, pair.second)) for pair in draw.tables.values()}
    return frozenset(met | ({frozenset((draw.bye.player,))} if draw.bye else set()))
