"""Reading from a program until one absolute deadline: its standard output, its standard error, its exit."""

from __future__ import annotations

import errno
import os
import select
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from ronde.engines.engine import EngineFault, Reply, Verdict
from ronde.engines.sandbox import ExitReport, Sandbox

MOST_OUTPUT: Final = 64 << 10
MOST_MESSAGES: Final = 256 << 10
_DROWNING: Final = 16 << 20
"""Messages beyond their cap are dropped; beyond this much reading them would steal everybody's time."""
_CHUNK: Final = 1 << 16
_USUAL: Final = 1 << 12
"""What most programs say in a move is less; room for more costs time even if it stays empty."""
_FIRST: Final = 20
"""Milliseconds in which only the end is waited for: what quick programs say fits into the pipe meanwhile."""
_SAMPLE: Final = 50
"""Milliseconds between two looks at what a program uses."""
_BETWEEN: Final = 0.2
"""Seconds between two looks at a program whose moves are all too quick for one."""
_OUT_OF_MEMORY: Final = (
    "MemoryError",
    "bad_alloc",
    "OutOfMemoryError",
    "out of memory",
    "Cannot allocate memory",
)
_UNFIT: Final = {errno.ENOENT: "interpreter", errno.ENOEXEC: "format"}
"""Why the system does not start a file that is there and executable."""


class Listener:
    """The ears of one move: bounded, and never patient beyond the deadline."""

    def __init__(self, sandbox: Sandbox, output: int, errors: int) -> None:
        self.sandbox = sandbox
        self._output = output
        self._errors = errors
        self._control = sandbox.talk.fileno()
        self._poll = select.poll()
        for stream in (output, errors, self._control):
            self._poll.register(stream, select.POLLIN)
        self._quick = select.poll()
        self._quick.register(self._control, select.POLLIN)
        self.said = b""
        self._messages = bytearray()
        self._muttered = 0
        self._looked = time.monotonic()

    def begin(self) -> None:
        """Forget what was heard before."""
        self.said = b""
        self._messages.clear()
        self._muttered = 0

    def until_end(self, deadline: float) -> ExitReport:
        """Listen until the program has ended; EngineFault if it is late, or says or takes too much."""
        quick = self._quick.poll(max(0.0, min(_FIRST, (deadline - time.monotonic()) * 1000)))
        while True:
            ready = [self._control] if quick else self._wait(deadline)
            if self._control in ready:
                report = self.sandbox.report()
                self._hear_rest()
                if report is None:
                    raise EngineFault(Verdict.CRASH, "warden")
                self.sandbox.usage.check_at_end()
                return report
            self._hear(ready)

    def until_line(self, deadline: float) -> None:
        """Listen until a whole line was said; EngineFault as above, also if the program ends first."""
        while True:
            ready = self._wait(deadline)
            if self._control in ready and self._output not in ready:
                report = self.sandbox.report()
                self._hear_rest()
                raise self.collapse(report)
            self._hear(ready)
            if self.said.endswith(b"\n"):
                return

    def _wait(self, deadline: float) -> list[int]:
        left = (deadline - time.monotonic()) * 1000
        while left > 0:
            ready = self._poll.poll(min(left, _SAMPLE))
            if ready:
                return [stream for stream, _ in ready]
            self._look()
            left = (deadline - time.monotonic()) * 1000
        # It may have answered in time while we were not looking.
        ready = self._poll.poll(0)
        if any(stream == self._control for stream, _ in ready):
            return [self._control]
        raise EngineFault(Verdict.LATE)

    def look_between(self) -> None:
        """Look once in a while after an answer, what it took while the other side was thinking included."""
        if self._due():
            self._look()

    def _due(self) -> bool:
        """Whether the last look is long ago; quick moves are too short for one each."""
        return time.monotonic() - self._looked > _BETWEEN

    def _look(self) -> None:
        """EngineFault if the program uses more than it may."""
        self._looked = time.monotonic()
        self.sandbox.usage.check(self.sandbox.processes())

    def _hear(self, ready: list[int]) -> None:
        if self._output in ready:
            self.said += os.read(self._output, _CHUNK)
            if len(self.said) > MOST_OUTPUT:
                raise EngineFault(Verdict.FLOOD, "output")
        if self._errors in ready:
            self._mutter(os.read(self._errors, _CHUNK))

    def _mutter(self, words: bytes) -> None:
        self._muttered += len(words)
        self._messages += words[: MOST_MESSAGES - len(self._messages)]
        if self._muttered > _DROWNING:
            raise EngineFault(Verdict.FLOOD, "messages")

    def _hear_rest(self) -> None:
        """What is still in the pipes; the program has ended, so this ends too."""
        for words in _left_in(self._output):
            self.said += words
            if len(self.said) > MOST_OUTPUT:
                raise EngineFault(Verdict.FLOOD, "output")
        for words in _left_in(self._errors):
            self._mutter(words)

    @property
    def messages(self) -> str:
        """What was said on standard error, within its cap."""
        return self._messages.decode(errors="backslashreplace")

    def reply(self, seconds: float) -> Reply:
        """What was heard, as an answer."""
        return Reply(self.said.decode(errors="backslashreplace"), seconds, self.messages)

    def collapse(self, report: ExitReport | None) -> EngineFault:
        """The fault of a program that ended without an answer, or by a signal."""
        if report is None:
            return EngineFault(Verdict.CRASH, "warden")
        if report.kind == "x":
            return EngineFault(Verdict.START, _UNFIT.get(report.status) or os.strerror(report.status))
        if self.sandbox.ran_out() or any(word in self.messages for word in _OUT_OF_MEMORY):
            return EngineFault(Verdict.MEMORY, _status(report.status))
        if report.status == 0:
            return EngineFault(Verdict.MISSING)
        return EngineFault(Verdict.CRASH, _status(report.status))


def _left_in(stream: int) -> Iterator[bytes]:
    """What a pipe holds; less than was asked for is all of it."""
    room = _USUAL
    with suppress(BlockingIOError):
        while words := os.read(stream, room):
            yield words
            if len(words) < room:
                return
            room = _CHUNK


def _status(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"
