"""How long and how much memory a million result lines take: written one action each, then read again.

Run as `python bench/lines.py [COUNT]`; 1,000,000 unless told. The file lies in memory, so that
Ronde and SQLite are measured, not the disk.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.faults.shims import fast_folder
from tests.store.halls import hall

from ronde.app.command import CHIEF
from ronde.model.decisions.rounds import accept_pairing, clear_result, enter_at_table
from ronde.model.result import Result
from ronde.model.table import Pair

TABLES = 50
READ = (
    "import sys, time; from pathlib import Path; from ronde.app.desk import Desk;"
    "start = time.perf_counter();"
    "desk = Desk.open(Path(sys.argv[1])); print(time.perf_counter() - start, desk.number);"
    "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
)


def written(path: Path, count: int) -> float:
    """The seconds it takes to enter and clear results, an action each, through the desk."""
    desk = hall(path, players=2 * TABLES)
    drawn = {number: Pair(2 * number - 1, 2 * number) for number in range(1, TABLES + 1)}
    desk.act(CHIEF, accept_pairing, tables=drawn, bye=None, system="by hand", seed=0, total=0)
    start = time.perf_counter()
    for line in range(count):
        table = line // 2 % TABLES + 1
        if line % 2:
            desk.act(CHIEF, clear_result, table=table)
        else:
            desk.act(CHIEF, enter_at_table, table=table, result=Result(line % 65, 64 - line % 65))
    seconds = time.perf_counter() - start
    desk.close()
    return seconds


def main() -> None:
    """Write, tell, read again in a process of its own, tell."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with fast_folder() as folder:
        path = folder / "lines.ronde"
        seconds = written(path, count)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{count} lines: {seconds:.1f} s, {seconds / count * 1e6:.0f} µs each, {memory} MB", flush=True)
        print(f"file: {path.stat().st_size / 1e6:.0f} MB", flush=True)
        told = subprocess.run(
            [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True
        ).stdout.split()
        print(f"read again: {float(told[0]):.1f} s, fact {told[1]}, {told[2]} MB")


if __name__ == "__main__":
    main()
