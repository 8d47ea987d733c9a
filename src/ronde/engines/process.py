"""Local programs: one start per move, with the position and the remaining seconds as arguments."""

from __future__ import annotations

import os
import time
from pathlib import Path

from ronde.engines.copying import check_program, fingerprint
from ronde.engines.engine import EngineEnding, EngineFault, MoveRequest, Opening, Reply, Verdict
from ronde.engines.jail import Jail
from ronde.engines.listener import Listener
from ronde.engines.sandbox import Sandbox
from ronde.games.door import Side, find_game


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
        if self.sandbox is not None and self.sandbox.condemned:
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

    def _condemn(self) -> None:
        """After a fault: the verdict does not wait until everything is gone; `close` and the next game do."""
        if self.sandbox is not None:
            self.sandbox.condemn()

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
        if sandbox is None or sandbox.closed or sandbox.condemned:
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
            self._condemn()
            raise
        except OSError as trouble:  # the launcher is gone: only the program can have killed it
            self.close()
            raise EngineFault(Verdict.CRASH, "launcher") from trouble

    def _command_line(self, ask: MoveRequest) -> list[str]:
        values = {"position": ask.view, "seconds": str(ask.seconds), "side": str(self._side)}
        return [values[name] for name in self._arguments]

    def end(self, ending: EngineEnding) -> None:
        """Nothing runs between moves."""
