"""A sandbox: which ones this machine supports, a program with its own folder, and the pipes to it."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
import signal
import socket
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from ronde.arena.launcher import kernel, launcher, tree
from ronde.arena.sandbox import removal
from ronde.arena.sandbox.copying import copy_program
from ronde.arena.sandbox.engine import EngineFault, Verdict
from ronde.arena.sandbox.usage import MOST_ENTRIES, Usage

# The sandboxes: what a program may use in each, and which of them can start on this machine.
#
# All have their own session and folder, a clean environment, limits, no_new_privs and capped output; the
# whole
# tree of processes is killed, and a referee that is root runs every program as a separate user.


SYSTEM: Final = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf",
    "/etc/java-11-openjdk", "/etc/java-17-openjdk", "/etc/java-21-openjdk",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu",
    "/dev/random", "/dev/urandom",
)  # fmt: skip
"""What every program may read."""
PROGRAM_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full")

_SPARE_USERS: Final = 0x7000_0000
_SPARE_ROOM: Final = 1 << 28
"""The range of unused user numbers, one of which is chosen at random for every sandbox."""


class SandboxKind(IntEnum):
    """What confines a program; the numbers are in stored games and tournaments."""

    NONE = 0
    """Only what all sandboxes have: no protection against strangers."""
    OWN = 1
    """Landlock and seccomp."""
    BUBBLEWRAP = 2
    """These inside bubblewrap: its own namespaces."""

    @property
    def option(self) -> str:
        """The name on the command line."""
        return self.name.lower()

    @classmethod
    def of(cls, option: str) -> SandboxKind:
        return cls[option.upper()]


@dataclass(frozen=True, slots=True)
class Jail:
    """How a program is confined and what it may use."""

    kind: SandboxKind = SandboxKind.OWN
    memory: int = 1024
    """Megabytes that the program and all its children may hold together."""
    processes: int = 64
    file_size: int = 64
    """Megabytes of the largest file it may write."""
    room: int = 256
    """Megabytes that its folder may hold."""
    read: tuple[str, ...] = ()
    """Further files and folders that it may read."""

    @property
    def wrapped(self) -> bool:
        return self.kind == SandboxKind.BUBBLEWRAP

    def to_dict(self) -> dict[str, Any]:
        """As stored; there the kind is called `tier`."""
        plain = asdict(self)
        return {"tier": int(plain.pop("kind")), **plain}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Jail:
        """Read what is stored; TypeError or ValueError if it is none."""
        plain = {**data, "read": tuple(str(path) for path in data["read"])}
        return cls(SandboxKind(plain.pop("tier")), **plain)

    def limits(self, tasks: int) -> dict[str, int]:
        """The kernel's limits; `tasks` are those the user has already, which count too.

        Memory is sampled and enforced by the referee; the kernel's limit, four times higher, stops what grows
        faster. Limiting address space instead would break Java and Go, which reserve gigabytes.
        """
        return {
            "core": 0,
            "fsize": self.file_size << 20,
            "nofile": 256,
            "nproc": tasks + self.processes + 3,  # the launcher has two threads; the reaper is one more
            "data": self.memory << 22,
        }


def spare_user() -> int:
    """A user for one program when the referee is root; 0 if it is not."""
    return _SPARE_USERS + secrets.randbelow(_SPARE_ROOM) if os.geteuid() == 0 else 0


def possible_kinds() -> tuple[SandboxKind, ...]:
    """The sandboxes that can start on this machine."""
    return tuple(kind for kind, lacking in obstacles().items() if not lacking)


def best_kind() -> SandboxKind:
    """Bubblewrap where it can start, otherwise our own, even if that cannot start: none is only by name."""
    return SandboxKind.OWN if obstacles()[SandboxKind.BUBBLEWRAP] else SandboxKind.BUBBLEWRAP


def obstacles() -> dict[SandboxKind, str]:
    """For every sandbox what this machine lacks; empty if nothing."""
    if sys.platform != "linux" or not hasattr(os, "posix_spawn"):
        return dict.fromkeys(reversed(SandboxKind), "linux")
    own = "" if kernel.version() > 0 and kernel.available() else "landlock"
    return {
        SandboxKind.BUBBLEWRAP: own or _wrapper_lacks(),
        SandboxKind.OWN: own,
        SandboxKind.NONE: "",
    }


def _wrapper_lacks() -> str:
    if shutil.which("bwrap") is None:
        return "bubblewrap"
    return "" if _wraps() else "namespaces"


@cache
def _wraps() -> bool:
    """Whether bubblewrap works here; some hosts forbid namespaces to users."""
    return _succeeds("--unshare-all")


@cache
def _sizes() -> bool:
    """Whether bubblewrap can limit a tmpfs; versions before 0.7 cannot."""
    return _succeeds("--unshare-all", "--size", "4096", "--tmpfs", "/tmp")


def _succeeds(*options: str) -> bool:
    command = ["bwrap", "--ro-bind", "/", "/", *options, "/bin/true"]
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=_quiet())
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def _quiet() -> list[tuple[int, int, str, int, int]]:
    return [(os.POSIX_SPAWN_OPEN, stream, "/dev/null", os.O_RDWR, 0) for stream in (0, 1, 2)]


def wrapping(scratch: Path, library: Path, jail: Jail) -> list[str]:
    """The bubblewrap command before the launcher's: system read-only, own folder, nothing else."""
    # As process 1 of its namespace the launcher cannot be killed from inside, and adopts every orphan.
    line = ["bwrap", "--new-session", "--as-pid-1", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    line += [f"--unshare-{space}" for space in ("ipc", "pid", "net", "uts", "cgroup-try")]
    if os.geteuid() == 0:  # the spare user exists only where users are not mapped
        for right in ("SETUID", "SETGID", "CHOWN", "DAC_READ_SEARCH"):
            line += ["--cap-add", f"CAP_{right}"]
    else:
        line.append("--unshare-user")
    python = (str(Path(sys.base_prefix).resolve()), str(Path(sys.prefix).resolve()), str(library))
    own = str(scratch / "program")
    system = [path for path in SYSTEM if not path.startswith(("/proc", "/dev"))]
    paths = [*system, *python, *jail.read, own]
    above = {str(parent) for path in paths for parent in Path(path).parents}
    parents = above - {"/", "/tmp", "/dev", "/dev/shm"}
    for parent in sorted(parents):  # made by bubblewrap itself they would be closed to the spare user
        line += [] if Path(parent).is_symlink() else ["--perms", "0755", "--dir", parent]
    for path in paths:
        line += ["--ro-bind-try", path, path]
    return [*line, *_work(str(scratch / "work"), jail.room), "--chdir", "/"]


def _work(folder: str, megabytes: int) -> list[str]:
    if _sizes():
        return ["--perms", "0700", "--size", str(megabytes << 20), "--tmpfs", folder]
    return ["--bind", folder, folder]


# A sandbox: a program with its own folder, and the pipes to it.


_LIBRARY: Final = Path(__file__).parents[3]
_READY: Final = 15.0
"""Seconds for the launcher itself; it needs a tenth of one even on a busy machine."""


class ExitReport(NamedTuple):
    """How a started program ended, stamped by its launcher on the monotonic clock."""

    kind: str
    """`e` ended, `s` started for a session, `x` could not be started."""
    status: int
    begun: float
    ended: float
    kilobytes: int
    left: bool
    """Whether children of it were still alive."""


class Sandbox:
    """A running launcher with the program copied into its folder; one start at a time."""

    def __init__(self, program: Path, jail: Jail) -> None:
        self.jail = jail
        self.user = spare_user()
        """The user the program runs as, if not the referee's."""
        self.mark = f"RONDE_CELL={secrets.token_hex(8)}"
        self.marked_dead = False
        self.scratch, self._owned = removal.own_folder()
        self._folder = -1
        self._guard = 0
        """The launcher itself; `pid` is its wrapper. It may be gone: only inspect it, do not signal it."""
        self.talk, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.output, output = os.pipe2(os.O_CLOEXEC)
        self.errors, errors = os.pipe2(os.O_CLOEXEC)
        try:
            self.program, self.digest = self._copy(program)
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

    def _copy(self, program: Path) -> tuple[Path, str]:
        """Copy the program and its folder NAME.d, if there is one; later changes do not affect it."""
        home, work = self.scratch / "program", self.scratch / "work"
        try:
            for folder, mode in ((self.scratch, 0o710), (home, 0o750), (work, 0o700)):
                folder.mkdir(mode=0o700, exist_ok=True)
                if self.user:
                    os.chown(folder, -1, self.user)
                    folder.chmod(mode)
            return copy_program(program, home, self.user)
        except OSError as trouble:  # what is wrong with the program itself is an EngineFault already
            raise EngineFault(Verdict.REFEREE, f"copy {trouble}") from trouble

    def _start(self, talk: int, output: int, errors: int) -> int:
        line = [sys.executable, "-I", "-S", str(Path(launcher.__file__))]
        if self.jail.wrapped:
            line = [*wrapping(self.scratch, _LIBRARY, self.jail), *line]
        import fcntl  # missing on Windows, where no program is started

        # From high numbers: a pipe of ours may have one of the low numbers that the launcher expects.
        high = [fcntl.fcntl(stream, fcntl.F_DUPFD_CLOEXEC, 64) for stream in (talk, output, errors)]
        actions: list[Any] = [
            (os.POSIX_SPAWN_DUP2, stream, at) for stream, at in zip(high, (3, 6, 7), strict=True)
        ]
        # Nothing of the referee's own: a program may find a way to what its launcher holds.
        actions += [(os.POSIX_SPAWN_OPEN, at, "/dev/null", os.O_RDWR, 0) for at in (0, 1, 2, 5)]
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
            said, given, _, _ = socket.recv_fds(self.talk, 4096, 1)
        except OSError as trouble:
            self.close()
            raise EngineFault(Verdict.REFEREE, f"launcher {trouble}") from trouble
        answer = said.decode(errors="replace")
        if not answer.startswith("ready") or not given:
            self.close()
            raise EngineFault(Verdict.REFEREE, f"launcher {answer or 'gone'}")
        self.talk.settimeout(None)
        self._folder = given[0]
        self._guard = next(iter(tree.children(self.pid)), 0)
        own_mount = os.fstat(self._folder).st_dev != os.stat(self.scratch / "work").st_dev
        self.usage = Usage(self._folder, bounded=own_mount, memory=self.jail.memory, room=self.jail.room)

    def _rules(self) -> dict[str, Any]:
        user, jail, work = self.user, self.jail, str(self.scratch / "work")
        name, _, value = self.mark.partition("=")
        return {
            "library": str(_LIBRARY),
            "program": str(self.program),
            "folder": work,
            "confined": jail.kind != SandboxKind.NONE,
            "user": user,
            "wrapped": jail.wrapped,
            "room": jail.room,
            "entries": MOST_ENTRIES,
            "limits": jail.limits(0 if user else tree.tasks_of(os.getuid())),
            "read": [*SYSTEM, str(self.scratch / "program"), *jail.read],
            "write": [work],
            "devices": DEVICES,
            "environment": {
                "PATH": PROGRAM_PATH, "HOME": work, "TMPDIR": work, "LANG": "C.UTF-8",
                name: value,
            },
        }  # fmt: skip

    def start(self, *arguments: str) -> None:
        self.talk.send(b"r\0" + os.fsencode("\0".join(arguments)))

    def start_session(self, streams: tuple[int, int, int], *arguments: str) -> ExitReport | None:
        """Start the program for a whole game, with its own standard input, output and error.

        The launcher reports at once whether it has started.
        """
        self.talk.settimeout(_READY)
        try:
            self.talk.send(b"s\0" + os.fsencode("\0".join(arguments)))
            socket.send_fds(self.talk, [b"f"], streams)
            return self.report()
        finally:
            self.talk.settimeout(None)

    def report(self) -> ExitReport | None:
        """The report of the launcher; None if it is gone, or silent for longer than it ever needs."""
        try:
            packet = self.talk.recv(launcher.REPORT.size)
        except (ConnectionError, TimeoutError):
            return None
        if len(packet) < launcher.REPORT.size:
            return None
        kind, *rest = launcher.REPORT.unpack(packet)
        return ExitReport(kind.decode(), *rest)

    @property
    def guard(self) -> int:
        """The process that starts the program and stamps its end."""
        return self._guard

    def processes(self) -> list[int]:
        """The program and its children, without their guards."""
        return tree.descendants(self._guard)

    @property
    def data(self) -> list[str]:
        """The files of NAME.d, which were copied into the work folder."""
        with suppress(OSError):
            return os.listdir(f"{self.program}.d")
        return []

    def files(self) -> list[str]:
        """What the program has left in its work folder, besides what was copied there."""
        with suppress(OSError):
            return sorted(set(os.listdir(self._folder)) - set(self.data))
        return []

    def take(self, name: str, most: int) -> bytes:
        """A file that the program wrote into its work folder; OSError if it is missing or larger.

        No link is followed: the program chose what lies there.
        """
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(name, flags, dir_fd=self._folder), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "not a file", name)
            data = file.read(most + 1)
        if len(data) > most:
            raise OSError(errno.EFBIG, "too large", name)
        return data

    def end_children(self) -> int:
        """Kill what a program left behind; in a wrapped sandbox the whole sandbox is closed."""
        if self.jail.wrapped:
            count = len(self.processes())
            self.close()
            return count
        return sum(tree.kill_tree(child) for child in tree.children(self.pid))

    def abort(self) -> None:
        """Kill everything that runs; the owner still closes the sandbox."""
        if self.pid:
            tree.kill_tree(self.pid)
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def mark_dead(self) -> None:
        """Kill what runs without waiting until it is gone; `close` must still be called, and counts.

        Dozens of processes take longer to die than a verdict may.
        """
        self.marked_dead = True
        if self.closed:  # its children ended with the sandbox: process 0 would be the referee's own group
            return
        if self.jail.wrapped:
            self._end_space()
        else:
            for guard in tree.children(self.pid):
                tree.signal_process(guard, signal.SIGKILL)

    @property
    def closed(self) -> bool:
        return self.pid == 0

    def close(self) -> None:
        """Kill everything in the sandbox and remove its folder; it is checked that nothing is left."""
        if self.pid == 0:
            return
        if self.jail.wrapped:
            self._end_space()
            os.waitpid(self.pid, 0)
        else:
            tree.kill_tree(self.pid)
            # Only root can kill the reaper of root: if nothing is below it, nothing is left.
            empty = self.user and not tree.descendants(self.pid)
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            if not empty:
                self._end_strays()
        self.pid = 0
        self._let_go()

    def _let_go(self) -> None:
        self.talk.close()
        os.close(self.output)
        os.close(self.errors)
        if self._folder >= 0:
            os.close(self._folder)
        removal.discard(self.scratch)
        os.close(self._owned)

    def _end_space(self) -> None:
        """Kill process 1 of the namespace; the kernel kills the others before bubblewrap exits."""
        for first in tree.children(self.pid) or [self.pid]:
            with suppress(ProcessLookupError):
                os.kill(first, signal.SIGKILL)

    def _end_strays(self) -> None:
        """Kill processes that escaped because the program killed its supervisors: found by user or mark."""
        tree.until_gone(lambda: tree.of_user(self.user) if self.user else tree.marked(self.mark))
