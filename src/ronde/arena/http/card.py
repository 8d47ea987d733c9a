"""The description of an engine at an address, and the wire format of its requests."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, unquote

from ronde.arena.games import find_game
from ronde.web.server.http_client import sign

SHORTEST: Final = 4
LONGEST: Final = 54
"""The manual's limits of TimeOut, in seconds."""


class Manner(StrEnum):
    CALL_BACK = "call-back"
    """It is called and calls the referee back (manual 002, chapter II)."""
    PRINTED = "printed"
    """It prints the bare value, as in the tester: Referee is empty."""
    SERVICE = "service"
    """It takes JSON and gives JSON, both signed (manual 002, chapter VI)."""
    BUILT_IN = "house"
    """It has no address: the game server itself plays any legal move for it."""


@dataclass(frozen=True, slots=True)
class Key:
    name: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class EngineCard:
    id: int
    name: str
    game: str
    url: str
    owner: int = 0
    """The number of its owner's account; 0 is the house's own."""
    level: int = 1
    timeout: int = 15
    manner: Manner = Manner.CALL_BACK
    public: bool = True
    """Whether everybody may play against it and see its games."""
    pinned: bool = False
    """Whether only the address that was called may call back."""
    retired: bool = False
    keys: tuple[Key, ...] = ()
    """The newest first; answers signed with the older one stay valid until it is dropped."""

    @property
    def token(self) -> str:
        """Its stable name for opponents, sent as the parameter Opponent."""
        return f"E{self.id}"


def common_level(game: str, cards: Sequence[EngineCard]) -> dict[str, int]:
    """The switch for the highest level that all these engines play; none for a game of one level."""
    levels = find_game(game).description.levels
    return {"level": min(levels, *(card.level for card in cards))} if levels > 1 else {}


# The wire format: addresses with parameters, values, signatures.
#
# The parameters that depend on the game come from the rule books; the envelope adds Game, MoveId, TimeOut
# and Referee (manual 002, chapter III).


LONGEST_QUERY: Final = 4096
LONGEST_VALUE: Final = 1024
"""Longer than any move of any game."""
MOST_FIELDS: Final = 64
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_WANTED: Final = ("Game", "MoveId", "Value")
_GZIP: Final = b"\x1f\x8b"
_KEPT: Final = "/:,!*()'$@"
"""Characters that may stand in a query as they are; the plus sign and the ampersand may not."""


class BadMessage(Exception):
    """A call-back that cannot be read; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Message:
    game: str
    move_id: str
    value: str


def address(url: str, parameters: Mapping[str, str]) -> str:
    """The URL with these parameters after whatever query it already has.

    >>> address("http://a.example/e.php?team=7", {"Set": "Chess", "Move1": ""})
    'http://a.example/e.php?team=7&Set=Chess&Move1='
    """
    query = "&".join(
        [
            # trays and identifiers need no quoting
            f"{name}={value if value.isalnum() and value.isascii() else _quoted(value)}"
            for name, value in parameters.items()
        ]
    )
    if "?" not in url:
        return f"{url}?{query}"
    return f"{url}{query}" if url.endswith(("?", "&")) else f"{url}&{query}"


@lru_cache(1024)
def _quoted(value: str) -> str:
    return quote(value, safe=_KEPT)


def read_message(query: bytes) -> Message:
    """The call-back in a query string; BadMessage if something is missing, double or too long."""
    if len(query) > LONGEST_QUERY:
        raise BadMessage("too-long")
    try:
        fields = query.decode("ascii").split("&", MOST_FIELDS)
        by_name = _wanted(fields[:MOST_FIELDS])
    except UnicodeDecodeError as trouble:
        raise BadMessage("unreadable") from trouble
    if len(fields) > MOST_FIELDS:
        raise BadMessage("unreadable")
    if len(by_name) < len(_WANTED):
        raise BadMessage("incomplete")
    if len(by_name["Value"]) > LONGEST_VALUE:
        raise BadMessage("too-long")
    return Message(by_name["Game"], by_name["MoveId"], by_name["Value"])


def _wanted(fields: list[str]) -> dict[str, str]:
    """The three parameters that matter; any others are ignored (spec GEN-5)."""
    by_name: dict[str, str] = {}
    for field in fields:
        name, _, value = field.partition("=")
        if "%" in name:
            name = unquote(name)
        if name in _WANTED:
            if name in by_name:
                raise BadMessage("double")
            plain = "%" not in value and "+" not in value
            by_name[name] = value if plain else unquote(value.replace("+", " "), errors="strict")
    return by_name


def is_gzip(body: bytes) -> bool:
    return body.startswith(_GZIP)


def read_body(body: bytes) -> str:
    """The value an engine printed, unchanged; the rule book judges it."""
    return body.decode("utf-8", "replace").removeprefix("\ufeff")[:LONGEST_VALUE]


def service_body(engine: str, parameters: Mapping[str, str]) -> bytes:
    return _JSON.encode({"Engine": engine, **parameters}).encode()


def read_service(body: bytes) -> Message:
    """The answer of a JSON service; BadMessage if it cannot be read."""
    try:
        plain: Any = json.loads(body)
        game, move_id, value = plain["Game"], plain["MoveId"], plain["Value"]
    except (ValueError, KeyError, TypeError, RecursionError) as trouble:
        raise BadMessage("unreadable") from trouble
    value = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not (isinstance(game, str) and isinstance(move_id, str) and isinstance(value, str)):
        raise BadMessage("unreadable")
    if len(value) > LONGEST_VALUE:
        raise BadMessage("too-long")
    return Message(game, move_id, value)


def verify_signature(keys: tuple[Key, ...], message: bytes, signature: str) -> bool:
    return any(hmac.compare_digest(sign(key.secret, message).encode(), signature.encode()) for key in keys)
