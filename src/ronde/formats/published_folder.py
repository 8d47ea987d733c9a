"""The pages of a tournament in a folder of the club's site: only changed files are written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ronde.core.errors import FileExists
from ronde.formats.disk import file_error, write_changed
from ronde.formats.site import GENERATOR

_HEAD = 400
"""Bytes in which a page of ours names its generator."""


@dataclass(frozen=True, slots=True)
class Published:
    """The pages that publishing wrote and removed, and how many there are."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    count: int

    @property
    def changed(self) -> bool:
        return bool(self.written or self.removed)


def publish_into(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> Published:
    """Write the files into a folder; a page of another origin is never replaced unless forced."""
    foreign = [name for name in files if name.endswith(".html") and _foreign(folder / name)]
    if foreign and not force:
        raise FileExists(path=str(folder / foreign[0]))
    written = write_changed(folder, files)
    return Published(tuple(written), tuple(_sweep(folder, set(files))), len(files))


def _sweep(folder: Path, kept: set[str]) -> list[str]:
    """Remove pages of ours that no longer exist: of an undone round, of a category."""
    gone = []
    try:
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if entry.name not in kept and entry.name.endswith(".html") and _ours(Path(entry.path)):
                os.unlink(entry.path)
                gone.append(entry.name)
    except OSError as error:
        raise file_error(folder, error) from error
    return gone


def _ours(path: Path) -> bool:
    if path.is_file():  # opening a pipe would block
        with suppress(OSError), path.open("rb") as file:
            return GENERATOR.encode() in file.read(_HEAD)
    return False


def _foreign(path: Path) -> bool:
    return path.exists() and not _ours(path)
