"""The progress of a competition: games played and left, its rate, and when it will end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from ronde.core.settings import Settings
from ronde.core.systems import Schedule
from ronde.http_engines.store import EngineStore

LATELY: Final = timedelta(minutes=10)
"""The rate is measured over the last minutes, because engines come, go and change."""


@dataclass(frozen=True, slots=True)
class Progress:
    played: int
    running: int
    left: int
    """Games that are not played yet, the running ones included; at most, where matches may end early."""
    per_minute: float = 0.0
    ends: datetime | None = None
    """When it will be over at this rate; unknown before the first finished game."""


def progress(book: EngineStore, event: str, expected: int, now: datetime) -> Progress:
    """The progress of an event with so many games in total."""
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


def expected_games(settings: Settings, engines: int, games: int) -> int:
    """How many games a competition has at most, if every match has so many."""
    system = settings.pairing_system
    tables = settings.gauntlet.champions if system.schedule is Schedule.GAUNTLET else engines // 2
    matches = _cup_matches(settings, engines) if system.knock_out else settings.rounds * tables
    return matches * games


def _cup_matches(settings: Settings, engines: int) -> int:
    """The matches of a cup at most: all but one lose once, or twice, or everybody plays every round."""
    if settings.cup.double:
        return 2 * engines - 1
    if settings.cup.consolation:
        return engines // 2 * settings.rounds
    return engines - 1 + settings.cup.third_place
