"""Disks that refuse: each single write or sync fails in its turn, and a real small disk is full."""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from tests.faults.shims import fast_folder, under
from tests.faults.tally import Tally
from tests.store.halls import hall
from tests.support.processes import plain_environment

from ronde.app.desk import Desk
from ronde.model.errors import RondeError

WRITER = """
import sys
from pathlib import Path
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament
from ronde.model.errors import RondeError
from ronde.model.player import Player
from ronde.app.desk import Desk
from ronde.i18n import error_text

path, said = Path(sys.argv[1]), 0
try:
    desk = Desk.open(path) if path.exists() else Desk.create(path)
    if not desk.number:
        desk.act("arbiter", open_tournament, name="Open", date="")
        print(desk.number, flush=True)
    for turn in range(int(sys.argv[2])):
        number = len(desk.tournament.players) + 1
        try:
            desk.act("arbiter", enter_player, player=Player(number, f"PLAYER {number}", comment="x" * 150))
            print(desk.number, flush=True)
        except RondeError as error:
            print("refused", error.code, error_text(error, "en"), flush=True)
    desk.close()
except RondeError as error:
    print("refused", error.code, error_text(error, "en"), flush=True)
"""
"""Writes players, prints each confirmed number, and goes on after a refusal as an arbiter would."""


def each_call_fails(trouble: int, actions: int = 6, step: int = 1) -> Tally:
    """Let the disk fail from its first call on, from its second ..., until a whole life passes unharmed."""
    tally, at = Tally(), 1
    with fast_folder() as folder:
        while True:
            place = folder / str(at)
            place.mkdir()
            hall(place / "open.ronde", players=3).close()
            done = under(
                "disk", WRITER, place / "open.ronde", str(actions),
                RONDE_FAIL_ON=f"{place}/", RONDE_FAIL_AT=str(at), RONDE_FAIL_WITH=str(trouble),
                RONDE_FAIL_COUNT=str(folder / "count"),
            )  # fmt: skip
            if int((folder / "count").read_text()) < at:
                return tally
            tally.faults += 1
            judge(tally, place / "open.ronde", done, f"call {at}, {os.strerror(trouble)}")
            at += step


def judge(tally: Tally, path: Path, done: subprocess.CompletedProcess[str], what: str) -> None:
    """Whoever wrote ended in words, and everything it was confirmed is there once."""
    lines = done.stdout.splitlines()
    if done.returncode or "Traceback" in done.stderr:
        tally.crash(f"{what}: {done.stderr[-300:]}")
    last = max((int(line) for line in lines if line.isdigit()), default=0)
    try:
        desk = Desk.open(path)
    except RondeError as error:
        tally.check(last == 0, f"{what}: {error!r}, {last} was confirmed")
        return
    players = [card.name for card in desk.tournament.players.values()]
    desk.close()
    right = players == [f"PLAYER {number}" for number in range(1, desk.number)]
    tally.check(right and desk.number >= last, f"{what}: ends at {desk.number}, {last} was confirmed")


SMALL_DISK = """
import os, subprocess, sys
folder, pages, program, count = sys.argv[1:]
subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={pages}k", "none", folder], check=True)
done = subprocess.run([sys.executable, "-c", program, f"{folder}/open.ronde", count])
subprocess.run([sys.executable, "-c", program, f"{folder}/open.ronde", "1"])
subprocess.run(["mount", "-o", "remount,size=8m", folder], check=True)
subprocess.run([sys.executable, "-c", program, f"{folder}/open.ronde", "1"], check=True)
sys.exit(done.returncode)
"""
"""Run in a mount namespace of its own: a disk of a few pages, then the same disk with room again."""


def may_mount() -> bool:
    """Whether a disk of our own can be made here."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    line = [unshare, "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(line, capture_output=True, check=False).returncode == 0


def small_disk(folder: Path, kilobytes: int, actions: int = 60) -> tuple[list[int], list[str], str]:
    """What was confirmed and refused on a disk of so many kilobytes, then with room again; its complaints."""
    done = subprocess.run(
        ["unshare", "-rm", sys.executable, "-c", SMALL_DISK, str(folder), str(kilobytes), WRITER,
         str(actions)],
        capture_output=True, encoding="utf-8", env=plain_environment(), timeout=120, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    confirmed = [int(line) for line in lines if line.isdigit()]
    return confirmed, [line for line in lines if line.startswith("refused")], done.stderr


def filled_disks(folder: Path, seed: int, disks: int) -> Tally:
    """Real disks of a few pages, each filled and then given room; by the shim where none can be made."""
    tally, chance = Tally(), random.Random(seed)
    if not may_mount():
        return each_call_fails(errno.ENOSPC, actions=4, step=1 + seed % 3)
    for _ in range(disks):
        kilobytes = chance.randrange(40, 140, 4)
        confirmed, refused, complaints = small_disk(folder, kilobytes, actions=90)
        tally.faults += len(refused)
        if "Traceback" in complaints:
            tally.crash(f"{kilobytes} kB: {complaints[-300:]}")
        tally.check(bool(refused), f"{kilobytes} kB: the disk was never full")
        odd = [line for line in refused if "disk-full" not in line]
        tally.check(not odd, f"{kilobytes} kB: {odd[:1]}")
        for expected, number in enumerate(confirmed, start=1):
            tally.check(number == expected, f"{kilobytes} kB: {number} was confirmed for {expected}")
    return tally
