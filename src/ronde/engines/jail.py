"""Sandbox tiers: what a program may use in each, and which tiers this machine supports.

0 own session and folder, clean environment, limits, no_new_privs, capped output, the whole tree killed
1 also Landlock and seccomp
2 also bubblewrap: its own namespaces
3 also a cgroup of version 2: memory and processes of the whole tree
A referee that is root runs every program as a separate user in all tiers.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from ronde.engines import cgroup, landlock, seccomp

PLAIN: Final = 0
LANDLOCKED: Final = 1
WRAPPED: Final = 2
GROUPED: Final = 3

SYSTEM: Final = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf",
    "/etc/java-11-openjdk", "/etc/java-17-openjdk", "/etc/java-21-openjdk",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu",
    "/dev/random", "/dev/urandom",
)  # fmt: skip
"""What every program may read."""
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full")

_SPARE_USERS: Final = 0x7000_0000
_SPARE_ROOM: Final = 1 << 28
"""The range of unused user numbers, one of which is chosen at random for every sandbox."""


@dataclass(frozen=True, slots=True)
class Jail:
    """How a program is confined and what it may use."""

    tier: int = LANDLOCKED
    memory: int = 1024
    """Megabytes that the program and all its children may hold together."""
    processes: int = 64
    file_size: int = 64
    """Megabytes of the largest file it may write."""
    room: int = 256
    """Megabytes that its folder may hold."""
    read: tuple[str, ...] = ()
    """Further files and folders that it may read."""

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


@cache
def possible_tiers() -> tuple[int, ...]:
    """The tiers this machine supports, found by trying."""
    return tuple(tier for tier, trouble in obstacles().items() if not trouble)


def best_tier() -> int:
    return max(possible_tiers(), default=PLAIN)


def obstacles() -> dict[int, str]:
    """For every tier what this machine lacks; empty if nothing."""
    if sys.platform != "linux" or not hasattr(os, "posix_spawn"):
        return dict.fromkeys((PLAIN, LANDLOCKED, WRAPPED, GROUPED), "linux")
    ready = landlock.version() > 0 and seccomp.available()
    wrapper = "" if shutil.which("bwrap") and _wraps() else "bubblewrap"
    first = "" if ready else "landlock"
    return {
        PLAIN: "",
        LANDLOCKED: first,
        WRAPPED: first or wrapper,
        GROUPED: first or wrapper or ("" if cgroup.delegated() else "cgroup"),
    }


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
