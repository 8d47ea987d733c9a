"""Errors of SQLite converted to our own."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ronde.core.errors import Busy, DiskFull, FileMissing, JournalError, NotAFile, NotATournament, ReadOnly
from ronde.disk.door import ForeignLink, Strange

_STRANGE = "unsupported file format"
"""SQLite's message for an unknown file format in the header, which has the generic error code."""


_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_MISMATCH", "SQLITE_INTERRUPT", "SQLITE_TOOBIG")
_LOCKS = ("SQLITE_PROTOCOL", "SQLITE_NOLFS", "SQLITE_IOERR_SHM")
"""The folder, most often on a network, does not support file locks or shared memory."""


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Convert every error of SQLite inside to one of ours that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise journal_error(error, path) from error
    except UnicodeDecodeError as error:  # SQLite's message contains invalid text
        raise NotATournament(path=str(path), reason="damaged", detail=str(error), backup="") from error
    except OSError as error:
        raise told_by_disk(error, path) from error


def journal_error(error: sqlite3.Error, path: Path) -> JournalError:
    if isinstance(error, Strange):
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


def told_by_disk(error: OSError, path: Path, *, reading: bool = False) -> JournalError:
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
