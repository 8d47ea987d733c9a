"""How long a program had to wait for a core because the machine ran something else.

The kernel counts for every thread how long it was ready to run and did not (proc_pid_schedstat(5)): a program
that sleeps, or waits for its own children, gets nothing. It also counts what all cores did (proc_stat(5)): a
program whose own threads take the cores from each other gets nothing either.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

_GONE: Final = (FileNotFoundError, ProcessLookupError, PermissionError)
_TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_WORK: Final = (1, 2, 3, 6, 7, 8)
"""The columns of /proc/stat in which a core was busy: user, nice, system, interrupts, stolen by a host."""
_OWN_THREAD: Final = "/proc/thread-self/schedstat"
"""The thread of the referee that listens to the program: it may be late too."""
_OWN: Final = slice(11, 15)
"""Where utime, stime, cutime and cstime are in /proc/PID/stat, counted after the name."""


class Contention:
    """The time that others took from the processes of one sandbox in one move."""

    def __init__(self, guard: int) -> None:
        self._guard = guard
        """The process that stamps the end of the program, and may be late itself."""
        self._last: dict[str, float] = {}
        self._looked = self._waited = self._others = self._busy = self._own = 0.0
        self.counting = False

    def rest(self) -> None:
        """A move begins: most are too quick to be counted."""
        self.counting, self._waited, self._others = False, 0.0, 0.0

    def count(self, pids: list[int], now: float) -> None:
        """Count from now on; of processes that are not named the time from their start."""
        self.counting, self._looked = True, now
        self._last, self._busy, self._own = self._delays(pids), _busy(now), sum(map(_work_of, pids))

    def look(self, pids: list[int], now: float, *, ended: float = 0.0) -> None:
        """Add what was taken since the last look; `ended` is the work of a program that has ended.

        What it waited for then is not known any more: all that was not work counts, but not more than the
        cores worked for others.
        """
        known, self._last = self._last, self._delays(pids)
        more = {place: delay - known.get(place, 0.0) for place, delay in self._last.items()}
        in_a_row = more.pop(_OWN_THREAD) + more.pop(_place(self._guard), 0.0)
        span, busy, own = now - self._looked, _busy(now), ended or sum(map(_work_of, pids))
        worked = max(0.0, own - self._own)
        alone = span - worked if ended else max(more.values(), default=0.0) + in_a_row
        self._waited += max(0.0, min(span, alone))
        self._others += max(0.0, busy - self._busy - worked)
        self._looked, self._busy, self._own = now, busy, own

    def _delays(self, pids: Iterable[int]) -> dict[str, float]:
        places = [*map(_place, (self._guard, *pids)), _OWN_THREAD]
        return {place: _delay(place) for place in places}

    @property
    def taken(self) -> float:
        """Seconds that others took so far in this move."""
        return min(self._waited, self._others)


def _place(pid: int) -> str:
    return f"/proc/{pid}/schedstat"


def _delay(place: str) -> float:
    """Seconds for which a thread was ready and did not run."""
    with suppress(*_GONE, IndexError, ValueError):
        return int(Path(place).read_bytes().split()[1]) / 1e9
    return 0.0


def _work_of(pid: int) -> float:
    """Seconds of work of a process, of all its threads and of its children that have ended."""
    with suppress(*_GONE, ValueError):
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return sum(map(int, fields[_OWN])) / _TICK
    return 0.0


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
