"""Reading and writing files of other programs: only regular ones, not too large, atomically."""

from __future__ import annotations

import errno
import itertools
import os
import re
import stat
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ronde.model.errors import (
    DiskFull,
    FileMissing,
    FormatError,
    JournalError,
    NotAFile,
    Problem,
    ReadOnly,
    RondeError,
)
from ronde.model.events import Event
from ronde.system import (
    BINARY,
    CLOEXEC,
    NONBLOCK,
    ForeignLink,
    rename_draft,
    resolve_links,
    sync,
    write_draft,
)

# Files of other programs: read only if regular and not too large, written atomically.


LARGEST = 64_000_000
"""Maximum size in bytes; no list of people and no journal comes near."""
_JOURNAL = re.compile(r"\.ronde(-\w+)?$", re.IGNORECASE)


def read_file(path: Path, limit: int = LARGEST) -> bytes:
    """The bytes of a regular file; a folder, pipe, device or huge file is refused before it is read."""
    try:
        handle = os.open(path, os.O_RDONLY | NONBLOCK | CLOEXEC | BINARY)  # opening a pipe must not block
    except (OSError, ValueError) as error:
        raise file_error(path, error, reading=True) from error
    try:
        check_regular(path, os.fstat(handle).st_mode)
        with os.fdopen(handle, "rb", closefd=False) as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise file_error(path, error, reading=True) from error
    finally:
        os.close(handle)
    if len(content) > limit:
        raise FormatError([Problem(str(path), 1, 1, "formats.too-large", str(limit))])
    return content


def check_regular(path: Path, mode: int) -> None:
    """Refuse anything but a regular file."""
    if not stat.S_ISREG(mode):
        raise NotAFile(path=str(path), reason="folder" if stat.S_ISDIR(mode) else "special")


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Replace files: first write all of them to temporary files, then rename each."""
    files = {_true_place(path): data for path, data in files.items()}
    drafts: dict[Path, Path] = {}
    made: list[Path] = []
    try:
        for path, data in files.items():
            if path.exists():
                check_regular(path, path.stat().st_mode)
            made += _make_folder(path.parent)
            drafts[path] = write_draft(path, data)
        for path, draft in drafts.items():
            rename_draft(draft, path)
        for folder in {path.parent for path in files}:
            sync(folder)
    except (OSError, ValueError) as error:
        raise file_error(path, error) from error
    finally:
        _tidy(drafts, made)


def write_changed(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write the files that differ from those on disk, and return their names."""
    return [name for name, data in files.items() if _write(folder / name, data)]


def _write(path: Path, data: bytes) -> bool:
    """Replace a file atomically, after fsync."""
    with suppress(OSError):
        if path.is_file() and path.read_bytes() == data:
            return False
    write_whole({path: data})
    return True


def dated(path: Path) -> Path:
    """An unused name beside a path, with the time in it."""
    moment = time.strftime("%Y%m%d-%H%M%S")
    for number in itertools.count(1):
        again = f"-{number}" if number > 1 else ""
        free = path.with_name(f"{path.stem}-{moment}{again}{path.suffix}")
        if not os.path.lexists(free):
            return free
    raise AssertionError("numbers do not end")


def _true_place(path: Path) -> Path:
    """The resolved path: a symbolic link stays, and its target is written."""
    try:
        return resolve_links(path)
    except (OSError, ValueError) as error:  # the working directory is gone, or the name contains NUL
        raise file_error(path, error) from error


def _make_folder(folder: Path) -> list[Path]:
    """Create a folder and its parents; returns those created, the innermost first."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def _tidy(drafts: Mapping[Path, Path], folders: list[Path]) -> None:
    for draft in drafts.values():
        with suppress(OSError):
            draft.unlink()
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def file_error(path: Path, error: OSError | ValueError, *, reading: bool = False) -> RondeError:
    """Our error for one of the operating system's; a ValueError is a name with NUL."""
    if isinstance(error, ForeignLink):
        return NotAFile(path=str(error.filename), reason="link")
    code = error.errno if isinstance(error, OSError) else errno.EINVAL
    if code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return DiskFull(path=str(path))
    if code in (errno.EROFS, errno.EACCES, errno.EPERM):
        unreadable = JournalError(path=str(path), reason="unreadable", detail="")
        return unreadable if reading else ReadOnly(path=str(path))
    if code in (errno.ENOENT, errno.ENOTDIR):
        return FileMissing(path=str(path))
    if code == errno.EISDIR:
        return NotAFile(path=str(path), reason="folder")
    if code == errno.ENXIO:
        return NotAFile(path=str(path), reason="special")
    return JournalError(path=str(path), detail=getattr(error, "strerror", None) or str(error))


@dataclass(frozen=True, slots=True)
class ProtectedFiles:
    """The files of a tournament, which no list may overwrite; links, spelling and case do not matter."""

    paths: Sequence[Path] = ()

    def has(self, path: Path) -> bool:
        """Whether a path is one of them, or any tournament of ours."""
        if _JOURNAL.search(path.name) or _JOURNAL.search(os.path.realpath(path)):
            return True
        return any(_same(path, other) for other in self.paths)


def _same(one: Path, other: Path) -> bool:
    """Whether two paths are one file; a file system without case may be mounted."""
    if os.path.realpath(one).casefold() == os.path.realpath(other).casefold():
        return True
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


# The result of reading a file: events and remarks.


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The events of a file, the files to store beside the journal, and remarks."""

    events: tuple[Event, ...]
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    remarks: tuple[Problem, ...] = ()
    steps: tuple[tuple[str, int], ...] = ()
    """The actor and number of events of each action; empty if the import is one action."""

    def actions(self, seat: str) -> list[tuple[str, tuple[Event, ...]]]:
        """The events by action; those of a file without actors get that of the importer."""
        grouped: list[tuple[str, tuple[Event, ...]]] = []
        start = 0
        for actor, count in self.steps or ((seat, len(self.events)),):
            grouped.append((actor, self.events[start : start + count]))
            start += count
        return grouped
