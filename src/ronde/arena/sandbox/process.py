"""Local programs: started for every move, or kept running; and built from sources."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ronde.arena.games import Side, find_game
from ronde.arena.sandbox.copying import check_program, fingerprint
from ronde.arena.sandbox.engine import EngineEnding, EngineFault, MoveRequest, Opening, Reply, Verdict
from ronde.arena.sandbox.listener import Listener
from ronde.arena.sandbox.sandbox import ExitReport, Jail, Sandbox

# Local programs: one start per move, with the position and the remaining seconds as arguments.


class Program:
    """What all engines of local programs share: file, limits, sandbox and name."""

    timed = True

    def __init__(self, path: Path, jail: Jail, *, name: str = "", digest: str = "") -> None:
        self.path = path.absolute()
        self.name = name or path.name
        self.jail = jail
        self.digest = digest
        """The fingerprint it must have; empty until the first game sets it."""
        self.left_behind = 0
        """How many processes it left and the referee had to kill."""
        self.most_memory = 0
        """Peak kilobytes of its first process, where it is started for every move."""
        self.sandbox: Sandbox | None = None
        self._seen: tuple[int, ...] = ()
        self._aborted = False

    def _ready_sandbox(self) -> Sandbox:
        """The sandbox of the program, which must not have changed since the first game."""
        seen = self._look()
        if seen != self._seen or not seen:
            check_program(self.path)
            digest = fingerprint(self.path)
            if self.digest and digest != self.digest:
                raise EngineFault(Verdict.START, "changed")
            self.digest, self._seen = digest, seen
        if self.sandbox is not None and self.sandbox.marked_dead:
            self.sandbox.close()
        if self.sandbox is None or self.sandbox.closed:
            self.sandbox = Sandbox(self.path, self.jail)
            if self.sandbox.digest != self.digest:  # it changed between the check and the copy
                self.sandbox.close()
                raise EngineFault(Verdict.START, "changed")
        if self._aborted:  # while the sandbox was being made there was nothing to kill
            raise EngineFault(Verdict.REFEREE, "aborted")
        return self.sandbox

    def _look(self) -> tuple[int, ...]:
        """A cheap fingerprint, checked before every game; empty if the file is gone."""
        try:
            known = os.stat(self.path)
        except OSError:
            return ()
        return known.st_mtime_ns, known.st_size, known.st_ino, known.st_mode

    def _mark_dead(self) -> None:
        """After a fault: the verdict does not wait until everything is gone; `close` and the next game do."""
        if self.sandbox is not None:
            self.sandbox.mark_dead()

    def abort(self) -> None:
        """Kill what is running from another thread; the pending move fails, and no other begins."""
        self._aborted = True
        sandbox = self.sandbox
        if sandbox is not None:
            sandbox.abort()

    def close(self) -> None:
        if self.sandbox is not None:
            self.sandbox.close()
            self.sandbox = None


class ProcessEngine(Program):
    _listener: Listener
    _side: Side
    _arguments: tuple[str, ...]

    def begin(self, opening: Opening) -> None:
        """Check the program and lock its sandbox."""
        self._side, self._arguments = opening.side, find_game(opening.game).description.arguments
        if self.sandbox is not None and self.sandbox.data:
            self.close()  # it may have rewritten its data, and every game starts with the original
        sandbox = self._ready_sandbox()
        self._listener = Listener(sandbox, sandbox.output, sandbox.errors)

    def move(self, ask: MoveRequest) -> Reply:
        """Start the program and take its output once it has ended, whatever it leaves behind."""
        sandbox = self.sandbox
        # A last move that left children in a wrapped sandbox has ended the sandbox with them.
        if sandbox is None or sandbox.closed or sandbox.marked_dead:
            sandbox = self._ready_sandbox()
            self._listener = Listener(sandbox, sandbox.output, sandbox.errors)
        listener, asked = self._listener, time.monotonic()
        listener.begin(asked)
        try:
            sandbox.start(*self._command_line(ask))
            report = listener.until_end(ask.deadline)
            elapsed = report.ended - report.begun
            self.most_memory = max(self.most_memory, report.kilobytes)
            if report.left:
                self.left_behind += sandbox.end_children()
            if report.kind == "x" or report.status < 0 or not listener.said.strip():
                raise listener.collapse(report)
            return listener.reply(elapsed)
        except EngineFault as fault:
            fault.reply = listener.reply(time.monotonic() - asked)
            self._mark_dead()
            raise
        except OSError as trouble:  # the launcher is gone: only the program can have killed it
            self.close()
            raise EngineFault(Verdict.CRASH, "launcher") from trouble

    def _command_line(self, ask: MoveRequest) -> list[str]:
        values = {"position": ask.view, "seconds": str(ask.seconds), "side": str(self._side)}
        return [values[name] for name in self._arguments]

    def end(self, ending: EngineEnding) -> None:
        """Nothing runs between moves."""


# Programs that keep running: one line in, one line out, for all moves and games.


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
            self._mark_dead()
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
            self._mark_dead()
            raise
        except OSError as trouble:  # it closed its standard input, or reads nothing and the pipe is full
            self._mark_dead()
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

    def _mark_dead(self) -> None:
        super()._mark_dead()
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


# Build a program from an untrusted source: the command runs in a sandbox and produces one file.


MOST_BYTES: Final = 64 << 20
"""The largest program."""


@dataclass(frozen=True, slots=True)
class BuildRule:
    command: str
    """A shell command, run in a folder that contains the files."""
    source: str
    """The file name of the student's source; empty if the command knows it."""
    program: str
    """The file name of the program."""
    seconds: float = 60.0


def build(files: Mapping[str, bytes], rule: BuildRule, jail: Jail) -> bytes:
    """The program that the command makes of the files; EngineFault, with its output, if there is none."""
    with tempfile.TemporaryDirectory(prefix="ronde-build-") as place:
        script = Path(place, "build")
        script.write_text(f"#!/bin/sh\n{rule.command}\n", encoding="utf-8")
        script.chmod(0o700)
        write_files(Path(place, "build.d"), files)
        sandbox = Sandbox(script, jail)
        try:
            return _made(sandbox, rule)
        finally:
            sandbox.close()


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by paths that were checked, into a new folder; scripts can be started."""
    folder.mkdir()
    for name, data in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        place.chmod(0o755 if data.startswith((b"#!", b"\x7fELF")) else 0o644)


def _made(sandbox: Sandbox, rule: BuildRule) -> bytes:
    listener, begun = Listener(sandbox, sandbox.output, sandbox.errors), time.monotonic()
    listener.begin(begun)
    sandbox.start()
    try:
        _check_end(listener.until_end(begun + rule.seconds))
        return sandbox.take(rule.program, MOST_BYTES)
    except EngineFault as fault:
        fault.reply = listener.reply(time.monotonic() - begun)
        raise
    except OSError as trouble:
        reply = listener.reply(time.monotonic() - begun)
        raise EngineFault(Verdict.MISSING, f"built {trouble.strerror}", reply) from trouble


def _check_end(report: ExitReport) -> None:
    if report.kind != "e":
        raise EngineFault(Verdict.START, "interpreter")
    if report.status:
        raise EngineFault(
            Verdict.CRASH, f"{'status' if report.status > 0 else 'signal'} {abs(report.status)}"
        )
