"""Failures of a cluster: workers that crash, a lost scheduler; and its games as the referee sees them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.arena.referee.halls import Cluster, cluster_of, crash
from tests.arena.referee.test_cluster import league, roster_of, story
from tests.support.processes import plain_environment

from ronde.arena.referee import Clock, ClusterPool, Entrant, GameState, Roster, Series, Task
from ronde.arena.sandbox import Jail, SandboxKind, fingerprint

pytestmark = pytest.mark.full

PAUSE = 0.15
PATIENCE = 90


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three programs that take their time and the first free cell."""
    return _programs(tmp_path_factory.mktemp("slow"), PAUSE)


@pytest.fixture(scope="module")
def dreamers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for whoever must see a game before it ends, or before the next one does."""
    return _programs(tmp_path_factory.mktemp("slower"), 2 * PAUSE)


def _programs(place: Path, pause: float) -> Path:
    folder = place / "joueurs"
    folder.mkdir()
    for number in range(1, 4):
        program = folder / f"j{number}"
        program.write_text(f'#!/bin/sh\nsleep {pause}\nexpr index "$1" 0\n')
        program.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of one worker, which every test leaves as it was."""
    with cluster_of(tmp_path_factory.mktemp("cluster"), workers=1) as running:
        yield running


def until(look: Callable[[], Any]) -> Any:
    """What there is to see as soon as there is something."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.05)
    return found


class Seen:
    """Somebody who looks at every game, and does something when the first has begun."""

    def __init__(self, at_first: Callable[[], None] = lambda: None) -> None:
        self.sheets: dict[Task, list[GameState]] = {}
        self._at_first = at_first

    def watch(self, task: Task) -> Callable[[GameState], None]:
        def look(sheet: GameState) -> None:
            first = not self.sheets
            self.sheets.setdefault(task, []).append(sheet)
            if first:
                self._at_first()

        return look


def whole(path: Path, players: Path, cluster: Cluster, seen: Seen) -> None:
    """Two that meet twice on that cluster have played both games, each once."""
    with closing(league(path, players, 2)) as desk:
        roster = roster_of(desk)
        Series(desk, roster, pool=ClusterPool(cluster.address, roster, seen.watch, slowest=0.0)).run()
        assert len(story(desk)) == 2


def test_a_worker_that_crashes_comes_back_and_gets_the_games_it_lost(
    players: Path, alone: Cluster, tmp_path: Path
) -> None:
    whole(tmp_path / "t.ronde", players, alone, Seen(lambda: crash(alone.workers[-1])))


def test_a_scheduler_that_is_killed_and_started_again_finds_home_and_workers_waiting(
    players: Path, alone: Cluster, tmp_path: Path
) -> None:
    def restarted() -> None:
        alone.scheduler.kill()
        alone.scheduler.wait()
        alone.start()

    whole(tmp_path / "t.ronde", players, alone, Seen(restarted))


def test_a_game_played_there_is_seen_here_move_by_move_and_to_its_end(
    dreamers: Path, alone: Cluster, tmp_path: Path
) -> None:
    seen = Seen()
    whole(tmp_path / "t.ronde", dreamers, alone, seen)

    assert len(seen.sheets) == 2
    for sheets in seen.sheets.values():
        plies = [len(sheet.plies) for sheet in sheets]
        assert plies == sorted(plies)
        assert any(0 < count < plies[-1] for count in plies), "while it was being played"
        assert [sheet.outcome.over for sheet in sheets][-1]
        assert not any(sheet.outcome.over for sheet in sheets[:-1])


THINKING = f"{100_000 + os.getpid()}.5"
"""Seconds that nobody else sleeps, not even the same test beside us."""


def thinkers() -> list[int]:
    """The programs of this machine that think for so long."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if THINKING.encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


HOME = """
import sys, time
from ronde.arena.referee.cluster import ClusterPool
from ronde.arena.referee.roster import Roster
from ronde.arena.referee.roster import Task
roster = Roster.from_json(open(sys.argv[2], "rb").read())
pool = ClusterPool(sys.argv[1], roster, lambda task: None, slowest=0.0)
while not pool._fit():
    time.sleep(0.1)
pool.submit([Task(1, 1, 1, 1, 1)])
sys.stdin.read()
pool.stop()
"""


def test_programs_on_workers_end_when_home_was_stopped_or_killed_and_the_worker_is_free_again(
    alone: Cluster, tmp_path: Path
) -> None:
    program = tmp_path / "j1"
    program.write_text(f"#!/bin/sh\nexec sleep {THINKING}\n")
    program.chmod(0o755)
    entrant = Entrant(1, "j1", str(program), fingerprint(program))
    roster = Roster((entrant,), "tictactoe", clock=Clock(900, 0), jail=Jail(SandboxKind.NONE))
    (tmp_path / "roster").write_bytes(roster.to_json())
    for how in ("stopped", "killed"):  # the second finds the worker free
        here = subprocess.Popen(
            [sys.executable, "-c", HOME, alone.address, tmp_path / "roster"],
            stdin=subprocess.PIPE, env=plain_environment(),
        )  # fmt: skip
        until(thinkers)
        if how == "killed":
            here.kill()
        here.communicate()
        until(lambda: not thinkers())
