"""The tables of a journal file, as numbered steps that each run once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x526F6E64
"""The letters Rond, in the header of every file of ours."""


def _first_tables(connection: sqlite3.Connection) -> None:
    connection.execute(
        """CREATE TABLE journal (
            number INTEGER PRIMARY KEY,
            action INTEGER NOT NULL,
            at TEXT NOT NULL,
            actor TEXT NOT NULL,
            kind TEXT NOT NULL,
            version INTEGER NOT NULL,
            data TEXT NOT NULL
        ) STRICT"""
    )
    connection.execute(
        """CREATE TABLE attachment (
            name TEXT PRIMARY KEY,
            number INTEGER NOT NULL REFERENCES journal(number),
            data BLOB NOT NULL
        ) STRICT"""
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first_tables,)
"""Step n takes a file from version n to n + 1; the version is SQLite's own `user_version`."""


def migrate(connection: sqlite3.Connection) -> None:
    """Run the steps this file has not seen, each in one transaction with the record of having run."""
    while version_of(connection) < len(MIGRATIONS):
        connection.execute("BEGIN IMMEDIATE")
        version = version_of(connection)  # another program may have run the step while we waited
        if version < len(MIGRATIONS):
            MIGRATIONS[version](connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute("COMMIT")


def version_of(connection: sqlite3.Connection) -> int:
    """How many steps the file has seen."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
