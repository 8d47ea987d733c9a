"""The door of the archive."""

from __future__ import annotations

from pathlib import Path

from ronde.core.errors import NotATournament
from ronde.storage.backups import backup_folder, backup_name, newest_good_backup, restore
from ronde.storage.entry import Entry
from ronde.storage.people import Intake, People
from ronde.storage.place import check_room, draft_of, forget, place
from ronde.storage.sqlite import SqliteJournal

__all__ = [
    "Entry",
    "Intake",
    "People",
    "SqliteJournal",
    "backup_folder",
    "backup_name",
    "check_room",
    "draft_of",
    "forget",
    "newest_good_backup",
    "open_journal",
    "place",
    "restore",
    "with_backup",
]


def open_journal(path: Path) -> SqliteJournal:
    """The journal in a file, read once through; a refusal names the newest good backup."""
    try:
        return SqliteJournal.open(path)
    except NotATournament as error:
        raise with_backup(error, path) from error


def with_backup(error: NotATournament, path: Path) -> NotATournament:
    """The same refusal, with the newest good backup named."""
    backup = newest_good_backup(path)
    return NotATournament(**{**error.facts, "backup": str(backup) if backup else ""})
