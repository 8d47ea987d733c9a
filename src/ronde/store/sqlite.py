"""The journal in a SQLite file; its errors, and where its file may be."""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ronde.model.errors import (
    Busy,
    Conflict,
    DiskFull,
    FileExists,
    FileMissing,
    JournalError,
    NotAFile,
    NotATournament,
    ReadOnly,
)
from ronde.model.events import Event
from ronde.store.journal import (
    Actions,
    AnsweredRequest,
    JournalEntry,
    KeyedRequest,
    NewerEvent,
    decode,
    encode,
    version_of,
)
from ronde.store.schema import (
    APPLICATION_ID,
    MIGRATIONS,
    check_row,
    check_shape,
    check_tables,
    checksum_column,
    migrate,
    shape_number,
    with_checksum,
)
from ronde.store.writeahead import Identity, check_log, hold, identity, peek, readable, release
from ronde.system import (
    ForeignLink,
    UnexpectedSchema,
    longest_name,
    new_draft,
    on_network,
    rename_draft,
    resolve_links,
    restrict_connection,
    sync,
)

# Errors of SQLite converted to our own.


_STRANGE = "unsupported file format"
"""SQLite's message for an unknown file format in the header, which has the generic error code."""


_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_MISMATCH", "SQLITE_INTERRUPT", "SQLITE_TOOBIG")
_LOCKS = ("SQLITE_PROTOCOL", "SQLITE_NOLFS", "SQLITE_IOERR_SHM")
"""The folder, most often on a network, does not support file locks or shared memory."""


@contextmanager
def convert_errors(path: Path) -> Iterator[None]:
    """Convert every error of SQLite inside to one of ours that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise journal_error(error, path) from error
    except UnicodeDecodeError as error:  # SQLite's message contains invalid text
        raise NotATournament(path=str(path), reason="damaged", detail=str(error), backup="") from error
    except OSError as error:
        raise disk_error(error, path) from error


def journal_error(error: sqlite3.Error, path: Path) -> JournalError:
    if isinstance(error, UnexpectedSchema):
        return NotATournament(path=str(path), reason="strange", detail=error.what, backup="")
    name = getattr(error, "sqlite_errorname", None) or ""
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_SHMSIZE")):
        return DiskFull(path=str(path))
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return ReadOnly(path=str(path))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Busy(path=str(path))
    if name.startswith(_LOCKS) or name.endswith("LOCK"):
        return JournalError(path=str(path), reason="no-locks", detail="")
    if name.startswith(_BROKEN) or not name or str(error) == _STRANGE:
        return NotATournament(path=str(path), reason="damaged", detail=str(error), backup="")
    return JournalError(path=str(path), detail=str(error))


def disk_error(error: OSError, path: Path, *, reading: bool = False) -> JournalError:
    if isinstance(error, ForeignLink):
        return NotAFile(path=str(error.filename), reason="link")
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return DiskFull(path=str(path))
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        unreadable = JournalError(path=str(path), reason="unreadable", detail="")
        return unreadable if reading else ReadOnly(path=str(path))
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return FileMissing(path=str(path if reading else path.parent))
    return JournalError(path=str(path), detail=error.strerror or str(error))


# Files that appear complete or not at all.


_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS, errno.EXDEV)
"""Errors of file systems without hard links, such as those of USB sticks."""


def check_creatable(path: Path) -> None:
    """Refuse a path where no file can be created: it exists, there is no folder, or no permission."""
    try:
        if os.path.lexists(path):
            raise FileExists(path=str(path))
        if not path.parent.is_dir():
            raise FileMissing(path=str(path.parent))
        os.fsencode(path.name)
    except (OSError, ValueError) as error:
        raise JournalError(path=str(path), detail=str(error)) from error
    if not os.access(path.parent, os.W_OK):
        raise ReadOnly(path=str(path))
    if len(os.fsencode(path.name)) > longest_name(path.parent) - len("-wal"):
        raise JournalError(path=str(path), detail=os.strerror(errno.ENAMETOOLONG))


def place_draft(draft: Path, path: Path) -> None:
    """Rename a finished draft; FileExists if another program created the file first."""
    try:
        sync(draft)
        _name(draft, path)
        sync(path.parent)
    except FileExistsError:
        raise FileExists(path=str(path)) from None
    except OSError as error:
        raise disk_error(error, path) from error


def _name(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        path.open("xb").close()
        os.replace(draft, path)


def delete_draft(draft: Path) -> None:
    for leftover in (draft, *(Path(f"{draft}{end}") for end in ("-journal", "-wal", "-shm"))):
        with suppress(OSError):
            leftover.unlink(missing_ok=True)


# A journal in one SQLite file.


TIMEOUT = 10.0
"""Seconds to wait for another writer."""

_INSERT_EVENT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_ATTACHMENT = "INSERT OR REPLACE INTO attachment VALUES (?, ?, ?, ?)"
_INSERT_ANSWERED = "INSERT INTO answered VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"

_MAGIC = b"SQLite format 3\x00"


def _file_identity(path: Path) -> tuple[Identity | None, Identity | None]:
    """The identity of a file, and of the log beside it."""
    return identity(path), identity(f"{path}-wal")


class SqliteJournal:
    """The events of one tournament, appended in order; only the data of an erased person are replaced."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, writable: bool = True) -> None:
        self.path = path
        self.writable = writable
        self._connection = connection
        self._unborn = False
        self._full = False
        """Whether it is read-only because the disk was full when it was opened."""
        self._whereabouts = _file_identity(path)
        self._shape = shape_number(connection)
        self._open_file: Identity | None = None
        self._lock = threading.RLock()

    @classmethod
    def create(cls, path: Path) -> SqliteJournal:
        """A new, empty journal; refused if the file exists. The file appears with its first event."""
        check_creatable(path)
        connection = _connect(":memory:")
        migrate(connection)
        journal = cls(path, connection)
        journal._unborn = True
        return journal

    @classmethod
    def open(cls, path: Path, *, looking: bool = False) -> SqliteJournal:
        """The journal in an existing file; refused with the reason if it is not one of ours.

        `looking` changes nothing in the file, not even its journal mode.
        """
        open_file = hold(path)
        try:
            journal = cls._opened_for(path, looking)
        except BaseException:
            release(open_file)
            raise
        journal._open_file = open_file
        return journal

    @classmethod
    def _opened_for(cls, path: Path, looking: bool) -> SqliteJournal:
        try:
            return cls._opened(path, looking)
        except DiskFull:
            if looking:
                raise
        journal = cls._opened(path, looking=True)
        journal._full = True
        return journal

    @classmethod
    def _opened(cls, path: Path, looking: bool) -> SqliteJournal:
        _check_header(path)
        check_log(path)
        writable = not looking and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
        writable = writable and readable(path)
        mode = "mode=rw" if writable else _reading_mode(path)
        with convert_errors(path):
            connection = _connect(f"file:{_quoted(path)}?{mode}")
            try:
                restrict_connection(connection)
                _check_ours(connection, path)
                if writable:
                    _keep_log(connection, path)
                    connection.execute("PRAGMA synchronous = FULL")
                    migrate(connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, writable=writable)

    @classmethod
    def written(cls, path: Path, entries: Sequence[JournalEntry], kept: Mapping[str, bytes]) -> None:
        """Write a journal from elsewhere into a new file, including times and authors."""
        with convert_errors(path), closing(_connect(f"file:{_quoted(path)}?mode=rwc")) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            migrate(connection)
            journal = cls(path, connection)
            with journal._transaction():
                for entry in entries:
                    ((_, _, _, _, *fact),) = journal_rows([entry.event], entry.number, entry.at, entry.actor)
                    row = (entry.number, entry.action, entry.at, entry.actor, *fact)
                    connection.execute(_INSERT_EVENT, with_checksum(row))
                for name, data in kept.items():
                    connection.execute(_INSERT_ATTACHMENT, with_checksum((name, len(entries), bytes(data))))

    def settle(self) -> None:
        """Checkpoint the -wal unless the file is busy, so that a plain copy is complete."""
        if not self.writable or self._unborn:
            return
        with self._lock, convert_errors(self.path):
            self._connection.execute("PRAGMA busy_timeout = 0")
            try:
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                self._connection.execute(f"PRAGMA busy_timeout = {int(TIMEOUT * 1000)}")

    def close(self) -> None:
        """Close the file; after the last connection the log is gone."""
        with self._lock:
            self._connection.close()
            open_file, self._open_file = self._open_file, None
            release(open_file)

    def append(
        self,
        events: Sequence[Event],
        *,
        after: int,
        actor: str,
        attach: Mapping[str, bytes] | None = None,
        request: KeyedRequest | None = None,
    ) -> int:
        """Write the events of one action in one transaction; Conflict if the journal ends elsewhere."""
        return self.append_actions([(actor, events)], after=after, attach=attach, request=request)

    def append_actions(
        self,
        actions: Actions,
        *,
        after: int,
        attach: Mapping[str, bytes] | None = None,
        request: KeyedRequest | None = None,
    ) -> int:
        """Write several actions, all or none; returns the number of the last event."""
        if not self.writable and not self._full:
            raise ReadOnly(path=str(self.path))
        with self._lock, convert_errors(self.path):
            self._find_room()
            if self._unborn:
                return self._appear(actions, after, attach or {}, request)
            self._check_place()
            number = self._write(actions, after, attach or {}, request)
            self._check_place()  # nothing is confirmed that went into a file that was moved or deleted
            return number

    def _appear(
        self, actions: Actions, after: int, attach: Mapping[str, bytes], request: KeyedRequest | None
    ) -> int:
        """Create the file with its first events: it appears complete, or not at all."""
        check_creatable(self.path)
        draft = new_draft(self.path)
        alone = not any(Path(f"{self.path}{end}").exists() for end in ("-wal", "-shm", "-journal"))
        try:
            with closing(_connect(f"file:{_quoted(draft)}?mode=rwc")) as connection:
                connection.execute("PRAGMA synchronous = FULL")
                migrate(connection)
                number = SqliteJournal(draft, connection)._write(actions, after, attach, request)
            place_draft(draft, self.path)
        finally:
            delete_draft(draft)
        try:
            born = SqliteJournal.open(self.path)
            born._find_room()
        except BaseException:  # the disk is too full to open it, or a log of another file lies beside it
            self.path.unlink(missing_ok=True)
            if alone:
                delete_draft(self.path)
            raise
        self._connection.close()
        self._connection, self._unborn = born._connection, False
        self._whereabouts, self._open_file = born._whereabouts, born._open_file
        self._shape = born._shape
        return number

    def _find_room(self) -> None:
        """Reopen for writing a file that was opened on a full disk; DiskFull if it is still full."""
        if not self._full:
            return
        writing = SqliteJournal._opened(self.path, looking=False)
        self._connection.close()
        self._connection, self._whereabouts = writing._connection, writing._whereabouts
        self._shape, self.writable, self._full = writing._shape, True, False

    def _check_place(self) -> None:
        """Refuse to write to a file that was moved or deleted: SQLite would, and the data would be lost."""
        now = _file_identity(self.path)
        if now[0] is None:
            raise FileMissing(path=str(self.path))
        if now != self._whereabouts:
            raise FileMissing(path=str(self.path), reason="replaced")

    def _write(
        self, actions: Actions, after: int, attach: Mapping[str, bytes], request: KeyedRequest | None
    ) -> int:
        with self._transaction():
            return self._insert(actions, after, attach, request)

    def _insert(
        self, actions: Actions, after: int, attach: Mapping[str, bytes], request: KeyedRequest | None
    ) -> int:
        self._check_shape()
        number, last = self._end()
        if number != after:
            raise Conflict(after=after, now=number)
        at = max(last, now())  # times must not decrease if the clock is set back
        for actor, events in actions:
            rows = journal_rows(events, number + 1, at, actor)
            stored = self._connection.executemany(_INSERT_EVENT, map(with_checksum, rows)).rowcount
            _check_stored(stored, len(rows))
            number += len(events)
        for name, data in attach.items():
            row = with_checksum((name, number, bytes(data)))
            _check_stored(self._connection.execute(_INSERT_ATTACHMENT, row).rowcount, 1)
        if request is not None:
            self._connection.execute("DELETE FROM answered WHERE at < ?", (a_day_before(at),))
            row = (request.actor, request.key, request.digest, after + 1, number, at)
            self._connection.execute(_INSERT_ANSWERED, with_checksum(row))
        return number

    def rewrite(
        self, changed: Mapping[int, Event], dropped: Iterable[str], event: Event, *, after: int, actor: str
    ) -> None:
        """Replace events and drop attachments in one transaction with `event`; no former byte stays.

        Other connections may be open: they read the file anew when they meet the event. Busy, and nothing is
        written, if one of them keeps the log from being emptied.
        """
        if not self.writable:
            raise ReadOnly(path=str(self.path))
        with self._lock, convert_errors(self.path):
            self._check_place()
            self._empty_log()
            self._connection.execute("PRAGMA secure_delete = ON")  # even if what follows fails
            with self._transaction():
                self._insert([(actor, [event])], after, {}, None)
                for number, other in changed.items():
                    self._replace(number, other)
                self._connection.executemany(
                    "DELETE FROM attachment WHERE name = ?", [(name,) for name in dropped]
                )
            self._connection.execute("VACUUM")
            self._empty_log()

    def _empty_log(self) -> None:
        busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise Busy(path=str(self.path))

    def _replace(self, number: int, event: Event) -> None:
        query = "SELECT number, action, at, actor FROM journal WHERE number = ?"
        about = self._connection.execute(query, (number,)).fetchone()
        kind = type(event).__name__
        row = with_checksum((*about, kind, version_of(kind), encode(event)))
        order = "UPDATE journal SET kind = ?, version = ?, data = ?, seal = ? WHERE number = ?"
        _check_stored(self._connection.execute(order, (*row[4:], number)).rowcount, 1)

    def _check_shape(self) -> None:
        """Check the schema again if another program changed it: it may have added a trigger."""
        shape = shape_number(self._connection)
        if shape != self._shape:
            check_shape(self._connection)
            self._shape = shape

    def read(self, after: int = 0) -> list[JournalEntry]:
        with self._lock, convert_errors(self.path):
            with suppress(JournalError):
                self._find_room()
            checksum = self._checksum("journal")
            rows = self._connection.execute(
                f"SELECT number, action, at, actor, kind, version, data, {checksum} FROM journal"
                " WHERE number > ? ORDER BY number",
                (after,),
            ).fetchall()
        return [self._entry(row, expected) for expected, row in enumerate(rows, start=after + 1)]

    def earlier_answer(self, actor: str, key: str) -> AnsweredRequest | None:
        if not self.writable:  # its file may be too old for the table, and it answers no requests anyway
            return None
        with self._lock, convert_errors(self.path):
            row = self._connection.execute(
                "SELECT * FROM answered WHERE actor = ? AND key = ?", (actor, key)
            ).fetchone()
        if row is None:
            return None
        _check_kept(row, self.path)
        _, _, digest, first, last, _, _ = row
        return AnsweredRequest(digest, first, last)

    def attachment(self, name: str) -> bytes | None:
        return self._kept("WHERE name = ?", name).get(name)

    def attachments(self) -> dict[str, bytes]:
        return self._kept("ORDER BY name")

    def _kept(self, which: str, *values: str) -> dict[str, bytes]:
        with self._lock, convert_errors(self.path):
            checksum = self._checksum("attachment")
            question = f"SELECT name, number, data, {checksum} FROM attachment {which}"
            rows = self._connection.execute(question, values).fetchall()
        for row in rows:
            _check_kept(row, self.path)
        return {str(name): bytes(data) for name, _, data, _ in rows}

    def _checksum(self, table: str) -> str:
        """A read-only file may be too old for checksums."""
        return "seal" if self.writable else checksum_column(self._connection, table)

    def backup(self, target: Path) -> Path:
        """Copy the whole current journal, complete or not at all."""
        with convert_errors(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            place = resolve_links(target)
            draft = new_draft(place)
            try:
                with self._lock:
                    self._connection.execute("VACUUM INTO ?", (f"file:{_quoted(draft)}",))
                _forget_answered(draft)
                sync(draft)
                rename_draft(draft, place)
            finally:
                delete_draft(draft)
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

    def last(self) -> tuple[str, int]:
        """The time and the number of the last event."""
        with self._lock, convert_errors(self.path):
            number, at = self._end()
        return at, number

    def _end(self) -> tuple[int, str]:
        row = self._connection.execute(
            "SELECT number, at FROM journal ORDER BY number DESC LIMIT 1"
        ).fetchone()
        return (0, "") if row is None else (int(row[0]), str(row[1]))

    def _entry(
        self, row: tuple[int, int, str, str, str, int, str, int | None], expected: int
    ) -> JournalEntry:
        number, action, at, actor, kind, version, data, checksum = row
        try:
            if number != expected:
                raise ValueError(f"{expected} is missing")
            event = decode(kind, version, data)
            check_row(row[:-1], checksum)
            return JournalEntry(number, action, at, actor, event)
        except (ValueError, RecursionError) as error:
            reason = "newer" if isinstance(error, NewerEvent) else "damaged"
            raise NotATournament(
                path=str(self.path), reason=reason, detail=f"{number}: {error}", backup=""
            ) from error


def journal_rows(events: Sequence[Event], first: int, at: str, actor: str) -> list[tuple[object, ...]]:
    """The events of one action as the columns of a journal."""
    return [
        (number, first, at, actor, kind := type(event).__name__, version_of(kind), encode(event))
        for number, event in enumerate(events, start=first)
    ]


def now() -> str:
    """The current time as journals store it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def a_day_before(at: str) -> str:
    """Requests with a key are remembered for a day."""
    return (datetime.fromisoformat(at) - timedelta(days=1)).isoformat(timespec="milliseconds")


def _forget_answered(copy: Path) -> None:
    """A copy is another tournament, which has answered no requests."""
    with closing(_connect(f"file:{_quoted(copy)}?mode=rw")) as connection:
        migrate(connection)
        connection.execute("DELETE FROM answered")


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(
        uri, uri=True, timeout=TIMEOUT, isolation_level=None, check_same_thread=False, cached_statements=32
    )


def _quoted(path: Path) -> str:
    return quote(os.fsencode(path.absolute()))


def _keep_log(connection: sqlite3.Connection, path: Path) -> None:
    """Set the journal mode: WAL, which a backup has lost, or DELETE where computers may share the file."""
    wanted = "delete" if on_network(path) else "wal"
    (kept,) = connection.execute(f"PRAGMA journal_mode = {wanted}").fetchone()
    if kept != wanted:
        raise Busy(path=str(path))


def _reading_mode(path: Path) -> str:
    """Without a writable folder SQLite needs `immutable`, which is wrong if a -wal exists.

    A full disk leaves an empty -wal.
    """
    log = Path(f"{path}-wal")
    return "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"


def _check_header(path: Path) -> None:
    try:
        if not path.exists():
            raise FileMissing(path=str(path))
        if not path.is_file():
            raise NotATournament(path=str(path), reason="foreign", detail="", backup="")
        start = peek(path, len(_MAGIC))
    except OSError as error:
        raise disk_error(error, path, reading=True) from error
    if start != _MAGIC:
        raise NotATournament(path=str(path), reason="foreign" if start else "empty", detail="", backup="")


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise NotATournament(path=str(path), reason="foreign", detail="", backup="")
    if version > len(MIGRATIONS):
        raise NotATournament(path=str(path), reason="newer", detail=str(version), backup="")
    check_shape(connection)
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise NotATournament(path=str(path), reason="damaged", detail=str(verdict), backup="")
    if not 0 <= version < len(MIGRATIONS):  # an older one is migrated first
        check_tables(connection)
    if connection.execute("SELECT 1 FROM journal LIMIT 1").fetchone() is None:
        raise NotATournament(path=str(path), reason="factless", detail="", backup="")
    checksum = checksum_column(connection, "attachment")
    for row in connection.execute(f"SELECT name, number, data, {checksum} FROM attachment"):
        _check_kept(row, path)


def _check_stored(stored: int, meant: int) -> None:
    """Confirm only what is in the table."""
    if stored != meant:
        raise sqlite3.DatabaseError(f"{stored} of {meant} stored")


def _check_kept(row: tuple[Any, ...], path: Path) -> None:
    """Refuse an attachment that is not what was stored."""
    try:
        check_row(row[:-1], row[-1])
    except ValueError as error:
        detail = f"{row[0]}: {error}"
        raise NotATournament(path=str(path), reason="damaged", detail=detail, backup="") from error
