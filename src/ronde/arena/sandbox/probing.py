"""Check a sandbox: a program tries every forbidden act in it; whatever succeeds is a gap."""

from __future__ import annotations

import json
import os
import select
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ronde.arena.games import COURSE_GAME
from ronde.arena.sandbox import probe, removal
from ronde.arena.sandbox.engine import EngineFault, MoveRequest, Opening
from ronde.arena.sandbox.process import ProcessEngine
from ronde.arena.sandbox.sandbox import Jail, Sandbox, SandboxKind
from ronde.arena.sandbox.usage import MOST_ENTRIES

ACTS: Final = tuple(probe.ACTS)
"""The acts, in the order of the report."""
_MEMORY: Final = 64
_ROOM: Final = 16
_PATIENCE: Final = 15.0
_PYTHONS: Final = ("/usr/bin/python3", "/usr/local/bin/python3")


def try_sandbox(kind: SandboxKind) -> dict[str, bool] | None:
    """Every act, and whether the sandbox stopped it; None if programs can start no Python to try it with."""
    with _open_folder() as folder:
        jail = Jail(kind, memory=_MEMORY, room=_ROOM, read=(sys.base_prefix, sys.prefix))
        program = _program(folder, jail)
        return None if program is None else _Probing(folder, program, jail).all()


@contextmanager
def _open_folder() -> Iterator[Path]:
    """A folder where everybody may write, so that only the sandbox can forbid it."""
    folder = Path(tempfile.mkdtemp(prefix="ronde-probe-"))
    folder.chmod(0o777)
    try:
        yield folder
    finally:
        removal.discard(folder)


def _program(folder: Path, jail: Jail) -> Path | None:
    """The probe with the first Python in its first line that a program of this sandbox can start."""
    source = Path(probe.__file__).read_text()
    for python in dict.fromkeys((os.path.realpath(sys.executable), sys.executable, *_PYTHONS)):
        program = folder / "probe"
        program.write_text(f"#!{python}\n{source}")
        program.chmod(0o755)
        engine = ProcessEngine(program, jail)
        said = _answer(engine, {"act": "reads-others", "path": "/nowhere"})
        engine.close()
        if said == "stopped":
            return program
    return None


def _answer(engine: ProcessEngine, aim: dict[str, Any]) -> str:
    """What the probe says of an act; `ended` if a verdict came first."""
    try:
        engine.begin(Opening(COURSE_GAME, 1))
        return engine.move(MoveRequest(json.dumps(aim), 1, time.monotonic() + _PATIENCE, 1)).text.strip()
    except EngineFault:
        return "ended"


class _Probing:
    """One sandbox, and a rival whose program is in its own sandbox."""

    def __init__(self, folder: Path, program: Path, jail: Jail) -> None:
        self._program = program
        self._jail = jail
        self._rival = folder / "rival"
        shutil.copy(program, self._rival)
        self._secret = folder / "secret"
        self._secret.write_text("x")
        self._outside = folder / "written"

    def all(self) -> dict[str, bool]:
        rival = Sandbox(self._rival, self._jail)
        engine = ProcessEngine(self._program, self._jail)
        try:
            return {act: self._stopped(act, rival, engine) for act in ACTS}
        finally:
            engine.close()
            rival.close()

    def _stopped(self, act: str, rival: Sandbox, engine: ProcessEngine) -> bool:
        aim = {"act": act, **self._aim(act, rival)}
        if act == "outlives":
            return self._nothing_outlives(aim)
        return _answer(engine, aim) != "done"

    def _aim(self, act: str, rival: Sandbox) -> dict[str, Any]:
        """The target of an act; if the act succeeds, nothing is damaged."""
        pid = os.getpid()
        paths = {
            "reads-others": self._secret,
            "reads-opponent": rival.program,
            "writes-outside": self._outside,
        }
        if act in paths:
            return {"path": str(paths[act])}
        aims: dict[str, dict[str, Any]] = {
            "takes-rights": {"path": str(self._rival), "mode": 0o755},
            "changes-times": {"path": str(self._rival), "times": self._times()},
            "sets-limits": {"pid": pid, "core": _core_limit()},
            "sets-affinity": {"pid": pid, "cores": sorted(os.sched_getaffinity(0))},
            "sets-priority": {"pid": pid, "nice": os.getpriority(os.PRIO_PROCESS, 0)},
            "hides-memory": {"megabytes": 3 * _MEMORY},
            "hides-in-threads": {"megabytes": 3 * _MEMORY},
            "hoards-sockets": {"megabytes": 2 * _MEMORY},
            "hoards-tables": {"megabytes": 3 * _MEMORY},
            "fills-folder": {"megabytes": 2 * _ROOM},
            "crowds-folder": {"entries": MOST_ENTRIES + 100},
        }
        return aims.get(act, {"pid": pid})

    def _times(self) -> tuple[float, float]:
        kind = self._rival.stat()
        return kind.st_atime, kind.st_mtime

    def _nothing_outlives(self, aim: dict[str, Any]) -> bool:
        """Whether the pipe of the program has no writer left once its sandbox is closed."""
        sandbox = Sandbox(self._program, self._jail)
        output = os.dup(sandbox.output)
        try:
            sandbox.start(json.dumps(aim))
            time.sleep(0.6)
            sandbox.close()
            return _ends(output, 1.0)
        finally:
            os.close(output)


def _ends(stream: int, seconds: float) -> bool:
    """Whether a pipe ends within that time."""
    deadline = time.monotonic() + seconds
    readable = select.poll()
    readable.register(stream, select.POLLIN)
    while (left := deadline - time.monotonic()) > 0:
        if readable.poll(left * 1000) and not os.read(stream, 4096):
            return True
    return False


def _core_limit() -> tuple[int, int]:
    """The limit of core dumps, which is only read."""
    import resource  # missing on Windows, where nothing is probed

    return resource.getrlimit(resource.RLIMIT_CORE)
