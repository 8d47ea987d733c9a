"""Events as JSON and back; older versions are converted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from ronde.core.errors import FactImpossible
from ronde.core.events import FACTS, Event

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

_LOCK = threading.Lock()
"""Two threads that make msgspec inspect the same class at once crash the process (seen with 0.22)."""

UPCASTERS: dict[str, tuple[Upcaster, ...]] = {}
"""By kind of event: the steps from version 1 to 2, from 2 to 3, and so on."""


class NewerFact(ValueError):
    """An event of a newer Ronde."""


def version_of(kind: str) -> int:
    """The current version of events of that kind."""
    return 1 + len(UPCASTERS.get(kind, ()))


def encode(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def check_readable(event: Event) -> None:
    """FactImpossible if the event could not be read again once it is stored."""
    kind = type(event).__name__
    try:
        decode(kind, version_of(kind), encode(event))
    except (ValueError, TypeError) as error:
        raise FactImpossible(kind=kind, reason=str(error)) from None


def decode(kind: str, version: int, data: str) -> Event:
    """The event stored under that name and version; ValueError if it cannot be read."""
    if kind not in FACTS or version > version_of(kind):
        raise NewerFact(f"{kind} {version}")
    if version < 1:
        raise ValueError(f"{kind} {version}")
    if version == version_of(kind):
        return _decoder(kind).decode(data)
    fields: dict[str, Any] = msgspec.json.decode(data)
    for lift in UPCASTERS[kind][version - 1 :]:
        fields = lift(fields)
    return msgspec.convert(fields, FACTS[kind])


def _decoder(kind: str) -> msgspec.json.Decoder[Event]:
    with _LOCK:
        return _taught(kind)


@cache
def _taught(kind: str) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(FACTS[kind])
