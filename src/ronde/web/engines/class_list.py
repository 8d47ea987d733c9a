"""A class list: one account for every name of a CSV or text list, with an invitation for each."""

from __future__ import annotations

from typing import Final

from ronde.core.errors import AccountRefused
from ronde.core.names import look_alike
from ronde.core.player import clean_name
from ronde.web.serving.rights import Role, Seat
from ronde.web.serving.seats import LONGEST_NAME, Seats

LONGEST: Final = 20_000
"""Characters of a list."""
MOST: Final = 300
"""Names of a list."""
_HEADS: Final = ("name", "nom", "naam")


def class_names(text: str) -> list[str]:
    """The names of a list, one a line, the first column of a CSV; a heading is no name.

    >>> class_names("nom;classe\\nAda;3B\\n\\nBea;3B")
    ['Ada', 'Bea']
    """
    rows = [line.replace("\t", ";").replace(",", ";").split(";")[0] for line in text.splitlines()]
    names = [row.strip().strip('"').strip() for row in rows]
    found = [name for name in names if name]
    return found[1:] if found and found[0].casefold() in _HEADS else found


def invite_class(seats: Seats, text: str) -> list[tuple[str, str]]:
    """Every name with the word of its invitation; all accounts are made, or none is."""
    names = class_names(text)
    if not 1 <= len(names) <= MOST:
        raise AccountRefused(reason="class", count=len(names), most=MOST)
    looks: set[str] = set()
    for at, name in enumerate(names):
        names[at] = clean_name(name, field="account", longest=LONGEST_NAME)
        seats.check_free(names[at])
        if look_alike(name) in looks:
            raise AccountRefused(reason="taken", name=name)
        looks.add(look_alike(name))
    return [(name, seats.invite_owner(seats.seat_of(Seat(name, Role.OWNER)).id)) for name in names]
