"""Namesakes: a new tournament with the short name of an old one inherits nothing that was kept for the old.

Helpers, tokens, players' links, proposals, webhooks and screens are kept under the short name of their
tournament. The register knows which tournament that was, and forgets them when another one takes the name.
"""

from __future__ import annotations

import hashlib
from typing import Final

from ronde.app.desk import Desk
from ronde.web.server.register import Register

_OF_SEATS: Final = "seat IN (SELECT id FROM seat WHERE slug = ?)"
_FORGET: Final = (
    f"DELETE FROM word WHERE {_OF_SEATS}",
    "DELETE FROM seat WHERE slug = ?",
    "DELETE FROM link WHERE slug = ?",
    "DELETE FROM proposal WHERE slug = ?",
    "DELETE FROM hook WHERE slug = ?",
    "DELETE FROM screen WHERE slug = ?",
)
"""The words before their seats: a number that is free is given again."""


def identity_of(desk: Desk) -> str:
    """What no other tournament has: when, by whom and under which name it was opened; copies have it too."""
    begun = desk.history(1)
    if not begun:
        return ""
    first, _ = begun[0]
    text = f"{first.at}\n{first.actor}\n{getattr(first.event, 'name', '')}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def take_name(register: Register, slug: str, identity: str) -> None:
    """Keep under a short name only what is of that tournament.

    Registers of earlier versions know no identities: the tournament that has the name now is believed.
    """
    row = register.row("SELECT identity FROM tournament WHERE slug = ?", slug)
    if row is None:
        register.write("INSERT INTO tournament VALUES (?, ?, 0) ON CONFLICT DO NOTHING", slug, identity)
    elif row[0] != identity:
        for order in _FORGET:
            register.write(order, slug)
        order = "UPDATE tournament SET identity = ?, generation = generation + 1 WHERE slug = ?"
        register.write(order, identity, slug)  # last: after an interruption all of it is done again


def generation_of(register: Register, slug: str) -> int:
    """How many tournaments had that short name before; 0 for one that the register does not know."""
    row = register.row("SELECT generation FROM tournament WHERE slug = ?", slug)
    return int(row[0]) if row else 0
