"""Journals on a PostgreSQL server: one database, many tournaments, several programs that write.

`RONDE_DATABASE` says where the server is; a tournament there is named `pg:NAME` wherever a file is expected.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ronde.core.errors import Conflict, FileExists, FileMissing, JournalError, NotATournament, RondeError
from ronde.core.events import Event
from ronde.disk.door import new_draft
from ronde.storage.codec import NewerFact, decode
from ronde.storage.entry import Answered, JournalEntry, KeyedRequest
from ronde.storage.journal import Actions
from ronde.storage.place import check_room, forget, place
from ronde.storage.postgres_errors import LINE, MANNERS, check_name, lost, telling, where
from ronde.storage.sqlite import PATIENCE, SqliteJournal, a_day_before, journal_rows, now

if TYPE_CHECKING:
    from psycopg import Connection

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

_THERE: Final = (
    "SELECT to_regclass('ronde_journal'), to_regclass('ronde_attachment'), to_regclass('ronde_answered')"
)
"""Checking first lets read-only users open a tournament, also on a standby server."""

T = TypeVar("T")


def on_server(path: Path) -> bool:
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
            reason = "newer" if isinstance(error, NewerFact) else "damaged"
            raise NotATournament(
                path=str(self.path), reason=reason, detail=f"{number}: {error}", backup=""
            ) from error

    def answered(self, actor: str, key: str) -> Answered | None:
        query = (
            "SELECT digest, first, last FROM ronde_answered WHERE tournament = %s AND actor = %s AND key = %s"
        )
        rows = self._rows(query, self.name, actor, key)
        return Answered(bytes(rows[0][0]), rows[0][1], rows[0][2]) if rows else None

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
        check_room(target)
        draft = new_draft(target)
        try:
            SqliteJournal.written(draft, entries, kept)
            place(draft, target)
        finally:
            forget(draft)
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

        with self._lock, telling(self.path):
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
        with self._lock, telling(self.path):
            if self._connection.closed:
                self._connection = _reconnected(self.path)
            for left in reversed(range(_TRIES)):
                try:
                    return work()
                except Exception as error:
                    if not left or not lost(error, self._connection):
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
    with telling(path):
        import psycopg

        connection = psycopg.connect(where(path), autocommit=True, connect_timeout=10, **LINE)
        try:
            connection.execute(MANNERS)
            _furnish(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _furnish(connection: Connection[Any]) -> None:
    if None in (connection.execute(_THERE).fetchone() or (None,)):
        with connection.transaction():
            # Two programs that find an empty database at once must not both create the tables.
            connection.execute("SELECT pg_advisory_xact_lock(5242)")
            connection.execute(_TABLES)


def _reconnected(path: Path) -> Connection[Any]:
    """Reconnect as soon as the server is up: only it knows whether the unconfirmed write was stored."""
    end = time.monotonic() + PATIENCE
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
