"""Measures how late the event loop runs, so that no engine loses by our delay.

A timer that rings every few milliseconds is all: if it rings late, everything else was late too, and if it
should have rung by now, the loop has only just come back.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

BEAT: Final = 0.02
"""Seconds from one beat to the next."""
NOTICED: Final = 0.01
"""Seconds by which a beat must be late to be remembered; every machine is a little late."""
REMEMBERED: Final = 8192
"""Delays that are remembered: more than fit into the longest time for a move."""


class LoopWatch:
    """The delays of one event loop."""

    def __init__(self) -> None:
        self._due = float("inf")
        self._timer: asyncio.TimerHandle | None = None
        self._late: deque[tuple[float, float]] = deque(maxlen=REMEMBERED)
        self.worst = 0.0
        """The longest delay so far, in seconds."""

    def start(self) -> None:
        """Begin to measure the running loop."""
        self._due = time.monotonic() + BEAT
        self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat)

    def stop(self) -> None:
        """Measure no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._due = float("inf")

    def _beat(self) -> None:
        self._note(time.monotonic())
        self.start()

    def _note(self, now: float) -> None:
        if now - self._due > NOTICED:
            self._late.append((self._due, now))
            self.worst = max(self.worst, now - self._due)

    def delay(self, since: float, until: float) -> float:
        """Seconds between two moments in which the loop did nothing of what it had to do."""
        late = max(0.0, until - max(since, self._due))  # this beat is still to come
        for begun, ended in reversed(self._late):
            if ended <= since:
                break
            late += max(0.0, min(until, ended) - max(since, begun))
        return late
