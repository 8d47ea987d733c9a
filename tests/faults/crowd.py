"""Many writers at one tournament at once: processes of several threads, each with a desk of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.faults.tally import Tally
from tests.support.processes import plain_environment

from ronde.app.desk import Desk

WRITERS = """
import sys, threading, traceback
from pathlib import Path
from ronde.model.decisions.players import enter_player
from ronde.model.errors import Busy, Conflict
from ronde.model.player import Player
from ronde.app.desk import Desk

path, seat, threads, facts = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
start, said = threading.Barrier(threads), threading.Lock()

def write(thread):
    desk = Desk.open(path)
    start.wait()
    for turn in range(facts):
        name = f"{seat} {thread} {turn}"
        while True:
            try:
                desk.act(seat, enter_player, player=Player(0, name))
                break
            except (Busy, Conflict) as error:  # told; whoever was told presses the key once more
                with said:
                    print("again", error.code, flush=True)
        with said:
            print("done", name, flush=True)
    desk.close()

workers = [threading.Thread(target=write, args=(thread,)) for thread in range(threads)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
"""


def crowd(path: Path, processes: int, threads: int, facts: int) -> tuple[Tally, int]:
    """Let everybody write at once; what is there afterwards, and how often somebody had to press again."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITERS, str(path), f"seat{at}", str(threads), str(facts)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env=plain_environment() | {"RONDE_DATABASE": os.environ.get("RONDE_DATABASE", "")},
        )
        for at in range(processes)
    ]  # fmt: skip
    tally, told, again = Tally(), list[str](), 0
    for process in running:
        out, complaints = process.communicate(timeout=180)
        if process.returncode or "Traceback" in complaints:
            tally.crash(f"{process.returncode} {complaints[:3000]}")
        told += [line.removeprefix("done ") for line in out.splitlines() if line.startswith("done ")]
        again += out.count("again ")
    tally.faults += processes * threads
    desk = Desk.open(path)
    there = [card.full_name for card in desk.tournament.players.values()]
    desk.close()
    for name in told:
        tally.check(there.count(name) == 1, f"{name} is there {there.count(name)} times")
    tally.check(
        len(there) == len(told) == processes * threads * facts, f"{len(there)} there, {len(told)} told"
    )
    return tally, again
