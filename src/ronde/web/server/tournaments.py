"""The tournaments a server shows, by slug."""

from __future__ import annotations

import asyncio
import os
import re
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from ronde.app.desk import Desk
from ronde.model.errors import FileMissing, JournalError, RondeError
from ronde.model.names import fold
from ronde.store import PREFIX, backup_folder, deleted_path, is_server_name, tournaments_on_server
from ronde.web.server.account_store import AccountStore, identity_of, take_name
from ronde.web.server.limits import Streams
from ronde.web.server.live_tournament import FileState, LiveTournament, file_state

_CHANGES = count(1)


class Tournaments:
    def __init__(self, paths: list[Path], store: AccountStore | None = None) -> None:
        self.by_slug: dict[str, LiveTournament] = {}
        self.gone: set[str] = set()
        """The slugs of tournaments whose file was removed."""
        self.folders = ShownFolders(paths)
        self._register = store
        """Stores data by slug; a worker has none."""
        self.stopping = asyncio.Event()
        self.changes = 0
        """Changes with every change of any of them."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._welcoming = threading.Lock()
        self.streams = Streams()
        for path in self.folders.named_paths():
            self.add(path)
        for path in self.folders.list_files():
            self.add_if_sound(path, time.monotonic())

    @property
    def folder(self) -> Path:
        return self.folders.folder

    @property
    def whole_server(self) -> bool:
        """Whether all tournaments of a database server are shown, including future ones."""
        return self.folders.whole_server

    def add(self, path: Path) -> LiveTournament:
        return self.add_live(self.open(path))

    def add_if_sound(self, path: Path, now: float) -> None:
        """Show a tournament of a folder; one half copied, or not ours, is ignored until it changes."""
        before = file_state(path)
        try:
            live = self.open(path)
        except RondeError as error:
            self.folders.refuse(path, error, before, now)
        except OSError as error:
            self.folders.refuse(path, JournalError(path=str(path), detail=str(error)), before, now)
        else:
            self.folders.refused.pop(path, None)
            self.add_live(live)

    def open(self, path: Path) -> LiveTournament:
        """Open a tournament without showing it; may run in a thread."""
        return LiveTournament(self._free_slug(path.stem.removeprefix(PREFIX)), Desk.open(path))

    def add_live(self, live: LiveTournament) -> LiveTournament:
        """Show an open tournament, under another slug if its own is taken; the one shown.

        A tournament created here may have been found in its folder already.
        """
        with self._welcoming:
            return self._add_live(live)

    def _add_live(self, live: LiveTournament) -> LiveTournament:
        there = [one for one in self.by_slug.values() if one.path == live.path]
        if there:
            live.close()
            return there[0]
        if live.slug in self.by_slug:
            live.slug = self._free_slug(live.slug)
        self._name(live)
        live.notify = self._notify
        self.by_slug[live.slug] = live
        self.changes = next(_CHANGES)
        self.gone.discard(live.slug)
        return live

    def _name(self, live: LiveTournament) -> None:
        """Assign a slug: data stored under it for another tournament is deleted first."""
        if self._register is None:
            return
        try:
            take_name(self._register, live.slug, identity_of(live.desk))
        except BaseException:
            live.close()
            raise

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on open pages are notified on that loop."""
        self._loop = loop

    def _notify(self, wake: Callable[[], None]) -> None:
        self.changes = next(_CHANGES)
        if self._loop is None:
            wake()
            return
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(wake)

    def remove(self, live: LiveTournament) -> None:
        """Stop showing a tournament whose file was removed, and end the streams of its open pages."""
        if self.by_slug.get(live.slug) is live:
            del self.by_slug[live.slug]
            self.gone.add(live.slug)
        live.close()
        live.wake_pages()

    def free_path(self, name: str) -> Path:
        """A free path for a new tournament of that name in the served folder."""
        paths = (self.folder / f"{one}.ronde" for one in _numbered(_stem(name)[:60]))
        return next(path for path in paths if not any(one.exists() for one in _belongings(path)))

    def new_place(self, name: str) -> Path:
        """Where a new tournament is created: on the database server if all of it is served, else a file."""
        if not self.whole_server:
            return self.free_path(name)
        taken = set(tournaments_on_server())
        return Path(next(one for one in _numbered(PREFIX + _stem(name)[:60]) if one not in taken))

    def _free_slug(self, stem: str) -> str:
        return next(slug for slug in _numbered(_stem(stem)) if slug not in self.by_slug)

    def stop(self) -> None:
        self.stopping.set()
        for live in self.by_slug.values():
            live.wake_pages()

    def close(self) -> None:
        for live in self.by_slug.values():
            live.close()


def _stem(name: str) -> str:
    """A name as addresses and files have it."""
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-") or "tournament"


def _numbered(name: str) -> Iterator[str]:
    """The name itself, then with a 2, a 3, and so on."""
    return (f"{name}-{number}" if number > 1 else name for number in count(1))


def _belongings(path: Path) -> tuple[Path, ...]:
    """The files of a tournament: itself, its backups, and a deleted one."""
    return path, backup_folder(path), deleted_path(path)


ENDING = ".ronde"
SETTLED = 0.3
"""Seconds for which a new file must be unchanged: until then it may still be being copied."""
AGAIN = 60.0
"""Seconds after which an unchanged refused file is tried again."""

_Pair = tuple[FileState | None, FileState | None]


@dataclass(frozen=True, slots=True)
class FolderRefusal:
    """Why a file in a folder is not shown."""

    error: RondeError
    mark: FileState | None
    at: float


@dataclass
class ShownFolders:
    paths: list[Path]
    refused: dict[Path, FolderRefusal] = field(default_factory=dict)
    _waiting: dict[Path, tuple[_Pair, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folders = [path for path in self.paths if path.is_dir() and not is_server_name(path)]
        self.named = [path for path in self.paths if path not in self.folders and path.name != PREFIX]
        self.whole_server = any(path.name == PREFIX for path in self.paths)
        """Whether all tournaments of a database server are shown, including future ones."""
        for path in self.named:
            if not is_server_name(path) and not path.is_file():
                raise FileMissing(path=str(path))

    @property
    def folder(self) -> Path:
        """The folder of new tournaments: the first folder served, else that of the first file."""
        if self.folders:
            return self.folders[0]
        return self.paths[0].parent if self.paths else Path.cwd()

    def named_paths(self) -> list[Path]:
        """The tournaments named explicitly, or by their server: each of them must open."""
        return [*self.named, *map(Path, tournaments_on_server() if self.whole_server else ())]

    def list_files(self, known: Collection[str] = ()) -> list[Path]:
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
        named = [path for path in self.named if str(path) not in known and not is_server_name(path)]
        fresh = list(dict.fromkeys([path for path in named if path.is_file()] + self.list_files(known)))
        self._forget(set(fresh))
        return [path for path in fresh if self._settled(path, now) and not self._still_refused(path, now)]

    def _forget(self, present: set[Path]) -> None:
        for kept in (self._waiting, self.refused):
            for path in [path for path in kept if path not in present]:
                del kept[path]

    def _settled(self, path: Path, now: float) -> bool:
        """Whether a file and its write-ahead log have not changed for a moment."""
        here = file_state(path), file_state(f"{path}-wal")
        before, since = self._waiting.get(path, (None, now))
        if before != here:
            since = now
        self._waiting[path] = here, since
        return now - since >= SETTLED

    def _still_refused(self, path: Path, now: float) -> bool:
        refusal = self.refused.get(path)
        return refusal is not None and refusal.mark == file_state(path) and now - refusal.at < AGAIN

    def refuse(self, path: Path, error: RondeError, before: FileState | None, now: float) -> None:
        """Ignore a file until it changes; `before` is its state on disk before it was tried."""
        self.refused[path] = FolderRefusal(error, before, now)
