"""Clocks that are set forwards and back, by hours and by years, while somebody works."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.faults.routes import complained, cookie_of, logged_server
from tests.faults.shims import shim, under
from tests.faults.tally import Tally
from tests.store.halls import hall
from tests.support.root import ROOT
from tests.support.web_server import Browser

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import accept_pairing
from ronde.model.table import Pair

JUMPY = """
import random, sys, time
from pathlib import Path
from tests.store.halls import play_round
from ronde.app.desk import Desk

chance, clock = random.Random(int(sys.argv[3])), Path(sys.argv[2])
desk, looked = Desk.open(Path(sys.argv[1])), []
for turn in range(int(sys.argv[4])):
    clock.write_text(str(chance.choice([0, -3600, 3600, -10**9, 10**9, chance.randint(-10**8, 10**8)])))
    looked.append(time.time())
    play_round(desk)
    print(desk.number, flush=True)
desk.close()
assert max(looked) - min(looked) > 10**7, "the clock did jump"
"""


def times(path: Path) -> list[str]:
    """When each fact was written, as the journal says."""
    with closing(sqlite3.connect(path)) as connection:
        return [at for (at,) in connection.execute("SELECT at FROM journal ORDER BY number")]


def jumping_clock(folder: Path, seed: int, runs: int) -> Tally:
    """Rounds played by a program whose clock jumps between them, so many times; then by a server's desk."""
    tally = Tally()
    for run in range(runs):
        place = folder / str(run)
        place.mkdir()
        _rounds(tally, place, seed * 1000 + run, rounds=8)
    _served(tally, folder, seed)
    return tally


def _rounds(tally: Tally, folder: Path, seed: int, rounds: int) -> None:
    path, clock = folder / "open.ronde", folder / "clock"
    hall(path).close()
    clock.write_text("0")
    words = (path, clock, str(seed), str(rounds))
    done = under("clock", JUMPY, *words, RONDE_CLOCK=str(clock), PYTHONPATH=str(ROOT))
    tally.faults += rounds
    if done.returncode:
        tally.crash(done.stderr[-600:])
        return
    with closing(Desk.open(path)) as desk:
        tally.check(desk.number == int(done.stdout.split()[-1]), f"seed {seed}: ends at {desk.number}")
        tally.check(len(desk.tournament.closed_rounds) == rounds, f"seed {seed}: rounds are missing")
    tally.check(times(path) == sorted(times(path)), f"seed {seed}: times go backwards")


def _served(tally: Tally, folder: Path, seed: int, tables: int = 30) -> None:
    """A server whose clock is moved by hours keeps whoever is signed in, and every result."""
    chance, path, clock = random.Random(seed), folder / "open.ronde", folder / "clock"
    with closing(hall(path, players=2 * tables)) as desk:
        drawn = {number: Pair(2 * number - 1, 2 * number) for number in range(1, tables + 1)}
        desk.act(CHIEF, accept_pairing, tables=drawn, bye=None, system="by hand", seed=0, total=0)
    clock.write_text("0")
    wishes = {"LD_PRELOAD": str(shim("clock")), "RONDE_CLOCK": str(clock)}
    with logged_server(path, folder / "log", **wishes) as (port, link, _):
        name, _, word = cookie_of(port, link).partition("=")
        browser = Browser(port, {name: word})
        for table in range(1, tables + 1):
            clock.write_text(str(chance.randint(-40_000, 40_000)))
            tally.faults += 1
            answer = browser.post("/desk/open/result", {"entry": f"{2 * table - 1} {table}"})
            tally.check(answer.status == 303, f"table {table}: {answer.status}")
    complained(tally, folder / "log")
    with closing(Desk.open(path)) as desk:
        there = {table.number: table.result.first for table in desk.tournament.open_round if table.result}
    tally.check(there == {table: table for table in range(1, tables + 1)}, f"{len(there)} results")
    tally.check(times(path) == sorted(times(path)), "times go backwards")
