"""A line between a program and its database that is cut, in the network of cut.py.

Run as `unshare -n python -m tests.faults.cutbase SEED CUTS`. Prints the counts as JSON.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from tests.faults.cut import AWAY, HOME, Cable, apart, cable
from tests.faults.tally import Tally
from tests.store.halls import hall
from tests.store.server import Server, running_server
from tests.support.processes import plain_environment
from tests.support.root import ROOT

from ronde.app.desk import Desk

PATH = Path("pg:far")
WRITER = """
import sys, time
from pathlib import Path
from ronde.model.decisions.players import enter_player
from ronde.model.errors import JournalError, NumberTaken
from ronde.model.player import Player
from ronde.app.desk import Desk

desk = Desk.open(Path("pg:far"))
for number in range(1, int(sys.argv[1]) + 1):
    while True:
        try:
            desk.act("seat", enter_player, player=Player(number, f"PLAYER {number}"))
        except JournalError:  # the line is not there again; an arbiter presses the key once more
            continue
        except NumberTaken:  # it was written although nobody could say so
            pass
        break
    print(number, flush=True)
    time.sleep(0.02)
desk.close()
"""


def cut_from_database(seed: int, cuts: int = 2) -> Tally:
    """A program that writes to a database while the line between them is cut so often."""
    return apart("tests.faults.cutbase", str(seed), str(cuts))


def reached_from_away(server: Server) -> str:
    """Let the server listen at our end of the cable; its address."""
    server.stop("fast")
    with (server.data / "postgresql.conf").open("a") as file:
        file.write(f"listen_addresses = '{HOME}'\n")
    with (server.data / "pg_hba.conf").open("a") as file:
        file.write(f"host all all {AWAY}/32 trust\n")
    server.start()
    return f"host={HOME} user=postgres dbname=postgres"


def written(line: Cable, server: Server, chance: random.Random, cuts: int) -> Tally:
    """The program away writes, the line goes and comes; every number it printed is there."""
    tally, count = Tally(), 60 * cuts
    address = reached_from_away(server)
    os.environ["RONDE_DATABASE"] = server.address
    hall(PATH, players=0).close()
    writer = subprocess.Popen(
        [*line.there, sys.executable, "-c", WRITER, str(count)],
        stdout=subprocess.PIPE, encoding="utf-8",
        env=plain_environment() | {"RONDE_DATABASE": address, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert writer.stdout is not None
    told = [int(writer.stdout.readline())]
    for turn in range(cuts):
        time.sleep(chance.uniform(0.2, 0.6))
        line.cut(chance.uniform(1, 2) if turn == 0 else chance.uniform(12, 14))
        tally.faults += 1
    told += [int(number) for number in writer.stdout]
    tally.check(writer.wait() == 0 and told == list(range(1, count + 1)), f"{len(told)} of {count} were told")
    with closing(Desk.open(PATH)) as desk:
        for number in told:
            tally.check(number in desk.tournament.players, f"player {number}")
    return tally


if __name__ == "__main__":
    with cable() as laid, running_server() as database:
        found = written(laid, database, random.Random(int(sys.argv[1])), int(sys.argv[2]))
    print(json.dumps(asdict(found)))
