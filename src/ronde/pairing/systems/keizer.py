"""Keizer: neighbours by rank, or balanced."""

from __future__ import annotations

import random
from dataclasses import replace

from ronde.core.events import Event, TableAdded
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.pairing.draw import WhyNot
from ronde.pairing.keizer import free_by_rank, keizer, rules_of
from ronde.pairing.keizer_balanced import KeizerPricing
from ronde.pairing.keizer_rules import BILL
from ronde.pairing.method import Method
from ronde.scoring.door import frozen_values


def _frozen(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Keizer freezes its values when a round is begun, by hand too (keizer 1.3)."""
    if tournament.open_round.tables and tournament.open_round.values:
        return facts
    order = frozen_values(tournament)
    return [replace(event, values=order) if isinstance(event, TableAdded) else event for event in facts]


def _why_not(hall: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNot:
    """What it would cost if two free players met in the open round, and the whole round then."""
    chance = random.Random(seed)
    pricing = KeizerPricing(hall, free_by_rank(hall, chance), rules_of(hall, chance))
    upper, lower = sorted(pricing.players.index(player) for player in (one, other))
    pair = pricing.pair(upper, lower)
    forced = hall.open_round.forced_bye
    bye = pricing.bye(forced).cost if forced else 0
    rest = pricing.matched(seed, without=(upper, lower)).total
    return WhyNot(pair, pair.cost + rest + bye, pricing.matched(seed).total + bye)


METHOD = Method(draw=keizer, why_not=_why_not, by_hand=_frozen, rules=BILL)
