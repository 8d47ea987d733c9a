"""A tie-break for those who beat the favourites."""

from __future__ import annotations

from ronde.model.player import PlayerId
from ronde.standings import Scoresheet


def upsets(sheet: Scoresheet, player: PlayerId) -> float:
    """Games won against opponents with a higher rating."""
    cards = sheet.tournament.players
    won = [line.opponent for line in sheet.record[player] if line.played and line.half_points == 2]
    return sum(cards[opponent].rating > cards[player].rating for opponent in won)
