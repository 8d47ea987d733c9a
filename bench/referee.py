"""How fast and how true the referee is, against bare system calls in the same run.

    python bench/referee.py [--quick]
    python bench/referee.py --beside /elsewhere/src      # moves a second of this tree and of another version

Prints moves a second with a process for every move (in each sandbox) as a ratio to bare `posix_spawn`
+ read + wait, with sessions as a ratio to a bare pipe, both as the kernel seats them and on one core; games a
second at 1 and 2 jobs, the timing error with 64 sleeping bots (charged against slept, either way), how
long after its deadline a program that never answers has lost (at most 100 ms), and what is left after many
games. Nodes a second of the rule books: bench/perft.py. Two versions are asked in turn, each in a process of
its own, so that other load hits both.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ronde.arena.games import Game, find_game
from ronde.arena.launcher import tree
from ronde.arena.referee import Clock, Contest, ContestPool, Entrant, Roster, Rule, play
from ronde.arena.sandbox import (
    Engine,
    EngineFault,
    Jail,
    MoveRequest,
    Opening,
    ProcessEngine,
    SandboxKind,
    SessionEngine,
    Verdict,
    possible_kinds,
)

INSTANT = r"""
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <time.h>
static int first(const char *tray) { for (int n = 0; n < 9; n++) if (tray[n] == '0') return n + 1; return 1; }
int main(int count, char **argument) {
    char line[4096];
    if (count > 1 && strcmp(argument[1], "session") == 0) {
        while (fgets(line, sizeof line, stdin)) {
            if (line[0] == 'n') continue;
            if (line[0] == 's') {
                struct timespec a, b, nap = {0, 50000000};
                clock_gettime(CLOCK_MONOTONIC, &a);
                nanosleep(&nap, NULL);
                clock_gettime(CLOCK_MONOTONIC, &b);
                printf("%.6f\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
            } else printf("%d\n", first(line));
            fflush(stdout);
        }
        return 0;
    }
    printf("%d\n", first(argument[1]));
    return 0;
}
"""
BAD = Path(__file__).parents[1] / "tests" / "arena" / "programs" / "bad.c"
"""The programs that misbehave in the tests."""
TICTACTOE: Game[Any] = find_game("tictactoe")


def built(folder: Path) -> Path:
    (folder / "instant.c").write_text(INSTANT)
    program = folder / "instant"
    subprocess.run(["cc", "-O2", "-o", str(program), str(folder / "instant.c")], check=True)
    return program


def rate(work: Callable[[], int], seconds: float) -> float:
    """Operations a second over about that time."""
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        done += work()
    return done / (time.perf_counter() - begun)


def bare_spawn(program: Path) -> Callable[[], int]:
    line = [str(program), "000000000", "900"]

    def once() -> int:
        reading, writing = os.pipe()
        actions = [(os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_CLOSE, reading)]
        pid = os.posix_spawn(line[0], line, os.environ, file_actions=actions)
        os.close(writing)
        while os.read(reading, 4096):
            pass
        os.close(reading)
        os.waitpid(pid, 0)
        return 1

    return once


def bare_pipe(program: Path) -> tuple[Callable[[], int], Callable[[], None]]:
    run = subprocess.Popen([program, "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert run.stdin is not None
    assert run.stdout is not None
    asking, answering = run.stdin.fileno(), run.stdout.fileno()

    def once() -> int:
        for _ in range(100):
            os.write(asking, b"000000000\t900\n")
            os.read(answering, 4096)
        return 100

    def stop() -> None:
        assert run.stdin is not None
        run.stdin.close()
        run.wait()

    return once, stop


def games(
    kind: type[ProcessEngine | SessionEngine], program: Path, sandbox: SandboxKind
) -> tuple[Callable[[], int], list[Engine]]:
    engines: list[Engine] = [kind(program, Jail(sandbox)) for _ in range(2)]
    clock = Clock()

    def once() -> int:
        return len(play(TICTACTOE, (engines[0], engines[1]), clock, seed=1).record.plies)

    return once, engines


def interleaved(works: dict[str, Callable[[], int]], seconds: float, turns: int = 5) -> dict[str, float]:
    """The median rate of each work, all of them in turn, so that other load hits them alike."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(turns):
        for name, work in works.items():
            found[name].append(rate(work, seconds))
    return {name: statistics.median(rates) for name, rates in found.items()}


@contextmanager
def on_cores(number: int) -> Iterator[None]:
    """Keep this process, and all it starts, on so many cores.

    Waking a program that sits on another core costs several times what asking it does: across two cores of
    a small virtual machine a bare pipe makes 17,000 round trips a second, on one core 60,000 to 90,000.
    """
    given = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(given)[:number])
    try:
        yield
    finally:
        os.sched_setaffinity(0, given)


def works_of(program: Path) -> tuple[dict[str, Callable[[], int]], Callable[[], None]]:
    """Everything that is measured as moves a second, and how to end it."""
    pipe, stop = bare_pipe(program)
    works = {"bare posix_spawn": bare_spawn(program), "bare pipe": pipe}
    opened: list[Engine] = []
    for sandbox in possible_kinds():
        works[f"process, {sandbox.option}"], engines = games(ProcessEngine, program, sandbox)
        opened += engines
    works["session, own"], engines = games(SessionEngine, program, SandboxKind.OWN)
    opened += engines

    def end() -> None:
        stop()
        for engine in opened:
            engine.close()

    return works, end


def base_of(name: str) -> str:
    return "bare posix_spawn" if "process" in name or "spawn" in name else "bare pipe"


def rates(program: Path, seconds: float) -> None:
    works, end = works_of(program)
    found = interleaved(works, seconds)
    end()
    for name, value in found.items():
        print(f"{name:<22} {value:>10,.0f} moves/s   {value / found[base_of(name)]:5.2f} x bare")


def asked(program: Path) -> None:
    """Measure what is asked for, a line each: the name of a work and its seconds."""
    works, end = works_of(program)
    print(json.dumps(list(works)), flush=True)
    for line in sys.stdin:
        name, seconds = line.rstrip("\n").split("\t")
        before = time.process_time()
        found = rate(works[name], float(seconds))
        work = (time.process_time() - before) / float(seconds) / found
        print(json.dumps([found, work]), flush=True)
    end()


class Version:
    """Another process that measures with the source it was given."""

    def __init__(self, source: Path, program: Path) -> None:
        own = source.parent / "bench" / "referee.py"  # names of the package change between versions
        line = [sys.executable, str(own), "--asked", str(program)]
        environment = {**os.environ, "PYTHONPATH": str(source)}
        self._run = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment
        )
        self.names: list[str] = json.loads(self._line())

    def _line(self) -> str:
        assert self._run.stdout is not None
        return self._run.stdout.readline()

    def measure(self, name: str, seconds: float) -> tuple[float, float]:
        """Moves a second, and seconds of its own work for each."""
        assert self._run.stdin is not None
        self._run.stdin.write(f"{name}\t{seconds}\n")
        moves, work = json.loads(self._line())
        return moves, work

    def end(self) -> None:
        """Let it close its engines."""
        assert self._run.stdin is not None
        self._run.stdin.close()
        self._run.wait()


def undisturbed(found: list[tuple[float, float]]) -> tuple[float, float]:
    """Moves a second and work for one in the best twentieth of short turns: other load slowed the rest."""
    moves, work = (sorted(one) for one in zip(*found, strict=True))
    return moves[len(moves) * 19 // 20], work[len(work) // 20]


def beside(program: Path, other: Path, seconds: float, turns: int, only: str) -> None:
    """Moves a second, and work for a move, as ratios to those of another version, measured turn by turn."""
    versions = [Version(source, program) for source in (Path(__file__).parents[1] / "src", other)]
    print(f"load {os.getloadavg()[0]:.1f}, the best twentieth of {turns} turns")
    for name in (name for name in versions[0].names if only in name):
        found: list[list[tuple[float, float]]] = [[], []]
        for turn in range(turns):
            for at in (0, 1) if turn % 2 else (1, 0):
                found[at].append(versions[at].measure(name, seconds))
        (ours, our_work), (theirs, their_work) = map(undisturbed, found)
        print(
            f"{name:<18} {ours:>9,.0f} moves/s, {theirs:>9,.0f} there: ratio {ours / theirs:.3f}"
            f"   {our_work * 1e6:7.1f} µs of work, {their_work * 1e6:7.1f}: {our_work / their_work:.3f}",
            flush=True,
        )
    for version in versions:
        version.end()


def jobs(program: Path, count: int) -> None:
    for number in (1, 2):
        both = tuple(Entrant(at, program.name, str(program), "", session=True) for at in (1, 2))
        roster = Roster(both, TICTACTOE.name, rule=Rule(count))
        contest = Contest(roster, ContestPool(roster, number), lambda *_: None)
        begun = time.perf_counter()
        contest.run()
        print(f"sessions, {number} jobs       {count / (time.perf_counter() - begun):>10,.0f} games/s")


def timing(program: Path, bots: int = 64, moves: int = 20) -> None:
    """How far what the referee charges is from what the bot itself slept, in either direction."""
    errors: list[float] = []
    lock, together = threading.Lock(), threading.Barrier(bots)

    def one(at: int) -> None:
        engine = SessionEngine(program, Jail(SandboxKind.OWN))
        engine.begin(Opening("tictactoe", 1))
        together.wait()
        time.sleep(0.05 * at / bots)  # games do not move in step
        for _ in range(moves):
            reply = engine.move(MoveRequest("sleep", 5, time.monotonic() + 5, 1))
            with lock:
                errors.append(abs(reply.seconds - reply.taken - float(reply.text)) * 1000)
        engine.close()

    threads = [threading.Thread(target=one, args=(at,)) for at in range(bots)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    errors.sort()
    shares = [errors[int(len(errors) * share)] for share in (0.5, 0.95, 0.999)]
    print(
        f"timing error, {bots} bots    {shares[0]:>7.3f} ms median  {shares[1]:.3f} ms at 95 %"
        f"  {shares[2]:.3f} ms at 99.9 % (goal 20)  {errors[-1]:.3f} ms at most"
    )


STUBBORN = (
    "never-ends",
    "drips-for-ever",
    "mutters-for-ever",
    "holds-and-stays",
    "stops-itself",
    "ignores-signals",
    "fork-bomb",
    "session-silent",
    "session-drip",
)


def overshoot(engine: Engine, seconds: float = 0.15) -> float:
    """Milliseconds between a deadline and the verdict."""
    engine.begin(Opening("supermorpion", 1))
    deadline, verdict = time.monotonic() + seconds, None
    try:
        engine.move(MoveRequest("999999999 00 o", 1, deadline, 1))
    except EngineFault as fault:
        verdict = fault.verdict
    late = (time.monotonic() - deadline) * 1000
    engine.close()
    if verdict is not Verdict.LATE:
        raise SystemExit(f"{engine.name}: {verdict} instead of late")
    return late


def verdicts(folder: Path, turns: int) -> None:
    """How long after its deadline a program that never answers has lost, in the best jail there is."""
    bad = folder / "bad"
    subprocess.run(["cc", "-O1", "-w", "-o", str(bad), str(BAD)], check=True)
    for kind in STUBBORN:
        program = folder / kind
        shutil.copy(bad, program)
        made = SessionEngine if kind.startswith("session") else ProcessEngine
        late = sorted(
            overshoot(made(program, Jail(sandbox))) for sandbox in possible_kinds() for _ in range(turns)
        )
        print(f"verdict, {kind:<16} {late[len(late) // 2]:>7.1f} ms median  {late[-1]:.1f} ms at most")


def held() -> tuple[int, int, int]:
    gc.collect()
    children = len(tree.descendants(os.getpid()))
    return len(os.listdir("/proc/self/fd")), children, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def leaks(program: Path, count: int) -> None:
    once, engines = games(SessionEngine, program, SandboxKind.OWN)
    for _ in range(200):
        once()
    before = held()
    for _ in range(count):
        once()
    after = held()
    for engine in engines:
        engine.close()
    print(
        f"after {count:,} games: {after[0] - before[0]:+d} descriptors, {after[1] - before[1]:+d} processes,"
        f" {(after[2] - before[2]) / 1024:+.1f} MB; after closing {held()[1]} processes"
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--quick", action="store_true")
    reader.add_argument("--only", metavar="WORK", help="timing; with --beside part of a name: session")
    reader.add_argument("--beside", type=Path, metavar="SRC", help="the source of another version")
    reader.add_argument("--asked", type=Path, metavar="PROGRAM", help=argparse.SUPPRESS)
    chosen = reader.parse_args()
    quick = chosen.quick
    if chosen.asked:
        asked(chosen.asked)
        return
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder))
        if chosen.beside:
            beside(program, chosen.beside, 0.02, 200 if quick else 800, chosen.only or "")
            return
        if chosen.only == "timing":
            timing(program, moves=100)
            return
        for number in (len(os.sched_getaffinity(0)), 1):
            print(f"on {number} cores")
            with on_cores(number):
                rates(program, 0.2 if quick else 1.0)
        jobs(program, 500 if quick else 4_000)
        timing(program)
        verdicts(Path(folder), 3 if quick else 10)
        leaks(program, 1_000 if quick else 10_000)


if __name__ == "__main__":
    main()
