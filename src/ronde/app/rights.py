"""Rights, and who acts with them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

CHIEF: Final = "arbiter"
"""The account that may undo every account's actions."""


class Right(StrEnum):
    """What a command or a page requires."""

    ANYBODY = "anybody"
    """None; some of these addresses contain a secret token, which the page checks itself."""
    SEATED = "seated"
    """Any account at the desk."""
    RESULTS = "results"
    """To enter results, take back one's own, and settle proposals."""
    PLAYERS = "players"
    """To register players and to keep their cards, presence and links."""
    ROUNDS = "rounds"
    """To pair, change tables, close and reopen rounds, correct them, and see the history."""
    SETTINGS = "settings"
    """To change settings and screens, and to download the file and its exports."""
    HOUSE = "house"
    """To create and import tournaments."""
    SEATS = "seats"
    """To manage accounts."""
    ENGINES = "engines"
    """To register engines, change one's own and test them."""
    ACCOUNT = "account"
    """To have an engine owner's account, and its password."""
    HOST = "host"
    """To manage accounts, competitions and ladders of engines."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: the name in the journal, and the rights in this tournament."""

    name: str = CHIEF
    rights: frozenset[Right] = frozenset(Right)

    def may(self, right: Right) -> bool:
        return right in self.rights
