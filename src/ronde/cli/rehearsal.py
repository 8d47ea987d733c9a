"""All or nothing: a script runs on copies, and only if every line succeeded are the files written."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from ronde.core.errors import FileExists, ReadOnly
from ronde.desk import Desk


class Rehearsal:
    """The copies of the tournaments a script touches."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ronde-"))
        self._copies: dict[Path, Path] = {}

    def open(self, path: Path) -> Desk:
        """A desk on a copy of the tournament as it is now."""
        if path not in self._copies:
            original = Desk.open(path)
            try:
                copy = original.journal.backup(self._place(path))
            finally:
                original.close()
            self._copies[path] = copy
        return Desk.open(self._copies[path])

    def create(self, path: Path) -> Desk:
        """A desk on a new tournament that will take its place at the end."""
        if path.exists() or path in self._copies:
            raise FileExists(path=str(path))
        self._copies[path] = self._place(path)
        return Desk.create(self._copies[path])

    def _place(self, path: Path) -> Path:
        folder = self._folder / str(len(self._copies))
        folder.mkdir()
        return folder / path.name

    def perform(self) -> None:
        """Write for good what the copies say."""
        for path, copy in self._copies.items():
            if path.exists():
                _go_on(path, copy)
            else:
                _put(copy, path)
        self.abandon()

    def abandon(self) -> None:
        """Forget the copies."""
        shutil.rmtree(self._folder, ignore_errors=True)


def _go_on(path: Path, copy: Path) -> None:
    original, rehearsed = Desk.open(path), Desk.open(copy)
    try:
        original.take_over(rehearsed)
    finally:
        original.close()
        rehearsed.close()


def _put(copy: Path, path: Path) -> None:
    """The new file appears complete under its name, or not at all."""
    unfinished = path.with_name(f".{path.name}.part")
    try:
        shutil.copyfile(copy, unfinished)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        os.rename(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise ReadOnly(path=str(path)) from error
    made = Desk.open(path)
    made.keep_backup()
    made.close()
