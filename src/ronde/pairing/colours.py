"""Who has the first colour when both ways cost the same (papp 6.6)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ronde.core.player import PlayerId
from ronde.core.tournament import Round, Tournament

ColoursOfRound = Mapping[PlayerId, bool]
"""Who had the first colour (True) or the second (False) in one round; others are missing."""


def past_colours(tournament: Tournament) -> list[ColoursOfRound]:
    """The colours of every closed round, the latest first."""
    return [_colours(played) for played in reversed(tournament.closed_rounds)]


def _colours(played: Round) -> dict[PlayerId, bool]:
    colours: dict[PlayerId, bool] = {}
    for table in played.tables.values():
        if table.result is not None and table.result.over_the_board:
            colours[table.first], colours[table.second] = True, False
    return colours


def by_history(past: Sequence[ColoursOfRound], one: PlayerId, other: PlayerId) -> PlayerId | None:
    """Who gets the first colour: the one who had the second when their colours last differed."""
    for colours in past:
        had, had_other = colours.get(one), colours.get(other)
        if had == had_other:
            continue
        if had is None:
            return one if had_other else other
        return other if had else one
    return None


def first_of(past: Sequence[ColoursOfRound], one: PlayerId, other: PlayerId, toss: random.Random) -> PlayerId:
    """Who has the first colour: by history, else by the toss of a coin."""
    chosen = by_history(past, one, other)
    return chosen if chosen is not None else (one if toss.random() < 0.5 else other)
