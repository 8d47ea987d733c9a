"""Backups: a folder beside the tournament, one copy at every closed round."""

from __future__ import annotations

from pathlib import Path

from ronde.core.errors import RondeError
from ronde.storage.sqlite import SqliteJournal


def backup_folder(path: Path) -> Path:
    """Where the backups of that tournament are kept."""
    return path.with_name(f"{path.stem}.backups")


def backup_name(path: Path, round: int, number: int) -> Path:
    """The backup of a round closed by fact `number`; a round closed twice has two."""
    return backup_folder(path) / f"round-{round:03d}-{number:06d}.ronde"


def newest_good_backup(path: Path) -> Path | None:
    """The newest backup that can be read from beginning to end."""
    folder = backup_folder(path)
    found = folder.glob("*.ronde") if folder.is_dir() else ()
    for candidate in sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True):
        try:
            journal = SqliteJournal.open(candidate)
        except RondeError:
            continue
        try:
            journal.read()
        except RondeError:
            continue
        finally:
            journal.close()
        return candidate
    return None
