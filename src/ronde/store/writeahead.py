"""The write-ahead log beside a file, and who has the file open."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path

from ronde.model.errors import NotATournament
from ronde.store.schema import check_shape, checksum_column, checksum_of
from ronde.system import BINARY, CLOEXEC, check_journal, is_locked, read_at, restrict_connection

# Which tournament files this process has open, so that inspecting one never drops its locks.
#
# POSIX locks belong to a process and a file: closing any handle of a file releases all locks the process
# has on
# it, including SQLite's (howtocorrupt.html, 2.2). The next program to close the file then believes to be
# the
# last and removes NAME-wal, while we continue to write to it.


Identity = tuple[int, int]

_LOCK = threading.Lock()
_held: Counter[Identity] = Counter()
_waiting: defaultdict[Identity, list[int]] = defaultdict(list)
"""Handles opened for inspection, which stay open until the last journal of that file is closed."""


def identity(path: Path | str) -> Identity | None:
    """Device and inode of the file at a path."""
    try:
        here = os.stat(path)
    except OSError:
        return None
    return here.st_dev, here.st_ino


def hold(path: Path) -> Identity | None:
    """Register a journal about to be opened; None if there is no file."""
    with _LOCK:
        file = identity(path)
        if file is not None:
            _held[file] += 1
        return file


def release(file: Identity | None) -> None:
    """Unregister a closed journal."""
    if file is None:
        return
    with _LOCK:
        _held[file] -= 1
        if _held[file] <= 0:
            del _held[file]
            for handle in _waiting.pop(file, []):
                os.close(handle)


def held(path: Path) -> bool:
    """Whether this process has the file open as a journal."""
    with _LOCK:
        return _held[identity(path) or (0, 0)] > 0


def peek(path: Path, size: int) -> bytes:
    with _LOCK:
        handle = os.open(path, os.O_RDONLY | CLOEXEC | BINARY)
        about = os.fstat(handle)
        file = about.st_dev, about.st_ino
        try:
            return read_at(handle, size, 0)
        finally:
            if _held[file] > 0:
                _waiting[file].append(handle)
            else:
                os.close(handle)


# The file NAME-wal that SQLite keeps beside an open tournament, and leaves after a crash.
#
# SQLite does not check whether it belongs to the file beside it: a backup copied over a crashed tournament
# would be mixed with the pages of the crashed one. A journal only grows, which reveals this: the events in
# the
# file itself are always a prefix of those in the file with its -wal.


_READ_VERSION = 19
"""Offset of the read version in the header: 1 without, 2 with a write-ahead log."""

_LIVING = 128
"""The byte of NAME-shm on which every open connection holds a shared lock (SQLite, walformat.html, 2.3.1)."""

_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The magic number of a rollback journal (SQLite, fileformat2.html, 3)."""

Row = tuple[object, ...]


def check_log(path: Path) -> None:
    """Refuse a file beside which the log of another one lies; nothing is changed."""
    misleading = check_journal(path)
    if misleading is not None:
        raise NotATournament(path=str(path), reason="foreign-log", detail=str(misleading), backup="")
    if _logged(path) and (_kept_without_log(path) or _contradicted(path)) and _logged(path):
        raise NotATournament(path=str(path), reason="foreign-log", detail=f"{path}-wal", backup="")


def readable(path: Path) -> bool:
    """Whether a file can be read, alone or with its log; nothing is changed.

    On closing a writable file, SQLite checkpoints or removes its log, even if the file is damaged.
    """
    if not any(Path(f"{path}{end}").exists() for end in ("-wal", "-journal")):
        return True
    if _read_rows(path, "mode=ro&immutable=1"):
        return True
    try:
        return _read_rows(path, "mode=ro") is not None
    except sqlite3.OperationalError:  # locked, or to be rolled back first: nothing is known
        return not _invalid_journal(Path(f"{path}-journal"))


def _invalid_journal(journal: Path) -> bool:
    """Whether a -journal is invalid, so that rolling it back cannot make the file readable."""
    try:
        with journal.open("rb") as file:
            return file.read(len(_JOURNAL)) != _JOURNAL
    except OSError:
        return False


def in_use(path: Path) -> bool:
    """Whether the tournament is open: another process then holds a lock in the file NAME-shm."""
    if held(path):  # our own locks would not be reported, and lost by checking
        return True
    return is_locked(Path(f"{path}-shm"), _LIVING)


def _logged(path: Path) -> bool:
    try:
        return Path(f"{path}-wal").stat().st_size > 0
    except OSError:
        return False


def _kept_without_log(path: Path) -> bool:
    """Whether the file is a backup, or was never opened with a log."""
    return peek(path, _READ_VERSION + 1)[-1:] == b"\x01"


def _contradicted(path: Path) -> bool:
    """Whether the file has events that are missing from the file with its log."""
    alone = _read_rows(path, "mode=ro&immutable=1")
    if not alone:  # killed during a checkpoint: only both together can be read
        return False
    try:
        together = _read_rows(path, "mode=ro")
    except sqlite3.OperationalError:  # locked, or cannot be opened: nothing is known
        return False
    return together is None or together[: len(alone)] != alone


def _read_rows(path: Path, mode: str) -> list[Row] | None:
    """The events in one mode of opening; None if they cannot be read."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as connection:
            restrict_connection(connection)
            check_shape(connection)
            sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            rows = connection.execute("SELECT * FROM journal ORDER BY number").fetchall() if sound else None
            return rows if rows is None or _whole(rows, checksum_column(connection, "journal")) else None
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_ERROR":  # the table is missing
            return None
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return None


def _whole(rows: list[Row], checksum: str) -> bool:
    """Whether these are unchanged events from the first on: a page torn by a power cut mixes old and new."""
    numbered = all(row[0] == number for number, row in enumerate(rows, start=1))
    return numbered and (checksum == "NULL" or all(row[-1] == checksum_of(row[:-1]) for row in rows))
