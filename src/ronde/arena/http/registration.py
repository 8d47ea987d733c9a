"""Registering an engine: what its owner may enter, and the keys that sign its requests."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from ronde.arena.games import GAMES, UnknownGame, find_game
from ronde.arena.http.card import LONGEST, SHORTEST, EngineCard, Key, Manner
from ronde.arena.http.store import EngineStore
from ronde.model.errors import AddressRefused, EngineRefused, FormatError, Problem
from ronde.model.player import clean_name
from ronde.web.server.addresses import Allowed, check_url

MANNERS: Final = (Manner.CALL_BACK, Manner.PRINTED, Manner.SERVICE)
"""The manners of engines that have an address."""
LEVELS: Final = (1, 2)
BUILT_IN: Final = "Ronde"
"""The name of the built-in player."""
KEYS: Final = 2
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


def validate_card(book: EngineStore, card: EngineCard, allow: Allowed) -> EngineCard:
    """The card, ready to be stored, or the refusal; names are unique within a game."""
    card = plausible(card, allow)
    same = (one for one in book.engines() if one.game == card.game and one.id != card.id and not one.retired)
    if any(one.name.casefold() == card.name.casefold() for one in same):
        raise EngineRefused(reason="taken", name=card.name)
    return card


def plausible(card: EngineCard, allow: Allowed) -> EngineCard:
    """The card with a normalised name and address, or the refusal; needs no store."""
    name = clean_name(card.name, field="engine")
    url = card.url if card.manner is Manner.BUILT_IN else check_url(card.url, allow)
    return replace(card, name=name, url=url)


def with_new_key(card: EngineCard) -> EngineCard:
    """The card with a new key in front; the previous one stays valid until the next."""
    if card.manner is Manner.BUILT_IN:
        raise EngineRefused(reason="key")
    latest = max((int(key.name) for key in card.keys if key.name.isdigit()), default=0)
    return replace(card, keys=(Key(str(latest + 1), secrets.token_bytes(32)), *card.keys)[:KEYS])


def without_old_keys(card: EngineCard) -> EngineCard:
    return replace(card, keys=card.keys[:1])


def find_engine(book: EngineStore, number: int) -> EngineCard:
    card = book.engine(number)
    if card is None:
        raise EngineRefused(reason="unknown", number=number)
    return card


def add_built_in_engines(book: EngineStore) -> None:
    """Register the built-in player for every game, except those the host has retired it from."""
    seated = {card.game for card in book.engines() if card.manner is Manner.BUILT_IN}
    for game in GAMES:
        if game not in seated:
            book.add_engine(EngineCard(0, BUILT_IN, game, "", level=2, timeout=15, manner=Manner.BUILT_IN))


LARGEST: Final = 8_192
"""Bytes of such a file."""
_KEY: Final = re.compile(r"([0-9A-Za-z_-]{1,20}):((?:[0-9A-Fa-f]{2}){8,64})")

Line = tuple[int, str]


def read_card(path: Path, game: str, allow: Allowed, *, name: str = "") -> EngineCard:
    """The engine that a file `j4_name.url` names; FormatError or AddressRefused, with the line, if none.

    The first line is the address. Further lines may say `manner: call-back`, `printed` or `service`, and
    `key: NAME:SECRET`, the secret in hexadecimal digits; a second key is the one that is being rotated out.
    Empty lines and lines starting with # are ignored.
    """
    lines = list(_lines(path))
    if not lines:
        raise _wrong(path, 1, "no-address")
    url = _address(path, lines[0], allow)
    manners: list[Manner] = []
    keys: list[Key] = []
    for number, text in lines[1:]:
        field, _, value = (part.strip() for part in text.partition(":"))
        if field == "manner" and not manners:
            manners.append(_manner(path, number, value))
        elif field == "key" and len(keys) < KEYS:
            keys.append(_key(path, number, value))
        else:
            raise _wrong(path, number, "again" if field in ("manner", "key") else "field", field)
    manner = manners[0] if manners else Manner.CALL_BACK
    return EngineCard(0, name or path.stem, game, url, manner=manner, keys=tuple(keys))


def _lines(path: Path) -> Iterator[Line]:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode("utf-8-sig")
    except OSError as trouble:
        raise _wrong(path, 0, "unreadable", str(trouble.strerror)) from trouble
    except UnicodeDecodeError as trouble:
        raise _wrong(path, 0, "not-text") from trouble
    if len(data) > LARGEST:
        raise _wrong(path, 0, "too-long", str(LARGEST))
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _address(path: Path, line: Line, allow: Allowed) -> str:
    number, text = line
    try:
        return check_url(text, allow)
    except AddressRefused as refused:
        place = f"{refused.facts['url']} ({path.name}:{number})"
        raise AddressRefused(url=place, reason=refused.facts["reason"]) from refused


def _manner(path: Path, number: int, text: str) -> Manner:
    try:
        return read_manner(text)
    except EngineRefused:
        raise _wrong(path, number, "manner", text) from None


def _key(path: Path, number: int, text: str) -> Key:
    match = _KEY.fullmatch(text)
    if match is None:  # the value is a secret and is not repeated
        raise _wrong(path, number, "key")
    return Key(match[1], bytes.fromhex(match[2]))


def _wrong(path: Path, line: int, key: str, text: str = "") -> FormatError:
    return FormatError([Problem(path.name, line, 1 if line else 0, f"arbitre.file-{key}", text)])


class Consent(StrEnum):
    """Private engines compete in public only if their owners agree."""

    ASKED = "asked"
    YES = "yes"
    NO = "no"


def consents(book: EngineStore) -> dict[int, Consent]:
    """Requests and answers, by engine."""
    return {engine: Consent(answer) for engine, answer in book.execute("SELECT engine, answer FROM consent")}


def without_consent(book: EngineStore, cards: Iterable[EngineCard]) -> list[EngineCard]:
    """The private engines whose owners have not agreed; the host's own engines need no consent."""
    said = consents(book)
    return [card for card in cards if not card.public and card.owner and said.get(card.id) is not Consent.YES]


def ask_consent(book: EngineStore, cards: Iterable[EngineCard]) -> None:
    """Ask the owners of some engines, except those who have said no."""
    for card in cards:
        book.execute("INSERT INTO consent VALUES (?, ?) ON CONFLICT DO NOTHING", card.id, Consent.ASKED.value)


def answer_consent(book: EngineStore, engine: int, answer: Consent) -> None:
    book.execute("REPLACE INTO consent VALUES (?, ?)", engine, answer.value)
