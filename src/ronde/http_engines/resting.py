"""Competitions that are paused, stopped, or deleted and can be restored."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ronde.http_engines.store import EngineStore


class Rest(StrEnum):
    PAUSED = "paused"
    STOPPED = "stopped"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class RestingCompetition:
    """A competition that waits for its host."""

    event: str
    rest: Rest
    name: str
    file: str
    """The path of its tournament file, also after it was deleted."""


def resting(book: EngineStore) -> dict[str, RestingCompetition]:
    """All resting competitions, by event."""
    rows = book.execute("SELECT event, state, name, file FROM competition ORDER BY event")
    return {event: RestingCompetition(event, Rest(state), name, file) for event, state, name, file in rows}


def lay_down(book: EngineStore, one: RestingCompetition) -> None:
    """Store that a competition rests, so that it still does after a restart."""
    book.execute(
        "REPLACE INTO competition VALUES (?, ?, ?, ?)", one.event, one.rest.value, one.name, one.file
    )


def take_up(book: EngineStore, event: str) -> None:
    """Store that a competition continues."""
    book.execute("DELETE FROM competition WHERE event = ?", event)
