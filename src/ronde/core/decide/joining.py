"""A list of people joins a tournament: nobody is registered twice or left out because of a number."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from ronde.core import events as fact
from ronde.core.decide.players import enter_player
from ronde.core.names import fold, name_words
from ronde.core.player import Player, PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament


def join_list(
    tournament: Tournament, listed: Iterable[Player], taken: Collection[PlayerId] = ()
) -> list[fact.Event]:
    """Register the people of a list who are not registered yet; a number that is taken becomes another."""
    newcomers, _ = newcomers_of(tournament, listed)
    kept = {*taken, *(person.id for person in newcomers)}
    events: list[fact.Event] = []
    for person in newcomers:
        entrant = replace(person, id=0) if person.id in tournament.players else person
        news = enter_player(tournament, player=entrant, taken=() if entrant.id else kept)
        events, tournament = [*events, *news], replay(news, tournament)
    return events


def newcomers_of(tournament: Tournament, listed: Iterable[Player]) -> tuple[list[Player], list[Player]]:
    """The newcomers of a list, and who is registered already; two entries of one name are two people."""
    waiting = [*tournament.players.values()]
    newcomers: list[Player] = []
    there: list[Player] = []
    for person in listed:
        known = _known(person, waiting)
        if known is None:
            newcomers.append(person)
        else:
            waiting.remove(known)
            there.append(person)
    return newcomers, there


def _known(person: Player, cards: Collection[Player]) -> Player | None:
    """The registered player who is the same person: the same name, and no contradicting field."""
    words = name_words(person.full_name)
    same = [card for card in cards if name_words(card.full_name) == words and _may_be(card, person)]
    return next((card for card in same if card.id == person.id), same[0] if same else None)


def _may_be(card: Player, person: Player) -> bool:
    """Ratings change from month to month, a country may be the default, and a club may be missing."""
    return not card.club or not person.club or fold(card.club) == fold(person.club)
