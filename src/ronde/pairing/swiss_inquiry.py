"""What a pair that was not drawn would cost in a Swiss, and the whole round with it."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.pairing.draw import WhyNot
from ronde.pairing.form import forms
from ronde.pairing.swiss import Pricing


def swiss_why_not(hall: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNot:
    """What it would cost if two free players met in the open round, in the cheaper colours."""
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
