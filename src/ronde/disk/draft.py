"""Drafts: a file is written beside its destination under an unpredictable name, then renamed over it.

If the name of a draft were known beforehand, a link placed there could choose which file we overwrite. So
the name is random, and the file is created only if nothing has that name (`O_EXCL`, which follows no link).
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from ronde.disk.links import true_place
from ronde.system.door import BINARY, CLOEXEC, NOFOLLOW, give_rights, sync, user_id

_MAKE: Final = os.O_CREAT | os.O_EXCL | os.O_WRONLY | NOFOLLOW | CLOEXEC | BINARY
_SHOWN: Final = 40
"""How many characters of the file's name its draft repeats."""
_FORGOTTEN: Final = 3600.0
"""Seconds after which a draft is abandoned."""


def new_draft(path: Path) -> Path:
    """An empty private database next to `path`, for SQLite, which opens files by name.

    Only the owner and, if the umask allows it, the group may read it.
    """
    _sweep(path)
    draft, handle = begin_draft(path, 0o660)
    try:
        _adopt(handle, path)
    finally:
        os.close(handle)
    return draft


def begin_draft(path: Path, rights: int = 0o666) -> tuple[Path, int]:
    """An empty file beside `path`, and its handle, which the caller closes."""
    draft = path.with_name(f".{path.name[:_SHOWN]}.{os.urandom(8).hex()}.part")
    return draft, os.open(draft, _MAKE, rights if not path.exists() else 0o600)


def settled(path: Path, data: bytes, *, lasting: bool = True) -> Path:
    """A draft that holds the data, with the permissions and the owner of the file it will replace."""
    if lasting:
        _sweep(path)
    draft, handle = begin_draft(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _adopt(file.fileno(), path)
            if lasting:
                os.fsync(file.fileno())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft


def _sweep(path: Path) -> None:
    """Remove abandoned drafts of the same file."""
    ours = re.compile(rf"\.{re.escape(path.name[:_SHOWN])}\.[0-9a-f]{{16}}\.part(-journal|-wal|-shm)?")
    with suppress(OSError):
        for left in [entry for entry in os.scandir(path.parent) if ours.fullmatch(entry.name)]:
            about = left.stat(follow_symlinks=False)
            if about.st_uid == user_id() and time.time() - about.st_mtime > _FORGOTTEN:
                os.unlink(left.path)


def _adopt(handle: int, path: Path) -> None:
    """Give a draft the owner and the permissions of the existing file, and no more permissions."""
    try:
        before = os.stat(path)
    except OSError:
        return
    give_rights(handle, before)


def take_place(draft: Path, path: Path) -> None:
    os.replace(draft, path)


def write_over(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace a file, all or nothing; a link is followed only if it is our own.

    What need not survive a power cut is not `lasting` and is not synced.
    """
    path = true_place(path)
    draft = settled(path, data, lasting=lasting)
    try:
        take_place(draft, path)
        if lasting:
            sync(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def make_private(path: Path) -> None:
    """Create an empty file that only we may read, unless it exists; foreign links are not followed."""
    os.close(os.open(true_place(path), os.O_CREAT | os.O_RDWR | NOFOLLOW | CLOEXEC, 0o600))
