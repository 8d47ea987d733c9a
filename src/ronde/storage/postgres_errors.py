"""Errors of a PostgreSQL server turned into our own; names of tournaments on a server."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ronde.core.errors import Busy, DiskFull, JournalError, ReadOnly, RondeError

DATABASE: Final = "RONDE_DATABASE"
"""The environment variable that says where the server is, as libpq writes it."""
LINE: Final[dict[str, Any]] = {
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""How long a silent server is believed in: a cut line is given up after seconds, not a quarter of an hour."""
MANNERS: Final = "SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '10s'"
"""What the server may do with us: a program that falls silent while it writes must not hold up the others."""
_NAME: Final = re.compile(r"[\w.+-][\w.+ -]{0,99}")


def check_name(path: Path) -> str:
    """The name of a tournament on the server; refused if it could be mistaken for anything else."""
    name = path.name.partition(":")[2]
    if not _NAME.fullmatch(name):
        raise JournalError(path=path.name, reason="bad-name", detail=name)
    return name


def where(path: Path) -> str:
    """The server's address; refused with a sentence if nobody said one."""
    address = os.environ.get(DATABASE, "")
    if not address:
        raise JournalError(path=path.name, reason="no-server", detail=DATABASE)
    return address


def lost(error: Exception, connection: Any) -> bool:
    """Whether the line to the server is broken, so that calling again may help."""
    import psycopg

    return isinstance(error, psycopg.Error) and (connection.closed or connection.broken)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn every error of the server inside into one of ours that names the tournament."""
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
