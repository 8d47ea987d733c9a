"""Keizer: neighbours by rank, or balanced."""

from __future__ import annotations

import random
from dataclasses import replace

from ronde.core.events import Event, TableAdded
from ronde.core.player import PlayerId
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.pairing.draw import WhyNot
from ronde.pairing.keizer import free_by_rank, keizer, rules_of
from ronde.pairing.keizer_balanced import KeizerPricing
from ronde.pairing.keizer_bill import meeting_bill
from ronde.pairing.keizer_rules import BILL
from ronde.pairing.method import Method
from ronde.scoring.door import frozen_values

NO_TOSS = random.Random(0)
"""Colours chosen by hand need no coin toss."""


def _completed(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Pairs made by hand with their costs, and with the order that scores the round (keizer 1.3)."""
    begun = tournament.open_round.tables and tournament.open_round.values
    order = () if begun else frozen_values(tournament)
    return [_added(tournament, event, order) if isinstance(event, TableAdded) else event for event in facts]


def _added(tournament: Tournament, event: TableAdded, order: tuple[int, ...]) -> TableAdded:
    billed = replace(event, pair=_priced(tournament, event.pair))
    return replace(billed, values=order) if order else billed


def _priced(tournament: Tournament, pair: Pair) -> Pair:
    reasons = meeting_bill(rules_of(tournament, NO_TOSS), pair.first, pair.second)
    return Pair(pair.first, pair.second, reasons, sum(reason.cost for reason in reasons))


def _why_not(hall: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNot:
    """The cost if two free players met in the open round, and the total of the round then."""
    chance = random.Random(seed)
    pricing = KeizerPricing(hall, free_by_rank(hall, chance), rules_of(hall, chance))
    upper, lower = sorted(pricing.players.index(player) for player in (one, other))
    pair = pricing.pair(upper, lower)
    forced = hall.open_round.forced_bye
    bye = pricing.bye(forced).cost if forced else 0
    rest = pricing.matched(seed, without=(upper, lower)).total
    return WhyNot(pair, pair.cost + rest + bye, pricing.matched(seed).total + bye)


METHOD = Method(
    draw=keizer,
    why_not=_why_not,
    by_hand=_completed,
    rules=BILL,
    kept=("met-too-soon", "colour-limit"),
)
