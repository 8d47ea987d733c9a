"""The people known beside the tournament."""

from __future__ import annotations

from pathlib import Path

from ronde.core.errors import RondeError
from ronde.core.player import Player, PlayerId
from ronde.storage.door import People, usual_base


def known_people(base: Path | None = None) -> list[Player]:
    """All people of the base, by default of this user's; none if there is no base."""
    path = base or usual_base()
    if path is None or not path.exists():
        return []
    known = People(path)
    try:
        return list(known)
    finally:
        known.close()


def known_numbers() -> frozenset[PlayerId]:
    """Their numbers; an unreadable base does not keep anybody from playing."""
    try:
        return frozenset(person.id for person in known_people())
    except RondeError:
        return frozenset()
