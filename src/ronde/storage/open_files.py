"""Which tournament files this process has open, so that inspecting one never drops its locks.

POSIX locks belong to a process and a file: closing any handle of a file releases all locks the process has on
it, including SQLite's (howtocorrupt.html, 2.2). The next program to close the file then believes to be the
last and removes NAME-wal, while we continue to write to it.
"""

from __future__ import annotations

import os
import threading
from collections import Counter, defaultdict
from pathlib import Path

from ronde.system.door import BINARY, CLOEXEC, read_at

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
