"""The interface of a journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ronde.core.events import Event
from ronde.storage.entry import Answered, JournalEntry, KeyedRequest

Actions = Sequence[tuple[str, Sequence[Event]]]
"""The events of each action with its author."""


class Journal(Protocol):
    """The events of one tournament, appended in order and never changed."""

    @property
    def path(self) -> Path:
        """The file, or the name on a server, under which it can be opened again."""

    @property
    def writable(self) -> bool:
        """Whether facts can be appended."""

    def append(
        self,
        events: Sequence[Event],
        *,
        after: int,
        actor: str,
        attach: Mapping[str, bytes] | None = None,
        request: KeyedRequest | None = None,
    ) -> int:
        """Write the events of one action, all or none; Conflict if the journal does not end at `after`."""

    def append_actions(
        self,
        actions: Actions,
        *,
        after: int,
        attach: Mapping[str, bytes] | None = None,
        request: KeyedRequest | None = None,
    ) -> int:
        """Write several actions, all or none; returns the number of the last event."""

    def read(self, after: int = 0) -> list[JournalEntry]:
        """The entries after number `after`, in order."""

    def answered(self, actor: str, key: str) -> Answered | None:
        """What the request with that key wrote, if it was answered within a day."""

    def attachment(self, name: str) -> bytes | None:
        """The bytes stored under that name, if any."""

    def attachments(self) -> dict[str, bytes]:
        """All attachments by name."""

    def backup(self, target: Path) -> Path:
        """Write a file with the whole current journal, complete or not at all."""

    def settle(self) -> None:
        """Release resources while idle: a file merges its log, a connection is closed."""

    def close(self) -> None:
        """Close it."""
