"""Files that are uploaded: where they lie, and what is known of them before they are accepted."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Generic, TypeVar

from ronde.app.exchange import IMPORTS
from ronde.app.files import copy_file
from ronde.app.isolated import run_isolated
from ronde.model.errors import FormatError, FormatUnknown, NotAFile, Problem, RondeError
from ronde.system import folder_locks, lock_folder, user_id
from ronde.web.desk import upload_reader
from ronde.web.desk.upload_reader import Summary

# What was put last, by key, at most so much of it; used by several threads.


T = TypeVar("T")


class LruCache(Generic[T]):
    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> T | None:
        with self._lock:
            return self._values.get(key)

    def put(self, key: str, value: T) -> T | None:
        """Keep a value; returns the one that is dropped for it, if any."""
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            return self._values.popitem(last=False)[1] if len(self._values) > self.most else None

    def pop(self, key: str) -> T | None:
        with self._lock:
            return self._values.pop(key, None)


# The folder of uploaded files: one per server process, removed when it ends.
#
# A killed server leaves its folder behind. The kernel releases the lock on it, so the next server to start
# finds the folder without a lock and removes it.


PREFIX: Final = "ronde-intake-"


class UploadFolder:
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


# Uploaded files of other programs: kept aside, read, shown, and only then added to the tournaments.


MOST_FILES = 200
MOST_WAITING = 8
READY = "ready.ronde"
LOOSE = "papp"
"""The folder of files that were dropped without one."""
LONGEST_NAME = 200
"""Bytes of a file name; file systems allow 255."""


@dataclass(frozen=True, slots=True)
class Upload:
    token: str
    folder: Path
    summary: Summary
    names: tuple[str, ...]

    @property
    def ready(self) -> Path:
        """The file that will be moved into the served folder."""
        return self.folder / READY


@dataclass
class Uploads:
    """Uploads to be accepted, at most so many; nothing of them survives the server."""

    _waiting: LruCache[Upload] = field(default_factory=lambda: LruCache(MOST_WAITING))
    _tray: UploadFolder = field(default_factory=UploadFolder)

    def sweep(self) -> None:
        """Remove files left by killed servers."""
        self._tray.sweep()

    def close(self) -> None:
        self._tray.close()

    def read(self, files: Mapping[str, bytes], format: str, seat: str) -> Upload:
        """Read the files; a refusal names every error and keeps nothing."""
        folder = Path(tempfile.mkdtemp(dir=self._tray.folder()))
        try:
            intake = _read(folder, files, format, seat)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        _remove(self._waiting.put(intake.token, intake))
        return intake

    def get(self, token: str) -> Upload | None:
        return self._waiting.get(token)

    def accept(self, upload: Upload, target: Path) -> None:
        """Move the tournament into place, complete or not at all."""
        copy_file(upload.ready, target)
        self.forget(upload.token)

    def forget(self, token: str) -> None:
        _remove(self._waiting.pop(token))


def _remove(upload: Upload | None) -> None:
    if upload is not None:
        shutil.rmtree(upload.folder, ignore_errors=True)


def _read(folder: Path, files: Mapping[str, bytes], format: str, seat: str) -> Upload:
    if not format.isprintable():  # no process takes such an argument
        raise FormatUnknown(format=format, known=list(IMPORTS))
    dropped = folder / "dropped" / _folder_name(files)  # its name may equal that of the file we write
    dropped.mkdir(parents=True)
    names = flat(files)
    for name, data in names.items():
        (dropped / name).write_bytes(data)
    words = str(folder / READY), str(dropped), format, seat, *names
    try:
        whole = Path(", ".join(names))
        summary = run_isolated(whole, upload_reader.__name__, *words, shape=Summary)
    except RondeError as error:
        raise _without_place(error, dropped, names) from error
    remarks = tuple(_shown(one, dropped) for one in summary.remarks)
    return Upload(secrets.token_urlsafe(12), folder, replace(summary, remarks=remarks), tuple(names))


def _folder_name(files: Mapping[str, bytes]) -> str:
    """A dropped folder keeps its name: it is the title of a PAPP tournament without one."""
    first = next(iter(files))
    return plain_name(first.split("/")[0]) if "/" in first else LOOSE


def flat(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the folder itself by their plain names; duplicates are refused.

    Subfolders contain lists that PAPP has printed.
    """
    top = min(name.count("/") for name in files)
    by_name: dict[str, bytes] = {}
    for name, data in files.items():
        if name.count("/") > top:
            continue
        plain = plain_name(name)
        if plain in by_name:
            raise FormatError([Problem(plain, 0, 0, "formats.same-name", name)])
        by_name[plain] = data
    return by_name


def plain_name(name: str) -> str:
    """The last part of an uploaded name, without control characters and leading dots."""
    last = re.split(r"[/\\]", name)[-1]
    clean = re.sub(r"[\x00-\x1f\x7f]", "", last).encode(errors="replace")
    return clean[-LONGEST_NAME:].decode(errors="ignore").lstrip(".") or "file"  # the end has the format


def _shown(problem: Problem, dropped: Path) -> Problem:
    return replace(problem, path=problem.path.removeprefix(f"{dropped}/").removeprefix(str(dropped)))


def _without_place(error: RondeError, dropped: Path, names: Iterable[str]) -> RondeError:
    """The same refusal with the names of the uploaded files instead of temporary ones."""
    ours = {READY: ", ".join(names)} | ({LOOSE: ", ".join(names)} if dropped.name == LOOSE else {})
    if isinstance(error, FormatError):
        problems = [_shown(problem, dropped) for problem in error.problems]
        return FormatError([replace(one, path=ours.get(one.path, one.path)) for one in problems])
    if "path" in error.facts and not isinstance(error, NotAFile):
        name = Path(str(error.facts["path"])).name
        return type(error)(**error.facts | {"path": ours.get(name, name)})
    return error
