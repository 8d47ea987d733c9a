"""The tables of the engine store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from ronde.core.errors import NotATournament
from ronde.disk.door import Object, check_journal, check_same, distrust, objects, within

APPLICATION_ID: Final = 0x526F6E41
"""The letters RonA."""
VERSION: Final = 4
_PATIENCE: Final = 5.0
"""Seconds of work allowed for reading the schema of a store."""

TABLES: Final = """
CREATE TABLE engine (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, url TEXT NOT NULL, owner INTEGER NOT NULL,
    level INTEGER NOT NULL, timeout INTEGER NOT NULL, manner TEXT NOT NULL, public INTEGER NOT NULL,
    pinned INTEGER NOT NULL, retired INTEGER NOT NULL, keys TEXT NOT NULL
) STRICT;
CREATE TABLE game (
    id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, game TEXT NOT NULL, settings TEXT NOT NULL,
    start TEXT NOT NULL, seed INTEGER NOT NULL, timeout REAL NOT NULL, first INTEGER NOT NULL,
    second INTEGER NOT NULL, kind TEXT NOT NULL, event TEXT, round INTEGER NOT NULL, place INTEGER NOT NULL,
    leg INTEGER NOT NULL, begun TEXT NOT NULL, ended TEXT, record TEXT, winner INTEGER, reason TEXT,
    counts INTEGER, fault TEXT, guilty INTEGER, odd INTEGER NOT NULL DEFAULT 0,
    UNIQUE (event, round, place, leg)
) STRICT;
CREATE INDEX game_first ON game (first);
CREATE INDEX game_second ON game (second);
CREATE INDEX game_running ON game (id) WHERE ended IS NULL;
CREATE TABLE ply (
    game INTEGER NOT NULL, number INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE guest (
    game INTEGER NOT NULL, side INTEGER NOT NULL, name TEXT NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
CREATE TABLE ladder (game TEXT PRIMARY KEY) STRICT;
CREATE TABLE odd (
    game INTEGER NOT NULL, at TEXT NOT NULL, receipt TEXT NOT NULL, address TEXT NOT NULL
) STRICT;
CREATE INDEX odd_game ON odd (game);
CREATE TABLE competition (
    event TEXT PRIMARY KEY, state TEXT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE consent (engine INTEGER PRIMARY KEY, answer TEXT NOT NULL) STRICT;
CREATE TABLE alert (
    owner INTEGER PRIMARY KEY, url TEXT NOT NULL, secret BLOB NOT NULL,
    seen TEXT NOT NULL, sent TEXT NOT NULL
) STRICT;
"""


@cache
def _shape() -> frozenset[Object]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        return frozenset(objects(connection))


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Create the tables in an empty file; refuse another kind of file or a newer version."""
    misleading = check_journal(path)
    if misleading is not None:
        raise NotATournament(path=str(path), reason="foreign-log", detail=str(misleading), backup="")
    distrust(connection)
    connection.execute("PRAGMA busy_timeout = 10000")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION_ID:
        raise NotATournament(path=str(path), reason="foreign", detail="", backup="")
    if tables and version != VERSION:
        reason = "newer" if version > VERSION else "foreign"
        raise NotATournament(path=str(path), reason=reason, detail=str(version), backup="")
    with within(connection, _PATIENCE):
        check_same(connection, _shape())
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(
        "PRAGMA wal_autocheckpoint = 40000"  # reached only if `sweep` has failed
    )
    if not tables:
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN; {TABLES} {marks} COMMIT;")
