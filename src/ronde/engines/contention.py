"""How long a program had to wait for a core because the machine ran something else.

The kernel counts for every thread how long it ran and how long it was runnable but did not run
(proc_pid_schedstat(5)): a program that sleeps, or waits for its own children, gets nothing. It does not count
what a container's quota or the host of a virtual machine takes; but a thread that was runnable at the last
sample and has not yielded its core since cannot have slept: all the time it did not run was taken from it.

Waiting time is not charged, but never less is charged than the CPU time of all its processes together,
including finished children, and never more than the elapsed time. So a program gains nothing by threads and
processes that compete for the cores.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from ronde.engines import tree

_GONE: Final = (FileNotFoundError, ProcessLookupError, PermissionError)
_TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_WORK: Final = (1, 2, 3, 6, 7, 8)
"""The busy columns of /proc/stat: user, nice, system, interrupts, stolen by a host."""
_OWN_THREAD: Final = "/proc/thread-self"
"""The referee's thread that listens to the program: it may be late too."""
_WORKED: Final = slice(11, 15)
"""The index of utime, stime, cutime and cstime in /proc/PID/stat, counted after the name."""
_MOST_THREADS: Final = 32
"""How many threads of a program are sampled, so that a sample stays short."""
_STATE: Final = re.compile(rb"^State:\s+(\w).*^voluntary_ctxt_switches:\s+(\d+)", re.MULTILINE | re.DOTALL)


class Thread(NamedTuple):
    """What the kernel knows of a thread."""

    worked: float = 0.0
    """Seconds on a core."""
    waited: float = 0.0
    """Seconds runnable but not running."""
    ready: bool = False
    """Whether it runs, or waits only for a core."""
    rests: int = 0
    """The number of voluntary context switches."""

    def since(self, before: Thread, span: float) -> Thread:
        """The difference to an earlier sample, where `span` is the time between them."""
        worked, rests = self.worked - before.worked, self.rests - before.rests
        awake = before.ready and not rests
        waited = span - worked if awake else self.waited - before.waited
        return Thread(worked, max(0.0, waited), self.ready, rests)


class Contention:
    """The time that others took from the processes of one sandbox in one move."""

    def __init__(self, guard: int) -> None:
        self._guard = f"/proc/{guard}"
        """The process that stamps the end of the program, and may be late itself."""
        self._last: dict[str, Thread] = {}
        self._own: dict[int, float] = {}
        """The CPU time of every process itself, as far as it was sampled."""
        self._earlier = 0.0
        """The CPU time of processes that ended before."""
        self._since = self._looked = self._busy = self._before = self._worked = 0.0
        self.rest()

    def rest(self) -> None:
        """Begin a move: most are too quick to be counted."""
        self.counting = False
        self._waited = 0.0
        self.late = 0.0
        """Seconds for which the listener itself was runnable but did not run."""

    def count(self, pids: list[int], now: float, *, since: float) -> None:
        """Start counting; all CPU time since `since` belongs to the move, but not what these used before."""
        self.counting, self._since, self._looked = True, since, now
        self._last, self._busy = self._threads(pids), _busy(now)
        self._own, self._earlier = {}, 0.0
        self._before = self._worked = self._work_of(pids)
        self._earlier = self._before - sum(self._own.values())

    def look(self, pids: list[int], now: float, *, ended: bool = False) -> None:
        """Add what was taken since the last sample; `pids` are all processes left below the guard.

        The waiting time of a program that has ended is unknown: all time it did not run counts, up to the CPU
        time that the cores used for others.
        """
        span, busy, worked = now - self._looked, _busy(now), self._work_of(pids)
        work, waited = max(0.0, worked - self._worked), self._longest(pids, span)
        if ended:
            waited = min(span - work, busy - self._busy - work)
        self._waited += max(0.0, min(span, waited))
        self._looked, self._busy, self._worked = now, busy, worked

    def _work_of(self, pids: Iterable[int]) -> float:
        """CPU seconds of these processes and of those that they, or the guard, have waited for.

        The CPU time of a child that its parent ignores is added to nobody's: at least what was sampled
        counts.
        """
        reaped = _work(self._guard)[1]
        for pid in pids:
            own, children = _work(f"/proc/{pid}")
            self._own[pid] = max(own, self._own.get(pid, 0.0))
            reaped += own + children
        return max(reaped, self._earlier + sum(self._own.values()))

    def _longest(self, pids: list[int], span: float) -> float:
        """The longest waiting time of a thread since the last sample, plus that of the guard."""
        known, self._last = self._last, self._threads(pids)
        more = {
            place: now.since(known.get(place, Thread()), span).waited for place, now in self._last.items()
        }
        self.late += more.pop(_OWN_THREAD)
        return more.pop(self._guard) + max(more.values(), default=0.0)

    def _threads(self, pids: Iterable[int]) -> dict[str, Thread]:
        threads = [place for pid in pids for place in tree.threads(pid)]
        return {place: _thread(place) for place in (self._guard, *threads[:_MOST_THREADS], _OWN_THREAD)}

    @property
    def taken(self) -> float:
        """Seconds that others took so far in this move; at least the CPU time remains charged."""
        idle = self._looked - self._since - (self._worked - self._before)
        return max(0.0, min(self._waited, idle))


def _thread(place: str) -> Thread:
    with suppress(*_GONE, ValueError):
        worked, waited, _ = Path(f"{place}/schedstat").read_bytes().split()
        state = _STATE.search(Path(f"{place}/status").read_bytes())
        ready, rests = (state[1] == b"R", int(state[2])) if state else (False, 0)
        return Thread(int(worked) / 1e9, int(waited) / 1e9, ready, rests)
    return Thread()


def _work(place: str) -> tuple[float, float]:
    """CPU seconds of a process, all its threads included, and of the children it has waited for."""
    with suppress(*_GONE, ValueError):
        fields = Path(f"{place}/stat").read_bytes().rpartition(b")")[2].split()
        user, system, users, systems = map(int, fields[_WORKED])
        return (user + system) / _TICK, (users + systems) / _TICK
    return 0.0, 0.0


def _busy(now: float) -> float:
    """CPU seconds of the cores that this process may use; the kernel counts in steps of 10 ms."""
    return _counted(int(now * _TICK)) / _TICK


@lru_cache(1)
def _counted(tick: int) -> int:
    cores = {f"cpu{core}".encode() for core in os.sched_getaffinity(0)}
    total = 0
    with suppress(*_GONE):
        for line in Path("/proc/stat").read_bytes().splitlines():
            name, _, rest = line.partition(b" ")
            if not name.startswith(b"cpu"):
                break
            if name in cores:
                fields = [0, *map(int, rest.split())]
                total += sum(fields[at] for at in _WORK)
    return total
