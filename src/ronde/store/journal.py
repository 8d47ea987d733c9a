"""The journal: its entries, its interface, and events as bytes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ronde.model.errors import EventImpossible
from ronde.model.events import EVENT_TYPES, Event

# Rows of the journal, and answered requests.


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An event with its number, its action, its time and its author."""

    number: int
    action: int
    at: str
    actor: str
    event: Event


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request that a program may repeat: its author, its key, and a digest of its content."""

    actor: str
    key: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class AnsweredRequest:
    """An answered request, and the events it wrote: none if `first` is greater than `last`."""

    digest: bytes
    first: int
    last: int


# The interface of a journal.


Actions = Sequence[tuple[str, Sequence[Event]]]
"""The events of each action with its author."""


class Journal(Protocol):
    """The events of one tournament, appended in order; only the data of an erased person are replaced."""

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

    def rewrite(
        self, changed: Mapping[int, Event], dropped: Iterable[str], event: Event, *, after: int, actor: str
    ) -> None:
        """Replace events and drop attachments in one transaction with `event`; no former byte stays."""

    def read(self, after: int = 0) -> list[JournalEntry]:
        """The entries after number `after`, in order."""

    def earlier_answer(self, actor: str, key: str) -> AnsweredRequest | None:
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


# Events as JSON and back; older versions are converted.


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

_LOCK = threading.Lock()
"""Two threads that make msgspec inspect the same class at once crash the process (seen with 0.22)."""

UPCASTERS: dict[str, tuple[Upcaster, ...]] = {}
"""By kind of event: the steps from version 1 to 2, from 2 to 3, and so on."""


class NewerEvent(ValueError):
    """An event of a newer Ronde."""


def version_of(kind: str) -> int:
    """The current version of events of that kind."""
    return 1 + len(UPCASTERS.get(kind, ()))


def encode(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def check_readable(event: Event) -> None:
    """EventImpossible if the event could not be read again once it is stored."""
    kind = type(event).__name__
    try:
        decode(kind, version_of(kind), encode(event))
    except (ValueError, TypeError) as error:
        raise EventImpossible(kind=kind, reason=str(error)) from None


def decode(kind: str, version: int, data: str) -> Event:
    """The event stored under that name and version; ValueError if it cannot be read."""
    if kind not in EVENT_TYPES or version > version_of(kind):
        raise NewerEvent(f"{kind} {version}")
    if version < 1:
        raise ValueError(f"{kind} {version}")
    if version == version_of(kind):
        return _decoder(kind).decode(data)
    fields: dict[str, Any] = msgspec.json.decode(data)
    for lift in UPCASTERS[kind][version - 1 :]:
        fields = lift(fields)
    return msgspec.convert(fields, EVENT_TYPES[kind])


def _decoder(kind: str) -> msgspec.json.Decoder[Event]:
    with _LOCK:
        return _converted(kind)


@cache
def _converted(kind: str) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(EVENT_TYPES[kind])
