"""How far a competition is: games played and left, its rate, and when it will end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from ronde.http_engines.store import EngineStore

LATELY: Final = timedelta(minutes=10)
"""The rate is that of the last minutes: engines come, go and change."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a competition at one moment."""

    played: int
    running: int
    left: int
    """Games that are not played yet, the running ones included; at most, where matches may end early."""
    per_minute: float = 0.0
    ends: datetime | None = None
    """When it will be over at this rate; unknown before anything has been played."""


def progress(book: EngineStore, event: str, expected: int, now: datetime) -> Progress:
    """How far the competition of that name is, if it has so many games."""
    since = (now - LATELY).isoformat(timespec="milliseconds")
    ((count, played, lately, begun),) = book.execute(
        "SELECT count(*), count(ended), sum(ended >= ?), min(begun) FROM game WHERE event = ?", since, event
    )
    left = max(expected - played, count - played)
    if not lately:
        return Progress(played, count - played, left)
    span = min(LATELY, max(now - datetime.fromisoformat(begun), timedelta(seconds=1)))
    rate = lately / (span.total_seconds() / 60)
    return Progress(played, count - played, left, rate, now + timedelta(minutes=left / rate))
