"""The result of reading a file: events and remarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ronde.core.errors import Problem
from ronde.core.events import Event


@dataclass(frozen=True, slots=True)
class Imported:
    """The events of a file, the files to store beside the journal, and remarks."""

    facts: tuple[Event, ...]
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    remarks: tuple[Problem, ...] = ()
    steps: tuple[tuple[str, int], ...] = ()
    """The seat and number of events of each action; empty if the import is one action."""

    def actions(self, seat: str) -> list[tuple[str, tuple[Event, ...]]]:
        """The events by action; those of a file without seats get the seat of the importer."""
        grouped: list[tuple[str, tuple[Event, ...]]] = []
        start = 0
        for actor, count in self.steps or ((seat, len(self.facts)),):
            grouped.append((actor, self.facts[start : start + count]))
            start += count
        return grouped
