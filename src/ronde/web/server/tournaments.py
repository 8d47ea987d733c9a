"""The tournaments a server shows, by slug."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from ronde.app.desk import Desk
from ronde.core.errors import RondeError
from ronde.core.names import fold
from ronde.storage.door import PREFIX, backup_folder, deleted_place, tournaments_on_server
from ronde.web.server.folders import ShownFolders
from ronde.web.server.limits import Streams
from ronde.web.server.namesakes import identity_of, take_name
from ronde.web.server.open_tournament import OpenTournament, mark
from ronde.web.server.register import Register


class Tournaments:
    def __init__(self, paths: list[Path], register: Register | None = None) -> None:
        self.by_slug: dict[str, OpenTournament] = {}
        self.gone: set[str] = set()
        """The slugs of tournaments whose file was removed."""
        self.shelf = ShownFolders(paths)
        self._register = register
        """Stores data by slug; a worker has none."""
        self.stopping = asyncio.Event()
        self.changes = 0
        """Counts every change of any of them."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._welcoming = threading.Lock()
        self.streams = Streams()
        for path in self.shelf.asked_for():
            self.add(path)
        for path in self.shelf.lying():
            self._add_if_sound(path)

    @property
    def folder(self) -> Path:
        return self.shelf.folder

    @property
    def whole_server(self) -> bool:
        """Whether all tournaments of a database server are shown, including future ones."""
        return self.shelf.whole_server

    def add(self, path: Path) -> OpenTournament:
        return self.welcome(self.open(path))

    def _add_if_sound(self, path: Path) -> None:
        """Open a tournament in a folder; one that cannot be read does not block the others."""
        before = mark(path)
        try:
            self.add(path)
        except RondeError as error:
            self.shelf.refuse(path, error, before, time.monotonic())

    def open(self, path: Path) -> OpenTournament:
        """Open a tournament without showing it; may run in a thread."""
        return OpenTournament(self._free_slug(path.stem.removeprefix(PREFIX)), Desk.open(path))

    def welcome(self, opened: OpenTournament) -> OpenTournament:
        """Show an open tournament, under another slug if its own is taken; the one shown.

        A tournament created here may have been found in its folder already.
        """
        with self._welcoming:
            return self._welcome(opened)

    def _welcome(self, opened: OpenTournament) -> OpenTournament:
        there = [one for one in self.by_slug.values() if one.path == opened.path]
        if there:
            opened.leave()
            return there[0]
        if opened.slug in self.by_slug:
            opened.slug = self._free_slug(opened.slug)
        self._name(opened)
        opened.notify = self._notify
        self.by_slug[opened.slug] = opened
        self.changes += 1
        self.gone.discard(opened.slug)
        return opened

    def _name(self, opened: OpenTournament) -> None:
        """Assign a slug: data stored under it for another tournament is deleted first."""
        if self._register is None:
            return
        try:
            take_name(self._register, opened.slug, identity_of(opened.desk))
        except BaseException:
            opened.leave()
            raise

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on open pages are notified on that loop."""
        self._loop = loop

    def _notify(self, wake: Callable[[], None]) -> None:
        self.changes += 1
        if self._loop is None:
            wake()
            return
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(wake)

    def dismiss(self, opened: OpenTournament) -> None:
        """Stop showing a tournament whose file was removed, and end the streams of its open pages."""
        if self.by_slug.get(opened.slug) is opened:
            del self.by_slug[opened.slug]
            self.gone.add(opened.slug)
        opened.leave()
        opened.announce()

    def free_path(self, name: str) -> Path:
        """A free path for a new tournament of that name in the served folder."""
        stem = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60] or "tournament"
        tried = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        paths = (self.folder / f"{one}.ronde" for one in tried)
        return next(path for path in paths if not any(one.exists() for one in _belongings(path)))

    def new_place(self, name: str) -> Path:
        """Where a new tournament is created: on the database server if all of it is served, else a file."""
        if not self.whole_server:
            return self.free_path(name)
        stem = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60] or "tournament"
        taken = set(tournaments_on_server())
        tried = (f"{PREFIX}{stem}-{number}" if number > 1 else f"{PREFIX}{stem}" for number in count(1))
        return Path(next(one for one in tried if one not in taken))

    def _free_slug(self, stem: str) -> str:
        word = re.sub(r"[^a-z0-9]+", "-", fold(stem)).strip("-") or "tournament"
        tried = (f"{word}-{number}" if number > 1 else word for number in count(1))
        return next(slug for slug in tried if slug not in self.by_slug)

    def stop(self) -> None:
        self.stopping.set()
        for opened in self.by_slug.values():
            opened.announce()

    def close(self) -> None:
        for opened in self.by_slug.values():
            opened.leave()


def _belongings(path: Path) -> tuple[Path, ...]:
    """The files of a tournament: itself, its backups, and a deleted one."""
    return path, backup_folder(path), deleted_place(path)
