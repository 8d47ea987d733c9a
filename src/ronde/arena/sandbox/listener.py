"""Reading from a program until one absolute deadline, and how long it had to wait for a core."""

from __future__ import annotations

import codecs
import errno
import os
import re
import select
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from ronde.arena.launcher import tree
from ronde.arena.sandbox.engine import EngineFault, Reply, Verdict
from ronde.arena.sandbox.sandbox import ExitReport, Sandbox

# How long a program had to wait for a core because the machine ran something else.
#
# The kernel counts for every thread how long it ran and how long it was runnable but did not run
# (proc_pid_schedstat(5)): a program that sleeps, or waits for its own children, gets nothing. It does not
# count
# what a container's quota or the host of a virtual machine takes; but a thread that was runnable at the
# last
# sample and has not yielded its core since cannot have slept: all the time it did not run was taken from
# it.
#
# Waiting time is not charged, but never less is charged than the CPU time of all its processes together,
# including finished children, and never more than the elapsed time. So a program gains nothing by threads
# and
# processes that compete for the cores.


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
        self._last, self._busy = self._threads(pids), _busy()
        self._own, self._earlier = {}, 0.0
        self._before = self._worked = self._work_of(pids)
        self._earlier = self._before - sum(self._own.values())

    def look(self, pids: list[int], now: float, *, ended: bool = False) -> None:
        """Add what was taken since the last sample; `pids` are all processes left below the guard.

        The waiting time of a program that has ended is unknown: all time it did not run counts, up to the CPU
        time that the cores used for others.
        """
        span, busy, worked = now - self._looked, _busy(), self._work_of(pids)
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


def _busy() -> float:
    """CPU seconds of the cores that this process may use; the kernel counts in steps of 10 ms."""
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
    return total / _TICK


# Reading from a program until one absolute deadline: its standard output, its standard error, its exit.


MOST_OUTPUT: Final = 64 << 10
MOST_MESSAGES: Final = 256 << 10
_DROWNING: Final = 16 << 20
"""Messages beyond their cap are dropped; beyond this size reading them would take too much time."""
_CHUNK: Final = 1 << 16
_USUAL: Final = 1 << 12
"""Most programs write less in a move; a larger buffer costs time even if it stays empty."""
_FIRST: Final = 20
"""Milliseconds before counting starts: what quick programs write fits into the pipe meanwhile."""
_AT_ONCE: Final = 0.005
"""Answers read within so many seconds need no time stamp of the kernel: the margin is ten times as long."""
_SAMPLE: Final = 50
"""Milliseconds between two samples of what a program uses."""
_SHARE: Final = 10
"""Samples take at most one part in so many of the time of a core, for all programs together."""
_LONGEST_SAMPLE: Final = 1000
_LONGEST_CREDIT: Final = 20
"""The longest extension on an overloaded machine, as a multiple of the time; no game lasts for ever."""
_LEAST_CREDIT: Final = 0.001
_COARSE: Final = 0.011
"""Seconds by which the kernel's time stamps may be too early: a tick of its slowest clock."""
_BETWEEN: Final = 0.2
"""Seconds between two samples of a program whose moves are all too quick for one."""
_OUT_OF_MEMORY: Final = (
    "MemoryError",
    "bad_alloc",
    "OutOfMemoryError",
    "out of memory",
    "Cannot allocate memory",
)
_UNFIT: Final = {errno.ENOENT: "interpreter", errno.ENOEXEC: "format"}
"""Why the system does not start a file that exists and is executable."""

Streams = dict[int, int]
"""The readable streams, with the events of `poll`."""


class Listener:
    """Reads what a program prints during one move, within limits and never beyond the deadline.

    The deadline is extended by what an overloaded machine takes from the program.
    """

    _listening = 0
    """How many listeners wait at this moment, in all threads."""
    _cost = 0.0
    """The seconds a sample takes."""

    def __init__(self, sandbox: Sandbox, output: int, errors: int) -> None:
        self.sandbox = sandbox
        self._output = output
        self._errors = errors
        self._control = sandbox.talk.fileno()
        self._poll = select.poll()
        for stream in (output, errors, self._control):
            self._poll.register(stream, select.POLLIN)
        self._quick = select.poll()
        self._quick.register(self._control, select.POLLIN)
        self.said = b""
        self._messages = bytearray()
        self._stderr_bytes = 0
        self._looked = self._begun = self._silent = self._heard_at = time.monotonic()
        self._started = True
        """Whether the program was started for the move, and not long before."""
        self._contention = Contention(sandbox.guard)

    def begin(self, now: float) -> None:
        """Begin a move and forget what was read before."""
        self.said = b""
        self._begun = self._silent = now
        if self._stderr_bytes:
            self._messages.clear()
            self._stderr_bytes = 0
        if self._contention.counting:
            self._contention.rest()

    def until_end(self, deadline: float) -> ExitReport:
        """Read until the program has ended; EngineFault if it is late, or writes or uses too much."""
        ready = self._first(self._quick, deadline)
        while True:
            ready = ready or self._wait(deadline)
            if self._control in ready:
                report = self.sandbox.report()
                self._hear_rest()
                if report is None:
                    raise EngineFault(Verdict.CRASH, "launcher")
                if self._contention.counting:
                    self._contention.look(tree.all_below(self.sandbox.guard), report.ended, ended=True)
                self.sandbox.usage.check_at_end()
                return report
            self._hear(ready)
            ready = {}

    def until_line(self, deadline: float) -> float:
        """Read until a whole line is there; returns when. EngineFault as above, also if the program ends."""
        self._started = False
        ready = self._first(self._poll, deadline)
        while True:
            ready = ready or self._wait(deadline)
            if self._control in ready and self._output not in ready:
                report = self.sandbox.report()
                self._hear_rest()
                raise self.collapse(report)
            self._hear(ready)
            if self.said.endswith(b"\n"):
                return self._heard()
            ready = {}

    def _first(self, poll: select.poll, deadline: float) -> Streams:
        """What comes in the first milliseconds; if nothing comes, counting begins."""
        left = (deadline - self._begun) * 1000
        ready = poll.poll(_FIRST if left > _FIRST else max(0.0, left))
        if not ready:
            self._count()
        return dict(ready)

    def _count(self) -> None:
        now = time.monotonic()
        if self._started:
            self._contention.count([], now, since=self._begun)
        else:
            self._contention.count(tree.all_below(self.sandbox.guard), now, since=now)

    def _heard(self) -> float:
        """When the line was written; what the machine took meanwhile is counted."""
        self._heard_at = now = time.monotonic()
        if self._contention.counting:
            self._contention.look(tree.all_below(self.sandbox.guard), now)
        return now if now - self._begun < _AT_ONCE else self._spoke()

    def _wait(self, deadline: float) -> Streams:
        Listener._listening += 1
        try:
            return self._waited(deadline)
        finally:
            Listener._listening -= 1

    def _waited(self, deadline: float) -> Streams:
        while (left := self._left(deadline)) > 0:
            counting = self._contention.counting
            before = time.monotonic()
            ready = self._poll.poll(min(left, self._sample() if counting else _FIRST))
            if ready:
                return dict(ready)
            self._silent = before
            if counting:
                self._look()
            else:
                self._count()
        # It may have answered in time while we were not reading.
        late = dict(self._poll.poll(0))
        if self._control in late:
            return {self._control: late[self._control]}
        if self._output in late and self._left(deadline + time.monotonic() - self._spoke()) > 0:
            return late
        raise EngineFault(Verdict.LATE)

    def _spoke(self) -> float:
        """When the program wrote last: the kernel stamps a named pipe, however late this thread is.

        The program may be able to change that stamp, but not to before a moment when the pipe was empty.
        """
        now = time.monotonic()
        stamped = os.fstat(self._output).st_mtime_ns / 1e9 - (time.time() - now)
        return min(now, max(self._silent, stamped)) if stamped > self._begun - _COARSE else now

    def _left(self, deadline: float) -> float:
        """Milliseconds left, including those that an overloaded machine has taken from it or from us."""
        longest = (deadline - self._begun) * _LONGEST_CREDIT
        credit = min(self.taken + self._contention.late, longest)
        return (deadline + credit - time.monotonic()) * 1000

    def look_between(self) -> None:
        """Sample now and then after an answer, including what was used during the opponent's move."""
        if self._heard_at - self._looked > _BETWEEN:  # quick moves are too short for one each
            self._look()

    def _look(self) -> None:
        """EngineFault if the program uses more than it may."""
        began = self._looked = time.monotonic()
        pids = tree.all_below(self.sandbox.guard)
        if self._contention.counting:
            self._contention.look(pids, began)
        self.sandbox.usage.check(pids)
        Listener._cost += (time.monotonic() - began - Listener._cost) / _SHARE

    @staticmethod
    def _sample() -> float:
        """Milliseconds until the next sample: with very many programs sampling would take all the time."""
        return min(max(_SAMPLE, Listener._cost * Listener._listening * _SHARE * 1000), _LONGEST_SAMPLE)

    @property
    def taken(self) -> float:
        """Seconds that an overloaded machine has taken from the program in this move."""
        taken = self._contention.taken
        return taken if taken > _LEAST_CREDIT else 0.0

    def _hear(self, ready: Streams) -> None:
        if self._output in ready:
            self.said += os.read(self._output, _USUAL)
            if len(self.said) > MOST_OUTPUT:
                raise EngineFault(Verdict.FLOOD, "output")
        if self._errors in ready:
            self._read_stderr(os.read(self._errors, _CHUNK))

    def _read_stderr(self, words: bytes) -> None:
        self._stderr_bytes += len(words)
        self._messages += words[: MOST_MESSAGES - len(self._messages)]
        if self._stderr_bytes > _DROWNING:
            raise EngineFault(Verdict.FLOOD, "messages")

    def _hear_rest(self) -> None:
        """Read what is left in the pipes; the program has ended, so this ends too."""
        for words in _left_in(self._output):
            self.said += words
            if len(self.said) > MOST_OUTPUT:
                raise EngineFault(Verdict.FLOOD, "output")
        for words in _left_in(self._errors):
            self._read_stderr(words)

    @property
    def messages(self) -> str:
        """Standard error, within its cap."""
        return self._messages.decode(errors="backslashreplace") if self._stderr_bytes else ""

    def reply(self, seconds: float) -> Reply:
        taken = min(self.taken, seconds) if self._contention.counting else 0.0
        text = self.said.removeprefix(codecs.BOM_UTF8).decode("utf-8", "backslashreplace")
        return Reply(text, seconds, self.messages, taken)

    def collapse(self, report: ExitReport | None) -> EngineFault:
        """The fault of a program that ended without an answer, or by a signal."""
        if report is None:
            return EngineFault(Verdict.CRASH, "launcher")
        if report.kind == "x":
            outside = _outside(self.sandbox.program) if report.status in (errno.ENOENT, errno.EACCES) else ""
            unfit = outside or _UNFIT.get(report.status) or os.strerror(report.status)
            return EngineFault(Verdict.START, unfit)
        if any(word in self.messages for word in _OUT_OF_MEMORY):
            return EngineFault(Verdict.MEMORY, _status(report.status))
        if report.status == 0:
            return EngineFault(Verdict.MISSING)
        return EngineFault(Verdict.CRASH, _status(report.status))


def _left_in(stream: int) -> Iterator[bytes]:
    """Everything in a pipe, which is empty after a short read."""
    room = _USUAL
    with suppress(BlockingIOError):
        while words := os.read(stream, room):
            yield words
            if len(words) < room:
                return
            room = _CHUNK


def _outside(program: Path) -> str:
    """The interpreter of a script, if it exists outside the sandbox only: a virtual environment."""
    with suppress(OSError, UnicodeDecodeError):
        with program.open("rb") as file:
            first = file.readline(256).decode()
        words = first.removeprefix("#!").split()
        if first.startswith("#!") and words and Path(words[0]).exists():
            return f"outside {Path(words[0]).parent.parent}"
    return ""


def _status(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"
