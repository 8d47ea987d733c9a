"""A clock that is set forwards and back while a tournament goes on."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.faults.shims import shim, under
from tests.processes import ronde
from tests.storage.halls import hall, play_round

from ronde.desk import Desk
from ronde.storage.door import newest_good_backup

JUMPY = """
import random, sys, time
from pathlib import Path
from tests.storage.halls import play_round
from ronde.desk import Desk

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
    with closing(sqlite3.connect(path)) as connection:
        return [at for (at,) in connection.execute("SELECT at FROM journal ORDER BY number")]


def test_whatever_the_clock_says_the_journal_goes_forwards_and_loses_nothing(tmp_path: Path) -> None:
    path, clock = tmp_path / "open.ronde", tmp_path / "clock"
    hall(path).close()
    clock.write_text("0")

    done = under("clock", JUMPY, path, clock, "3", "8", RONDE_CLOCK=str(clock), PYTHONPATH=os.getcwd())

    assert done.returncode == 0, done.stderr
    desk = Desk.open(path)
    assert desk.number == int(done.stdout.split()[-1])
    assert len(desk.tournament.closed_rounds) == 8
    desk.close()
    assert times(path) == sorted(times(path))


def test_the_newest_backup_is_the_furthest_one_whatever_the_clock_said(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    desk = hall(path)
    for _ in range(3):
        play_round(desk)
    desk.close()
    backups = sorted((tmp_path / "open.backups").glob("round-*.ronde"))
    for age, backup in enumerate(backups):
        os.utime(backup, (10**9 - age, 10**9 - age))  # the clock went backwards from round to round
    random.Random(1).shuffle(backups)

    newest = newest_good_backup(path)

    assert newest is not None
    assert newest.name.startswith("round-003")


def test_commands_run_before_and_after_a_jump_of_a_century(tmp_path: Path) -> None:
    path, clock = tmp_path / "open.ronde", tmp_path / "clock"
    hall(path).close()
    for turn, jump in enumerate((3 * 10**9, -1_700_000_000, 0)):
        clock.write_text(str(jump))
        said = ronde(
            "player", "add", path, f"JUMP {turn}", LD_PRELOAD=str(shim("clock")), RONDE_CLOCK=str(clock)
        )
        assert said.returncode == 0, said.stderr
    shown = ronde("history", path)

    assert shown.returncode == 0, shown.stderr
    assert times(path) == sorted(times(path))
