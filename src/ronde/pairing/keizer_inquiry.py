"""What a Keizer pair that was not drawn would cost, by the prices of the balanced mode."""

from __future__ import annotations

import random

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.pairing.draw import WhyNot
from ronde.pairing.keizer import free_by_rank, rules_of
from ronde.pairing.keizer_balanced import KeizerPricing


def keizer_why_not(hall: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNot:
    """What it would cost if two free players met in the open round, and the whole round then."""
    chance = random.Random(seed)
    pricing = KeizerPricing(hall, free_by_rank(hall, chance), rules_of(hall, chance))
    upper, lower = sorted(pricing.players.index(player) for player in (one, other))
    pair = pricing.pair(upper, lower)
    forced = hall.open_round.forced_bye
    bye = pricing.bye(forced).cost if forced else 0
    rest = pricing.matched(seed, without=(upper, lower)).total
    return WhyNot(pair, pair.cost + rest + bye, pricing.matched(seed).total + bye)
