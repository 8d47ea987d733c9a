"""Backups of a tournament and of a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ronde.model.errors import Busy, JournalError, RondeError
from ronde.model.events import Event
from ronde.store.postgres import is_server_name
from ronde.store.sqlite import SqliteJournal, delete_draft, disk_error, place_draft
from ronde.store.writeahead import in_use
from ronde.system import new_draft, rename_draft, sync

# Backups: a folder beside the tournament, one copy at every closed round.


def backup_folder(path: Path) -> Path:
    return path.with_name(f"{path.stem}.backups")


def backup_name(path: Path, round: int, number: int) -> Path:
    """The backup of a round closed by event `number`; a round closed twice has two."""
    return backup_folder(path) / f"round-{round:03d}-{number:06d}.ronde"


def deleted_path(path: Path) -> Path:
    """Where a deleted tournament is kept until it is restored; it is never opened there."""
    return path.with_name(f"{path.name}.deleted")


def newest_good_backup(path: Path) -> Path | None:
    """The newest backup that can be read completely.

    Its last event tells how new it is: file times depend on the clock and are lost by copying.
    """
    folder = backup_folder(path)
    candidates = folder.glob("*.ronde") if folder.is_dir() else ()
    for candidate in sorted(candidates, key=_age, reverse=True):
        try:
            _read_through(candidate)
        except RondeError:
            continue
        return candidate
    return None


def _age(backup: Path) -> tuple[str, int, int, str]:
    return *_last(backup), backup.stat().st_mtime_ns, backup.name


def _last(backup: Path) -> tuple[str, int]:
    """The time and the number of the last event of a backup."""
    try:
        journal = SqliteJournal.open(backup, looking=True)
    except RondeError:
        return "", 0
    try:
        return journal.last()
    except RondeError:
        return "", 0
    finally:
        journal.close()


def _read_through(backup: Path) -> None:
    """Read a backup completely without changing anything in it."""
    journal = SqliteJournal.open(backup, looking=True)
    try:
        journal.read()
    finally:
        journal.close()


def restore(path: Path, backup: Path) -> Path | None:
    """Restore a good backup; returns where the former file was moved, if there was one.

    SQLite's files beside the damaged file are moved with it: they must not be mixed with the backup.
    """
    import shutil  # slow to import, and few commands restore

    if is_server_name(path):
        raise JournalError(path=path.name, reason="no-place", detail=str(backup))
    _read_through(backup)
    if in_use(path):
        raise Busy(path=str(path))
    draft = new_draft(path)
    try:
        shutil.copyfile(backup, draft)
        aside = _moved_aside(path)
        place_draft(draft, path)
    except OSError as error:
        raise disk_error(error, path) from error
    finally:
        delete_draft(draft)
    return aside


def rewrite_backup(
    backup: Path,
    change: Callable[[dict[int, Event]], Mapping[int, Event]],
    dropped: Callable[[bytes], bool],
) -> None:
    """Write a backup anew with other events and without some attachments, complete or not at all."""
    with closing(SqliteJournal.open(backup, looking=True)) as journal:
        entries, kept = journal.read(), journal.attachments()
    changed = change({one.number: one.event for one in entries})
    entries = [replace(one, event=changed.get(one.number, one.event)) for one in entries]
    kept = {name: data for name, data in kept.items() if not dropped(data)}
    draft = new_draft(backup)
    try:
        SqliteJournal.written(draft, entries, kept)
        sync(draft)
        rename_draft(draft, backup)
    except OSError as error:
        raise disk_error(error, backup) from error
    finally:
        delete_draft(draft)
    for end in ("-wal", "-shm", "-journal"):  # of the former file
        Path(f"{backup}{end}").unlink(missing_ok=True)


def set_aside(path: Path, aside: Path) -> None:
    """Rename a tournament with all files beside it; refused while it is open."""
    if in_use(path):
        raise Busy(path=str(path))
    parts = [(Path(f"{path}{end}"), Path(f"{aside}{end}")) for end in ("-wal", "-shm", "")]
    parts.append((backup_folder(path), backup_folder(aside)))
    try:
        for part, other in parts:
            if part.exists():
                part.rename(other)
    except OSError as error:
        raise disk_error(error, path) from error


def _moved_aside(path: Path) -> Path | None:
    parts = [Path(f"{path}{end}") for end in ("-wal", "-shm", "-journal", "")]
    present = [part for part in parts if part.exists()]
    if not present:
        return None
    aside = backup_folder(path) / f"aside-{time.time_ns()}"
    aside.mkdir(parents=True)
    for part in present:
        part.rename(aside / part.name)
    return aside / path.name
