"""The time of one move of an engine, from which two delays of our own are taken out.

Before the request is written the engine knows of nothing: its time begins then. At the deadline an answer may
lie here unread: the move is open until the loop has read what came. Both delays are measured and move the
deadline; nothing else does.
"""

from __future__ import annotations

import time
from typing import Final

from ronde.engines.door import EngineFault, Reply, Verdict

LAST_READS: Final = 12
"""Turns of the loop after a deadline: in so many a call-back that waits is connected, read and taken."""


class MoveClock:
    """Begins with the decision to ask; the deadline supposes that the request is written at once."""

    __slots__ = ("_since", "_written", "deadline")

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self._since, self._written = time.monotonic(), False

    def written(self) -> None:
        """The request is written now; that it may be written again, later, is the engine's doing."""
        if not self._written:
            now = time.monotonic()
            self.deadline += now - self._since
            self._since, self._written = now, True

    @property
    def left(self) -> float:
        """Seconds until the deadline, none after it."""
        return max(0.0, self.deadline - time.monotonic())

    def reply(self, text: str = "") -> Reply:
        """An answer that is read now; from the deadline on the time was ours."""
        now = time.monotonic()
        return Reply(text, now - self._since, taken=max(0.0, now - self.deadline))

    def fault(self, verdict: Verdict, detail: str = "", text: str = "") -> EngineFault:
        """What is wrong with an answer, or with none, until now."""
        return EngineFault(verdict, detail, self.reply(text))
