"""Swiss by penalties, as PAPP pairs."""

from __future__ import annotations

from dataclasses import replace

from ronde.core.events import Event, TableAdded
from ronde.core.player import PlayerId
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.pairing.draw import WhyNot
from ronde.pairing.form import forms
from ronde.pairing.method import Method
from ronde.pairing.price import RULES
from ronde.pairing.swiss import Pricing, swiss


def _billed(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Add the costs to pairs made by hand."""
    return [
        replace(event, pair=_priced(tournament, event.pair)) if isinstance(event, TableAdded) else event
        for event in facts
    ]


def _priced(tournament: Tournament, pair: Pair) -> Pair:
    return Pricing(tournament, forms(tournament), ()).pair(pair.first, pair.second)


def _why_not(hall: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNot:
    """The cost if two free players met in the open round, in the cheaper colours."""
    free = [player for player in hall.unpaired if player != hall.open_round.forced_bye]
    pricing = Pricing(hall, forms(hall), free)
    pair = min(pricing.pair(one, other), pricing.pair(other, one), key=_uncut)
    rest = [player for player in free if player not in (one, other)]
    forbidden = frozenset((one, other)) in hall.forbidden
    return WhyNot(pair, pair.cost + _least(hall, rest, seed), _least(hall, free, seed), forbidden)


def _uncut(pair: Pair) -> int:
    return sum(reason.cost for reason in pair.reasons)


def _least(hall: Tournament, free: list[PlayerId], seed: int) -> int:
    pairs, bye = Pricing(hall, forms(hall), free).cheapest(seed)
    return sum(pair.cost for pair in pairs) + (bye.cost if bye else 0)


KEPT = ("met-same-colours", "met-opposite-colours", "met-in-a-row")
METHOD = Method(draw=swiss, why_not=_why_not, by_hand=_billed, rules=RULES, kept=KEPT)
