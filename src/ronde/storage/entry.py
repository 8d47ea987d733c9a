"""Rows of the journal, and answered requests."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.events import Event


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
class Answered:
    """An answered request, and the events it wrote: none if `first` is greater than `last`."""

    digest: bytes
    first: int
    last: int
