"""A timer that is reset for every move and rarely fires.

`asyncio.timeout` makes and cancels a timer of the loop for every wait. Instant engines set a deadline
thousands of times a second, so here the timer keeps running: if it fires too early, it is set again.
"""

from __future__ import annotations

import asyncio
from types import TracebackType

from ronde.http_engines.move_clock import LAST_READS, MoveClock


class Alarm:
    """Raises TimeoutError in a task when a move has no time left: `with alarm.at(clock): ...`"""

    __slots__ = ("_cancelling", "_clock", "_rung", "_task", "_timer", "_when")

    def __init__(self) -> None:
        self._clock = MoveClock(float("inf"))
        self._timer: asyncio.Handle | None = None
        self._when = 0.0
        self._task: asyncio.Task[object] | None = None
        self._cancelling = 0
        self._rung = False

    def at(self, clock: MoveClock) -> Alarm:
        """Arm it for a clock, whose deadline may still move."""
        self._clock = clock
        return self

    def __enter__(self) -> Alarm:
        task = self._task = asyncio.current_task()
        assert task is not None
        self._cancelling = task.cancelling()
        self._rung = False
        if self._timer is None or self._clock.deadline < self._when:
            self.stop()
            self._wind()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop waiting; our own cancellation becomes a TimeoutError."""
        task, self._task = self._task, None
        ours = self._rung and task is not None and task.uncancel() <= self._cancelling
        if ours and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def stop(self) -> None:
        """Cancel the timer; the next wait creates a new one."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wind(self) -> None:
        self._when = self._clock.deadline
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._clock.left, self._look, LAST_READS)

    def _look(self, reads: int) -> None:
        """Fire if the time is over and everything received has been read."""
        self._timer = None
        if self._task is None:
            return
        if self._clock.left:
            self._wind()
        elif reads:
            self._timer = asyncio.get_running_loop().call_soon(self._look, reads - 1)
        else:
            self._rung = True
            self._task.cancel()
