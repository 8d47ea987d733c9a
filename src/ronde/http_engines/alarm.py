"""A timer that is reset for every move and rarely fires.

`asyncio.timeout` makes and cancels a timer of the loop for every wait. Instant engines set a deadline
thousands of times a second, so here the timer keeps running: if it fires too early, it is set again.
"""

from __future__ import annotations

import asyncio
import time
from types import TracebackType


class Alarm:
    """Ends the wait of one task at a deadline with TimeoutError: `with alarm.at(deadline): ...`"""

    __slots__ = ("_cancelling", "_deadline", "_rung", "_task", "_timer", "_when")

    def __init__(self) -> None:
        self._deadline = float("inf")
        self._timer: asyncio.TimerHandle | None = None
        self._when = 0.0
        self._task: asyncio.Task[object] | None = None
        self._cancelling = 0
        self._rung = False

    def at(self, deadline: float) -> Alarm:
        """Set it, by time.monotonic()."""
        self._deadline = deadline
        return self

    def __enter__(self) -> Alarm:
        """Begin to wait."""
        task = self._task = asyncio.current_task()
        assert task is not None
        self._cancelling = task.cancelling()
        self._rung = False
        if self._timer is None or self._deadline < self._when:
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
        self._when = self._deadline
        left = max(0.0, self._deadline - time.monotonic())
        self._timer = asyncio.get_running_loop().call_later(left, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._task is None:  # nobody waits
            return
        if time.monotonic() < self._deadline:
            self._wind()
        else:
            self._rung = True
            self._task.cancel()
