"""A class list: one account for every name of a CSV or text list, with an invitation for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ronde.core.errors import AccountRefused
from ronde.core.names import look_alike
from ronde.core.player import clean_name
from ronde.web.server.accounts import INVITED, LONGEST_NAME, Seats
from ronde.web.server.rights import Role

LONGEST: Final = 20_000
"""Maximum number of characters."""
MOST: Final = 300
"""Maximum number of names."""
_HEADS: Final = ("name", "nom", "naam")


def class_names(text: str) -> list[str]:
    """The names of a list, one a line, the first column of a CSV; a heading is skipped.

    >>> class_names("nom;classe\nAda;3B\n\nBea;3B")
    ['Ada', 'Bea']
    """
    rows = [line.replace("\t", ";").replace(",", ";").split(";")[0] for line in text.splitlines()]
    names = [row.strip().strip('"').strip() for row in rows]
    filled = [name for name in names if name]
    return filled[1:] if filled and filled[0].casefold() in _HEADS else filled


@dataclass(frozen=True, slots=True)
class ClassInvitations:
    """The result of a list: names with the tokens of their invitations, and accounts in use already."""

    made: list[tuple[str, str]]
    known: list[str]


def invite_class(seats: Seats, text: str) -> ClassInvitations:
    """Invitations for every name of a list; all accounts are created, or none is.

    The same list may be sent again: accounts that were never used get another invitation, which invalidates
    the first one; accounts in use are left unchanged.
    """
    names = _checked(class_names(text))
    owners = {owner.name: owner for owner in seats.of_role(Role.OWNER)}
    for name in names:
        seats.check_free(name, owners[name].id if name in owners else 0)
    known = [name for name in names if name in owners and seats.in_use(owners[name])]
    if len(known) == len(names):
        raise AccountRefused(reason="class-known", count=len(names))
    fresh = [name for name in names if name not in known]
    return ClassInvitations(
        [(name, seats.invite(name, Role.OWNER, minutes=int(INVITED / 60))) for name in fresh], known
    )


def _checked(names: list[str]) -> list[str]:
    if not 1 <= len(names) <= MOST:
        raise AccountRefused(reason="class", count=len(names), most=MOST)
    by_look: dict[str, str] = {}
    for name in names:
        clean = clean_name(name, field="account", longest=LONGEST_NAME)
        if look_alike(clean) in by_look:
            raise AccountRefused(reason="class-twice", name=clean, other=by_look[look_alike(clean)])
        by_look[look_alike(clean)] = clean
    return list(by_look.values())
