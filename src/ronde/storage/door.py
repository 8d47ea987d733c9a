"""The door of the storage."""

from __future__ import annotations

from pathlib import Path

from ronde.core.errors import NotATournament
from ronde.storage.backups import backup_folder, backup_name, newest_good_backup, restore, set_aside
from ronde.storage.entry import JournalEntry
from ronde.storage.fidelist import FideList, ListChange, open_list, take_list
from ronde.storage.journal import Journal
from ronde.storage.passwords import too_common
from ronde.storage.people import People, PeopleImport, usual_base
from ronde.storage.place import check_room, forget, place
from ronde.storage.postgres import (
    PREFIX,
    PostgresJournal,
    listening,
    numbers_on_server,
    on_server,
    tournaments_on_server,
)
from ronde.storage.shared_tables import SharedTables
from ronde.storage.sqlite import SqliteJournal
from ronde.storage.sqlite_errors import telling
from ronde.storage.transfer import copy_journal


def open_journal(path: Path) -> Journal:
    """The journal in a file, or on the server; a refusal names the newest good backup."""
    if on_server(path):
        return PostgresJournal.open(path)
    try:
        return SqliteJournal.open(path)
    except NotATournament as error:
        raise with_backup(error, path) from error


def journal_there(path: Path) -> bool:
    """Whether something lies at that place already, in a folder or on the server."""
    return path.name in tournaments_on_server() if on_server(path) else path.exists()


def create_journal(path: Path) -> Journal:
    """A new, empty journal in a file or on the server; it appears there with its first fact."""
    return PostgresJournal.create(path) if on_server(path) else SqliteJournal.create(path)


def with_backup(error: NotATournament, path: Path) -> NotATournament:
    """The same refusal, with the newest good backup named."""
    backup = newest_good_backup(path)
    return NotATournament(**{**error.facts, "backup": str(backup) if backup else ""})
