"""A clock that is set forwards and back while a tournament goes on."""

from __future__ import annotations

import os
import random
from pathlib import Path

from tests.faults.clocks import jumping_clock, times
from tests.faults.shims import shim
from tests.store.halls import hall, play_round
from tests.support.processes import ronde

from ronde.store import newest_good_backup


def test_whatever_the_clock_says_the_journal_goes_forwards_and_loses_nothing(tmp_path: Path) -> None:
    tally = jumping_clock(tmp_path, seed=3, runs=1)

    assert tally.stories == []
    assert tally.faults == 8 + 30


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
