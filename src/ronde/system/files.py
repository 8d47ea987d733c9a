"""Opening, owning and syncing files, on POSIX and on Windows.

Windows has no owners in `stat`, no positional reads and no synced folders; it translates line ends unless a
handle is opened as binary, and syncs only writable handles.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

CLOEXEC: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
"""The handle is not inherited by child processes."""
NOFOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""A link is refused."""
NONBLOCK: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe does not block."""
BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Bytes stay as they are."""
_POSIX: Final = hasattr(os, "geteuid")
_LONGEST_NAME: Final = 255
"""Of a file on every file system of Windows."""


def user_id() -> int:
    """The effective user, as `stat` reports owners; Windows reports 0 for all."""
    return os.geteuid() if _POSIX else 0


def read_at(handle: int, size: int, start: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, size, start)
    os.lseek(handle, start, os.SEEK_SET)
    return os.read(handle, size)


def longest_name(folder: Path) -> int:
    return os.pathconf(folder, "PC_NAME_MAX") if hasattr(os, "pathconf") else _LONGEST_NAME


def give_rights(handle: int, like: os.stat_result) -> None:
    if not _POSIX:  # a file of Windows inherits the permissions of its folder
        return
    own = os.fstat(handle)
    if (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
        with suppress(PermissionError):
            os.fchown(handle, like.st_uid, like.st_gid)
    os.fchmod(handle, like.st_mode & 0o777)


def sync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    if not _POSIX and stat.S_ISDIR(os.stat(path).st_mode):
        return  # folder entries are written with the files there
    handle = os.open(path, (os.O_RDONLY if _POSIX else os.O_RDWR) | CLOEXEC | BINARY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
