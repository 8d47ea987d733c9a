"""Start the next season with the settings of the last one, with or without its players."""

from __future__ import annotations

from dataclasses import replace

from ronde.core import events as fact
from ronde.core.decide.rounds import open_tournament
from ronde.core.errors import NothingToChange, TournamentStarted
from ronde.core.player import Absence, Player
from ronde.core.tournament import Tournament


def staying(tournament: Tournament) -> list[Player]:
    """Players expected in the next season, by number: everybody who has not withdrawn."""
    left = tournament.left
    gone = {player for player in left if left[player].reason is Absence.WITHDRAWN}
    return [card for number, card in sorted(tournament.players.items()) if number not in gone]


def next_season(
    tournament: Tournament, *, before: Tournament, name: str, date: str, players: bool
) -> list[fact.Event]:
    """Begin a season in an empty journal with the settings of another one.

    Players are numbered from 1 without gaps; forbidden pairs are kept.
    """
    facts = open_tournament(tournament, name=name, date=date, settings=before.settings)
    if not players:
        return facts
    cards = staying(before)
    numbers = {card.id: place for place, card in enumerate(cards, start=1)}
    facts += [fact.PlayerEntered(replace(card, id=numbers[card.id], new=False), 1) for card in cards]
    pairs = sorted(sorted(pair) for pair in before.forbidden if pair <= numbers.keys())
    return facts + [fact.PairForbidden(numbers[one], numbers[other]) for one, other in pairs]


def remove_everybody(tournament: Tournament) -> list[fact.Event]:
    """Remove all players; only while there is no game (keizer 4)."""
    if tournament.closed_rounds or tournament.open_round.tables or tournament.open_round.bye:
        raise TournamentStarted()
    if not tournament.players:
        raise NothingToChange(what=tournament.name)
    return [fact.PlayerRemoved(number) for number in tournament.players]
