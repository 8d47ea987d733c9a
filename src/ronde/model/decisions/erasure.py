"""Which entries of a journal hold the card of a person, and what stands there once it is erased."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ronde.model.errors import NothingToChange
from ronde.model.events import Event, PlayerChanged, PlayerEntered, PlayerErased, PlayerRemoved
from ronde.model.player import PlayerId, anonymous
from ronde.model.tournament import Tournament

Card = PlayerEntered | PlayerChanged


def erase_person(tournament: Tournament, *, number: PlayerId, name: str) -> PlayerErased:
    card = tournament.player(number)
    if card == anonymous(card, name):
        raise NothingToChange(what=card.full_name)
    return PlayerErased(number, name)


def cards_of(player: PlayerId, history: Iterable[tuple[int, Event, bool]]) -> dict[int, Card]:
    """The entries with the card of a player, by number; the history says of each whether it counts.

    The number of a player may have changed, and may have been somebody else's before. What was undone or
    removed is the player's if the name is.
    """
    card_events: dict[PlayerId, dict[int, Card]] = {}
    loose: dict[int, Card] = {}
    for place, event, counts in history:
        match event:
            case PlayerEntered() if counts:
                card_events[event.player.id] = {place: event}
            case PlayerChanged() if counts:
                card_events[event.player.id] = card_events.pop(event.id) | {place: event}
            case PlayerChanged() if event.id in card_events:
                card_events[event.id][place] = event
            case PlayerEntered() | PlayerChanged():
                loose[place] = event
            case PlayerRemoved() if counts:
                loose |= card_events.pop(event.player)
    own = card_events[player]
    names = names_of(own)
    return own | {place: event for place, event in loose.items() if event.player.full_name in names}


def names_of(cards: Mapping[int, Card]) -> frozenset[str]:
    """Every full name in these entries."""
    return frozenset(event.player.full_name for event in cards.values())


def without_person(cards: Mapping[int, Card], name: str) -> dict[int, Event]:
    return {number: replace(event, player=anonymous(event.player, name)) for number, event in cards.items()}


def cards_in_copy(
    cards: Mapping[int, Card], events: Mapping[int, Event], copy: Mapping[int, Event]
) -> dict[int, Card]:
    """The same cards in an older copy of the journal, which may have gone another way since."""
    names = names_of(cards)
    return {
        number: event
        for number, event in copy.items()
        if isinstance(event, Card)
        and (cards.get(number) == event or (events.get(number) != event and event.player.full_name in names))
    }
