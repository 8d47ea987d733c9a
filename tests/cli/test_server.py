"""Tournaments on a server by the same commands as in files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.terminal import ronde
from tests.store.server import Server, running_server

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def run(server: Server, *words: str | Path) -> str:
    done = ronde(*words, RONDE_DATABASE=server.address)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_tournament_lives_on_the_server_from_its_first_command(server: Server, tmp_path: Path) -> None:
    made = json.loads(run(server, "new", "pg:open", "--rounds", "2", "--json"))
    assert made["name"] == "open", "named by its place on the server, without the mark of servers"
    for name in ("ANNE", "BRUNO", "CLARA", "DENIS"):
        run(server, "player", "add", "pg:open", name)
    run(server, "pair", "pg:open", "--seed", "1")
    run(server, "result", "pg:open", "?", "--seed", "1")
    run(server, "close", "pg:open")
    run(server, "undo", "pg:open")
    run(server, "close", "pg:open")

    rows = json.loads(run(server, "standings", "pg:open", "--json"))
    assert len(rows["rows"] if isinstance(rows, dict) else rows) == 4
    assert list(Path.cwd().glob("pg:*")) == [], "no file is left beside"


def test_a_tournament_goes_to_the_server_and_comes_back(server: Server, tmp_path: Path) -> None:
    here, back = tmp_path / "here.ronde", tmp_path / "back.ronde"
    run(server, "new", here, "--name", "Moved")
    run(server, "player", "add", here, "ANNE")
    run(server, "copy", here, "pg:moved")
    run(server, "player", "add", "pg:moved", "BRUNO")
    run(server, "copy", "pg:moved", back)

    assert [row["seat"] for row in json.loads(run(server, "history", back, "--json"))] == ["arbiter"] * 3
    taken = ronde("copy", here, "pg:moved", RONDE_DATABASE=server.address)
    assert taken.returncode == 1
    assert "pg:moved" in taken.stderr


@pytest.mark.parametrize(
    ("words", "address", "told"),
    [
        (("standings", "pg:nobody"), None, "pg:nobody"),
        (("standings", "pg:open"), "", "RONDE_DATABASE"),
        (("standings", "pg:open"), "host=/nowhere", "/nowhere"),
        (("new", "pg:a*b"), None, "pg:a*b"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    server: Server, words: tuple[str, ...], address: str | None, told: str
) -> None:
    done = ronde(*words, RONDE_DATABASE=server.address if address is None else address)

    assert done.returncode == 1
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_backup_is_not_said_to_be_restored_on_the_server(server: Server, tmp_path: Path) -> None:
    run(server, "new", "pg:kept", "--rounds", "2")
    run(server, "copy", "pg:kept", tmp_path / "kept.ronde")
    done = ronde("restore", "pg:kept", tmp_path / "kept.ronde", RONDE_DATABASE=server.address)

    assert done.returncode == 1
    assert "ronde copy" in done.stderr
    assert list(Path.cwd().glob("pg:*")) == [], "no file of that name is left here"


def test_a_cup_of_programs_on_the_server_goes_on_from_there(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "joueurs"
    folder.mkdir()
    for name in ("j1", "j2"):
        (folder / name).write_text("#!/bin/sh\nexit 3\n")
        (folder / name).chmod(0o755)
    line = (
        "tournoi",
        folder,
        "--output",
        "pg:cup",
        "--sandbox",
        "none",
        "--no-web",
        "--games",
        "1",
        "--json",
    )
    first, again = run(server, *line), run(server, *line)

    assert json.loads(first) == json.loads(again)


def test_a_backup_of_a_tournament_on_the_server_can_be_opened(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(server, "new", "pg:saved", "--rounds", "2", "--name", "Saved")
    written = json.loads(run(server, "backup", "pg:saved", "--json"))["file"]

    assert "Saved" in run(server, "status", written)
