"""`tournoi` and `duel` with engines at addresses beside programs, here and on a cluster."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest
from tests.arena.http.scripted import Asked, Said, free_cell, scripted
from tests.arena.referee.halls import cluster_of
from tests.cli.terminal import Terminal
from tests.examples.engines import ENGINES, python_engine, request, started
from tests.support.ports import free_port
from tests.support.processes import plain_environment

pytestmark = pytest.mark.full


LOCAL = ("--allow-local", "127.0.0.0/8")
QUICK = ("--game", "tictactoe", "--time", "10/move", "--sandbox", "none", "--no-web")


@pytest.fixture(scope="module")
def engine() -> Iterator[str]:
    """The sample engine of TicTacToe, a real process."""
    with python_engine("tictactoe") as running:
        running.get(request({"Turn": "1", "Tray": "Init", "Status": "0"}))  # its first answer is slow
        yield running.url


@pytest.fixture
def mixed(ronde: Terminal, tmp_path: Path, engine: str) -> Path:
    """A program, an engine that calls back, and the same printed."""
    folder = tmp_path / "joueurs"
    folder.mkdir()
    (folder / "j1_here").write_text('#!/bin/sh\nexpr index "$1" 0\n')
    (folder / "j1_here").chmod(0o755)
    (folder / "j2_far.url").write_text(f"# ours\n{engine}\n")
    (folder / "j3_printed.url").write_text(f"{engine}\nmanner: printed\n")
    return folder


def played(data: dict[str, Any]) -> dict[str, float]:
    return {row["name"]: row["points"] for row in data["standings"]}


def test_programs_and_engines_at_addresses_play_one_tournament(ronde: Terminal, mixed: Path) -> None:
    data = ronde.data("tournoi", "--system", "berger", *QUICK, *LOCAL)

    assert data["over"]
    assert played(data) == {"j2_far": 3, "j3_printed": 3, "j1_here": 0}
    games = ronde.data("tournoi", *QUICK, *LOCAL)
    assert games["standings"] == data["standings"], "a second run finds everything played"


def test_the_record_of_a_game_with_an_address_is_like_any_other(ronde: Terminal, mixed: Path) -> None:
    said = ronde("tournoi", "--system", "berger", *QUICK, *LOCAL)

    assert said.status == 0
    assert "j2_far: ready" in said.out
    assert "j2_far wins: line completed" in said.out


def test_an_engine_against_itself_has_numbers(ronde: Terminal, engine: str) -> None:
    names = ronde.data("duel", engine, engine, *QUICK, *LOCAL)["programs"]

    assert [name[-2:] for name in names] == [" 1", " 2"]


def test_a_local_address_must_be_allowed_and_nothing_is_begun_without(
    ronde: Terminal, mixed: Path, tmp_path: Path
) -> None:
    said = ronde("tournoi", *QUICK)

    assert said.status == 1
    assert "j2_far.url:2" in said.err
    assert "the referee's own machine" in said.err
    assert not (tmp_path / "tournoi.ronde").exists()


def test_a_tournament_that_goes_on_needs_the_same_leave(ronde: Terminal, mixed: Path) -> None:
    assert ronde("tournoi", *QUICK, *LOCAL).status == 0
    assert ronde("tournoi", *QUICK).status == 0, "what is over is shown, and nobody is called"
    with closing(sqlite3.connect("tournoi.ronde")) as connection, connection:
        (first,) = connection.execute("SELECT min(number) FROM journal WHERE kind = 'GamePlayed'").fetchone()
        connection.execute("DELETE FROM journal WHERE number >= ?", (first,))
        connection.execute("DELETE FROM attachment WHERE number >= ?", (first,))

    said = ronde("tournoi", *QUICK)

    assert (said.status, "is refused" in said.err) == (1, True)


def test_a_file_that_names_no_engine_is_refused_with_its_line(
    ronde: Terminal, mixed: Path, tmp_path: Path
) -> None:
    (mixed / "j4.url").write_text("https://a.example/\nmanner: telepathy\n")

    said = ronde("tournoi", *QUICK, *LOCAL)

    assert said.status == 1
    assert "j4.url" in said.err
    assert "telepathy" in said.err
    assert not (tmp_path / "tournoi.ronde").exists()


def test_an_engine_that_is_not_there_plays_and_loses(ronde: Terminal, mixed: Path) -> None:
    (mixed / "j3_printed.url").write_text("http://127.0.0.1:9999/\nmanner: printed\n")

    said = ronde("tournoi", "--system", "berger", *QUICK, *LOCAL, "--time", "3/move", "--games", "1")

    assert said.status == 0
    assert "j3_printed: network failure" in said.out
    assert "network failure (no connection; start the engine" in said.out


@pytest.mark.parametrize(
    "url", ["", "example.org", "http://", "https://:80", "http://[::1", "http://a:99999"]
)
def test_a_referee_address_must_be_one(ronde: Terminal, mixed: Path, url: str) -> None:
    said = ronde("tournoi", *QUICK, *LOCAL, "--referee-url", url)

    assert said.status == 2
    assert "http:// or https://" in said.err


def test_a_referee_address_is_looked_at_where_nobody_needs_it(ronde: Terminal, mixed: Path) -> None:
    for path in mixed.glob("*.url"):
        path.unlink()
    (mixed / "j2_here").write_text("#!/bin/sh\necho 1\n")
    (mixed / "j2_here").chmod(0o755)

    assert ronde("tournoi", *QUICK, "--referee-url", "ftp://example.org").status == 2
    assert not list(mixed.parent.glob("*.ronde"))


def test_a_port_that_is_taken_is_told_before_anything_is_begun(
    ronde: Terminal, mixed: Path, engine: str
) -> None:
    taken = str(urlsplit(engine).port)
    for line in (("tournoi",), ("duel", engine, "builtin:random"), ("worker", "tcp://127.0.0.1:9")):
        options = () if line[0] == "worker" else (*QUICK, *LOCAL)
        assert taken in ronde.misused(*line, *options, "--referee-port", taken)
    assert not list(mixed.parent.glob("*.ronde"))


def test_a_scheme_may_be_written_in_capitals(ronde: Terminal, mixed: Path, engine: str) -> None:
    shouted = engine.replace("http", "HTTP", 1)
    data = ronde.data("duel", shouted, "builtin:random", *QUICK, *LOCAL, "--games", "2")

    assert data["annulled"] == data["losses"] == 0


def test_a_duel_of_an_address_and_a_program(ronde: Terminal, mixed: Path, engine: str) -> None:
    data = ronde.data("duel", engine, str(mixed / "j1_here"), *QUICK, *LOCAL, "--games", "2")

    assert (data["programs"][0], data["wins"]) == (engine.removeprefix("http://"), 2)


def test_a_duel_of_a_file_and_the_builtin_player(ronde: Terminal, mixed: Path) -> None:
    said = ronde("duel", str(mixed / "j2_far.url"), "builtin:random", *QUICK, *LOCAL, "--games", "4")

    assert said.status == 0
    assert "j2_far" in said.out
    assert ronde("duel", "http://10.1.2.3/", "builtin:random", *QUICK).status == 1


def test_a_worker_tells_engines_where_its_own_door_is(mixed: Path, tmp_path: Path) -> None:
    port = free_port()
    told: list[str] = []

    def calls_back(asked: Asked) -> Said:
        if asked.query["Status"] == "0":
            told.append(asked.query["Referee"])
            letter = {name: asked.query[name] for name in ("Game", "MoveId")} | {"Value": free_cell(asked)}
            with urlopen(f"{asked.query['Referee']}?{urlencode(letter)}", timeout=10) as answer:
                assert answer.status == 200
        return Said(b"")

    with scripted(calls_back) as far, cluster_of(tmp_path, workers=0) as cluster:
        (mixed / "j2_far.url").write_text(far.url)
        (mixed / "j3_printed.url").unlink()
        door = f"http://localhost:{port}"
        cluster.lend("--referee-url", door, "--referee-port", str(port))
        command = [
            sys.executable, "-m", "ronde", "tournoi", *QUICK, *LOCAL, "--json", "--cluster", cluster.address,
        ]  # fmt: skip
        said = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=120, env=plain_environment()
        )

    assert said.returncode == 0, said.stderr
    assert not any(row["faults"] for row in json.loads(said.stdout)["standings"])
    assert f"{door}/referee" in told, "and before that home asked for one move, at a door of its own"


def test_an_engine_with_a_key_plays_under_it(ronde: Terminal, mixed: Path) -> None:
    secret = "ab" * 32
    with started(
        sys.executable, "tictactoe.py", "--port", "0", "--key", f"1:{secret}", folder=ENGINES
    ) as far:
        (mixed / "j3_printed.url").write_text(f"{far.url}\nmanner: service\nkey: 1:{secret}\n")
        data = ronde.data("tournoi", "--system", "berger", *QUICK, *LOCAL)

    assert played(data) == {"j2_far": 3, "j3_printed": 3, "j1_here": 0}
