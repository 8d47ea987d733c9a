"""Locks on files that the system releases when their process ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ronde.system.files import CLOEXEC, NOFOLLOW

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
    import msvcrt


def is_locked(path: Path, place: int) -> bool:
    """Whether another process holds a lock on this byte of a file; False if the file cannot be opened."""
    try:
        handle = os.open(path, os.O_RDWR | CLOEXEC)
    except OSError:
        return False
    try:
        _lock_byte(handle, place)
    except OSError:
        return True
    finally:
        os.close(handle)  # releases what we locked
    return False


def _lock_byte(handle: int, place: int) -> None:
    if fcntl is not None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        return
    os.lseek(handle, place, os.SEEK_SET)
    msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]


def folder_locks() -> bool:
    """Whether this system can lock folders; Windows cannot."""
    return fcntl is not None


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, waiting for it; on Windows there is none."""
    if not folder_locks():
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | NOFOLLOW | CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # releases it


def lock_folder(folder: Path) -> int:
    """Lock a folder: a handle that releases the lock when closed, or negative if another process has it."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | NOFOLLOW | CLOEXEC)
    except OSError:
        return -1
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return -1
    return handle
