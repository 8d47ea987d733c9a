"""Rights: what a seat may do; every route declares the right it requires."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """Who signs in; the public and the players need no seat."""

    HELPER = "helper"
    ARBITER = "arbiter"
    CHIEF = "chief"
    OWNER = "owner"
    """Somebody who enters engines and lets them play."""
    TOKEN = "token"
    """A program that uses the API for somebody, with the rights it was given."""


class Right(StrEnum):
    """What a route requires of its visitor."""

    ANYBODY = "anybody"
    """Nothing; some of these addresses hold a secret word, which the page looks at itself."""
    SEATED = "seated"
    """To sit at the desk of any tournament."""
    RESULTS = "results"
    """To enter results, take back one's own, and settle proposals."""
    PLAYERS = "players"
    """To register players and to keep their cards, presence and links."""
    ROUNDS = "rounds"
    """To draw, change tables, close and reopen rounds, correct them, and look at the history."""
    SETTINGS = "settings"
    """To change settings and screens, and to take the file and its exports along."""
    HOUSE = "house"
    """To begin and import tournaments."""
    SEATS = "seats"
    """To say who sits at the desk."""
    ENGINES = "engines"
    """To enter engines, change one's own and try them."""
    ACCOUNT = "account"
    """To have an account of engines, and its password."""
    HOST = "host"
    """To look after accounts, competitions and ladders of engines."""


GRANTED: Final = (Right.RESULTS, Right.PLAYERS, Right.ROUNDS, Right.SETTINGS)
"""The rights that a token may be given; they hold in one tournament."""
_DESK: Final = frozenset({Right.SEATED, *GRANTED, Right.HOUSE})
OF_ROLE: Final = {
    Role.HELPER: frozenset({Right.SEATED, Right.RESULTS}),
    Role.ARBITER: _DESK,
    Role.CHIEF: _DESK | {Right.SEATS, Right.ENGINES, Right.HOST},
    Role.OWNER: frozenset({Right.ENGINES, Right.ACCOUNT}),
    Role.TOKEN: frozenset[Right](),
}
_EVERYWHERE: Final = (Role.ARBITER, Role.CHIEF)


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody who signs in: the name the journal gets, and what he may do."""

    name: str
    role: Role
    slug: str = ""
    """The one tournament of a helper or a token; arbiters have all of them."""
    granted: frozenset[Right] = frozenset()
    """What a token may do."""
    id: int = 0
    has_password: bool = False
    closed: bool = False

    def may(self, right: Right, slug: str = "") -> bool:
        """Whether the seat has a right, in the tournament of that word if it is one of a tournament."""
        if right is Right.ANYBODY:
            return True
        if self.closed or right not in OF_ROLE[self.role] | self.granted:
            return False
        return right not in GRANTED or self.role in _EVERYWHERE or (slug != "" and slug == self.slug)
