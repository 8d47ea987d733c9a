"""A journal in one SQLite file: the whole tournament on a USB stick."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from ronde.core.errors import Conflict, FileExists, FileMissing, JournalError, NotATournament, ReadOnly
from ronde.core.events import Event
from ronde.storage.codec import NewerFact, decode, encode, version_of
from ronde.storage.entry import Entry
from ronde.storage.schema import APPLICATION_ID, MIGRATIONS, migrate
from ronde.storage.trouble import telling

PATIENCE = 10.0
"""Seconds another writer may hold the file before we give up."""

_MAGIC = b"SQLite format 3\x00"


class SqliteJournal:
    """The facts of one tournament, appended in order and never changed."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, writable: bool = True) -> None:
        self.path = path
        self.writable = writable
        self._connection = connection
        self._lock = threading.RLock()

    @classmethod
    def create(cls, path: Path) -> SqliteJournal:
        """A new, empty journal; refused if the file is there."""
        _make_room(path)
        with telling(path):
            connection = _connect(f"file:{_quoted(path)}?mode=rw")
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                migrate(connection)
            except sqlite3.Error:
                connection.close()
                _forget(path)
                raise
        return cls(path, connection)

    @classmethod
    def open(cls, path: Path) -> SqliteJournal:
        """The journal in a file that is there; refused with the reason if it is not one of ours."""
        _check_header(path)
        writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
        mode = "mode=rw" if writable else _reading_mode(path)
        with telling(path):
            connection = _connect(f"file:{_quoted(path)}?{mode}")
            try:
                _check_ours(connection, path)
                if writable:
                    connection.execute("PRAGMA journal_mode = WAL")  # a backup has lost it
                    connection.execute("PRAGMA synchronous = FULL")
                    migrate(connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, writable=writable)

    def close(self) -> None:
        """Let go of the file; after the last one it is a single file again."""
        with self._lock:
            self._connection.close()

    def append(
        self, events: Sequence[Event], *, after: int, actor: str, attach: Mapping[str, bytes] | None = None
    ) -> int:
        """Write the events of one action in one transaction; Conflict if the journal ends elsewhere."""
        return self.append_actions([(actor, events)], after=after, attach=attach)

    def append_actions(
        self,
        actions: Sequence[tuple[str, Sequence[Event]]],
        *,
        after: int,
        attach: Mapping[str, bytes] | None = None,
    ) -> int:
        """Write several actions, all or none; the number of the last fact."""
        if not self.writable:
            raise ReadOnly(path=str(self.path))
        with self._lock, telling(self.path), self._transaction():
            number, last = self._end()
            if number != after:
                raise Conflict(after=after, now=number)
            at = max(last, _now())  # a clock set back must not turn the journal round
            for actor, events in actions:
                self._connection.executemany(
                    "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", _rows(events, number + 1, at, actor)
                )
                number += len(events)
            for name, data in (attach or {}).items():
                self._connection.execute(
                    "INSERT OR REPLACE INTO attachment VALUES (?, ?, ?)", (name, number, data)
                )
        return number

    def read(self, after: int = 0) -> list[Entry]:
        """The entries behind number `after`, in order."""
        with self._lock, telling(self.path):
            rows = self._connection.execute(
                "SELECT number, action, at, actor, kind, version, data FROM journal WHERE number > ?"
                " ORDER BY number",
                (after,),
            ).fetchall()
        return [self._entry(row, expected) for expected, row in enumerate(rows, start=after + 1)]

    def attachment(self, name: str) -> bytes | None:
        """The bytes kept under that name, if any."""
        with self._lock, telling(self.path):
            row = self._connection.execute("SELECT data FROM attachment WHERE name = ?", (name,)).fetchone()
        return None if row is None else bytes(row[0])

    def attachments(self) -> dict[str, bytes]:
        """Everything kept beside the facts, by name."""
        with self._lock, telling(self.path):
            rows = self._connection.execute("SELECT name, data FROM attachment ORDER BY name").fetchall()
        return {str(name): bytes(data) for name, data in rows}

    def backup(self, target: Path) -> Path:
        """A copy of the whole journal as it is now, complete or not there at all."""
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_name(f".{target.name}.part")
        unfinished.unlink(missing_ok=True)
        with self._lock, telling(target):
            self._connection.execute("VACUUM INTO ?", (str(unfinished),))
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(unfinished, target)
        return target

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _end(self) -> tuple[int, str]:
        row = self._connection.execute(
            "SELECT number, at FROM journal ORDER BY number DESC LIMIT 1"
        ).fetchone()
        return (0, "") if row is None else (int(row[0]), str(row[1]))

    def _entry(self, row: tuple[int, int, str, str, str, int, str], expected: int) -> Entry:
        number, action, at, actor, kind, version, data = row
        try:
            if number != expected:
                raise ValueError(f"{expected} is missing")
            return Entry(number, action, at, actor, decode(kind, version, data))
        except ValueError as error:
            reason = "newer" if isinstance(error, NewerFact) else "damaged"
            raise NotATournament(
                path=str(self.path), reason=reason, detail=f"{number}: {error}", backup=""
            ) from error


def _rows(events: Sequence[Event], first: int, at: str, actor: str) -> list[tuple[object, ...]]:
    return [
        (number, first, at, actor, kind := type(event).__name__, version_of(kind), encode(event))
        for number, event in enumerate(events, start=first)
    ]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(
        uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=32
    )


def _quoted(path: Path) -> str:
    return str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _make_room(path: Path) -> None:
    """An empty file under that name, made by us and by nobody else at the same moment."""
    try:
        path.open("xb").close()
    except FileExistsError:
        raise FileExists(path=str(path)) from None
    except (FileNotFoundError, NotADirectoryError):
        raise FileMissing(path=str(path.parent)) from None
    except PermissionError:
        raise ReadOnly(path=str(path)) from None
    except (OSError, ValueError) as error:
        raise JournalError(path=str(path), detail=str(error)) from error


def _reading_mode(path: Path) -> str:
    """Without a writable folder SQLite needs to be told that nobody writes, which a -wal file disproves."""
    return "mode=ro" if Path(f"{path}-wal").exists() else "mode=ro&immutable=1"


def _check_header(path: Path) -> None:
    try:
        if not path.exists():
            raise FileMissing(path=str(path))
        if not path.is_file():
            raise NotATournament(path=str(path), reason="foreign", detail="", backup="")
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise JournalError(path=str(path), detail=error.strerror or str(error)) from error
    if start != _MAGIC:
        raise NotATournament(path=str(path), reason="foreign" if start else "empty", detail="", backup="")


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise NotATournament(path=str(path), reason="foreign", detail="", backup="")
    if version > len(MIGRATIONS):
        raise NotATournament(path=str(path), reason="newer", detail=str(version), backup="")
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise NotATournament(path=str(path), reason="damaged", detail=str(verdict), backup="")


def _forget(path: Path) -> None:
    for leftover in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        leftover.unlink(missing_ok=True)
