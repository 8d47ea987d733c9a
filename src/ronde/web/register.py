"""The register: seats, sessions and proposals, in a small file beside the tournaments.

A restart forgets nobody. Words that sign somebody in are kept as digests only. One key is kept as it is: from
it the links of players are made, so that the same card can be printed twice; such a link may only propose.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAME = ".ronde-seats.db"
_TABLES = """
CREATE TABLE IF NOT EXISTS key (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS invitation (
    digest BLOB PRIMARY KEY, seat TEXT NOT NULL, role TEXT NOT NULL, until REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS session (
    digest BLOB PRIMARY KEY, seat TEXT NOT NULL, role TEXT NOT NULL, since REAL NOT NULL,
    device TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS password (
    seat TEXT PRIMARY KEY, role TEXT NOT NULL, salt BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS link (
    slug TEXT, player INTEGER, serial INTEGER NOT NULL, PRIMARY KEY (slug, player)) STRICT;
CREATE TABLE IF NOT EXISTS proposal (
    slug TEXT, round INTEGER, board INTEGER NOT NULL, player INTEGER, opponent INTEGER NOT NULL,
    first REAL NOT NULL, second REAL NOT NULL, at REAL NOT NULL, PRIMARY KEY (slug, round, player)) STRICT;
CREATE TABLE IF NOT EXISTS screen (slug TEXT PRIMARY KEY, wish TEXT NOT NULL) STRICT;
"""


def register_path(paths: list[Path]) -> Path | None:
    """Where the register of these tournaments lies: in their folder; nowhere if that is read-only."""
    first = paths[0] if paths else Path.cwd()
    folder = first if first.is_dir() else first.parent
    return folder / NAME if os.access(folder, os.W_OK) else None


class Register:
    """Rows of a few small tables, written at once; without a path it lives as long as the server."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._lock = threading.RLock()
        try:
            self._connection = _opened(path)
        except sqlite3.DatabaseError:
            if path is None:
                raise
            path.replace(
                path.with_name(f"{path.name}.damaged")
            )  # everybody signs in again, nothing else is lost
            self._connection = _opened(path)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def rows(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows a question finds."""
        with self._lock:
            return self._connection.execute(question, values).fetchall()

    def row(self, question: str, *values: Any) -> tuple[Any, ...] | None:
        """The first row a question finds."""
        found = self.rows(question, *values)
        return found[0] if found else None

    def write(self, order: str, *values: Any) -> int:
        """Write at once; how many rows were touched."""
        with self._lock, self._written():
            return self._connection.execute(order, values).rowcount

    @contextmanager
    def _written(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._connection.rollback()
            raise
        self._connection.commit()

    def key(self, name: str) -> bytes:
        """A key of that name, made by chance the first time it is asked for."""
        self.write("INSERT OR IGNORE INTO key VALUES (?, ?)", name, secrets.token_bytes(32))
        found = self.row("SELECT value FROM key WHERE name = ?", name)
        assert found is not None
        return bytes(found[0])


def _opened(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path or ":memory:", timeout=5, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(_TABLES)
    except BaseException:
        connection.close()
        raise
    return connection
