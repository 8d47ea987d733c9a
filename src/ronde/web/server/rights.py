"""Rights: what an account may do; every route declares the right it requires."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ronde.app.rights import Actor
from ronde.app.rights import Right as Right


class Role(StrEnum):
    """Who signs in; the public and the players need no account."""

    HELPER = "helper"
    ARBITER = "arbiter"
    CHIEF = "chief"
    OWNER = "owner"
    TOKEN = "token"
    """A program that uses the API with the rights it was given."""


GRANTED: Final = (Right.RESULTS, Right.PLAYERS, Right.ROUNDS, Right.SETTINGS)
"""The rights that a token may have; they apply to one tournament."""
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
    """An account: the name in the journal, and its rights."""

    name: str
    role: Role
    slug: str = ""
    """The only tournament of a helper or a token; arbiters have all of them."""
    granted: frozenset[Right] = frozenset()
    id: int = 0
    has_password: bool = False
    closed: bool = False

    def may(self, right: Right, slug: str = "") -> bool:
        """Whether the account has a right, in that tournament if the right is one of a tournament."""
        if right is Right.ANYBODY:
            return True
        if self.closed or right not in OF_ROLE[self.role] | self.granted:
            return False
        return right not in GRANTED or self.role in _EVERYWHERE or (slug != "" and slug == self.slug)

    def actor(self, slug: str = "") -> Actor:
        """Who acts with this account in that tournament."""
        return Actor(self.name, frozenset(right for right in Right if self.may(right, slug)))
