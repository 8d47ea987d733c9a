"""Registering an engine: what its owner may enter, and the keys that sign its requests."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from ronde.core.errors import EngineRefused
from ronde.core.player import clean_name
from ronde.games.door import GAMES, UnknownGame, find_game
from ronde.http_engines.addresses import Allowed, check_url
from ronde.http_engines.card import LONGEST, SHORTEST, EngineCard, Key, Manner
from ronde.http_engines.store import EngineStore

MANNERS: Final = (Manner.CALL_BACK, Manner.PRINTED, Manner.SERVICE)
"""The manners of engines that have an address."""
LEVELS: Final = (1, 2)
HOUSE: Final = "Ronde"
"""The name of the built-in player."""
_KEPT: Final = 2
"""Keys of an engine: the newest, and the previous one until its owner has changed over."""


def read_game(text: str) -> str:
    try:
        return find_game(text).name
    except UnknownGame:
        raise EngineRefused(reason="game", text=text) from None


def read_timeout(text: str) -> int:
    """Seconds for a move, from 4 to 54."""
    seconds = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    if not SHORTEST <= seconds <= LONGEST:
        raise EngineRefused(reason="timeout", text=text, least=SHORTEST, most=LONGEST)
    return seconds


def read_level(text: str) -> int:
    if text not in map(str, LEVELS):
        raise EngineRefused(reason="level", text=text)
    return int(text)


def read_manner(text: str) -> Manner:
    known = next((manner for manner in MANNERS if manner.value == text), None)
    if known is None:
        raise EngineRefused(reason="manner", text=text)
    return known


def checked(book: EngineStore, card: EngineCard, allow: Allowed) -> EngineCard:
    """The card, ready to be stored, or the refusal; names are unique within a game."""
    card = plausible(card, allow)
    same = (one for one in book.engines() if one.game == card.game and one.id != card.id and not one.retired)
    if any(one.name.casefold() == card.name.casefold() for one in same):
        raise EngineRefused(reason="taken", name=card.name)
    return card


def plausible(card: EngineCard, allow: Allowed) -> EngineCard:
    """The card with a normalised name and address, or the refusal; needs no store."""
    name = clean_name(card.name, field="engine")
    url = card.url if card.manner is Manner.HOUSE else check_url(card.url, allow)
    return replace(card, name=name, url=url)


def with_new_key(card: EngineCard) -> EngineCard:
    """The card with a new key in front; the previous one stays valid until the next."""
    if card.manner is Manner.HOUSE:
        raise EngineRefused(reason="key")
    latest = max((int(key.name) for key in card.keys if key.name.isdigit()), default=0)
    return replace(card, keys=(Key(str(latest + 1), secrets.token_bytes(32)), *card.keys)[:_KEPT])


def without_old_keys(card: EngineCard) -> EngineCard:
    """The card with its newest key only, after the owner has changed over."""
    return replace(card, keys=card.keys[:1])


def registered(book: EngineStore, number: int) -> EngineCard:
    """The engine of that number, or the refusal."""
    card = book.engine(number)
    if card is None:
        raise EngineRefused(reason="unknown", number=number)
    return card


def seat_the_house(book: EngineStore) -> None:
    """Register the built-in player for every game, except those the host has retired it from."""
    seated = {card.game for card in book.engines() if card.manner is Manner.HOUSE}
    for game in GAMES:
        if game not in seated:
            book.add_engine(EngineCard(0, HOUSE, game, "", level=2, timeout=15, manner=Manner.HOUSE))
