"""Copy a tournament with its whole history between a file and the server, either way."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from ronde.storage.journal import Journal
from ronde.storage.place import check_room
from ronde.storage.postgres import PostgresJournal, on_server


def copy_journal(source: Journal, target: Path) -> None:
    """Write a whole journal, including times, authors and attachments, to a new place."""
    if on_server(target):
        with closing(PostgresJournal.create(target)) as journal:
            journal.take_in(source.read(), source.attachments())
    else:
        check_room(target)
        source.backup(target)
