"""The same league locally and on a cluster of real workers, one of which is killed half-way."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.arena.referee.halls import Cluster, cluster_of, power_cut

from ronde.app.command import Actor
from ronde.app.commands import OpenTournament
from ronde.app.desk import Desk
from ronde.app.files import ROSTER
from ronde.arena.games import Side
from ronde.arena.referee import (
    SEAT,
    Clock,
    ClusterPool,
    Entrant,
    Played,
    Pool,
    Roster,
    Rule,
    Series,
    Task,
    attached_roster,
    find_entrants,
    open_program,
    played_game,
)
from ronde.arena.referee import cluster as scheduler
from ronde.arena.referee.cluster import pack_program, speed
from ronde.arena.sandbox import Engine, EngineFault, InsideEngine, Jail, Opening, SandboxKind, Verdict
from ronde.model.decisions.players import enter_player
from ronde.model.errors import ClusterTrouble
from ronde.model.player import Player
from ronde.model.result import Board
from ronde.model.settings import Settings
from ronde.systems import standings

pytestmark = pytest.mark.full

COUNT = int(os.environ.get("RONDE_LEAGUE", "6"))
"""How many programs play; 24 take some minutes."""

PLAYER = r"""
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        int free[9], count = 0;
        if (line[0] == 'n') continue;
        for (int n = 0; n < 9; n++) if (line[n] == '0') free[count++] = n + 1;
        printf("%d\n", count ? free[(KIND * 7 + count) % count] : 1);
        fflush(stdout);
    }
    return 0;
}
"""
"""A program that has a manner of its own for every KIND, and no chance: its games can be compared."""


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs") / "joueurs"
    folder.mkdir()
    source = folder.parent / "player.c"
    source.write_text(PLAYER)
    for kind in range(1, COUNT + 1):
        target = folder / f"j{kind}.session"
        subprocess.run(["cc", "-O1", f"-DKIND={kind}", "-o", target, source], check=True)
    return folder


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster_of(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def league(path: Path, players: Path, count: int) -> Desk:
    entrants, _ = find_entrants(players)
    roster = Roster(
        tuple(entrants[:count]),
        "tictactoe",
        clock=Clock(20, 0, fixed=True),
        rule=Rule(1),
        jail=Jail(SandboxKind.NONE),
        seed=5,
    )
    rounds = 2 * (count - 1)
    settings = Settings(rounds=rounds, system="double-berger", board=Board(total=1, bye=0), tiebreaks=())
    opening, attached = OpenTournament("League", settings=settings), {ROSTER: roster.to_json()}
    desk = Desk.begin(path, opening, Actor(SEAT), attached)
    for entrant in roster.entrants:
        desk.act(SEAT, enter_player, player=Player(entrant.id, entrant.name))
    return desk


def roster_of(desk: Desk) -> Roster:
    roster = attached_roster(desk)
    assert roster is not None
    return roster


def story(desk: Desk) -> dict[tuple[int, int, int], list[dict[Side, str]]]:
    """The moves of every game, by its place; a game stored twice would be told twice."""
    games = desk.tournament.games
    assert len({game.record for game in games}) == len(games)
    found = {}
    for game in games:
        played = played_game(desk, game.record)
        assert played is not None
        found[game.round, game.table, game.leg] = played.record.moves
    return found


def test_a_double_round_robin_is_the_same_here_and_on_a_cluster_that_loses_a_worker(
    players: Path, cluster: Cluster, tmp_path: Path
) -> None:
    with closing(league(tmp_path / "here.ronde", players, COUNT)) as here:
        Series(here, roster_of(here), jobs=2).run()
        with closing(league(tmp_path / "there.ronde", players, COUNT)) as there:
            roster = roster_of(there)
            pool = ClusterPool(cluster.address, roster, lambda task: None, slowest=0.1)
            closed: list[int] = []

            def half_way() -> None:
                closed.append(1)
                if len(closed) == COUNT - 1:
                    power_cut(cluster.workers[0])

            Series(there, roster, pool=pool).run(half_way)

            assert len(there.tournament.games) == COUNT * (COUNT - 1)
            assert story(there) == story(here)
            ours, theirs = standings(here.tournament), standings(there.tournament)
            assert [(row.player, row.points) for row in ours.rows] == [
                (row.player, row.points) for row in theirs.rows
            ]


def test_a_game_on_the_board_is_not_played_again(players: Path, cluster: Cluster, tmp_path: Path) -> None:
    with closing(league(tmp_path / "t.ronde", players, 2)) as desk:
        roster = roster_of(desk)
        pool = ClusterPool(cluster.address, roster, lambda task: None, slowest=0.1)
        encounter = [Task(1, 1, 1, 1, 2), Task(1, 1, 2, 2, 1)]
        pool.submit(encounter)
        found = dict(_all(pool, 2))
        pool.submit(encounter)
        (again,) = pool._running
        assert again.result(timeout=90) == 0, "both are on the board: the worker plays nothing"
        pool.stop()

    assert set(found) == set(encounter)


def test_a_game_in_which_a_worker_failed_is_played_again(
    players: Path, cluster: Cluster, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"

    def opener(entrant: Entrant, roster: Roster, seed: int) -> Engine:
        """Travels with its code; the first engine it opens fails as if the referee did."""

        class Broken(InsideEngine):
            def begin(self, opening: Opening) -> None:
                raise EngineFault(Verdict.REFEREE, "a bug of ours")

        if broken.exists():
            return open_program(entrant, roster, seed)
        broken.touch()
        return Broken(entrant.name, lambda ask: "")

    with closing(league(tmp_path / "t.ronde", players, 2)) as desk:
        roster = roster_of(desk)
        pool = ClusterPool(cluster.address, roster, lambda task: None, opener=opener, slowest=0.1)
        Series(desk, roster, pool=pool).run()

        assert broken.exists()
        assert len(desk.tournament.games) == 2 * roster.rule.games
        assert all(played is not None and not played.record.faults for played in _records(desk))


def _records(desk: Desk) -> list[Played | None]:
    return [played_game(desk, game.record) for game in desk.tournament.games]


def _all(pool: Pool, count: int) -> list[tuple[Task, object]]:
    found: list[tuple[Task, object]] = []
    while len(found) < count:
        found += pool.finished()
    return found


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "CALL", 0.5)
    with pytest.raises(ClusterTrouble) as trouble:
        ClusterPool("tcp://127.0.0.1:9", Roster(()), lambda task: None)

    assert trouble.value.facts == {"reason": "unreachable", "detail": "tcp://127.0.0.1:9"}


def test_a_program_and_its_folder_travel_in_one_box_that_is_always_the_same(tmp_path: Path) -> None:
    program = tmp_path / "j1"
    program.write_text("#!/bin/sh\n")
    alone = pack_program(program)
    (tmp_path / "j1.d").mkdir()
    (tmp_path / "j1.d" / "book").write_text("e4")
    os.utime(program, (1, 1))

    assert pack_program(program) != alone
    assert pack_program(program) == pack_program(program)


def test_a_machine_can_tell_how_fast_it_is() -> None:
    assert speed() > 0
