"""The deadlines of all pending moves, kept by one timer of the loop.

A timer of the loop for every move is made and cancelled thousands of times a second; here one timer runs, and
is set again for the next deadline that still matters.
"""

from __future__ import annotations

import asyncio
import time
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final, Protocol

FORGOTTEN: Final = 1024
"""Entries that are kept at least before those that no longer matter are dropped."""


class Timed(Protocol):
    """Something that waits until a deadline."""

    deadline: float
    awaited: bool
    """Whether the deadline still matters."""

    def ring(self) -> None:
        """The time is over."""


class Deadlines:
    """Rings everything that is still awaited at its deadline, by time.monotonic()."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Timed]] = []
        self._count = count()
        self._most = FORGOTTEN
        self._timer: asyncio.TimerHandle | None = None
        self._when = 0.0

    def add(self, timed: Timed) -> None:
        """Ring it at its deadline unless it is no longer awaited then."""
        heappush(self._heap, (timed.deadline, next(self._count), timed))
        if len(self._heap) > self._most:
            self._forget()
        if self._timer is None or timed.deadline < self._when:
            self._wind()

    def __len__(self) -> int:
        return len(self._heap)

    def _forget(self) -> None:
        self._heap = [one for one in self._heap if one[2].awaited]
        heapify(self._heap)
        self._most = max(FORGOTTEN, 2 * len(self._heap))

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._when = self._heap[0][0]
        left = max(0.0, self._when - time.monotonic())
        self._timer = asyncio.get_running_loop().call_later(left, self._ring)

    def _ring(self) -> None:
        self._timer, now = None, time.monotonic()
        while self._heap and (self._heap[0][0] <= now or not self._heap[0][2].awaited):
            timed = heappop(self._heap)[2]
            if timed.awaited:
                timed.ring()
        if self._heap:
            self._wind()
