"""Small tables on the server that several programs share, outside the journals."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ronde.core.errors import JournalError
from ronde.storage.postgres import CHANNEL, PREFIX
from ronde.storage.postgres_errors import LINE, MANNERS, lost, telling, where

if TYPE_CHECKING:
    from psycopg import Connection

T = TypeVar("T")
_PLACE: Final = Path(PREFIX)
_LINE: Final[dict[str, Any]] = LINE | {"tcp_user_timeout": 3_000}
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
        with self._lock, telling(_PLACE):
            try:
                return work()
            except Exception as error:
                if not lost(error, self._connection):
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
        with telling(_PLACE):
            import psycopg

            connection = psycopg.connect(where(_PLACE), autocommit=True, connect_timeout=3, **_LINE)
            try:
                connection.execute(MANNERS)
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
