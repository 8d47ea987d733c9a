"""A league of small programs, its workers, and what must be true of it whatever happened to them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.tally import Tally
from tests.support.processes import plain_environment

from ronde.app.command import Actor
from ronde.app.commands import OpenTournament
from ronde.app.desk import Desk
from ronde.app.files import ROSTER
from ronde.arena.referee import SEAT, Clock, Roster, Rule, find_entrants
from ronde.arena.sandbox import Jail, SandboxKind
from ronde.model.decisions.players import enter_player
from ronde.model.player import Player
from ronde.model.result import Board
from ronde.model.settings import Settings

PLAYER = r"""
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        int free[9], count = 0;
        if (line[0] == 'n') continue;
        for (int n = 0; n < 9; n++) if (line[n] == '0') free[count++] = n + 1;
        usleep(PAUSE * 1000);
        printf("%d\n", count ? free[(KIND * 7 + count) % count] : 1);
        fflush(stdout);
    }
    return 0;
}
"""
"""Thinks for PAUSE milliseconds, has a manner of its own for every KIND, and no chance."""

BROKEN_LINE = {
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "11s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "4s",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "8s",
}
"""Dask's own patience with a silent line, made short: its usual half minutes are for real networks."""


def league(folder: Path, count: int, pause: int) -> Desk:
    """A double round robin of so many programs, nothing of it played."""
    programs = folder / "joueurs"
    programs.mkdir()
    (folder / "player.c").write_text(PLAYER)
    for kind in range(1, count + 1):
        line = ["cc", "-O1", f"-DKIND={kind}", f"-DPAUSE={pause}", "-o", str(programs / f"j{kind}.session")]
        subprocess.run([*line, str(folder / "player.c")], check=True)
    entrants, _ = find_entrants(programs)
    clock = Clock(20, 0, fixed=True)
    roster = Roster(
        tuple(entrants), "tictactoe", clock=clock, rule=Rule(1), jail=Jail(SandboxKind.NONE), seed=5
    )
    board, rounds = Board(total=1, bye=0), 2 * (count - 1)
    settings = Settings(rounds=rounds, system="double-berger", board=board, tiebreaks=())
    opening, attached = OpenTournament("League", settings=settings), {ROSTER: roster.to_json()}
    desk = Desk.begin(folder / "league.ronde", opening, Actor(SEAT), attached)
    for entrant in roster.entrants:
        desk.act(SEAT, enter_player, player=Player(entrant.id, entrant.name))
    return desk


def judge(tally: Tally, path: Path, count: int) -> None:
    """Every game of the league is there once, with its record."""
    with closing(Desk.open(path)) as desk:
        games = [(game.round, game.table, game.leg) for game in desk.tournament.games]
        records = [desk.journal.attachment(game.record) for game in desk.tournament.games]
        closed = len(desk.tournament.closed_rounds)
    tally.check(
        len(games) == len(set(games)) == count * (count - 1), f"{len(games)} games, {len(set(games))}"
    )
    tally.check(closed == 2 * (count - 1), f"{closed} rounds were closed")
    for game, record in zip(games, records, strict=True):
        tally.check(bool(record), f"game {game} has no record")


@dataclass
class Cluster:
    """A scheduler and its workers, each with all it starts in a session of its own."""

    folder: Path
    host: str = "127.0.0.1"
    address: str = ""
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def open(self) -> None:
        """Start the scheduler."""
        told = self.folder / "scheduler.json"
        self.start(
            "-m", "distributed.cli.dask_scheduler", "--host", self.host, "--port", "0", "--no-dashboard",
            "--scheduler-file", str(told),
        )  # fmt: skip
        while not told.exists() or not told.read_text().strip():
            if self.running[0].poll() is not None:
                raise RuntimeError("the scheduler ended at once")
            time.sleep(0.1)
        self.address = json.loads(told.read_text())["address"]

    def worker(self, before: Sequence[str] = (), cores: int = 2) -> subprocess.Popen[bytes]:
        """Start one worker more."""
        return self.start("-m", "ronde", "worker", self.address, "--cores", str(cores), before=before)

    def start(self, *words: str, before: Sequence[str] = ()) -> subprocess.Popen[bytes]:
        """Start a program of Python beside us."""
        with (self.folder / "cluster.log").open("ab") as log:
            process = subprocess.Popen(
                [*before, sys.executable, *words],
                cwd=self.folder, start_new_session=True, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                env=plain_environment() | BROKEN_LINE,
            )  # fmt: skip
        self.running.append(process)
        return process

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """As a machine that loses its power: with its nanny and all programs."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        """End everything, the workers first."""
        for process in reversed(self.running):
            self.kill(process)
