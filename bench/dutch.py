"""The Dutch system: seconds a round beside the figures of other engines, growth, tie-breaks and report files.

`python bench/dutch.py [PLAYERS...]`; 5,000 players take about a minute.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from ronde.formats.trf.generate import Wishes, generate
from ronde.formats.trf.model import Trf
from ronde.formats.trf.position import position_before, report_after
from ronde.formats.trf.read import parse_trf
from ronde.formats.trf.write import write_trf
from ronde.pairing.dutch.dutch import pair
from ronde.scoring.fide.code import VARIANTS, parse_code
from ronde.scoring.fide.values import Values

ROUNDS = 9
GOALS = {100: 0.010, 1000: 0.25, 2000: 0.7, 5000: 5.0}
OTHERS = {1000: {"TieBreakServer": 6.7, "Ainalrami": 7.7, "bbpPairings": 58.7}}
"""One round, seconds, as measured for docs/spec/fide.md 1.10 on another machine."""
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.process_time()
    done = work()
    return time.process_time() - begun, done


def rounds(players: int) -> list[float]:
    trf = generate(Wishes(players=players, rounds=ROUNDS, seed=players, forfeits=0.01, byes=0.01))
    return [timed(partial(_pair, trf, at))[0] for at in range(1, ROUNDS + 1)]


def _pair(trf: Trf, at: int) -> None:
    pair(position_before(trf, at))


def main(sizes: list[int]) -> None:
    print(f"{'players':>8} {'median':>8} {'worst':>8} {'goal':>7}  {'growth':>6}  beside")
    before: tuple[int, float] | None = None
    for players in sizes:
        taken = rounds(players)
        median = statistics.median(taken)
        growth = "" if before is None else f"{median / before[1]:.1f}x for {players / before[0]:.1f}x"
        beside = ", ".join(f"{name} {other / median:.0f}x" for name, other in OTHERS.get(players, {}).items())
        goal = f"{GOALS[players]:.3f}" if players in GOALS else ""
        print(f"{players:>8} {median:>8.3f} {max(taken):>8.3f} {goal:>7}  {growth:>6}  {beside}", flush=True)
        before = players, median
    tables()


def tables() -> None:
    trf = generate(Wishes(players=1000, rounds=11, seed=11))
    text = write_trf(trf)
    base, _ = timed(lambda: [line.split() for line in text.splitlines()])
    reading, _ = timed(lambda: parse_trf(text))
    report = report_after(trf, trf.played)
    codes = [parse_code(name) for name in VARIANTS if name != "DE"]
    values = Values(report)
    scoring, _ = timed(lambda: [values.of(code) for code in codes])
    print(f"report of 1000 players read in {reading:.3f} s (goal 0.1), {reading / base:.0f}x splitting it")
    print(f"{len(codes)} tie-breaks of 1000 players and 11 rounds in {scoring:.3f} s (goal 0.3)")


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]] or [100, 300, 1000, 2000, 5000])
