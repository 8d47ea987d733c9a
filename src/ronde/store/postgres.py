"""The journal and shared tables in PostgreSQL."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ronde.model.errors import (
    Busy,
    Conflict,
    DiskFull,
    FileExists,
    FileMissing,
    JournalError,
    NotATournament,
    ReadOnly,
    RondeError,
)
from ronde.model.events import Event
from ronde.store.journal import Actions, AnsweredRequest, JournalEntry, KeyedRequest, NewerEvent, decode
from ronde.store.sqlite import (
    TIMEOUT,
    SqliteJournal,
    a_day_before,
    check_creatable,
    delete_draft,
    journal_rows,
    now,
    place_draft,
)
from ronde.system import new_draft

if TYPE_CHECKING:
    from psycopg import Connection


# Errors of a PostgreSQL server converted to our own; names of tournaments on a server.


DATABASE: Final = "RONDE_DATABASE"
"""The environment variable with the connection string of libpq."""
CONNECTION_OPTIONS: Final[dict[str, Any]] = {
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""TCP keep-alive and timeouts: a broken connection is given up after seconds, not a quarter of an hour."""
SESSION_SETTINGS: Final = "SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '10s'"
"""Timeouts on the server: a program that stalls in a transaction must not block the others."""
_NAME: Final = re.compile(r"[\w.+-][\w.+ -]{0,99}")


def check_name(path: Path) -> str:
    """The name of a tournament on the server; refused if it is ambiguous."""
    name = path.name.partition(":")[2]
    if not _NAME.fullmatch(name):
        raise JournalError(path=path.name, reason="bad-name", detail=name)
    return name


def connection_string(path: Path) -> str:
    """The connection string; refused if none is set."""
    address = os.environ.get(DATABASE, "")
    if not address:
        raise JournalError(path=path.name, reason="no-server", detail=DATABASE)
    return address


def connection_lost(error: Exception, connection: Any) -> bool:
    """Whether the connection is broken, so that a retry may help."""
    import psycopg

    return isinstance(error, psycopg.Error) and (connection.closed or connection.broken)


@contextmanager
def convert_errors(path: Path) -> Iterator[None]:
    """Convert every error of the server inside to one of ours that names the tournament."""
    try:
        import psycopg
    except ImportError as error:
        raise JournalError(path=path.name, reason="no-psycopg", detail="") from error
    try:
        yield
    except psycopg.Error as error:
        raise _as_ours(error, path) from error


def _as_ours(error: Exception, path: Path) -> RondeError:
    from psycopg import errors

    if isinstance(error, errors.DiskFull):
        return DiskFull(path=path.name)
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return ReadOnly(path=path.name)
    if isinstance(error, errors.LockNotAvailable):
        return Busy(path=path.name)
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return JournalError(path=path.name, reason="server", detail=first)


# Journals on a PostgreSQL server: one database, many tournaments, several programs that write.
#
# `RONDE_DATABASE` says where the server is; a tournament there is named `pg:NAME` wherever a file is
# expected.


PREFIX: Final = "pg:"
CHANNEL: Final = "ronde"
"""The channel on which the server announces that a journal has grown."""
_TRIES: Final = 3

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS ronde_journal (
    tournament text NOT NULL, number integer NOT NULL, action integer NOT NULL, at text NOT NULL,
    actor text NOT NULL, kind text NOT NULL, version integer NOT NULL, data text NOT NULL,
    token text NOT NULL,
    PRIMARY KEY (tournament, number)
);
CREATE TABLE IF NOT EXISTS ronde_attachment (
    tournament text NOT NULL, name text NOT NULL, number integer NOT NULL, data bytea NOT NULL,
    PRIMARY KEY (tournament, name)
);
CREATE TABLE IF NOT EXISTS ronde_answered (
    tournament text NOT NULL, actor text NOT NULL, key text NOT NULL, digest bytea NOT NULL,
    first integer NOT NULL, last integer NOT NULL, at text NOT NULL,
    PRIMARY KEY (tournament, actor, key)
);
"""

_TABLES_EXIST: Final = (
    "SELECT to_regclass('ronde_journal'), to_regclass('ronde_attachment'), to_regclass('ronde_answered')"
)
"""Checking first lets read-only users open a tournament, also on a standby server."""

T = TypeVar("T")


def is_server_name(path: Path) -> bool:
    return path.name.startswith(PREFIX)


class PostgresJournal:
    """The events of one tournament on a server, with the guarantees of a file."""

    writable = True

    def __init__(self, path: Path) -> None:
        self.path = Path(path.name)
        self.name = check_name(path)
        self._lock = threading.RLock()
        self._connection: Connection[Any] = _connected(self.path)

    @classmethod
    def create(cls, path: Path) -> PostgresJournal:
        """A new, empty journal; refused if the name is taken. It appears with its first event."""
        journal = cls(path)
        if journal._end():
            journal.close()
            raise FileExists(path=str(journal.path))
        return journal

    @classmethod
    def open(cls, path: Path) -> PostgresJournal:
        journal = cls(path)
        if not journal._end():
            journal.close()
            raise FileMissing(path=str(journal.path))
        return journal

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def settle(self) -> None:
        """Disconnect until the next use: a server has few connections, and many idle tournaments."""
        self.close()

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
        """Write several actions, all or none; returns the number of the last event.

        If the connection breaks during the commit, its outcome is unknown: a token tells afterwards.
        """
        token, tries = os.urandom(16).hex(), count()
        return self._again(
            lambda: self._write(actions, after, attach or {}, request, token, again=next(tries) > 0)
        )

    def _write(
        self,
        actions: Actions,
        after: int,
        attach: Mapping[str, bytes],
        request: KeyedRequest | None,
        token: str,
        *,
        again: bool,
    ) -> int:
        with self._connection.transaction(), self._connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (self.name,))
            written = self._written(cursor, token) if again else None
            if written is not None:
                return written
            number, last = self._last(cursor)
            if number != after:
                raise Conflict(after=after, now=number)
            at = max(last, now())
            number = self._insert(cursor, actions, number, at, attach, token)
            if request is not None:
                self._remember(cursor, request, after + 1, number, at)
            return number

    def _remember(self, cursor: Any, request: KeyedRequest, first: int, last: int, at: str) -> None:
        forget = "DELETE FROM ronde_answered WHERE tournament = %s AND at < %s"
        cursor.execute(forget, (self.name, a_day_before(at)))
        cursor.execute(
            "INSERT INTO ronde_answered VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            (self.name, request.actor, request.key, request.digest, first, last, at),
        )

    def _written(self, cursor: Any, token: str) -> int | None:
        """The last event of that token: what an earlier, unconfirmed try wrote."""
        query = "SELECT max(number) FROM ronde_journal WHERE tournament = %s AND token = %s"
        cursor.execute(query, (self.name, token))
        (number,) = cursor.fetchone() or (None,)
        return None if number is None else int(number)

    def _insert(
        self, cursor: Any, actions: Actions, number: int, at: str, attach: Mapping[str, bytes], token: str
    ) -> int:
        for actor, events in actions:
            rows = journal_rows(events, number + 1, at, actor)
            cursor.executemany(
                "INSERT INTO ronde_journal VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
                [(self.name, *row, token) for row in rows],
            )
            number += len(events)
        for name, data in attach.items():
            cursor.execute(
                "INSERT INTO ronde_attachment VALUES (%s, %s, %s, %s) ON CONFLICT (tournament, name) "
                "DO UPDATE SET number = excluded.number, data = excluded.data",
                (self.name, name, number, data),
            )
        cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self.name))
        return number

    def rewrite(
        self, changed: Mapping[int, Event], dropped: Iterable[str], event: Event, *, after: int, actor: str
    ) -> None:
        """Refused: a server keeps former rows, logs and backups that are not ours to rewrite."""
        raise JournalError(path=str(self.path), reason="no-erasing", detail="")

    def read(self, after: int = 0) -> list[JournalEntry]:
        rows = self._rows(
            "SELECT number, action, at, actor, kind, version, data FROM ronde_journal "
            "WHERE tournament = %s AND number > %s ORDER BY number",
            self.name,
            after,
        )
        return [self._entry(row, expected) for expected, row in enumerate(rows, start=after + 1)]

    def _entry(self, row: tuple[Any, ...], expected: int) -> JournalEntry:
        number, action, at, actor, kind, version, data = row
        try:
            if number != expected:
                raise ValueError(f"{expected} is missing")
            return JournalEntry(number, action, at, actor, decode(kind, version, data))
        except (ValueError, RecursionError) as error:
            reason = "newer" if isinstance(error, NewerEvent) else "damaged"
            raise NotATournament(
                path=str(self.path), reason=reason, detail=f"{number}: {error}", backup=""
            ) from error

    def earlier_answer(self, actor: str, key: str) -> AnsweredRequest | None:
        query = (
            "SELECT digest, first, last FROM ronde_answered WHERE tournament = %s AND actor = %s AND key = %s"
        )
        rows = self._rows(query, self.name, actor, key)
        return AnsweredRequest(bytes(rows[0][0]), rows[0][1], rows[0][2]) if rows else None

    def attachment(self, name: str) -> bytes | None:
        query = "SELECT data FROM ronde_attachment WHERE tournament = %s AND name = %s"
        rows = self._rows(query, self.name, name)
        return bytes(rows[0][0]) if rows else None

    def attachments(self) -> dict[str, bytes]:
        query = "SELECT name, data FROM ronde_attachment WHERE tournament = %s ORDER BY name"
        return {str(name): bytes(data) for name, data in self._rows(query, self.name)}

    def backup(self, target: Path) -> Path:
        """Write a file with the whole journal, including times and authors, complete or not at all."""
        entries, kept = self.read(), self.attachments()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        check_creatable(target)
        draft = new_draft(target)
        try:
            SqliteJournal.written(draft, entries, kept)
            place_draft(draft, target)
        finally:
            delete_draft(draft)
        return target

    def take_in(self, entries: Sequence[JournalEntry], kept: Mapping[str, bytes]) -> None:
        """Write a whole journal from elsewhere into this empty one, including times and authors."""
        token = os.urandom(16).hex()
        rows = [(self.name, *row, token) for row in entry_rows(entries)]

        def work() -> None:
            with self._connection.transaction(), self._connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (self.name,))
                if self._last(cursor)[0]:
                    raise FileExists(path=str(self.path))
                cursor.executemany(
                    "INSERT INTO ronde_journal VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)", rows
                )
                self._insert(cursor, (), len(rows), "", kept, token)

        with self._lock, convert_errors(self.path):
            work()

    def _end(self) -> int:
        rows = self._rows("SELECT max(number) FROM ronde_journal WHERE tournament = %s", self.name)
        return int(rows[0][0] or 0)

    def _last(self, cursor: Any) -> tuple[int, str]:
        cursor.execute(
            "SELECT number, at FROM ronde_journal WHERE tournament = %s ORDER BY number DESC LIMIT 1",
            (self.name,),
        )
        row = cursor.fetchone()
        return (0, "") if row is None else (int(row[0]), str(row[1]))

    def _rows(self, query: str, *values: object) -> list[Any]:
        return self._again(lambda: self._connection.execute(query, values).fetchall())

    def _again(self, work: Callable[[], T]) -> T:
        """Run something; if the server was restarted in between, reconnect and run it again."""
        with self._lock, convert_errors(self.path):
            if self._connection.closed:
                self._connection = _reconnected(self.path)
            for left in reversed(range(_TRIES)):
                try:
                    return work()
                except Exception as error:
                    if not left or not connection_lost(error, self._connection):
                        raise
                    self._connection.close()
                    self._connection = _reconnected(self.path)
        raise AssertionError


def entry_rows(entries: Sequence[JournalEntry]) -> Iterator[tuple[object, ...]]:
    """Entries as the columns of a journal."""
    for entry in entries:
        ((_, _, _, _, kind, version, data),) = journal_rows(
            [entry.event], entry.number, entry.at, entry.actor
        )
        yield entry.number, entry.action, entry.at, entry.actor, kind, version, data


def _connected(path: Path) -> Connection[Any]:
    with convert_errors(path):
        import psycopg

        connection = psycopg.connect(
            connection_string(path), autocommit=True, connect_timeout=10, **CONNECTION_OPTIONS
        )
        try:
            connection.execute(SESSION_SETTINGS)
            _furnish(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _furnish(connection: Connection[Any]) -> None:
    if None in (connection.execute(_TABLES_EXIST).fetchone() or (None,)):
        with connection.transaction():
            # Two programs that find an empty database at once must not both create the tables.
            connection.execute("SELECT pg_advisory_xact_lock(5242)")
            connection.execute(_TABLES)


def _reconnected(path: Path) -> Connection[Any]:
    """Reconnect as soon as the server is up: only it knows whether the unconfirmed write was stored."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            return _connected(path)
        except JournalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def tournaments_on_server() -> list[str]:
    """The names of all tournaments there, each with its prefix, the oldest first.

    Assigning words in that order gives the same words as in a program that met them one by one.
    """
    query = "SELECT tournament FROM ronde_journal WHERE number = 1 ORDER BY at, tournament"
    with closing(_connected(Path(PREFIX))) as connection:
        return [f"{PREFIX}{name}" for (name,) in connection.execute(query).fetchall()]


def numbers_on_server() -> dict[str, int]:
    """The number of the last event of every tournament there, the oldest first."""
    query = (
        "SELECT tournament, max(number) FROM ronde_journal GROUP BY tournament ORDER BY min(at), tournament"
    )
    with closing(_connected(Path(PREFIX))) as connection:
        return {f"{PREFIX}{name}": int(number) for name, number in connection.execute(query).fetchall()}


@contextmanager
def listening(notify: Callable[[str], None]) -> Iterator[None]:
    """While inside, call `notify` in another thread with the name of each tournament that has grown."""
    stop = threading.Event()
    listener = threading.Thread(target=_listen, args=(notify, stop), daemon=True)
    listener.start()
    try:
        yield
    finally:
        stop.set()
        listener.join(timeout=5)


def _listen(notify: Callable[[str], None], stop: threading.Event) -> None:
    import psycopg

    while not stop.is_set():
        try:
            with closing(_connected(Path(PREFIX))) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                notify("")  # changes made while nobody listened
                while not stop.is_set():
                    for notification in connection.notifies(timeout=0.5, stop_after=1):
                        notify(f"{PREFIX}{notification.payload}")
        except (psycopg.Error, OSError, RondeError):  # down, or starting up: retried until it answers
            stop.wait(0.5)


# Small tables on the server that several programs share, outside the journals.


_PLACE: Final = Path(PREFIX)
_LINE: Final[dict[str, Any]] = CONNECTION_OPTIONS | {"tcp_user_timeout": 3_000}
_QUIET: Final = 1.0
"""Seconds before a server that did not answer is tried again, so that callers do not wait each time."""


class SharedTables:
    """Tables in their own schema; queries use `?` for their parameters, as in SQLite."""

    def __init__(self, schema: str, tables: str) -> None:
        self._schema = schema
        self._tables = tables
        self._lock = threading.RLock()
        self._silent_until = 0.0
        self._connection: Connection[Any] = self._connected()

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return self._again(lambda: self._asked(question, values).fetchall())

    def write(self, order: str, *values: object) -> int:
        """Execute and commit; returns how many rows were changed."""
        return self._again(lambda: int(self._asked(order, values).rowcount))

    def tell(self, word: str) -> None:
        """Notify every program that listens."""
        self.rows("SELECT pg_notify(?, ?)", CHANNEL, word)

    def _asked(self, question: str, values: tuple[object, ...]) -> Any:
        # PostgreSQL's texts cannot contain NUL, whatever a client sends.
        cleaned = [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]
        return self._connection.execute(question.replace("?", "%s"), cleaned)

    def _again(self, work: Callable[[], T]) -> T:
        """Run something; reconnect once if the connection is broken, but never wait for a dead server."""
        with self._lock, convert_errors(_PLACE):
            try:
                return work()
            except Exception as error:
                if not connection_lost(error, self._connection):
                    raise
            self._call()
            return work()

    def _call(self) -> None:
        if time.monotonic() < self._silent_until:
            raise JournalError(path=PREFIX, reason="server", detail="away")
        self._silent_until = time.monotonic() + _QUIET
        with suppress(Exception):
            self._connection.close()
        self._connection = self._connected()
        self._silent_until = 0.0

    def _connected(self) -> Connection[Any]:
        with convert_errors(_PLACE):
            import psycopg

            connection = psycopg.connect(
                connection_string(_PLACE), autocommit=True, connect_timeout=3, **_LINE
            )
            try:
                connection.execute(SESSION_SETTINGS)
                self._furnish(connection)
            except BaseException:
                connection.close()
                raise
        return connection

    def _furnish(self, connection: Connection[Any]) -> None:
        """Create what is missing; if nothing is, no right to create is needed."""
        with connection.transaction():
            # Two programs that find an empty database at once must not both create the tables.
            connection.execute("SELECT pg_advisory_xact_lock(5242)")
            (there,) = connection.execute("SELECT to_regnamespace(%s)", (self._schema,)).fetchone() or (None,)
            if there is None:
                connection.execute(f'CREATE SCHEMA "{self._schema}"')
            connection.execute(f'SET search_path TO "{self._schema}"')
            for table in filter(str.strip, self._tables.split(";")):
                name = table.split("EXISTS", 1)[1].split()[0]
                if connection.execute("SELECT to_regclass(%s)", (name,)).fetchone() == (None,):
                    connection.execute(table)
