"""A `tournoi.ronde` that somebody sent chooses neither what this machine starts nor how it is confined."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal
from tests.support.processes import ronde as command

from ronde.app.desk import Desk
from ronde.arena.sandbox import best_kind
from ronde.store.schema import checksum_of

BEGUN = ("--time", "5/move", "--sandbox", "own", "--memory", "512", "--games", "2", "--no-web")
Change = Callable[[dict[str, Any]], object]


def program(path: Path, text: str = "exit 1") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def ronde(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("RONDE_LANG", "en")
    return Terminal(capsys, monkeypatch)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two programs that lose at once, and their cup, which is over."""
    folder = tmp_path_factory.mktemp("cup")
    for name in ("j1", "j2"):
        program(folder / "joueurs" / name)
    assert (
        command("tournoi", folder / "joueurs", *BEGUN, "--output", folder / "tournoi.ronde").returncode == 0
    )
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, where somebody stands."""
    shutil.copytree(played, tmp_path / "hall")
    monkeypatch.chdir(tmp_path / "hall")
    return tmp_path / "hall"


@pytest.fixture
def begun(folder: Path) -> Path:
    """The cup before its first game."""
    path = folder / "tournoi.ronde"
    with closing(sqlite3.connect(path)) as connection, connection:
        (first,) = connection.execute("SELECT min(number) FROM journal WHERE kind = 'GamePlayed'").fetchone()
        connection.execute("DELETE FROM journal WHERE number >= ?", (first,))
        connection.execute("DELETE FROM attachment WHERE name <> 'programs.json'")
    return path


def changed(path: Path, change: Change) -> None:
    """The cup as somebody else would send it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        question = "SELECT name, number, data FROM attachment WHERE name = 'programs.json'"
        name, number, data = connection.execute(question).fetchone()
        roster = json.loads(data)
        change(roster)
        row = (name, number, json.dumps(roster).encode())
        connection.execute(
            "UPDATE attachment SET data = ?, seal = ? WHERE name = ?", (row[2], checksum_of(row), name)
        )


def games(path: Path) -> int:
    with closing(Desk.open(path)) as desk:
        return len(desk.tournament.games)


def test_the_same_command_goes_on_when_nothing_differs(begun: Path, ronde: Terminal) -> None:
    assert ronde("tournoi", *BEGUN).status == 0

    assert games(begun) == 2


def test_a_program_that_came_later_is_named_and_does_not_play(
    begun: Path, folder: Path, ronde: Terminal
) -> None:
    program(folder / "joueurs" / "j3")

    said = ronde("tournoi", *BEGUN)

    assert "j3 came into joueurs after the tournament had begun" in said.err
    assert "no place for j3" in said.err
    assert games(begun) == 2


def test_a_plain_command_goes_on_with_a_cup_begun_by_a_plain_command(begun: Path, ronde: Terminal) -> None:
    plain = {"tier": int(best_kind()), "memory": 1024}
    changed(begun, lambda roster: roster["jail"].update(plain))

    assert ronde("tournoi", "--no-web").status == 0
    assert games(begun) == 2


def test_the_folder_may_have_moved(begun: Path, folder: Path, ronde: Terminal) -> None:
    shutil.move(folder / "joueurs", folder / "players")

    assert ronde("tournoi", "players", *BEGUN).status == 0
    assert games(begun) == 2


def one_more(roster: dict[str, Any]) -> None:
    roster["entrants"].append({**roster["entrants"][0], "path": "/bin/sh", "id": 9})


def other_program(roster: dict[str, Any]) -> None:
    roster["entrants"][0]["path"] = str(program(Path("evil/j7"), "touch $OLDPWD/started; exit 1"))
    roster["entrants"][0]["digest"] = ""


def same_name(roster: dict[str, Any]) -> None:
    roster["entrants"][0]["path"] = str(program(Path("evil/j1"), "echo evil"))
    roster["entrants"][0]["digest"] = "0" * 64


def twice(roster: dict[str, Any]) -> None:
    first, second = roster["entrants"]
    second.update(first, id=second["id"])


DIFFERENT: dict[str, tuple[Change, tuple[str, ...]]] = {
    "another program": (other_program, ("j7", "joueurs")),
    "another program of that name": (same_name, ("j1", "joueurs")),
    "one program more": (one_more, ("sh", "joueurs")),
    "another name": (lambda roster: roster["entrants"][0].update(name="../../j9"), ("j1", "joueurs")),
    "one program twice": (twice, ("j1", "joueurs")),
    "tier 0": (lambda roster: roster["jail"].update(tier=0), ("none", "own", "--sandbox")),
    "much memory": (lambda roster: roster["jail"].update(memory=99999), ("99999", "512", "--memory")),
    "a file to read": (
        lambda roster: roster["jail"].update(read=["/etc/shadow"]),
        ("/etc/shadow", "--allow"),
    ),
    "many processes": (lambda roster: roster["jail"].update(processes=4000), ("4000", "64")),
    "large files": (lambda roster: roster["jail"].update(file_size=9999), ("9999", "64")),
    "a program that stays alive": (
        lambda roster: roster["entrants"][0].update(session=True),
        ("j1", "joueurs"),
    ),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_a_cup_that_says_otherwise_is_refused_and_the_difference_named(
    begun: Path, ronde: Terminal, what: str
) -> None:
    change, named = DIFFERENT[what]
    changed(begun, change)
    before = begun.read_bytes()

    said = ronde("tournoi", *BEGUN)

    assert said.status == 1
    assert "tournoi.ronde" in said.err
    assert [word for word in named if word not in said.err] == []
    assert said.err.count("\n") == 1
    assert begun.read_bytes() == before
    assert not Path("started").exists()


def test_a_sandbox_that_was_typed_and_is_not_that_of_the_file_is_refused(
    begun: Path, ronde: Terminal
) -> None:
    said = ronde("tournoi", *BEGUN, "--sandbox", "none")

    assert said.status == 1
    assert "--sandbox own" in said.err


def test_a_finished_cup_is_shown_without_its_programs(folder: Path, ronde: Terminal) -> None:
    shutil.rmtree(folder / "joueurs")

    assert "j1" in ronde("tournoi", *BEGUN).out


def test_an_address_comes_from_the_folder_too(begun: Path, folder: Path, ronde: Terminal) -> None:
    (folder / "secret.url").write_text("not an address\n")
    changed(begun, lambda roster: roster["entrants"][0].update(path=str(folder / "secret.url")))

    said = ronde("tournoi", *BEGUN)

    assert said.status == 1
    assert "secret.url" in said.err
    assert "not an address" not in said.err


@pytest.mark.parametrize(
    "change",
    [
        lambda roster: roster.clear(),
        lambda roster: roster.update(entrants=7),
        lambda roster: roster.update(clock={"seconds": "soon"}),
        lambda roster: roster["jail"].update(tier="0; rm"),
        lambda roster: roster["entrants"].pop(),
        lambda roster: roster.update(game="weather"),
    ],
)
def test_a_roster_that_is_none_is_told_in_one_sentence(begun: Path, ronde: Terminal, change: Change) -> None:
    changed(begun, change)

    said = ronde("tournoi", *BEGUN)

    assert said.status == 1
    assert "tournoi.ronde" in said.err
    assert "Traceback" not in said.err


def test_the_name_of_a_record_leads_to_no_other_folder(folder: Path, ronde: Terminal) -> None:
    path, target = folder / "tournoi.ronde", folder / "mine.html"
    with closing(sqlite3.connect(path)) as connection, connection:
        question = "SELECT * FROM journal WHERE kind = 'GamePlayed' LIMIT 1"
        number, *middle, data, _ = connection.execute(question).fetchone()
        fact = json.loads(data)
        hostile = f"games/{'../' * 2}mine.json"
        kept = connection.execute("SELECT * FROM attachment WHERE name = ?", (fact["record"],)).fetchone()
        row = (number, *middle, json.dumps({**fact, "record": hostile}))
        connection.execute(
            "UPDATE journal SET data = ?, seal = ? WHERE number = ?", (row[-1], checksum_of(row), number)
        )
        attached = (hostile, *kept[1:3])
        connection.execute("INSERT INTO attachment VALUES (?, ?, ?, ?)", (*attached, checksum_of(attached)))

    assert ronde("tournoi", *BEGUN[:-1]).status == 0

    assert not target.exists()
