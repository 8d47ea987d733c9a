"""Cups: seeds, who goes on, and the bracket as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.core.player import PlayerId
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament

Slot = PlayerId | None
"""A place of the bracket: a player, or nobody."""


def seeds(tournament: Tournament) -> dict[PlayerId, int]:
    """The seed of everybody who came for round 1: by rating, then by number; 1 is the best."""
    entrants = [player for player in tournament.players if tournament.entered[player] == 1]
    entrants.sort(key=lambda player: (-tournament.players[player].rating, player))
    return {player: seed for seed, player in enumerate(entrants, start=1)}


def winner(tournament: Tournament, table: Table) -> PlayerId:
    """Who goes on from a table with a result: the higher score, and the better seed when both are equal."""
    result = table.result
    assert result is not None, "only closed rounds are asked"
    if result.first != result.second:
        return table.first if result.first > result.second else table.second
    ranks = seeds(tournament)
    return min(table.first, table.second, key=lambda player: ranks.get(player, len(ranks) + player))


def loser(tournament: Tournament, table: Table) -> PlayerId:
    """Who goes home."""
    return table.second if winner(tournament, table) == table.first else table.first


def places(size: int) -> list[int]:
    """The seeds in the order of the bracket, so that the best meet as late as they can.

    >>> places(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return order


def first_slots(tournament: Tournament) -> list[Slot]:
    """The bracket before round 1: places without a seed are byes, and they fall to the best."""
    opening = tournament.rounds[0]
    here = {*opening.seated, *(opening.byes if opening.closed else tournament.present)}
    entrants = [player for player in seeds(tournament) if player in here]
    size = 1
    while size < len(entrants):
        size *= 2
    return [entrants[seed - 1] if seed <= len(entrants) else None for seed in places(size)]


def next_slots(tournament: Tournament, slots: Sequence[Slot], played: Round) -> list[Slot]:
    """The bracket after a closed round."""
    return [
        _survivor(tournament, played, one, other) for one, other in zip(slots[::2], slots[1::2], strict=True)
    ]


def _survivor(tournament: Tournament, played: Round, one: Slot, other: Slot) -> Slot:
    if one is None or other is None:
        return one if other is None else other
    table = played.table_of(one)
    if table is not None and other in table.pair:
        return winner(tournament, table)
    staying = [player for player in (one, other) if player not in tournament.left]
    return staying[0] if staying else None


def slots_now(tournament: Tournament) -> list[Slot]:
    """The bracket of the open round."""
    slots = first_slots(tournament)
    for played in tournament.closed_rounds:
        if len(slots) > 1:
            slots = next_slots(tournament, slots, played)
    return slots


def champion(tournament: Tournament) -> PlayerId | None:
    """Who won the cup, once the final is closed."""
    slots = slots_now(tournament)
    return slots[0] if len(slots) == 1 and tournament.closed_rounds else None
