"""Pairing numbers (TPN): everybody by rating, fixed once round 4 is paired."""

from __future__ import annotations

from ronde.core.fidecard import title_order
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament

FIXED_WITH = 4
"""The round whose pairing fixes the numbers; later rating corrections have no effect."""


def seeding(tournament: Tournament) -> tuple[PlayerId, ...]:
    """All players in the order of the pairing numbers.

    By rating, then title, then name; or by the players' own numbers. A player who enters after the numbers
    are fixed is inserted before the first weaker one; nobody else changes places.
    """
    fixed = [player for player in tournament.seats if player in tournament.players]
    if not fixed or not _fixed(tournament):
        return tuple(sorted(tournament.players, key=lambda player: _strength(tournament, player)))
    for player in sorted(set(tournament.players) - set(fixed)):
        own = _strength(tournament, player)
        places = (at for at, other in enumerate(fixed) if _strength(tournament, other) > own)
        fixed.insert(next(places, len(fixed)), player)
    return tuple(fixed)


def _fixed(tournament: Tournament) -> bool:
    current = tournament.open_round
    return current.number > FIXED_WITH or (current.number == FIXED_WITH and bool(current.tables))


def _strength(tournament: Tournament, player: PlayerId) -> tuple[int, int, str, PlayerId]:
    if tournament.settings.dutch.order == "number":
        return (0, 0, "", player)
    card = tournament.players[player]
    return (-card.rating, title_order(card.fide.title), card.full_name.casefold(), player)
