"""Pairing by lot: everybody meets anybody."""

from __future__ import annotations

import random

from ronde.model.errors import NobodyToPair
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament
from ronde.standings import scores
from ronde.systems.system import Method, RoundPairing, numbered


def by_lot(tournament: Tournament, *, seed: int) -> RoundPairing:
    """Complete the pairs of the open round by lot; the last one has the bye."""
    free = [player for player in tournament.unpaired if player != tournament.open_round.forced_bye]
    if not tournament.open_round.tables and len(free) < 2:
        raise NobodyToPair(present=len(tournament.present))
    random.Random(seed).shuffle(free)
    pairs = [Pair(*two) for two in zip(free[::2], free[1::2], strict=False)]
    bye = Bye(tournament.open_round.forced_bye or free[-1]) if len(free) % 2 else None
    return RoundPairing(numbered(tournament, pairs, scores(tournament)), bye, "lottery", seed, 0)


METHOD = Method(by_lot)
