"""How long a program had to wait for a core because the machine ran something else.

The kernel counts for every thread how long it ran and how long it was ready and did not
(proc_pid_schedstat(5)): a program that sleeps, or waits for its own children, gets nothing. It does not count
what a quota of a container or the host of a virtual machine takes; but a thread that was ready at the last
look and has not given up its core since cannot have slept: all that it did not work was taken from it.

What a program waited for is not charged, but never less is charged than all its processes worked together,
children included that have ended, and never more than the time that passed. So nobody gains from threads and
processes that take the cores from each other.
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
"""The columns of /proc/stat in which a core was busy: user, nice, system, interrupts, stolen by a host."""
_OWN_THREAD: Final = "/proc/thread-self"
"""The thread of the referee that listens to the program: it may be late too."""
_WORKED: Final = slice(11, 15)
"""Where utime, stime, cutime and cstime are in /proc/PID/stat, counted after the name."""
_MOST_THREADS: Final = 32
"""How many threads of a program are looked at: a look must stay short."""
_STATE: Final = re.compile(rb"^State:\s+(\w).*^voluntary_ctxt_switches:\s+(\d+)", re.MULTILINE | re.DOTALL)


class Thread(NamedTuple):
    """What the kernel knows of a thread."""

    worked: float = 0.0
    """Seconds for which it ran."""
    waited: float = 0.0
    """Seconds for which it was ready and did not run."""
    ready: bool = False
    """Whether it runs, or waits for nothing but a core."""
    rests: int = 0
    """How many times it gave up its core of its own accord."""

    def since(self, before: Thread, span: float) -> Thread:
        """What it did since it was as before, and waited for in this span."""
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
        """The work of every process itself, as far as it was seen."""
        self._earlier = 0.0
        """The work of processes that had gone before."""
        self._since = self._looked = self._busy = self._before = self._worked = 0.0
        self.rest()

    def rest(self) -> None:
        """A move begins: most are too quick to be counted."""
        self.counting = False
        self._waited = 0.0
        self.late = 0.0
        """Seconds for which the listener itself was ready and did not run."""

    def count(self, pids: list[int], now: float, *, since: float) -> None:
        """Count from now on; all work belongs to the move, which began then, but what these did before."""
        self.counting, self._since, self._looked = True, since, now
        self._last, self._busy = self._threads(pids), _busy(now)
        self._own, self._earlier = {}, 0.0
        self._before = self._worked = self._work_of(pids)
        self._earlier = self._before - sum(self._own.values())

    def look(self, pids: list[int], now: float, *, ended: bool = False) -> None:
        """Add what was taken since the last look; the processes are all those that are left below the guard.

        What a program waited for that has ended is not known any more: all that was not work counts, but not
        more than the cores worked for others.
        """
        span, busy, worked = now - self._looked, _busy(now), self._work_of(pids)
        work, waited = max(0.0, worked - self._worked), self._longest(pids, span)
        if ended:
            waited = min(span - work, busy - self._busy - work)
        self._waited += max(0.0, min(span, waited))
        self._looked, self._busy, self._worked = now, busy, worked

    def _work_of(self, pids: Iterable[int]) -> float:
        """Seconds of work of these processes and of those for which they, or the guard, have waited.

        The work of a child that its parent ignores is added to nobody's: at least what was seen of it counts.
        """
        reaped = _work(self._guard)[1]
        for pid in pids:
            own, children = _work(f"/proc/{pid}")
            self._own[pid] = max(own, self._own.get(pid, 0.0))
            reaped += own + children
        return max(reaped, self._earlier + sum(self._own.values()))

    def _longest(self, pids: list[int], span: float) -> float:
        """How long that thread waited which waited longest since the last look, and then the guard."""
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
        """Seconds that others took so far in this move: never so many that less than the work is charged."""
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
    """Seconds of work of a process, all its threads included, and of the children it has waited for."""
    with suppress(*_GONE, ValueError):
        fields = Path(f"{place}/stat").read_bytes().rpartition(b")")[2].split()
        user, system, users, systems = map(int, fields[_WORKED])
        return (user + system) / _TICK, (users + systems) / _TICK
    return 0.0, 0.0


def _busy(now: float) -> float:
    """Seconds of work of the cores that this process may use; the kernel counts in steps of 10 ms."""
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
