"""What an encounter costs on a cluster, against the local pool and against bare Dask, in the same run.

    python bench/cluster.py [--quick]

Starts a scheduler and two workers on this machine. An encounter is one game of TicTacToe between two instant
programs; bare Dask submits a function that does nothing, one at a time and many at once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ronde.arena.referee import Clock, ClusterPool, LocalPool, Pool, Roster, Rule, Task, find_entrants
from ronde.arena.sandbox import Jail, SandboxKind

PLAYER = r"""
#include <stdio.h>
int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'n') continue;
        for (int n = 0; n < 9; n++) if (line[n] == '0') { printf("%d\n", n + 1); break; }
        fflush(stdout);
    }
    return 0;
}
"""


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    told = folder / "scheduler.json"
    line = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    started = [subprocess.Popen([*line, "--no-dashboard", "--scheduler-file", str(told)], **quiet)]
    while not told.exists() or not told.read_text().strip():
        time.sleep(0.1)
    address = json.loads(told.read_text())["address"]
    worker = [sys.executable, "-m", "ronde", "worker", address, "--cores", "2"]
    started += [subprocess.Popen(worker, **quiet) for _ in range(2)]
    try:
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def roster(folder: Path) -> Roster:
    source = folder / "player.c"
    source.write_text(PLAYER)
    (folder / "joueurs").mkdir()
    for number in (1, 2):
        target = folder / "joueurs" / f"j{number}.session"
        subprocess.run(["cc", "-O2", "-o", str(target), str(source)], check=True)
    entrants, _ = find_entrants(folder / "joueurs")
    return Roster(
        tuple(entrants),
        "tictactoe",
        clock=Clock(20, 0, fixed=True),
        rule=Rule(1),
        jail=Jail(SandboxKind.NONE),
    )


def encounters(pool: Pool, count: int) -> float:
    """Seconds for an encounter when `count` are played."""
    begun, sent, done = time.perf_counter(), 0, 0
    while done < count:
        while sent < count and pool.free:
            sent += 1
            pool.submit([Task(1, sent, 1, 1, 2)])
        done += len(list(pool.finished()))
    return (time.perf_counter() - begun) / count


def bare_dask(client: Any, count: int) -> tuple[float, float]:
    """Seconds for a submit that is waited for, and for one of many."""
    begun = time.perf_counter()
    for number in range(count // 10):
        client.submit(_nothing, number, pure=False).result()
    single = (time.perf_counter() - begun) / (count // 10)
    begun = time.perf_counter()
    client.gather([client.submit(_nothing, number, pure=False) for number in range(count)])
    return single, (time.perf_counter() - begun) / count


def _nothing(number: int) -> int:
    return number


def nobody(task: Task) -> None:
    """Nobody looks at the games."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    count = 60 if parser.parse_args().quick else 300
    with tempfile.TemporaryDirectory() as name, cluster(Path(name)) as address:
        chosen = roster(Path(name))
        local = LocalPool(chosen, 2, nobody)
        here = encounters(local, count)
        local.stop()
        pool = ClusterPool(address, chosen, nobody, slowest=0.1)
        while pool.capacity < 2:
            time.sleep(0.2)
        single, many = bare_dask(pool._client, count)
        there = encounters(pool, count)
        pool.stop()
    print(f"local pool, 2 threads       {here * 1000:8.2f} ms an encounter   1.00 x local")
    print(f"cluster, 2 workers          {there * 1000:8.2f} ms an encounter   {there / here:.2f} x local")
    print(f"overhead of the cluster     {(there - here) * 1000:8.2f} ms an encounter")
    print(f"bare Dask, one at a time    {single * 1000:8.2f} ms a submit      {single / here:.2f} x local")
    print(f"bare Dask, many at once     {many * 1000:8.2f} ms a submit      {many / here:.2f} x local")


if __name__ == "__main__":
    main()
