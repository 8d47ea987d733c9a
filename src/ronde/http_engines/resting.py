"""Competitions that are not played on: paused, stopped, or deleted until somebody wants them back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ronde.http_engines.store import EngineStore


class Rest(StrEnum):
    """Why a competition is not played on."""

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
    """Where its tournament lies, or lay before it was deleted."""


def resting(book: EngineStore) -> dict[str, RestingCompetition]:
    """All competitions that are not played on, by event."""
    rows = book.execute("SELECT event, state, name, file FROM competition ORDER BY event")
    return {event: RestingCompetition(event, Rest(state), name, file) for event, state, name, file in rows}


def lay_down(book: EngineStore, one: RestingCompetition) -> None:
    """Note that a competition is not played on, across restarts."""
    book.execute(
        "REPLACE INTO competition VALUES (?, ?, ?, ?)", one.event, one.rest.value, one.name, one.file
    )


def take_up(book: EngineStore, event: str) -> None:
    """Note that a competition is played on."""
    book.execute("DELETE FROM competition WHERE event = ?", event)
