"""Process trees: finding the descendants of a process, killing them, and adopting orphans."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

# Process trees: finding the descendants of a process or the processes of a user, and killing them all.


_GONE: Final = (FileNotFoundError, ProcessLookupError, PermissionError)
_STOPPING: Final = 2.0
"""Seconds in which a fork bomb is stopped before its processes are killed one by one."""
_PATIENCE: Final = 30.0
"""Seconds that killed processes have to exit; the kernel keeps them longer only if a disk hangs."""


def children(pid: int) -> list[int]:
    """The living children of a process, of all its threads."""
    return [child for child in _listed(pid) if _alive(child)]


def _listed(pid: int) -> list[int]:
    pids: list[int] = []
    with suppress(*_GONE):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(*_GONE):
                pids += map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text().split())
    return pids


def _alive(pid: int) -> bool:
    return _runs(f"/proc/{pid}") or any(map(_runs, threads(pid)))


def threads(pid: int) -> list[str]:
    """The folders in /proc of the threads of a process; the first may have ended long before the others.

    For a process whose first thread has ended, /proc/PID has neither environment, nor memory, nor files.
    """
    place = f"/proc/{pid}/task"
    with suppress(*_GONE):
        return [f"{place}/{thread}" for thread in os.listdir(place)]
    return []


def _runs(place: str) -> bool:
    """Whether a process or a thread has not ended, by its folder in /proc."""
    with suppress(*_GONE):
        return Path(f"{place}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def descendants(pid: int) -> list[int]:
    """All living processes below one, parents before children."""
    return [below for below in all_below(pid) if _alive(below)]


def all_below(pid: int) -> list[int]:
    """The same including zombies."""
    pids: list[int] = []
    left = [pid]
    while left:
        inner = _listed(left.pop())
        pids += inner
        left += inner
    return pids


def tasks_of(uid: int) -> int:
    """How many threads a user has, which is what RLIMIT_NPROC counts."""
    total = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            with suppress(*_GONE):
                if entry.stat().st_uid == uid:
                    total += len(os.listdir(f"/proc/{entry.name}/task"))
    return total


def marked(mark: str) -> list[int]:
    """The living processes with a mark in their environment."""
    wanted = mark.encode()
    pids: list[int] = []
    for name in os.listdir("/proc"):
        if name.isdecimal() and wanted in _environment(int(name)) and _alive(int(name)):
            pids.append(int(name))
    return pids


def _environment(pid: int) -> bytes:
    """The environment of a process, or of one of its threads if the first has ended; empty if hidden."""
    with suppress(*_GONE):
        if variables := Path(f"/proc/{pid}/environ").read_bytes():
            return variables
        for thread in threads(pid)[1:]:
            if variables := Path(f"{thread}/environ").read_bytes():
                return variables
    return b""


def of_user(uid: int) -> list[int]:
    """The living processes of a user; /proc shows those that are not dumpable as root's."""
    wanted = b"\nUid:\t%d\t" % uid
    pids: list[int] = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(*_GONE):
                if wanted in Path(f"/proc/{name}/status").read_bytes() and _alive(int(name)):
                    pids.append(int(name))
    return pids


def signal_process(pid: int, number: signal.Signals) -> None:
    """Send a signal to the groups that the children of a process lead."""
    for child in children(pid):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, number)


def kill_tree(pid: int) -> int:
    """Kill everything below a process and return how many there were; the process itself stays.

    They are stopped first, so that a fork bomb cannot replace what is killed, and killed once none is new.
    Whole groups first: a bomb leaves us little CPU time to look for its processes.
    """
    stopped: set[int] = set()
    signal_process(pid, signal.SIGSTOP)
    end = time.monotonic() + _STOPPING
    while fresh := set(descendants(pid)) - stopped:
        send(fresh, signal.SIGSTOP)
        stopped |= fresh
        if time.monotonic() > end:
            break
    send(stopped, signal.SIGKILL)
    until_gone(lambda: descendants(pid))
    return len(stopped)


def until_gone(look: Callable[[], list[int]]) -> bool:
    """Kill what `look` finds until it finds nothing; False if that never happens.

    A killed process still needs CPU time to exit, and waits for it on a busy machine.
    """
    end = time.monotonic() + _PATIENCE
    while left := look():
        if time.monotonic() > end:
            return False
        send(left, signal.SIGKILL)
        time.sleep(0.001)
    return True


def send(pids: Iterable[int], number: signal.Signals) -> None:
    """Send a signal to processes, ignoring those that are gone."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


# The reaper of a sandbox: a process outside it that adopts every orphan from inside and kills it.
#
# A program may kill its launcher, which runs as the same user. Its children then go to the nearest
# ancestor
# that is a subreaper (prctl(2), PR_SET_CHILD_SUBREAPER), whatever environment, group or session they have.
# The
# reaper is that ancestor. A program cannot signal it if the reaper is root or Landlock supports scopes.


_SUBREAPER: Final = 36
_SET_DUMPABLE: Final = 4
_STREAMS: Final = (5, 6, 7)
"""What the referee opened for the programs; the reaper must not hold their ends open."""


def adopt_orphans() -> None:
    """Become the parent of all orphans below this process."""
    ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)


def hide() -> None:
    """Hide memory, files and environment of this process in /proc from programs of the same user (proc(5)).

    Forked processes inherit it; executed programs do not.
    """
    ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


def stay_outside(talk: int) -> None:
    """Fork: the child goes on as the launcher; the parent stays here until launcher or referee has gone."""

    adopt_orphans()
    launcher = os.fork()
    if launcher == 0:
        return
    for stream in _STREAMS:
        os.close(stream)
    _wait(talk, os.pidfd_open(launcher))
    while kill_tree(os.getpid()):
        pass
    os._exit(0)


def _wait(talk: int, launcher: int) -> None:
    gone = select.poll()
    gone.register(talk, select.POLLRDHUP)
    gone.register(launcher, select.POLLIN)
    gone.poll()
