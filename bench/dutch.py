"""The Dutch system: seconds a round beside the figures of other engines, growth, tie-breaks and report files.

`python bench/dutch.py [PLAYERS...]`; 5,000 players take half a minute. Seconds are of the processor: others
may use the machine; those of the clock and the load of the machine stand beside them.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from ronde.formats.trf import RandomReport, generate, parse_trf, position_before
from ronde.formats.trf.check import report_after
from ronde.formats.trf.write import write_trf
from ronde.standings.fide import parse_code
from ronde.standings.fide.report import VARIANTS
from ronde.standings.fide.values import Values
from ronde.systems.dutch.pairing import pair

ROUNDS = 9
GOALS = {100: 0.010, 1000: 0.25, 2000: 0.7, 5000: 5.0}
OTHERS = {1000: {"TieBreakServer": 6.7, "Ainalrami": 7.7, "bbpPairings": 58.7}}
"""One round, seconds, as measured for docs/spec/fide.md 1.10 on another machine."""
CUTS = [
    *(f"{name}{cut}{forfeits}" for name in ("BH", "FB") for cut in ("", "/C1", "/C2", "/M1", "/M2")
      for forfeits in ("", "/P") if cut or forfeits),
    "SB/C1", "SB/C2", "SB/P", "SB/C1/P", "SB/C2/P", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2", "PS/C1", "PS/C2",
    "AOB/F", "RTNG/R", "TPN/R", "KS/L+1", "KS/L-1",
]  # fmt: skip
"""What a program must offer to be accepted, besides the codes alone (docs/spec/fide.md 3.7)."""
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.process_time()
    done = work()
    return time.process_time() - begun, done


def rounds(players: int) -> tuple[list[float], float]:
    """Seconds of the processor for each round, and of the clock for the slowest."""
    trf = generate(RandomReport(players=players, rounds=ROUNDS, seed=players, forfeits=0.01, byes=0.01))
    taken, slowest = [], 0.0
    for at in range(1, ROUNDS + 1):
        position = position_before(trf, at)
        begun = time.perf_counter()
        taken.append(timed(partial(pair, position))[0])
        slowest = max(slowest, time.perf_counter() - begun)
    return taken, slowest


def main(sizes: list[int]) -> None:
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; {ROUNDS} rounds of each file")
    print(f"{'players':>8} {'median':>8} {'worst':>8} {'clock':>8} {'goal':>7}  {'growth':>14}  beside")
    before: tuple[int, float] | None = None
    for players in sizes:
        taken, clock = rounds(players)
        median = statistics.median(taken)
        growth = "" if before is None else f"{median / before[1]:.1f}x for {players / before[0]:.1f}x"
        beside = ", ".join(
            f"{name} {other} s ({other / median:.0f}x)" for name, other in OTHERS.get(players, {}).items()
        )
        goal = f"{GOALS[players]:.3f}" if players in GOALS else ""
        figures = f"{players:>8} {median:>8.4f} {max(taken):>8.4f} {clock:>8.4f} {goal:>7}"
        print(f"{figures}  {growth:>14}  {beside}", flush=True)
        before = players, median
    tables()


def tables() -> None:
    trf = generate(RandomReport(players=1000, rounds=11, seed=11))
    text = write_trf(trf)
    base, _ = timed(lambda: [line.split() for line in text.splitlines()])
    reading, _ = timed(lambda: parse_trf(text))
    print(f"report of 1000 players read in {reading:.3f} s (goal 0.1), {reading / base:.0f}x splitting it")
    report = report_after(trf, trf.played)
    codes = [name for name in VARIANTS if name != "DE"]
    for what, names in (("tie-breaks", codes), ("tie-breaks with all cuts and variants", codes + CUTS)):
        values = Values(report)
        scoring, _ = timed(lambda: [values.of(parse_code(name)) for name in names])  # noqa: B023
        print(f"{len(names)} {what} of 1000 players and 11 rounds in {scoring:.3f} s (goal 0.3)")


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]] or [100, 300, 1000, 2000, 5000])
