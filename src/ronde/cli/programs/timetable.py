"""Estimates for a run of many games: how long it will take, and how far it is."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from ronde.cli.speech import language, spoken
from ronde.i18n.door import figures, moment
from ronde.referee.door import Expectation


class Timetable:
    """The progress of the games of one run."""

    def __init__(self, expectation: Expectation, jobs: int, *, kept: int = 0) -> None:
        self._expected = expectation
        self._jobs = jobs
        self._kept = kept
        """Games of the tournament that were played before this run."""
        self._begun = time.monotonic()
        self._played = 0

    def before(self) -> str:
        """How many games there are, how long they will take, and when they end."""
        return spoken(
            "programs.plan",
            games=self._expected.games,
            jobs=self._jobs,
            time=duration(self._expected.seconds),
            end=_clock(self._expected.seconds),
            most=duration(self._expected.most),
        )

    def begin(self) -> None:
        self._begun, self._played = time.monotonic(), 0

    def count(self) -> None:
        self._played += 1

    def during(self) -> str:
        """How many games were played, how fast, and when the last one ends."""
        data = self.data()
        rate = figures(f"{data['rate']:.3g}", language())
        return spoken(
            "programs.progress",
            played=data["played"],
            games=data["games"],
            rate=rate,
            end=_clock(self._left()),
        )

    def data(self) -> dict[str, Any]:
        """The same for a page: the rate is in games a minute, the end in milliseconds."""
        elapsed = max(1e-3, time.monotonic() - self._begun)
        return {
            "played": self._kept + self._played,
            "games": self._kept + max(self._played, self._expected.games),
            "rate": 60 * self._played / elapsed,
            "end": round(1000 * (time.time() + self._left())),
        }

    def _left(self) -> float:
        return self._expected.left(self._played, time.monotonic() - self._begun)


def duration(seconds: float) -> str:
    """`45 s`, `12 min`, `3 h 05 min`: the units are the same in every language."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def _clock(seconds: float) -> str:
    """The time of day in `seconds` from now, with the day if it is another one."""
    now = datetime.now()
    then = now + timedelta(seconds=min(seconds, 10**8))
    return f"{then:%H:%M}" if then.date() == now.date() else moment(then, language())
