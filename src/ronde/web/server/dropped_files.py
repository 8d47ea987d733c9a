"""The folder of uploaded files: one per server process, removed when it ends.

A killed server leaves its folder behind. The kernel releases the lock on it, so the next server to start
finds the folder without a lock and removes it.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

from ronde.system.door import folder_locks, lock_folder, user_id

PREFIX: Final = "ronde-intake-"


class DroppedFiles:
    """The folder of one server, created on first use."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._lock = -1
        self._closed = False
        self._making = threading.Lock()

    def folder(self) -> Path:
        with self._making:
            if self._closed:
                raise InterruptedError("the server is stopping")
            while self._folder is None:
                made = Path(tempfile.mkdtemp(prefix=PREFIX))
                self._lock = lock_folder(made) if folder_locks() else 0
                if made.is_dir() and self._lock >= 0:  # another server has just removed it as a leftover
                    self._folder = made
            return self._folder

    def close(self) -> None:
        """Remove the folder and its contents."""
        with self._making:
            self._closed = True
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
                self._folder = None
                if folder_locks():
                    os.close(self._lock)

    def sweep(self) -> None:
        """Remove the folders of this user's servers that have ended."""
        if not folder_locks():  # a folder that cannot be removed stays
            return
        for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with suppress(OSError):
                if _ours(left) and (lock := lock_folder(left)) >= 0:
                    shutil.rmtree(left, ignore_errors=True)
                    os.close(lock)


def _ours(folder: Path) -> bool:
    """Whether it is a folder of this user, not a link."""
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == user_id()
