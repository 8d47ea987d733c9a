"""Opening, making and copying a journal, in a file or on the server."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from ronde.model.errors import NetworkFolder, NotATournament, RondeError
from ronde.store.backups import newest_good_backup
from ronde.store.journal import Journal
from ronde.store.journal import check_readable as check_readable
from ronde.store.postgres import PostgresJournal, is_server_name, tournaments_on_server
from ronde.store.sqlite import SqliteJournal, check_creatable
from ronde.system import on_network

# Copy a tournament with its whole history between a file and the server, either way.


def copy_journal(source: Journal, target: Path) -> None:
    """Write a whole journal, including times, authors and attachments, to a new place."""
    if is_server_name(target):
        with closing(PostgresJournal.create(target)) as journal:
            journal.take_in(source.read(), source.attachments())
    else:
        check_creatable(target)
        source.backup(target)


# The public names of storage.


def open_journal(path: Path) -> Journal:
    """The journal in a file, or on the server; an error names the newest good backup."""
    if is_server_name(path):
        return PostgresJournal.open(path)
    try:
        return SqliteJournal.open(path)
    except NotATournament as error:
        raise with_backup(error, path) from error


def journal_exists(path: Path) -> bool:
    """Whether something exists at that path, in a folder or on the server."""
    return path.name in tournaments_on_server() if is_server_name(path) else path.exists()


def create_journal(path: Path) -> Journal:
    """A new, empty journal in a file or on the server; it appears there with its first event."""
    return PostgresJournal.create(path) if is_server_name(path) else SqliteJournal.create(path)


def network_notices(path: Path) -> list[RondeError]:
    """The notice for a tournament, or a folder of them, on a network share."""
    return [NetworkFolder(path=str(path))] if not is_server_name(path) and on_network(path) else []


def with_backup(error: NotATournament, path: Path) -> NotATournament:
    """The same error, with the newest good backup named."""
    backup = newest_good_backup(path)
    return NotATournament(**{**error.facts, "backup": str(backup) if backup else ""})
