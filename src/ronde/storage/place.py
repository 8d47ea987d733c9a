"""Files that appear complete or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from ronde.core.errors import FileExists, FileMissing, JournalError, ReadOnly
from ronde.storage.sqlite_errors import told_by_disk
from ronde.system.door import longest_name, sync

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS, errno.EXDEV)
"""Errors of file systems without hard links, such as those of USB sticks."""


def check_room(path: Path) -> None:
    """Refuse a path where no file can be created: it exists, there is no folder, or no permission."""
    try:
        if os.path.lexists(path):
            raise FileExists(path=str(path))
        if not path.parent.is_dir():
            raise FileMissing(path=str(path.parent))
        os.fsencode(path.name)
    except (OSError, ValueError) as error:
        raise JournalError(path=str(path), detail=str(error)) from error
    if not os.access(path.parent, os.W_OK):
        raise ReadOnly(path=str(path))
    if len(os.fsencode(path.name)) > longest_name(path.parent) - len("-wal"):
        raise JournalError(path=str(path), detail=os.strerror(errno.ENAMETOOLONG))


def place(draft: Path, path: Path) -> None:
    """Rename a finished draft; FileExists if another program created the file first."""
    try:
        sync(draft)
        _name(draft, path)
        sync(path.parent)
    except FileExistsError:
        raise FileExists(path=str(path)) from None
    except OSError as error:
        raise told_by_disk(error, path) from error


def _name(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        path.open("xb").close()
        os.replace(draft, path)


def forget(draft: Path) -> None:
    for leftover in (draft, *(Path(f"{draft}{end}") for end in ("-journal", "-wal", "-shm"))):
        with suppress(OSError):
            leftover.unlink(missing_ok=True)
