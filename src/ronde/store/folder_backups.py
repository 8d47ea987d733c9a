"""Backups of a whole folder while it is in use: tournaments, the Arbitre's games, the accounts.

Databases are copied as SQLite snapshots. Tournaments are copied before the games: a game that ends in between
is in the games and is written to its tournament when the copy is played on."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ronde.model.errors import Busy, FileExists, FileMissing, JournalError
from ronde.store.sqlite import disk_error
from ronde.store.writeahead import in_use
from ronde.system import restrict_connection

MANIFEST: Final = "backup.json"
_HEADER: Final = b"SQLite format 3\x00"
_COMPANIONS: Final = ("-wal", "-shm", "-journal")
_LAST: Final = (".ronde", ".db")
"""The order of copying: all other files, tournaments, then games and accounts."""


@dataclass(frozen=True, slots=True)
class FolderBackup:
    """A backup of a folder: its path, its files and their total size."""

    path: Path
    files: int
    bytes: int


def default_backup_path(folder: Path) -> Path:
    """The default path of a backup: beside the folder, with the time in its name."""
    whole = folder.absolute()
    return whole.with_name(f"{whole.name}-backup-{time.strftime('%Y%m%d-%H%M%S')}")


def newest_folder_backup(folder: Path) -> Path | None:
    whole = folder.absolute()
    backups = [one for one in whole.parent.glob(f"{whole.name}-backup-*") if (one / MANIFEST).is_file()]
    return max(backups, default=None)


def back_up_folder(folder: Path, target: Path) -> FolderBackup:
    """Copy a folder into a new one, which appears complete or not at all."""
    if not folder.is_dir():
        raise FileMissing(path=str(folder))
    if os.path.lexists(target):
        raise FileExists(path=str(target))
    if target.absolute().is_relative_to(folder.absolute()):
        raise JournalError(path=str(target), reason="inside", detail=str(folder))
    draft = target.with_name(f".{target.name}.draft-{os.getpid()}")
    try:
        draft.mkdir(mode=0o700)
        _copy_all(folder, draft)
        draft.rename(target)
    except OSError as error:
        raise disk_error(error, target) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    known = _read_manifest(target)
    return FolderBackup(target, len(known), sum(one["bytes"] for one in known.values()))


def restore_folder(folder: Path, backup: Path) -> Path | None:
    """Restore a valid backup; returns where the former folder was moved, if there was one."""
    names = check_folder_backup(backup)
    for path in _files(folder) if folder.is_dir() else ():
        if _is_database(path) and in_use(path):
            raise Busy(path=str(path))
    whole = folder.absolute()
    draft = whole.with_name(f".{whole.name}.draft-{os.getpid()}")
    try:
        _take_over(backup, draft, names)
        return _exchange(draft, whole)
    except OSError as error:
        raise disk_error(error, folder) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _take_over(backup: Path, draft: Path, names: list[str]) -> None:
    """Copy the files a backup lists; it may come from a stranger and contain links."""
    for name in names:
        (draft / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(backup / name, draft / name)


def _exchange(draft: Path, whole: Path) -> Path | None:
    """Replace a folder by a draft; returns where it was moved, if it existed."""
    if not whole.is_dir():
        draft.rename(whole)
        return None
    aside = whole.with_name(f"{whole.name}-aside-{time.strftime('%Y%m%d-%H%M%S')}")
    whole.rename(aside)
    try:
        draft.rename(whole)
    except OSError:
        aside.rename(whole)
        raise
    return aside


def check_folder_backup(backup: Path) -> list[str]:
    """The files of a backup; refused if one is missing, is a link or has changed."""
    files = _read_manifest(backup)
    for name, entry in files.items():
        path = backup / name
        if path.is_symlink() or not path.is_file() or _digest(path) != entry["digest"]:
            raise JournalError(path=str(backup), reason="damaged-backup", detail=name)
    return list(files)


def _copy_all(folder: Path, draft: Path) -> None:
    known: dict[str, dict[str, Any]] = {}
    for path in sorted(_files(folder), key=_turn):
        name = path.relative_to(folder)
        copy = draft / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not _copied(path, copy):
            continue
        copy.chmod(path.stat().st_mode & 0o777)
        known[str(name)] = {"bytes": copy.stat().st_size, "digest": _digest(copy)}
    text = json.dumps({"kind": "ronde-backup", "files": known}, indent=1, ensure_ascii=False)
    (draft / MANIFEST).write_text(text, encoding="utf-8")
    os.sync()


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder and its subfolders, without links, drafts and SQLite's logs."""
    for path in folder.rglob("*"):
        plain = not path.is_symlink() and path.is_file()
        if plain and not path.name.endswith(_COMPANIONS) and not path.name.endswith(".part"):
            yield path


def _turn(path: Path) -> tuple[int, str]:
    return _LAST.index(path.suffix) + 1 if path.suffix in _LAST else 0, str(path)


def _copied(path: Path, copy: Path) -> bool:
    """Copy one file; False if it has disappeared."""
    try:
        if _is_database(path):
            _snapshot(path, copy)
        else:
            shutil.copyfile(path, copy)
    except FileNotFoundError:
        return False
    return True


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_HEADER)) == _HEADER
    except FileNotFoundError:
        return False


def _snapshot(path: Path, copy: Path) -> None:
    """A snapshot of a database in one file; readers do not block the writer."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=30)) as reading:
            restrict_connection(reading)
            with closing(sqlite3.connect(copy)) as writing:
                reading.backup(writing)
                writing.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        raise JournalError(path=str(path), reason="not-copied", detail=str(error)) from error


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_manifest(backup: Path) -> dict[str, dict[str, Any]]:
    """The manifest of a backup; refused if it is invalid, or names files elsewhere."""
    path = backup / MANIFEST
    if not path.is_file():
        raise FileMissing(path=str(path))
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        files: dict[str, dict[str, Any]] = read["files"]
        good = read["kind"] == "ronde-backup" and all(
            isinstance(entry["digest"], str) and isinstance(entry["bytes"], int) for entry in files.values()
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise JournalError(path=str(path), reason="damaged-backup", detail=MANIFEST) from error
    outside = any(Path(name).is_absolute() or ".." in Path(name).parts for name in files)
    if not good or outside:
        raise JournalError(path=str(path), reason="damaged-backup", detail=MANIFEST)
    return files
