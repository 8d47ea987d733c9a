"""Backups of everything a server has, taken while it runs.

`release-0.1.zip` is a folder as a checkout of November 2026 left it: two tournaments, a store of engines
in version 2, and an account.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from tests.support.engine_house import arbitre_house, words

from ronde.arena.http import EngineStore
from ronde.model.errors import FileExists, FileMissing, JournalError, NotATournament
from ronde.store.folder_backups import (
    MANIFEST,
    back_up_folder,
    default_backup_path,
    newest_folder_backup,
    restore_folder,
)

RELEASE = Path(__file__).with_name("release-0.1.zip")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the last release."""
    made = tmp_path / "hall"
    with zipfile.ZipFile(RELEASE) as packed:
        packed.extractall(made)
    return made


def told(path: Path) -> list[str]:
    """Everything a database says, and its version."""
    with closing(sqlite3.connect(path)) as book:
        (version,) = book.execute("PRAGMA user_version").fetchone()
        return [f"version {version}", *book.iterdump()]


def ronde(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ronde", "--lang", "en", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_tournament_of_before_is_shown_and_a_restored_folder_is_as_it_was(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "arbitre.db").unlink()
    before, old = tmp_path / "before", told(folder / "spring.ronde")
    assert ronde("backup", folder, "-o", before).returncode == 0

    with arbitre_house(folder) as house:
        assert "Spring" in words(house.visitor().get("/"))
        refused = ronde("restore", folder, before)
        assert refused.returncode != 0
        assert "is in use" in refused.stderr

    back = ronde("restore", folder, before)
    assert back.returncode == 0, back.stderr
    assert told(folder / "spring.ronde") == old
    assert not (folder / MANIFEST).exists()
    (aside,) = tmp_path.glob("hall-aside-*")
    assert (aside / "arbitre.db").exists(), "what was there is kept"


def test_a_store_of_engines_of_another_version_is_refused(folder: Path) -> None:
    with pytest.raises(NotATournament) as refused:
        EngineStore(folder / "arbitre.db")

    assert refused.value.facts["reason"] == "foreign"


def test_a_backup_keeps_subfolders_and_rights_and_leaves_logs_of_sqlite_out(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "notes.txt").write_text("mine")
    (folder / "arbitre.db-shm").write_bytes(b"")
    (folder / "link").symlink_to("/etc/passwd")

    made = back_up_folder(folder, tmp_path / "copy")

    names = {str(path.relative_to(made.path)) for path in made.path.rglob("*") if path.is_file()}
    assert {"notes.txt", "arbitre.db", ".ronde-seats.db", MANIFEST} <= names
    assert any(name.startswith("spring.backups/") for name in names)
    assert names.isdisjoint({"arbitre.db-shm", "link"})
    assert (made.path / "arbitre.db").stat().st_mode & 0o777 == (folder / "arbitre.db").stat().st_mode & 0o777
    assert made.path.stat().st_mode & 0o077 == 0
    assert made.files == len(names) - 1


def test_a_changed_backup_is_refused_and_nothing_is_touched(folder: Path, tmp_path: Path) -> None:
    backup = back_up_folder(folder, tmp_path / "copy").path
    (backup / "spring.ronde").write_bytes(b"torn")
    with pytest.raises(JournalError) as refused:
        restore_folder(folder, backup)
    assert refused.value.facts["detail"] == "spring.ronde"
    (backup / MANIFEST).write_text('{"kind": "ronde-backup", "files": {"../x": {"digest": "", "bytes": 1}}}')
    with pytest.raises(JournalError):
        restore_folder(folder, backup)
    assert (folder / "spring.ronde").stat().st_size > 4
    assert not list(tmp_path.glob("*aside*"))


def test_only_what_a_backup_lists_is_restored_and_no_link_is_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    backup = back_up_folder(folder, tmp_path / "copy").path
    (backup / "planted.html").symlink_to(secret)
    (backup / "more").symlink_to(tmp_path)
    restore_folder(folder, backup)
    assert not (folder / "planted.html").exists()
    assert not (folder / "more").exists()


def test_a_listed_file_that_has_become_a_link_is_refused(folder: Path, tmp_path: Path) -> None:
    backup = back_up_folder(folder, tmp_path / "copy").path
    (backup / "spring.ronde").rename(tmp_path / "elsewhere")
    (backup / "spring.ronde").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(JournalError) as refused:
        restore_folder(folder, backup)
    assert refused.value.facts["detail"] == "spring.ronde"


def test_a_backup_is_never_written_over_something_or_inside_its_folder(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(FileExists):
        back_up_folder(folder, folder / "spring.ronde")
    with pytest.raises(JournalError):
        back_up_folder(folder, folder / "copy")
    with pytest.raises(FileMissing):
        back_up_folder(tmp_path / "nowhere", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_the_newest_backup_beside_a_folder_is_found_and_a_lost_folder_comes_back(folder: Path) -> None:
    assert newest_folder_backup(folder) is None
    made = back_up_folder(folder, default_backup_path(folder)).path
    shutil.rmtree(folder)
    assert newest_folder_backup(folder) == made
    assert restore_folder(folder, made) is None
    assert (folder / "autumn.ronde").is_file()
