"""Removing folders, whatever a program left in them: deep, unreadable, crowded, with odd names.

A nested folder is first moved up to the top. So paths do not grow, at most two folders are open at a time,
and nothing recurses. What is not gone after a few steps is removed by a background thread, and what remains
at the end of the program by the next start.
"""

from __future__ import annotations

import atexit
import errno
import os
import secrets
import stat
import tempfile
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from ronde.system import CLOEXEC, NOFOLLOW, NONBLOCK, lock_folder

_SMALL: Final = 64
"""Steps that are done at once; a folder that needs more is removed in the background."""
_CHUNK: Final = 5_000
"""Names that are listed at a time: a folder may hold millions of them."""
_FAREWELL: Final = 20.0
"""Seconds that the end of the program waits for the thread."""
_TRIES: Final = 10
_OPEN: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | NOFOLLOW | CLOEXEC | NONBLOCK

_left: deque[Path] = deque()
_lock = threading.Lock()
_worker: threading.Thread | None = None


def discard(folder: Path) -> None:
    """Remove a folder of ours: a small one at once, another one in the background; never raises."""
    if not _gone(folder, _SMALL):
        _hand_over(folder)


def wait(seconds: float = _FAREWELL) -> None:
    """Wait until the background thread has removed everything."""
    worker = _worker
    if worker is not None and worker.is_alive():
        worker.join(seconds)


def clear_away() -> None:
    """Remove the folders of killed referees, which nobody holds a lock on."""
    with suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob("ronde-[0-9]*-*"):
            lock = lock_folder(folder)
            if lock >= 0:
                discard(folder)
                os.close(lock)


def own_folder() -> tuple[Path, int]:
    """A new folder for one program, and its lock, to be closed when the folder has been discarded.

    A process number would not do: referees of other containers may share the folder of temporary files.
    """
    for _ in range(_TRIES):
        folder = Path(tempfile.mkdtemp(prefix=f"ronde-{os.getpid()}-"))
        lock = lock_folder(folder)
        if lock >= 0 and folder.exists():  # else another process has just removed it as abandoned
            return folder, lock
        if lock >= 0:
            os.close(lock)
    raise OSError(errno.ENOLCK, "no lock", tempfile.gettempdir())


def _hand_over(folder: Path) -> None:
    global _worker
    with _lock:
        _left.append(folder)
        if _worker is None or not _worker.is_alive():
            _worker = threading.Thread(target=_work, name="removal", daemon=True)
            _worker.start()


def _work() -> None:
    global _worker
    while True:
        with _lock:
            if not _left:
                _worker = None
                return
            folder = _left.popleft()
        _gone(folder, None)


def _forget() -> None:
    """A forked process does not have the thread, and may have inherited a held lock."""
    global _lock, _worker
    _lock, _worker = threading.Lock(), None
    _left.clear()


atexit.register(wait)
if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(after_in_child=_forget)


def _gone(folder: Path, most: int | None) -> bool:
    """Remove a folder; False if that takes more steps than `most`."""
    try:
        top = os.open(folder, _OPEN | os.O_PATH)
    except OSError:  # it is not there, or was replaced by a link
        return True
    with suppress(OSError):
        try:
            if os.fstat(top).st_uid != os.geteuid():
                return True
            if not _empty(readable(top), most):
                return False
        finally:
            os.close(top)
        os.rmdir(folder)
    return True


def readable(place: int) -> int:
    """Open a folder handle (O_PATH) for listing and changing; its permissions are widened if necessary."""
    with suppress(OSError):  # somebody else's: root needs no permissions, and others cannot help it
        os.chmod(f"/proc/self/fd/{place}", 0o700)
    return os.open(f"/proc/self/fd/{place}", _OPEN & ~os.O_NOFOLLOW)


def _empty(top: int, most: int | None) -> bool:
    """Remove the contents of an open folder, and close it; False if that takes more steps than `most`."""
    fresh, steps, chunk = _fresh_names(), 0, most or _CHUNK
    try:
        while names := _some_names(top, chunk):
            before = steps
            for name in names:
                steps += _removed(top, name, fresh, chunk)
                if most is not None and steps > most:
                    return False
            if steps == before:  # no progress
                return True
        return True
    finally:
        os.close(top)


def _fresh_names() -> Iterator[str]:
    """Unused names."""
    token, number = secrets.token_hex(8), 0
    while True:
        yield f"{token}-{number}"
        number += 1


def _some_names(folder: int, chunk: int) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in islice(entries, chunk)]


def _removed(top: int, name: str, fresh: Iterator[str], chunk: int) -> int:
    """Remove a file, or move up what lies in a folder and remove it; returns the number of useful steps."""
    with suppress(OSError):
        if not stat.S_ISDIR(os.stat(name, dir_fd=top, follow_symlinks=False).st_mode):
            os.unlink(name, dir_fd=top)
            return 1
        place = os.open(name, _OPEN | os.O_PATH, dir_fd=top)
        try:
            folder = readable(place)
        finally:
            os.close(place)
        try:
            lifted = _lift(folder, top, fresh, chunk)
        finally:
            os.close(folder)
        with suppress(OSError):
            os.rmdir(name, dir_fd=top)
            return lifted + 1
        return lifted
    return 0


def _lift(folder: int, top: int, fresh: Iterator[str], chunk: int) -> int:
    """Remove the files of a folder and move its folders to the top; at most one list of names."""
    steps = 0
    for name in _some_names(folder, chunk):
        with suppress(OSError):
            if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                _widen(folder, name)
                os.rename(name, next(fresh), src_dir_fd=folder, dst_dir_fd=top)
            else:
                os.unlink(name, dir_fd=folder)
            steps += 1
    return steps


def _widen(folder: int, name: str) -> None:
    """Add the write permission: moving a folder changes its entry `..`."""
    place = os.open(name, _OPEN | os.O_PATH, dir_fd=folder)
    try:
        os.chmod(f"/proc/self/fd/{place}", 0o700)
    finally:
        os.close(place)
