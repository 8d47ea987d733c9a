"""What a journal promises, wherever it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ronde.core.events import Event
from ronde.storage.entry import Answered, JournalEntry, KeyedRequest

Actions = Sequence[tuple[str, Sequence[Event]]]
"""Who did what: the events of each action with its seat."""


class Journal(Protocol):
    """The facts of one tournament, appended in order and never changed."""

    @property
    def path(self) -> Path:
        """The file, or the name on a server, under which it is opened again."""

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
        """Write several actions, all or none; the number of the last fact."""

    def read(self, after: int = 0) -> list[JournalEntry]:
        """The entries behind number `after`, in order."""

    def answered(self, actor: str, key: str) -> Answered | None:
        """What the request with that key wrote, if it was answered within a day."""

    def attachment(self, name: str) -> bytes | None:
        """The bytes kept under that name, if any."""

    def attachments(self) -> dict[str, bytes]:
        """Everything kept beside the facts, by name."""

    def backup(self, target: Path) -> Path:
        """A file with the whole journal as it is now, complete or not there at all."""

    def settle(self) -> None:
        """Come to rest while nobody uses it: what lies beside a file goes into it, a line is hung up."""

    def close(self) -> None:
        """Let go of it."""
