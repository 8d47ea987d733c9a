"""One row of the journal."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.events import Event


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A fact with its number, the action it belongs to, when it was written and by whom."""

    number: int
    action: int
    at: str
    actor: str
    event: Event
