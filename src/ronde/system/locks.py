"""Locks on files that the system takes back when their process ends."""

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
        os.close(handle)  # which frees what we locked
    return False


def _lock_byte(handle: int, place: int) -> None:
    if fcntl is not None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        return
    os.lseek(handle, place, os.SEEK_SET)
    msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]


def folder_locks() -> bool:
    """Whether this system keeps locks on folders; Windows does not."""
    return fcntl is not None


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Wait until nobody else holds the lock of a folder, and hold it; Windows has no such locks."""
    if not folder_locks():
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | NOFOLLOW | CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # which frees it


def lock_folder(folder: Path) -> int:
    """A lock on a folder, as the handle that frees it when closed; negative if another process has it."""
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
