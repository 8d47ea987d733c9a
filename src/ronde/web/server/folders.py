"""The files and folders a server shows: existing, new and refused ones."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ronde.core.errors import FileMissing, RondeError
from ronde.storage.door import PREFIX, on_server, tournaments_on_server
from ronde.web.server.open_tournament import Mark, mark

ENDING = ".ronde"
SETTLED = 0.3
"""Seconds for which a new file must be unchanged: until then it may still be being copied."""
AGAIN = 60.0
"""Seconds after which an unchanged refused file is tried again."""

_Pair = tuple[Mark | None, Mark | None]


@dataclass(frozen=True, slots=True)
class FolderRefusal:
    """Why a file in a folder is not shown."""

    error: RondeError
    mark: Mark | None
    at: float


@dataclass
class ShownFolders:
    paths: list[Path]
    refused: dict[Path, FolderRefusal] = field(default_factory=dict)
    _waiting: dict[Path, tuple[_Pair, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folders = [path for path in self.paths if path.is_dir() and not on_server(path)]
        self.named = [path for path in self.paths if path not in self.folders and path.name != PREFIX]
        self.whole_server = any(path.name == PREFIX for path in self.paths)
        """Whether all tournaments of a database server are shown, including future ones."""
        for path in self.named:
            if not on_server(path) and not path.is_file():
                raise FileMissing(path=str(path))

    @property
    def folder(self) -> Path:
        """The folder of new tournaments: the first folder served, else that of the first file."""
        if self.folders:
            return self.folders[0]
        return self.paths[0].parent if self.paths else Path.cwd()

    def asked_for(self) -> list[Path]:
        """The tournaments named explicitly, or by their server: each of them must open."""
        return [*self.named, *map(Path, tournaments_on_server() if self.whole_server else ())]

    def lying(self, known: Collection[str] = ()) -> list[Path]:
        """The tournament files in the folders except known and hidden ones, in order."""
        paths: list[str] = []
        for folder in self.folders:
            before = str(folder / "_")[:-1]
            with suppress(OSError):  # removable media; it may come back
                names = (name for name in os.listdir(folder) if name.endswith(ENDING) and name[0] != ".")
                paths += sorted(f"{before}{name}" for name in names)
        return [Path(path) for path in paths if path not in known]

    def arrivals(self, known: Collection[str], now: float) -> list[Path]:
        """Files that are not open yet and no longer being written; `known` are those of open ones."""
        named = [path for path in self.named if str(path) not in known and not on_server(path)]
        fresh = list(dict.fromkeys([path for path in named if path.is_file()] + self.lying(known)))
        self._forget(set(fresh))
        return [path for path in fresh if self._settled(path, now) and not self._still_refused(path, now)]

    def _forget(self, lying: set[Path]) -> None:
        for kept in (self._waiting, self.refused):
            for path in [path for path in kept if path not in lying]:
                del kept[path]

    def _settled(self, path: Path, now: float) -> bool:
        """Whether a file and its write-ahead log have not changed for a moment."""
        here = mark(path), mark(f"{path}-wal")
        before, since = self._waiting.get(path, (None, now))
        if before != here:
            since = now
        self._waiting[path] = here, since
        return now - since >= SETTLED

    def _still_refused(self, path: Path, now: float) -> bool:
        refusal = self.refused.get(path)
        return refusal is not None and refusal.mark == mark(path) and now - refusal.at < AGAIN

    def refuse(self, path: Path, error: RondeError, before: Mark | None, now: float) -> None:
        """Ignore a file until it changes; `before` is its state on disk before it was tried."""
        self.refused[path] = FolderRefusal(error, before, now)
