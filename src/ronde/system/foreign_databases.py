"""Checks of SQLite files of unknown origin before anything is read from them."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ronde.system.files import BINARY, CLOEXEC, NONBLOCK, read_at

LONGEST_CELL: Final = 256_000_000
"""Bytes; the largest foreign file stored in a journal has 200 million."""
_LONGEST_STATEMENT: Final = 100_000
_STEPS: Final = 20_000
"""Steps of SQLite's virtual machine between two checks of the time: some hundred checks a second."""
_ANOTHER_FILE: Final = bytes.fromhex("d9d505f920a163d7")
"""The end of a -journal that names another file (SQLite, fileformat2.html, 3, and pager.c)."""
_WORD: Final = re.compile(r"""\s+|(?P<word>\w+|\[[^\]]*\]|"[^"]*"|`[^`]*`|'[^']*'|[^\w\s])""")
_PLAIN: Final = frozenset({
    "create", "table", "index", "unique", "on", "not", "null", "primary", "key", "autoincrement", "default",
    "strict", "asc", "desc", "integer", "int", "text", "real", "blob", "float", "varchar", "(", ")", ",",
    "''",
})  # fmt: skip
"""Keywords of plain tables and indices."""

Object = tuple[str, str, str, str]
"""A row of a schema: type, name, table and statement on one line."""


class UnexpectedSchema(sqlite3.DatabaseError):
    """The schema has something that does not belong to the format; `what` names it."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"{kind} {name}")
        self.what = f"{kind.upper()} {name}"[:80]


def restrict_connection(connection: sqlite3.Connection, longest: int = LONGEST_CELL) -> None:
    """Restrict a fresh connection before it reads anything."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_STATEMENT)
    connection.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100)
    connection.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    connection.execute("PRAGMA trusted_schema = OFF")


@contextmanager
def limit_time(connection: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Interrupt statements that take more CPU seconds of this thread."""
    end = time.thread_time() + seconds
    connection.set_progress_handler(lambda: time.thread_time() > end, _STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


def check_journal(path: Path) -> Path | None:
    """The rollback journal beside a file if it names another file, which SQLite would delete; else None.

    SQLite writes such a name when a transaction spans several files, as none of ours does.
    """
    beside = Path(f"{path}-journal")
    try:
        handle = os.open(beside, os.O_RDONLY | CLOEXEC | NONBLOCK | BINARY)
    except OSError:
        return None
    try:
        size = os.fstat(handle).st_size
        end = read_at(handle, len(_ANOTHER_FILE), max(0, size - len(_ANOTHER_FILE)))
    except OSError:
        return beside
    finally:
        os.close(handle)
    return beside if end == _ANOTHER_FILE else None


def schema_objects(connection: sqlite3.Connection) -> list[Object]:
    """The whole schema of a file."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return [(str(kind), str(name), str(table), " ".join(str(sql).split())) for kind, name, table, sql in rows]


def check_schema(connection: sqlite3.Connection, model: frozenset[Object]) -> None:
    """Raise Strange if the schema has anything that the model has not."""
    for one in schema_objects(connection):
        if one not in model:
            raise UnexpectedSchema(one[0], one[1])


def check_plain(connection: sqlite3.Connection, columns_of: Callable[[str], Collection[str] | None]) -> None:
    """Raise Strange unless there are only plain tables and indices with allowed columns.

    `columns_of` gives the columns that a table may have; None for an unexpected table.
    """
    for kind, name, table, statement in schema_objects(connection):
        allowed = columns_of(table)
        if kind not in ("table", "index") or allowed is None or (kind == "table" and name != table):
            raise UnexpectedSchema(kind, name)
        if statement == "None":
            if kind == "index" and name.startswith("sqlite_autoindex_"):
                continue
            raise UnexpectedSchema(kind, name)
        odd = [word for word in _words(statement) if not _is_plain(word, (*allowed, name, table))]
        if odd:
            raise UnexpectedSchema(kind, f"{name} ({odd[0]})")


def check_pages(connection: sqlite3.Connection) -> None:
    """Raise DatabaseError unless the pages are consistent: otherwise a few pages can expand without end."""
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(" ".join(str(verdict).split()))


def _words(statement: str) -> Iterable[str]:
    return (match["word"] for match in _WORD.finditer(statement) if match["word"])


def _is_plain(word: str, names: Collection[str]) -> bool:
    known = {name.lower() for name in names}
    bare = word[1:-1] if word[0] in '["`' else word
    return bare.lower() in known or word.lower() in _PLAIN or word.isdecimal()
