"""Errors of a PostgreSQL server converted to our own; names of tournaments on a server."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ronde.core.errors import Busy, DiskFull, JournalError, ReadOnly, RondeError

DATABASE: Final = "RONDE_DATABASE"
"""The environment variable with the connection string of libpq."""
LINE: Final[dict[str, Any]] = {
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""TCP keep-alive and timeouts: a broken connection is given up after seconds, not a quarter of an hour."""
MANNERS: Final = "SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '10s'"
"""Timeouts on the server: a program that stalls in a transaction must not block the others."""
_NAME: Final = re.compile(r"[\w.+-][\w.+ -]{0,99}")


def check_name(path: Path) -> str:
    """The name of a tournament on the server; refused if it is ambiguous."""
    name = path.name.partition(":")[2]
    if not _NAME.fullmatch(name):
        raise JournalError(path=path.name, reason="bad-name", detail=name)
    return name


def where(path: Path) -> str:
    """The connection string; refused if none is set."""
    address = os.environ.get(DATABASE, "")
    if not address:
        raise JournalError(path=path.name, reason="no-server", detail=DATABASE)
    return address


def lost(error: Exception, connection: Any) -> bool:
    """Whether the connection is broken, so that a retry may help."""
    import psycopg

    return isinstance(error, psycopg.Error) and (connection.closed or connection.broken)


@contextmanager
def telling(path: Path) -> Iterator[None]:
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
