"""Rows of the journal, and of the requests it has answered."""

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


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request that a program may send again: whose it is, its key, and a digest of what it asks."""

    actor: str
    key: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Answered:
    """What a request with a key asked, and the facts it wrote: none if `first` lies behind `last`."""

    digest: bytes
    first: int
    last: int
