"""`ronde serve --referee --cluster`: competitions founded on a page and played by real workers."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tests.http_engines.scripted import Asked, Said, free_cell, scripted
from tests.referee.halls import cluster_of, power_cut
from tests.support.engine_house import arbitre_house, engine, record, registered, until, words
from tests.support.processes import plain_environment
from tests.web.engines.test_competitions import founded, games_of, standings


@dataclass
class Unhurried:
    """The first free cell; in the middle of a game not before somebody has looked on."""

    looked: threading.Event = field(default_factory=threading.Event)

    def __call__(self, asked: Asked) -> Said:
        if asked.query["Status"] != "0":
            return Said(b"")
        if asked.query.get("Tray", "Init")[:9].count("0") in range(1, 8):
            self.looked.wait(10)
        return Said(free_cell(asked).encode())


def test_a_competition_is_played_by_workers_and_looked_at_like_any_other(tmp_path: Path) -> None:
    hall, unhurried = tmp_path / "hall", Unhurried()
    hall.mkdir()
    with (
        cluster_of(tmp_path) as cluster,
        scripted(unhurried) as slow,
        engine("tictactoe") as calling,
        arbitre_house(hall, "--cluster", cluster.address, "--slowest", "0") as house,
    ):
        cards = [
            registered(house.host, "Calls", calling),
            registered(house.host, "One", f"{slow.url}?n=1", manner="printed"),
            registered(house.host, "Two", f"{slow.url}?n=2", manner="printed"),
        ]
        assert founded(house.host, "Away", cards) == 303
        visitor = house.visitor()
        live = until(lambda: json.loads(visitor.get("/t/away/games/live.json").body), bool, 240)
        assert set(live[0]["players"]) < {"Calls", "One", "Two"}
        assert "<svg" in live[0]["svg"]
        running = until(lambda: [game for game in games_of(visitor) if not game["ended"]], bool, 240)
        number = running[0]["id"]
        if (seen := record(visitor, number))["running"]:  # it may end while we look
            assert seen["plies"]
            assert "<svg" in visitor.get(f"/arbitre/game/{number}").text
        power_cut(cluster.workers[0])
        unhurried.looked.set()
        played = until(
            lambda: games_of(visitor),
            lambda games: len(games) == 6 and all(game["ended"] for game in games),
            240,
        )
        # three matches of one point; the free round of each engine counts nothing
        rows = until(lambda: standings(visitor, "away"), lambda rows: sum(row["points"] for row in rows) == 3)
        assert rows[0]["name"] == "Calls"
        assert visitor.get("/t/away/games/live.json").body == b"[]"
        assert number in {game["id"] for game in played}, "a game keeps its number"
        game = played[0]["id"]
        assert not record(visitor, game)["running"]
        assert "<svg" in visitor.get(f"/arbitre/game/{game}").text
        assert visitor.get("/t/away/game/1-1-1").status == 200
        page = words(visitor.get(f"/arbitre/engine/{cards[0]}"))
        assert "Calls" in page
        assert "6 games played" in words(visitor.get("/arbitre/competitions"))


def test_a_server_waits_for_its_cluster_and_goes_on_when_there_is_one(tmp_path: Path) -> None:
    hall = tmp_path / "hall"
    hall.mkdir()
    with cluster_of(tmp_path, workers=0) as cluster, engine("tictactoe") as one, engine("tictactoe") as two:
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        with arbitre_house(hall, "--cluster", cluster.address, "--slowest", "0") as house:
            cards = [registered(house.host, name, url) for name, url in (("One", one), ("Two", two))]
            assert founded(house.host, "Late", cards) == 303
            assert games_of(house.host) == []
            cluster.start()
            cluster.lend()
            until(
                lambda: games_of(house.host),
                lambda games: len(games) == 2 and all(game["ended"] for game in games),
                240,
            )


def test_a_cluster_without_a_referee_is_refused(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "ronde", "serve", str(tmp_path), "--cluster", "tcp://127.0.0.1:9"],
        capture_output=True, text=True, timeout=60, env=plain_environment(),
    )  # fmt: skip

    assert said.returncode == 2
    assert "--cluster" in said.stderr
