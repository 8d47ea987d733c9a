"""A cell: a program in its jail with its own folder, and the pipes to it."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import shutil
import signal
import socket
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from ronde.engines import cgroup, tree, warden
from ronde.engines.engine import EngineFault, Verdict
from ronde.engines.jail import DEVICES, GROUPED, SYSTEM, WRAPPED, Jail, spare_user, wrapping

_LIBRARY: Final = Path(__file__).parents[2]
_READY: Final = 15.0
"""Seconds for the warden itself; it needs a tenth of one even on a busy machine."""


class Report(NamedTuple):
    """How a started program ended, stamped by its warden on the monotonic clock."""

    kind: str
    """`e` ended, `s` started for a session, `x` could not be started."""
    status: int
    begun: float
    ended: float
    processor: float
    kilobytes: int
    left: bool
    """Whether children of it were still alive."""


def fingerprint(path: Path) -> str:
    """The SHA-256 of a program, to know whether it is still the same."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_program(path: Path) -> os.stat_result:
    """Refuse what cannot be started at all, with the reason."""
    try:
        kind = path.stat()
    except OSError as trouble:
        raise EngineFault(Verdict.START, f"missing {trouble.strerror}") from trouble
    if not stat.S_ISREG(kind.st_mode):
        raise EngineFault(Verdict.START, "not-a-file")
    if not kind.st_mode & 0o111:
        raise EngineFault(Verdict.START, "not-executable")
    return kind


def clear_away() -> None:
    """Take away the folders of cells whose referee was killed; they carry his number in their names."""
    for folder in Path(tempfile.gettempdir()).glob("ronde-[0-9]*-*"):
        referee = folder.name.split("-")[1]
        with suppress(OSError):
            if folder.stat().st_uid == os.getuid() and not Path(f"/proc/{referee}").exists():
                shutil.rmtree(folder, ignore_errors=True)


class Cell:
    """A running warden with the program copied into its folder; one start at a time."""

    def __init__(self, program: Path, jail: Jail) -> None:
        check_program(program)
        self.jail = jail
        self.mark = f"RONDE_CELL={secrets.token_hex(8)}"
        self.condemned = False
        self.scratch = Path(tempfile.mkdtemp(prefix=f"ronde-{os.getpid()}-"))
        self.group: Path | None = None
        self.talk, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.output, output = os.pipe2(os.O_CLOEXEC)
        self.errors, errors = os.pipe2(os.O_CLOEXEC)
        try:
            self.program = self._copy(program)
            self.pid = self._start(theirs.fileno(), output, errors)
        except BaseException:
            self._let_go()
            raise
        finally:
            theirs.close()
            os.close(output)
            os.close(errors)
        for stream in (self.output, self.errors):
            os.set_blocking(stream, False)
        self._lock()

    def _copy(self, program: Path) -> Path:
        """The program as it is now, and its folder NAME.d if it has one; later changes do not reach it."""
        self.scratch.chmod(0o711)
        home = self.scratch / "program"
        home.mkdir()
        copied = home / program.name
        try:
            shutil.copyfile(program, copied)
            data = program.with_name(f"{program.name}.d")
            if data.is_dir():
                shutil.copytree(data, home / data.name)
        except OSError as trouble:
            raise EngineFault(Verdict.START, trouble.strerror or str(trouble)) from trouble
        copied.chmod(0o555)
        (self.scratch / "work").mkdir(mode=0o700)
        return copied

    def _start(self, talk: int, output: int, errors: int) -> int:
        line = [sys.executable, "-I", "-S", str(Path(warden.__file__))]
        if self.jail.tier >= WRAPPED:
            line = [*wrapping(self.scratch, _LIBRARY, self.jail.read), *line]
        if self.jail.tier >= GROUPED:
            self.group = cgroup.make(
                self.scratch.name, memory=self.jail.memory, processes=self.jail.processes
            )
        # From high numbers: a pipe of ours may have one of the low numbers that the warden expects.
        high = [fcntl.fcntl(stream, fcntl.F_DUPFD_CLOEXEC, 64) for stream in (talk, output, errors)]
        actions: list[Any] = [
            (os.POSIX_SPAWN_DUP2, stream, at) for stream, at in zip(high, (3, 6, 7), strict=True)
        ]
        actions += [(os.POSIX_SPAWN_OPEN, at, "/dev/null", os.O_RDONLY, 0) for at in (0, 5)]
        environment = {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}
        try:
            return os.posix_spawnp(line[0], line, environment, file_actions=actions, setsid=True)
        finally:
            for stream in high:
                os.close(stream)

    def _lock(self) -> None:
        self.talk.settimeout(_READY)
        try:
            self.talk.send(json.dumps(self._rules()).encode())
            answer = self.talk.recv(4096).decode(errors="replace")
        except OSError as trouble:
            self.close()
            raise EngineFault(Verdict.REFEREE, f"warden {trouble}") from trouble
        if not answer.startswith("ready"):
            self.close()
            raise EngineFault(Verdict.REFEREE, f"warden {answer or 'gone'}")
        self.talk.settimeout(None)

    def _rules(self) -> dict[str, Any]:
        user, jail, work = spare_user(self.pid), self.jail, str(self.scratch / "work")
        copied = [str(path) for path in (self.scratch / "program", *(self.scratch / "program").rglob("*"))]
        name, _, value = self.mark.partition("=")
        return {
            "library": str(_LIBRARY),
            "program": str(self.program),
            "folder": work,
            "tier": jail.tier,
            "user": user,
            "owned": [work, *copied] if user else [],
            "group": str(self.group / "cgroup.procs") if self.group else "",
            "limits": jail.limits(0 if user else tree.tasks_of(os.getuid())),
            "read": [*SYSTEM, str(self.scratch / "program"), *jail.read],
            "write": [work],
            "devices": DEVICES,
            "environment": {
                "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": work, "TMPDIR": work, "LANG": "C.UTF-8",
                name: value,
            },
        }  # fmt: skip

    def start(self, *arguments: str) -> None:
        """Start the program with these arguments."""
        self.talk.send(b"r\0" + os.fsencode("\0".join(arguments)))

    def start_session(self, streams: tuple[int, int, int], *arguments: str) -> None:
        """Start the program for a whole game, with standard input, output and error of its own."""
        self.talk.send(b"s\0" + os.fsencode("\0".join(arguments)))
        socket.send_fds(self.talk, [b"f"], streams)

    def report(self) -> Report | None:
        """What the warden has to say; None if it is gone."""
        try:
            packet = self.talk.recv(warden.REPORT.size)
        except ConnectionError:
            return None
        if len(packet) < warden.REPORT.size:
            return None
        kind, *rest = warden.REPORT.unpack(packet)
        return Report(kind.decode(), *rest)

    def resident(self) -> int:
        """The bytes of memory held by the program and its children."""
        return tree.resident(tree.descendants(self.pid)[2 if self.jail.tier >= WRAPPED else 0 :])

    def ran_out(self) -> bool:
        """Whether the kernel ended something in the cell for want of memory."""
        return self.group is not None and cgroup.ran_out(self.group)

    def end_children(self) -> int:
        """End what a program left behind; in a wrapped cell the whole cell goes with it."""
        if self.jail.tier >= WRAPPED:
            count = max(0, len(tree.descendants(self.pid)) - 2)
            self.close()
            return count
        return tree.fell(self.pid)

    def abort(self) -> None:
        """End everything that runs and let nobody wait for it; the cell is then closed by its owner."""
        if self.pid:
            tree.fell(self.pid)
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def condemn(self) -> None:
        """End what runs without waiting until it is gone; `close` still has to be called, and counts.

        Dozens of processes take longer to die than a verdict may.
        """
        self.condemned = True
        if self.jail.tier >= WRAPPED:
            self._end_space()
        else:
            tree.strike(self.pid, signal.SIGKILL)

    @property
    def closed(self) -> bool:
        """Whether the cell is gone."""
        return self.pid == 0

    def close(self) -> None:
        """End everything in the cell and take its folder away; nothing is left, and that is checked."""
        if self.pid == 0:
            return
        if self.jail.tier >= WRAPPED:
            self._end_space()
        else:
            tree.fell(self.pid)
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self._end_strays()
        self.pid = 0
        self._let_go()

    def _let_go(self) -> None:
        self.talk.close()
        os.close(self.output)
        os.close(self.errors)
        if self.group is not None:
            cgroup.remove(self.group)
        shutil.rmtree(self.scratch, ignore_errors=True)

    def _end_space(self) -> None:
        """End the first process of the name space; the kernel ends the others before bubblewrap leaves."""
        for first in tree.children(self.pid) or [self.pid]:
            with suppress(ProcessLookupError):
                os.kill(first, signal.SIGKILL)

    def _end_strays(self) -> None:
        """Whoever escaped because the program ended its own warden."""
        for _ in range(100):
            strays = tree.marked(self.mark)
            if not strays:
                return
            for pid in strays:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
