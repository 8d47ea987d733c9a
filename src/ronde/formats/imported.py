"""What reading a file gives: facts and remarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ronde.core.errors import Problem
from ronde.core.events import Event


@dataclass(frozen=True, slots=True)
class Imported:
    """The facts a file tells, the bytes worth keeping beside them, and what deserves a remark."""

    facts: tuple[Event, ...]
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    remarks: tuple[Problem, ...] = ()
    steps: tuple[tuple[str, int], ...] = ()
    """Which seat did how many of the facts as one action; empty if the import itself is the one action."""

    def actions(self, seat: str) -> list[tuple[str, tuple[Event, ...]]]:
        """The facts by action; those of a file without seats get the seat of the importer."""
        grouped: list[tuple[str, tuple[Event, ...]]] = []
        start = 0
        for actor, count in self.steps or ((seat, len(self.facts)),):
            grouped.append((actor, self.facts[start : start + count]))
            start += count
        return grouped
