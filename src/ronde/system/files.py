"""Opening, owning and syncing files, on POSIX and on Windows.

Windows has no owners in `stat`, no reads at a place and no folders that could be synced; it translates line
ends unless a handle is opened as binary, and syncs only handles that may write.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

CLOEXEC: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
"""Programs that we start do not get the handle."""
NOFOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""A link is refused."""
NONBLOCK: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""A pipe does not make us wait."""
BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Bytes stay as they are."""
_POSIX: Final = hasattr(os, "geteuid")
_LONGEST_NAME: Final = 255
"""Of a file on every file system of Windows."""


def user_id() -> int:
    """The user whose rights we have, as `stat` tells the owners of files; Windows says 0 of all."""
    return os.geteuid() if _POSIX else 0


def read_at(handle: int, size: int, start: int) -> bytes:
    """So many bytes of an open file from a place on."""
    if hasattr(os, "pread"):
        return os.pread(handle, size, start)
    os.lseek(handle, start, os.SEEK_SET)
    return os.read(handle, size)


def longest_name(folder: Path) -> int:
    """How many bytes the name of a file in this folder may have."""
    return os.pathconf(folder, "PC_NAME_MAX") if hasattr(os, "pathconf") else _LONGEST_NAME


def give_rights(handle: int, like: os.stat_result) -> None:
    """Give an open file the owner and the permissions of another one."""
    if not _POSIX:  # a file of Windows inherits the rights of its folder
        return
    own = os.fstat(handle)
    if (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
        with suppress(PermissionError):
            os.fchown(handle, like.st_uid, like.st_gid)
    os.fchmod(handle, like.st_mode & 0o777)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if not _POSIX and stat.S_ISDIR(os.stat(path).st_mode):
        return  # the names are written with the files there
    handle = os.open(path, (os.O_RDONLY if _POSIX else os.O_RDWR) | CLOEXEC | BINARY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
