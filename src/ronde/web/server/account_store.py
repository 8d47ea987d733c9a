"""The account store: accounts, sessions and proposals, in a file beside the tournaments or on their server.

Sessions survive a restart. Tokens are stored as digests. Two kinds of keys are stored in clear: the one from
which the links of players are derived, so that the same card can be printed twice (such a link may only
propose), and those that sign webhooks.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException

from ronde.app.desk import Desk
from ronde.formats.files import file_error
from ronde.model.errors import RondeError
from ronde.store import is_server_name
from ronde.store.postgres import SharedTables
from ronde.system import check_journal, check_plain, limit_time, make_private, restrict_connection, user_id
from ronde.web.server.live_tournament import OTHER_CHANGE, LiveTournament

NAME = ".ronde-seats.db"
REMEMBERED = 5_000
_TABLES = """
CREATE TABLE IF NOT EXISTS key (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS seat (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, slug TEXT NOT NULL, granted TEXT NOT NULL,
    password TEXT, made REAL NOT NULL, closed REAL NOT NULL, UNIQUE (role, name, slug)) STRICT;
CREATE TABLE IF NOT EXISTS word (
    digest BLOB PRIMARY KEY, kind TEXT NOT NULL, seat INTEGER NOT NULL, since REAL NOT NULL,
    until REAL NOT NULL, used REAL NOT NULL, device TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS link (
    slug TEXT, player INTEGER, serial INTEGER NOT NULL, PRIMARY KEY (slug, player)) STRICT;
CREATE TABLE IF NOT EXISTS proposal (
    slug TEXT, round INTEGER, board INTEGER NOT NULL, player INTEGER, opponent INTEGER NOT NULL,
    first REAL NOT NULL, second REAL NOT NULL, at REAL NOT NULL, PRIMARY KEY (slug, round, player)) STRICT;
CREATE TABLE IF NOT EXISTS hook (
    id TEXT PRIMARY KEY, slug TEXT NOT NULL, url TEXT NOT NULL, secret BLOB NOT NULL, wish TEXT NOT NULL,
    number INTEGER NOT NULL, until REAL NOT NULL, failed INTEGER NOT NULL, said TEXT NOT NULL,
    made REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS tournament (
    slug TEXT PRIMARY KEY, identity TEXT NOT NULL, generation INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS screen (slug TEXT PRIMARY KEY, wish TEXT NOT NULL) STRICT;
"""
_ADDRESS = "address"

_NAMES = frozenset(re.findall(r"[a-z_]+", _TABLES))
PATIENCE = 5.0
"""Seconds of work allowed for reading the schema."""
LATELY = 60.0
"""Seconds for which a shared store answers from memory while its server is away."""
_ON_SERVER = (
    _TABLES.replace(" STRICT", "")
    .replace("BLOB", "bytea")
    .replace("REAL", "double precision")
    .replace("INTEGER", "bigint")
)


def store_path(paths: list[Path]) -> Path | None:
    """The path of the store: in the folder of the tournaments; None if that is read-only."""
    folder = store_folder(paths)
    return folder / NAME if os.access(folder, os.W_OK) else None


def store_folder(paths: list[Path]) -> Path:
    first = paths[0] if paths else Path.cwd()
    return first if first.is_dir() else first.parent


class AccountStore:
    """A few small tables, written at once; in memory without a path."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._lock = threading.RLock()
        try:
            self._connection = _opened(path)
        except sqlite3.DatabaseError:
            if path is None:
                raise
            _set_aside(path)  # everybody must sign in again, nothing else is lost
            self._connection = _opened(path)

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def rows(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(question, values).fetchall()

    def row(self, question: str, *values: Any) -> tuple[Any, ...] | None:
        rows = self.rows(question, *values)
        return rows[0] if rows else None

    def write(self, order: str, *values: Any) -> int:
        """Write at once; the number of changed rows."""
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

    def notify_pages(self, live: LiveTournament) -> None:
        """Notify the open pages of a tournament that something in this store has changed."""
        live.notify_pages()

    def key(self, name: str) -> bytes:
        """The key of that name, random, created on first use."""
        self.write("INSERT INTO key VALUES (?, ?) ON CONFLICT DO NOTHING", name, secrets.token_bytes(32))
        row = self.row("SELECT value FROM key WHERE name = ?", name)
        assert row is not None
        return bytes(row[0])

    def move(self, address: str) -> None:
        """Store the address of the server; other processes need it to make links."""
        order = "INSERT INTO key VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        self.write(order, _ADDRESS, address.encode())

    def address(self) -> str:
        """The address of the server started last; empty if there was none."""
        row = self.row("SELECT value FROM key WHERE name = ?", _ADDRESS)
        return bytes(row[0]).decode() if row else ""


class SharedAccountStore(AccountStore):
    """The store shared by several web processes, on the database server of their tournaments."""

    def __init__(self) -> None:
        self.path = None
        self._cabinet = SharedTables("ronde_desk", _ON_SERVER)
        self._lately: OrderedDict[tuple[Any, ...], tuple[float, list[tuple[Any, ...]]]] = OrderedDict()
        self._memory = threading.Lock()

    def close(self) -> None:
        self._cabinet.close()

    def rows(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query; recent ones from memory while the server is restarted."""
        try:
            answer = self._cabinet.rows(question, *values)
        except RondeError as error:
            with self._memory:
                at, answer = self._lately.get((question, *values), (0.0, []))
            if time.monotonic() - at > LATELY or not at:
                raise _away() from error
            return answer
        with self._memory:
            self._lately[question, *values] = (time.monotonic(), answer)
            while len(self._lately) > REMEMBERED:
                self._lately.popitem(last=False)
        return answer

    def write(self, order: str, *values: Any) -> int:
        """Write at once; the number of changed rows."""
        with self._memory:
            self._lately.clear()
        try:
            return self._cabinet.write(order, *values)
        except RondeError as error:
            raise _away() from error

    def notify_pages(self, live: LiveTournament) -> None:
        """Notify open pages of all processes."""
        super().notify_pages(live)
        with suppress(RondeError):  # pages of other processes see it at the next change
            self._cabinet.tell(f"{OTHER_CHANGE}{live.slug}")


def _away() -> HTTPException:
    return HTTPException(503, headers={"Retry-After": "1"})


def open_account_store(paths: list[Path]) -> AccountStore:
    """The store of these tournaments: on the database server if any of them is there."""
    return SharedAccountStore() if any(map(is_server_name, paths)) else AccountStore(store_path(paths))


def _set_aside(path: Path) -> None:
    for end in ("", "-journal", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").replace(f"{path}.damaged{end}")


def _check_place(path: Path) -> None:
    """Create the file with private permissions; one created by another user could contain any account."""
    try:
        make_private(path)
        owner = path.stat().st_uid
    except OSError as error:
        raise file_error(path, error) from error
    if owner not in (0, user_id()) or check_journal(path) is not None:
        raise sqlite3.DatabaseError(f"{path.name} is of somebody else")


def _opened(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        _check_place(path)
    connection = sqlite3.connect(path or ":memory:", timeout=5, check_same_thread=False)
    try:
        restrict_connection(connection)
        with limit_time(connection, PATIENCE):
            check_plain(connection, lambda table: _NAMES if table in _NAMES else None)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(_TABLES)
    except BaseException:
        connection.close()
        raise
    return connection


_OF_SEATS: Final = "seat IN (SELECT id FROM seat WHERE slug = ?)"
_FORGET: Final = (
    f"DELETE FROM word WHERE {_OF_SEATS}",
    "DELETE FROM seat WHERE slug = ?",
    "DELETE FROM link WHERE slug = ?",
    "DELETE FROM proposal WHERE slug = ?",
    "DELETE FROM hook WHERE slug = ?",
    "DELETE FROM screen WHERE slug = ?",
)
"""The words before their seats: a number that is free is given again."""


def identity_of(desk: Desk) -> str:
    """What no other tournament has: when, by whom and under which name it was opened; copies have it too."""
    begun = desk.history(1)
    if not begun:
        return ""
    first, _ = begun[0]
    text = f"{first.at}\n{first.actor}\n{getattr(first.event, 'name', '')}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def take_name(store: AccountStore, slug: str, identity: str) -> None:
    """Keep under a short name only what is of that tournament."""
    row = store.row("SELECT identity FROM tournament WHERE slug = ?", slug)
    if row is None:
        store.write("INSERT INTO tournament VALUES (?, ?, 0) ON CONFLICT DO NOTHING", slug, identity)
    elif row[0] != identity:
        for order in _FORGET:
            store.write(order, slug)
        order = "UPDATE tournament SET identity = ?, generation = generation + 1 WHERE slug = ?"
        store.write(order, identity, slug)  # last: after an interruption all of it is done again


def generation_of(store: AccountStore, slug: str) -> int:
    """How many tournaments had that short name before; 0 for one that the register does not know."""
    row = store.row("SELECT generation FROM tournament WHERE slug = ?", slug)
    return int(row[0]) if row else 0
