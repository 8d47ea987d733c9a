"""Resource limits and usage of a process; Windows has neither."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]


def limit_process(*, memory: int, work: int) -> None:
    """End this process if it takes more bytes of memory or seconds of CPU time."""
    if resource is None:
        return
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_CPU, work)
    _limit(resource.RLIMIT_AS, memory)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):  # some systems lack a limit
        resource.setrlimit(what, (most, hard))


def ended_by_work(status: int) -> bool:
    """Whether the exit status says that the limit of CPU time was reached."""
    killed = (getattr(signal, name, None) for name in ("SIGXCPU", "SIGKILL"))
    return any(number is not None and status == -number for number in killed)


def most_open_files() -> int | None:
    """How many files and sockets this process may have open; None without a limit."""
    if resource is None:
        return None
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if files == resource.RLIM_INFINITY else files


def raise_open_files() -> None:
    """Raise the limit of open files as far as allowed."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def peak_memory() -> int:
    """The peak memory of this process in bytes; 0 if unknown.

    Linux includes in `ru_maxrss` the process that started this one, if that was larger; /proc does not.
    """
    if resource is None:
        return 0
    if own := _figure("VmHWM"):
        return own
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held if sys.platform == "darwin" else held * 1024  # macOS counts bytes, Linux kilobytes


def _figure(name: str) -> int:
    """A value of /proc/self/status in bytes; 0 on other systems."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:")), 0)


def give_way(steps: int) -> None:
    """Lower the priority of this process."""
    with suppress(AttributeError, OSError):
        os.nice(steps)
