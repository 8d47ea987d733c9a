"""Links that somebody laid where we are about to write: nothing is written through them."""

from __future__ import annotations

import ast
import os
import re
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.halls import history
from tests.support.processes import ronde as command
from tests.support.root import ROOT

from ronde.arena.cli.commands import GameFile
from ronde.arena.games import find_game
from ronde.arena.http import EngineStore
from ronde.arena.pages import LiveFile, RunPages
from ronde.arena.referee import Clock, GameState
from ronde.formats.files import write_whole
from ronde.i18n import LANGUAGES, error_text
from ronde.model.errors import RondeError
from ronde.store import SqliteJournal, backup_folder, restore
from ronde.web.server.account_store import AccountStore

SRC = ROOT / "src" / "ronde"
STRANGER = 12345
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can lay a link for another user")


def write_list(folder: Path) -> None:
    write_whole({folder / "list.txt": b"ours"})


def write_pages(folder: Path) -> None:
    RunPages(folder, "en").live("1", {"outcome": None})


def write_live(folder: Path) -> None:
    LiveFile(folder / "cup.ronde").live("1", {"outcome": None})


def write_game(folder: Path) -> None:
    game = find_game("morpion")
    GameFile(folder / "game.json", game, 1).watch(GameState(game, Clock(), seed=1, players=("a", "b")))


def write_tournament(folder: Path) -> None:
    with closing(SqliteJournal.create(folder / "cup.ronde")) as journal:
        journal.append(history(3), after=0, actor="arbiter")


def write_backup(folder: Path) -> None:
    path = folder / "cup.ronde"
    if not path.exists():
        write_tournament(folder)
    with closing(SqliteJournal.open(path)) as journal:
        journal.backup(folder / "copy.ronde")


def write_restored(folder: Path) -> None:
    write_tournament(folder)
    with closing(SqliteJournal.open(folder / "cup.ronde")) as journal:
        journal.backup(backup_folder(folder / "cup.ronde") / "one.ronde")
    restore(folder / "cup.ronde", backup_folder(folder / "cup.ronde") / "one.ronde")


WRITERS = (write_list, write_pages, write_live, write_game, write_tournament, write_backup, write_restored)
NAMES = (
    "list.txt", "direct.html", "direct-data.js", "partie.html", "partie-data.js", "cup.live.json",
    "game.json", "cup.ronde", "copy.ronde",
)  # fmt: skip


def traps(folder: Path, victim: Path, token: str = "") -> None:
    """Links under every name that a draft had or might have."""
    run = f"{os.getpid()}-{threading.get_ident()}"
    for name in NAMES:
        for end in (".part", f".{os.getpid()}.tmp", f".{run}.part", f".{token}.part"):
            trap = folder / f".{name}{end}"
            if not os.path.lexists(trap):
                trap.symlink_to(victim)


@pytest.mark.parametrize("write", WRITERS)
def test_a_link_under_the_name_of_a_draft_leads_nowhere(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    victim = tmp_path / "shadow"
    victim.write_text("secret")
    victim.chmod(0o640)
    hall = tmp_path / "hall"
    hall.mkdir()
    traps(hall, victim)

    write(hall)

    assert victim.read_text() == "secret"
    assert stat.S_IMODE(victim.stat().st_mode) == 0o640


@pytest.mark.parametrize("write", WRITERS)
def test_even_a_name_that_was_guessed_is_not_followed(
    tmp_path: Path, write: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = tmp_path / "shadow"
    victim.write_text("secret")
    hall = tmp_path / "hall"
    hall.mkdir()
    traps(hall, victim, "0" * 16)
    monkeypatch.setattr(os, "urandom", bytes)

    with pytest.raises((RondeError, FileExistsError)):
        write(hall)

    assert victim.read_text() == "secret"


@pytest.mark.parametrize("write", WRITERS)
def test_nothing_of_a_draft_is_left(tmp_path: Path, write: Callable[[Path], None]) -> None:
    write(tmp_path)

    assert [path for path in tmp_path.rglob(".*") if path.name.endswith((".part", ".tmp"))] == []


def test_a_draft_that_fails_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "list.txt"
    target.write_text("before")

    def full(handle: int) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RondeError):
        write_list(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["list.txt"]
    assert target.read_text() == "before"


def test_ones_own_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("before")
    (tmp_path / "middle").symlink_to("there.txt")
    (tmp_path / "list.txt").symlink_to(tmp_path / "middle")

    write_list(tmp_path)

    assert (tmp_path / "list.txt").is_symlink()
    assert there.read_text() == "ours"


def test_a_link_that_leads_in_a_circle_is_told(tmp_path: Path) -> None:
    (tmp_path / "list.txt").symlink_to("round")
    (tmp_path / "round").symlink_to("list.txt")

    with pytest.raises(RondeError):
        write_list(tmp_path)


def laid(link: Path, target: Path) -> None:
    link.symlink_to(target)
    os.chown(link, STRANGER, STRANGER, follow_symlinks=False)


def open_account_store(folder: Path) -> None:
    AccountStore(folder / ".ronde-seats.db").close()


def open_book(folder: Path) -> None:
    EngineStore(folder / "book.db").close()


@root_only
@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("list.txt", write_list), ("copy.ronde", write_backup), (".ronde-seats.db", open_account_store),
        ("book.db", open_book),
    ],
)  # fmt: skip
@pytest.mark.parametrize("exists", [True, False])
def test_a_link_of_somebody_else_is_refused_by_name(
    tmp_path: Path, name: str, write: Callable[[Path], None], exists: bool
) -> None:
    victim = tmp_path / "shadow"
    if exists:
        victim.write_text("secret")
    hall = tmp_path / "hall"
    hall.mkdir()
    (hall / "middle").symlink_to(victim)
    laid(hall / name, hall / "middle")

    with pytest.raises(RondeError) as caught:
        write(hall)

    for language in LANGUAGES:
        assert str(hall / name) in error_text(caught.value, language)
    assert victim.exists() == exists
    assert not exists or victim.read_text() == "secret"


@root_only
def test_a_folder_behind_a_link_of_somebody_else_is_refused_where_everybody_may_write(tmp_path: Path) -> None:
    hall, home = tmp_path / "hall", tmp_path / "home"
    hall.mkdir()
    home.mkdir()
    hall.chmod(0o1777)
    laid(hall / "lists", home)

    with pytest.raises(RondeError):
        write_list(hall / "lists")
    assert list(home.iterdir()) == []

    hall.chmod(0o755)  # the folder of a club, in which colleagues keep links for each other
    write_list(hall / "lists")
    assert [path.name for path in home.iterdir()] == ["list.txt"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_rights_of_a_file_stay(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "list.txt"
    target.write_text("before")
    target.chmod(mode)

    write_list(tmp_path)

    assert stat.S_IMODE(target.stat().st_mode) == mode


@root_only
def test_the_owner_of_a_file_stays(tmp_path: Path) -> None:
    target = tmp_path / "list.txt"
    target.write_text("before")
    os.chown(target, STRANGER, STRANGER)

    write_list(tmp_path)

    assert (target.stat().st_uid, target.stat().st_gid) == (STRANGER, STRANGER)


def test_a_new_file_has_the_rights_that_files_have_here(tmp_path: Path) -> None:
    (tmp_path / "other").touch()

    write_list(tmp_path)
    write_tournament(tmp_path)

    usual, listed, kept = (
        stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("other", "list.txt", "cup.ronde")
    )
    assert listed == usual
    assert kept == usual & 0o660, "a tournament is for nobody but its owner and the group"


@given(before=st.none() | st.binary(max_size=99), data=st.binary(max_size=9999), lasting=st.booleans())
def test_what_is_written_over_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, before: bytes | None, data: bytes, lasting: bool
) -> None:
    from ronde.system import replace_file

    path = tmp_path_factory.mktemp("over") / ("é" * 100)
    if before is not None:
        path.write_bytes(before)

    replace_file(path, data, lasting=lasting)

    assert path.read_bytes() == data
    assert len(list(path.parent.iterdir())) == 1


ELSEWHERE = {
    "system/files.py": "the mechanism itself",
    "arena/referee/cluster.py": "an archive in memory",
    "arena/cli/checkup.py": "into a folder that was made for the probe under a random name",
    "cli/session.py": "standard input, into a temporary folder",
    "arena/cli/changes.py": "only where nothing is yet",
    "arena/course/folder.py": "data files, into a folder of ours where nothing is yet",
    "app/files.py": "over a draft",
    "web/desk/uploads.py": "into a folder that was made for the dropped files",
    "web/desk/upload_reader.py": "into the same folder",
    "web/desk/known_lists.py": "into a temporary folder, under the plain name of the uploaded list",
    "web/desk/players.py": "into a temporary folder, under the plain name of the dropped list",
    "store/backups.py": "over a draft",
    "store/folder_backups.py": "into drafts of folders",
    "store/sqlite.py": "only where nothing is yet",
}
"""Files that write otherwise, and why they may; the sandbox writes for programs, and files of the kernel."""


WRITES = re.compile(r"\b(write_bytes|write_text|copyfile|copy2|copytree|mknod|open)\(")


def writing(call: ast.Call) -> bool:
    """Whether a call makes or overwrites a file under a name it was given."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("write_bytes", "copyfile", "copy2", "copytree", "mknod"):
        return True
    if name == "write_text":
        return isinstance(call.func, ast.Attribute) and not _is_formatter(call.func)
    words: list[Any] = [*call.args, *(word.value for word in call.keywords)]
    modes = [word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    if name == "open" and any(set(mode) <= set("wxab+t") and set(mode) & set("wxa+") for mode in modes):
        return True
    return name == "open" and any("O_CREAT" in ast.unparse(word) for word in words)


def _is_formatter(function: ast.Attribute) -> bool:
    return isinstance(function.value, ast.Name) and function.value.id == "formatter"


def test_every_file_is_written_by_the_one_mechanism() -> None:
    found = {
        str(path.relative_to(SRC))
        for path in sorted(SRC.rglob("*.py"))
        if path.relative_to(SRC).parts[:2] not in (("arena", "sandbox"), ("arena", "launcher"))
        if WRITES.search(text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and writing(node)
    }

    assert found - ELSEWHERE.keys() == set()


@root_only
def test_the_command_names_a_link_of_somebody_else(tmp_path: Path) -> None:
    for name in ("j1", "j2"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "web").mkdir()
    laid(tmp_path / "web" / "direct.html", tmp_path / "shadow")

    said = command("duel", tmp_path / "j1", tmp_path / "j2", "--web", tmp_path / "web", "--sandbox", "none")

    assert said.returncode == 1
    assert "direct.html is a link that belongs to somebody else" in said.stderr
    assert not (tmp_path / "shadow").exists()
