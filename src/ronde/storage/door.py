"""The public names of storage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ronde.core.errors import NetworkFolder, NotATournament, RondeError
from ronde.core.later import later
from ronde.storage.backups import (
    backup_folder,
    backup_name,
    deleted_place,
    newest_good_backup,
    restore,
    set_aside,
)
from ronde.storage.codec import check_readable as check_readable
from ronde.storage.entry import JournalEntry, KeyedRequest
from ronde.storage.journal import Journal
from ronde.storage.place import check_room, forget, place
from ronde.storage.postgres import (
    PREFIX,
    PostgresJournal,
    listening,
    numbers_on_server,
    on_server,
    tournaments_on_server,
)
from ronde.storage.sqlite import SqliteJournal
from ronde.storage.sqlite_errors import telling
from ronde.storage.transfer import copy_journal
from ronde.storage.writeahead import in_use
from ronde.system.door import on_network

if TYPE_CHECKING:
    from ronde.storage.fidelist import FideList, ListCounts, open_list, take_list
    from ronde.storage.folder_backups import (
        FolderBackup,
        back_up_folder,
        newest_folder_backup,
        restore_folder,
        usual_place,
    )
    from ronde.storage.passwords import too_common
    from ronde.storage.people import People, PeopleImport, usual_base
    from ronde.storage.shared_tables import SharedTables
else:
    __getattr__ = later(
        "ronde.storage",
        {
            "fidelist": ("FideList", "ListCounts", "open_list", "take_list"),
            "folder_backups": (
                "FolderBackup",
                "back_up_folder",
                "newest_folder_backup",
                "restore_folder",
                "usual_place",
            ),
            "passwords": ("too_common",),
            "people": ("People", "PeopleImport", "usual_base"),
            "shared_tables": ("SharedTables",),
        },
    )


def open_journal(path: Path) -> Journal:
    """The journal in a file, or on the server; an error names the newest good backup."""
    if on_server(path):
        return PostgresJournal.open(path)
    try:
        return SqliteJournal.open(path)
    except NotATournament as error:
        raise with_backup(error, path) from error


def journal_there(path: Path) -> bool:
    """Whether something exists at that path, in a folder or on the server."""
    return path.name in tournaments_on_server() if on_server(path) else path.exists()


def create_journal(path: Path) -> Journal:
    """A new, empty journal in a file or on the server; it appears there with its first event."""
    return PostgresJournal.create(path) if on_server(path) else SqliteJournal.create(path)


def network_notices(path: Path) -> list[RondeError]:
    """The notice for a tournament, or a folder of them, on a network share."""
    return [NetworkFolder(path=str(path))] if not on_server(path) and on_network(path) else []


def with_backup(error: NotATournament, path: Path) -> NotATournament:
    """The same error, with the newest good backup named."""
    backup = newest_good_backup(path)
    return NotATournament(**{**error.facts, "backup": str(backup) if backup else ""})
