"""Programs that keep running: one line in, one line out, for all moves and games."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from ronde.engines.engine import EngineEnding, EngineFault, MoveRequest, Opening, Reply, Verdict
from ronde.engines.listener import Listener
from ronde.engines.process import Program

_FAREWELL: Final = 0.5
"""Seconds that a program has to exit once its standard input is closed."""


class SessionEngine(Program):
    _listener: Listener
    _streams: tuple[int, int, int] = (-1, -1, -1)
    _running = False

    def begin(self, opening: Opening) -> None:
        """Start the program with `session` unless it runs; the line `new GAME SIDE` needs no answer."""
        sandbox = self._ready_sandbox()
        if not self._running or self._listener.sandbox is not sandbox:
            self._start()
        try:
            os.write(self._streams[0], f"new\t{opening.game}\t{opening.side}\n".encode())
        except OSError as trouble:
            self._condemn()
            raise EngineFault(Verdict.START, "deaf") from trouble

    def _start(self) -> None:
        sandbox = self._ready_sandbox()
        theirs_in, ours_in = os.pipe2(os.O_CLOEXEC)
        ours_out, theirs_out = stamped_pipe(sandbox.scratch)
        ours_err, theirs_err = os.pipe2(os.O_CLOEXEC)
        self._streams = (ours_in, ours_out, ours_err)
        try:
            report = sandbox.start_session((theirs_in, theirs_out, theirs_err), "session")
        finally:
            for stream in (theirs_in, theirs_out, theirs_err):
                os.close(stream)
        for stream in self._streams:
            os.set_blocking(stream, False)
        self._listener = Listener(sandbox, ours_out, ours_err)
        if report is None or report.kind != "s":
            fault = self._listener.collapse(report)
            self._abandon()
            raise fault
        self._running = True

    def move(self, ask: MoveRequest) -> Reply:
        """Send a line and take the line that comes back."""
        listener, asked = self._listener, time.monotonic()
        listener.begin(asked)
        try:
            os.write(self._streams[0], f"{ask.view}\t{ask.seconds}\n".encode())
            reply = listener.reply(listener.until_line(ask.deadline) - asked)
            listener.look_between()  # on nobody's clock
            return reply
        except EngineFault as fault:
            fault.reply = listener.reply(time.monotonic() - asked)
            self._condemn()
            raise
        except OSError as trouble:  # it closed its standard input, or reads nothing and the pipe is full
            self._condemn()
            raise EngineFault(Verdict.CRASH, "deaf") from trouble

    def end(self, ending: EngineEnding) -> None:
        """It waits for the next game."""

    def close(self) -> None:
        """Close its standard input, give it a moment to exit, and kill what remains."""
        if self._running and self.sandbox is not None:
            os.close(self._streams[0])
            self._streams = (-1, *self._streams[1:])
            self._listener.begin(time.monotonic())
            with suppress(EngineFault, OSError):
                self._listener.until_end(time.monotonic() + _FAREWELL)
        self._abandon()

    def _condemn(self) -> None:
        super()._condemn()
        self._hang_up()

    def _abandon(self) -> None:
        self._hang_up()
        super().close()

    def _hang_up(self) -> None:
        self._running = False
        for stream in self._streams:
            if stream >= 0:
                os.close(stream)
        self._streams = (-1, -1, -1)


def stamped_pipe(folder: Path) -> tuple[int, int]:
    """A pipe whose writes the kernel stamps; for anonymous pipes it does not any more."""
    place = folder / "answers"
    os.mkfifo(place, 0o600)
    try:
        reading = os.open(place, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOATIME)
        return reading, os.open(place, os.O_WRONLY | os.O_CLOEXEC)
    finally:
        place.unlink()
