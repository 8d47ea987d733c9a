"""Symbolic links on the path to a file that is to be written.

A user may keep a file behind a link of her own. Another user's link would let him choose where we write, with
our rights.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from ronde.system.door import user_id

_MOST_LINKS: Final = 40
"""Linux's own limit."""


class ForeignLink(OSError):
    """A link of another user lies on the path to the file."""

    def __init__(self, link: str) -> None:
        super().__init__(errno.ELOOP, os.strerror(errno.ELOOP), link)


def true_place(path: Path) -> Path:
    """Resolve links that may be followed; ForeignLink if one may not.

    The last link must be our own or root's. Links to parent folders are refused only where Linux itself would
    refuse them (proc(5), protected_symlinks): in a world-writable folder with the sticky bit.
    """
    if os.sep != "/":  # links on Windows need administrator rights
        return Path(os.path.abspath(path))
    whole = str(path) if path.is_absolute() else os.path.join(os.getcwd(), path)
    waiting = list(reversed(whole.split("/")))
    here, links = "/", 0
    while waiting:
        part = waiting.pop()
        if part in ("", "."):
            continue
        if part == "..":
            here = os.path.dirname(here)
            continue
        there = os.path.join(here, part)
        about = _about(there)
        if about is None or not stat.S_ISLNK(about.st_mode):
            here = there
            continue
        links += 1
        if links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), there)
        _check_link(there, about, last=not any(waiting))
        target = os.readlink(there)
        here = "/" if target.startswith("/") else here
        waiting += reversed(target.split("/"))
    return Path(here)


def _about(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _check_link(link: str, about: os.stat_result, *, last: bool) -> None:
    if about.st_uid in (0, user_id()):
        return
    folder = os.stat(os.path.dirname(link))
    open_to_all = folder.st_mode & stat.S_ISVTX and folder.st_mode & stat.S_IWOTH
    if last or (open_to_all and about.st_uid != folder.st_uid):
        raise ForeignLink(link)
