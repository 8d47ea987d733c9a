"""The tournament as it was when a round was closed: what "after round N" means on every list."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from ronde.core.errors import UnknownRound
from ronde.core.player import Absence, PlayerId
from ronde.core.tournament import Leave, Round, Tournament


class AsOf(StrEnum):
    """Whether a list after round N shows the players present when it was closed, or those present today."""

    CLOSING = "closing"
    NOW = "now"


def seen(tournament: Tournament, after: int | None = None, as_of: AsOf = AsOf.CLOSING) -> Tournament:
    """The tournament from which a list after a round, by default the last closed one, is made."""
    return published(tournament, after) if as_of is AsOf.CLOSING else tournament


def published(tournament: Tournament, after: int | None = None) -> Tournament:
    """The players and their presence at the closing of a round, with results as corrected since.

    A Keizer table uses the presence of the round that followed (keizer 1.3), in both readings.
    """
    closed = tournament.closed_rounds
    number = len(closed) if after is None else after
    if not 0 <= number <= len(closed):
        raise UnknownRound(round=number, last=len(closed))
    if not number or tournament.settings.pairing_system.by_value:
        return tournament
    last = closed[number - 1]
    there = [player for player in tournament.players if _listed(tournament, player, number)]
    return replace(
        tournament,
        players={player: tournament.players[player] for player in there},
        entered={player: tournament.entered[player] for player in there},
        left={player: Leave(last.absent[player], number) for player in there if player in last.left},
        away={round: away for round, away in tournament.away.items() if round <= number},
        rounds=(*closed[:number], Round(number + 1)),
    )


def _listed(tournament: Tournament, player: PlayerId, number: int) -> bool:
    """Whether a player was registered by then.

    A workfile that PAPP has rewritten lists later entrants as absent from round 1 on (papp 3.5): players who
    were not here yet in all these rounds, and came later, were not on the list.
    """
    if tournament.entered[player] > number:
        return False
    rounds = tournament.closed_rounds
    waiting = all(one.absent.get(player) is Absence.LATE for one in rounds[:number])
    came = tournament.absence(player) is None or any(player not in one.absent for one in rounds[number:])
    return not (waiting and came)
