"""The files of tournaments, in folders or on the server: names, copies, backups."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ronde import store as storage
from ronde.app.desk import Desk
from ronde.model.errors import Busy, FileExists, FileMissing, JournalError, RondeError
from ronde.store import journal_exists, network_notices, open_journal, set_aside
from ronde.system import new_draft

if TYPE_CHECKING:
    from ronde.store.folder_backups import FolderBackup

__all__ = ["journal_exists", "network_notices", "set_aside"]

ROSTER = "programs.json"
"""The attachment of a tournament that lists its programs; people have none."""


def title_of(path: Path) -> str:
    """The name of a file or of a tournament on the server, without suffix; undecodable bytes become `?`."""
    return os.fsencode(path.stem).decode("utf-8", "replace").removeprefix(storage.PREFIX)


def is_tournament(path: Path) -> bool:
    """Whether a path names a tournament, rather than a file of another kind."""
    return path.suffix.lower() == ".ronde" or storage.is_server_name(path)


def is_unused(path: Path) -> bool:
    """Whether neither a file nor backups have that name."""
    return not path.exists() and not storage.backup_folder(path).exists()


def live_path(tournament: Path) -> Path:
    """The file of the running games of a tournament: `cup.ronde` has `cup.live.json`."""
    return tournament.with_suffix(".live.json")


def copy(desk: Desk, target: Path) -> None:
    """Write a tournament with its whole history to a new file, or to the server."""
    storage.copy_journal(desk.journal, target)


def copy_file(source: Path, target: Path) -> None:
    """Write the tournament of a file to a new file, complete or not at all, or to the server."""
    if storage.is_server_name(target):
        with closing(open_journal(source)) as journal:
            storage.copy_journal(journal, target)
        return
    draft = new_draft(target)
    try:
        shutil.copyfile(source, draft)
        storage.place_draft(draft, target)  # never overwrites a file created meanwhile
    finally:
        storage.delete_draft(draft)


def delete(path: Path) -> None:
    """Move a tournament to where it can be brought back from."""
    set_aside(path, storage.deleted_path(path))


def is_deleted(path: Path) -> bool:
    return storage.deleted_path(path).exists()


def bring_back(path: Path) -> None:
    """Undo `delete`."""
    set_aside(storage.deleted_path(path), path)


def last_backup(path: Path) -> datetime | None:
    """When the last backup of a tournament was made, in local time."""
    backups = storage.backup_folder(path).glob("*.ronde")
    last = max((one.stat().st_mtime for one in backups), default=0.0)
    return datetime.fromtimestamp(last).astimezone() if last else None


def back_up(desk: Desk, path: Path, target: Path | None = None) -> Path:
    """Write a copy of the tournament at a path to a new file, by default among its backups."""
    stem = path.stem.removeprefix(storage.PREFIX)  # a name with it would be looked for on the server
    chosen = target or storage.backup_folder(path) / f"{stem}-{desk.number:06d}.ronde"
    if os.path.lexists(chosen):
        raise FileExists(path=str(chosen))
    if target is not None and not target.parent.is_dir():  # only the folder of backups is made
        raise FileMissing(path=str(target.parent))
    desk.journal.backup(chosen)
    return chosen


def copy_bytes(desk: Desk) -> bytes:
    """A copy of a tournament, as the content of a file: the file alone may lack what is in its log."""
    with tempfile.TemporaryDirectory() as folder:
        return desk.journal.backup(Path(folder) / "copy.ronde").read_bytes()


def move_to_backups(path: Path) -> Path:
    """Move a tournament to its backups; refused while a desk has it open."""
    kept = storage.backup_folder(path) / f"before-{path.stat().st_mtime_ns}.ronde"
    with closing(open_journal(path)) as journal:
        journal.backup(kept)
    if storage.in_use(path):
        raise Busy(path=str(path))
    path.unlink()
    return kept


def restore(path: Path, backup: Path | None = None) -> tuple[Path, Path | None]:
    """Restore a backup, by default the newest good one of a damaged file.

    Returns the backup, and where the former file was moved, if there was one.
    """
    chosen = backup or storage.newest_good_backup(path)
    if chosen is None:
        raise FileMissing(path=str(storage.backup_folder(path)))
    if backup is None and _is_sound(path):
        raise JournalError(path=str(path), reason="sound", detail=str(chosen))
    return chosen, storage.restore(path, chosen)


def _is_sound(path: Path) -> bool:
    """Whether a tournament can be opened, so that restoring a backup would only lose later events."""
    try:
        Desk.open(path).close()
    except RondeError:
        return False
    return True


def back_up_folder(folder: Path, target: Path | None = None) -> FolderBackup:
    """Copy a folder with everything in it to a new one, by default beside it."""
    from ronde.store import folder_backups

    return folder_backups.back_up_folder(folder, target or folder_backups.default_backup_path(folder))


def restore_folder(folder: Path, backup: Path | None = None) -> tuple[Path, Path | None]:
    """Restore a folder from a backup, by default the newest; returns the same as `restore`."""
    from ronde.store import folder_backups

    chosen = backup or folder_backups.newest_folder_backup(folder)
    if chosen is None:
        raise FileMissing(path=str(folder.absolute().with_name(f"{folder.absolute().name}-backup-…")))
    return chosen, folder_backups.restore_folder(folder, chosen)
