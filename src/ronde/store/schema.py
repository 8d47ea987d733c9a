"""The schema of a tournament's file, and the checksum of a row."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache
from zlib import crc32

from ronde.system import Object, check_schema, limit_time, schema_objects

# A checksum in every row, so that a changed byte on disk is detected.
#
# SQLite detects a broken page structure, but not a letter changed inside a text.


def checksum_of(cells: Iterable[object]) -> int:
    checksum = 0
    for cell in cells:
        data = cell if isinstance(cell, bytes) else str(cell).encode()
        checksum = crc32(data, crc32(b"%d:" % len(data), checksum))  # the length separates neighbouring cells
    return checksum


def with_checksum(row: tuple[object, ...]) -> tuple[object, ...]:
    """The row followed by its checksum, which the tables hold in the column `seal`."""
    return *row, checksum_of(row)


def check_row(cells: tuple[object, ...], checksum: object) -> None:
    """ValueError if the row is not what was written; rows without a checksum (None) are accepted."""
    if checksum is not None and checksum != checksum_of(cells):
        raise ValueError("the checksum does not match")


# The tables of a journal file, as numbered migrations that each run once.


APPLICATION_ID = 0x526F6E64
"""The letters Rond, in the header of every file of ours."""

_TIMEOUT = 5.0
"""Seconds of CPU time that reading a schema of three tables may take."""


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


def _checksums(connection: sqlite3.Connection) -> None:
    """Add checksums to every row, computed from what is there."""
    for table in ("journal", "attachment"):
        key = COLUMNS[table][0][0]
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()
        connection.execute(f"ALTER TABLE {table} ADD COLUMN seal INTEGER NOT NULL DEFAULT 0")
        connection.executemany(
            f"UPDATE {table} SET seal = ? WHERE {key} = ?", [(checksum_of(row), row[0]) for row in rows]
        )


def _answered_requests(connection: sqlite3.Connection) -> None:
    """Requests with a key, in the same transaction as the events they wrote."""
    connection.execute(
        """CREATE TABLE answered (
            actor TEXT NOT NULL,
            key TEXT NOT NULL,
            digest BLOB NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            at TEXT NOT NULL,
            seal INTEGER NOT NULL,
            PRIMARY KEY (actor, key)
        ) STRICT"""
    )


COLUMNS = {
    "journal": [
        ("number", "INTEGER"), ("action", "INTEGER"), ("at", "TEXT"), ("actor", "TEXT"), ("kind", "TEXT"),
        ("version", "INTEGER"), ("data", "TEXT"), ("seal", "INTEGER"),
    ],
    "attachment": [("name", "TEXT"), ("number", "INTEGER"), ("data", "BLOB"), ("seal", "INTEGER")],
    "answered": [
        ("actor", "TEXT"), ("key", "TEXT"), ("digest", "BLOB"), ("first", "INTEGER"), ("last", "INTEGER"),
        ("at", "TEXT"), ("seal", "INTEGER"),
    ],
}  # fmt: skip
"""The tables after all migrations."""

MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _first_tables,
    _checksums,
    _answered_requests,
)
"""Step n takes a file from version n to n + 1; the version is SQLite's own `user_version`."""


def check_shape(connection: sqlite3.Connection) -> None:
    """Raise Strange if the file has anything but our tables, in the state after some migration.

    No table is queried before: a view or a column may run code (sqlite.org/security.html).
    """
    with limit_time(connection, _TIMEOUT):
        version = version_of(connection)
        check_schema(connection, _shapes(MIGRATIONS[:version] if version > 0 else MIGRATIONS))


@cache
def _shapes(steps: tuple[Callable[[sqlite3.Connection], None], ...]) -> frozenset[Object]:
    """What a file may contain after some of these migrations."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        shapes: set[Object] = set()
        for step in steps:
            step(connection)
            shapes.update(schema_objects(connection))
    return frozenset(shapes)


def shape_number(connection: sqlite3.Connection) -> int:
    """SQLite's counter of schema changes."""
    (number,) = connection.execute("PRAGMA schema_version").fetchone()
    return int(number)


def check_tables(connection: sqlite3.Connection) -> None:
    """Refuse a file whose tables are not ours: only STRICT tables guarantee the type of every cell."""
    if version_of(connection) < 0:
        raise sqlite3.DatabaseError(f"user_version {version_of(connection)}")
    strict = {name for _, name, kind, _, _, strict in _tables(connection) if kind == "table" and strict}
    for table, expected in COLUMNS.items():
        columns = [(row[1], row[2]) for row in connection.execute(f"PRAGMA table_info({table})")]
        if not columns:
            raise sqlite3.DatabaseError(f"no such table: {table}")
        if table not in strict or columns != expected:
            raise sqlite3.DatabaseError(f"the table {table} has another shape")


def _tables(connection: sqlite3.Connection) -> list[tuple[str, str, str, int, int, int]]:
    return connection.execute("PRAGMA table_list").fetchall()


def migrate(connection: sqlite3.Connection) -> None:
    """Run the missing migrations, each in one transaction with the version number."""
    while version_of(connection) < len(MIGRATIONS):
        connection.execute("BEGIN IMMEDIATE")
        version = version_of(connection)  # another program may have run it while we waited
        if version < 0:
            connection.execute("ROLLBACK")
            raise sqlite3.DatabaseError(f"user_version {version}")
        if version < len(MIGRATIONS):
            _step(connection, version)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute("COMMIT")


def _step(connection: sqlite3.Connection, version: int) -> None:
    try:
        MIGRATIONS[version](connection)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_ERROR":  # its tables are not those of its version
            raise sqlite3.DatabaseError(f"user_version {version}: {error}") from error
        raise


def checksum_column(connection: sqlite3.Connection, table: str) -> str:
    """The checksum column of a table; a file that cannot be migrated has none."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    return "seal" if "seal" in columns else "NULL"


def version_of(connection: sqlite3.Connection) -> int:
    """The number of migrations the file has had."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
