"""The tournaments a server shows, by the name in their addresses."""

from __future__ import annotations

import asyncio
import re
import time
from itertools import count
from pathlib import Path

from starlette.concurrency import run_in_threadpool

from ronde.core.errors import RondeError
from ronde.core.names import fold
from ronde.desk import Desk
from ronde.storage.door import PREFIX, backup_folder, tournaments_on_server
from ronde.web.serving.connections import Streams
from ronde.web.serving.folders import ShownFolders
from ronde.web.serving.open_tournament import OpenTournament, mark
from ronde.web.serving.worker_pool import WorkerPool


class Tournaments:
    """All tournaments of one server, by the word that names them in addresses."""

    def __init__(self, paths: list[Path]) -> None:
        self.rooms: dict[str, OpenTournament] = {}
        self.gone: set[str] = set()
        """The words of tournaments whose file was taken away."""
        self.shelf = ShownFolders(paths)
        self.stopping = asyncio.Event()
        self.pool: WorkerPool | None = None
        """Draws what takes long; None in a worker, which draws everything itself."""
        self.streams = Streams()
        for path in self.shelf.asked_for():
            self.add(path)
        for path in self.shelf.lying():
            self._add_if_sound(path)

    @property
    def folder(self) -> Path:
        """Where new tournaments are put."""
        return self.shelf.folder

    @property
    def whole_server(self) -> bool:
        """Whether all tournaments of a database server are shown, those to come too."""
        return self.shelf.whole_server

    def add(self, path: Path) -> OpenTournament:
        """Open one more tournament."""
        return self.welcome(self.opened(path))

    def _add_if_sound(self, path: Path) -> None:
        """Open a tournament that lies in a folder; one that cannot be read does not keep the others away."""
        before = mark(path)
        try:
            self.add(path)
        except RondeError as error:
            self.shelf.refuse(path, error, before, time.monotonic())

    def opened(self, path: Path) -> OpenTournament:
        """The room of a tournament that nobody sees yet; may be made in a thread."""
        return OpenTournament(self._free_slug(path.stem.removeprefix(PREFIX)), Desk.open(path))

    def welcome(self, room: OpenTournament) -> OpenTournament:
        """Show a room to everybody, under another word if its own was taken; the one that is shown.

        A tournament begun here may have been found in its folder or heard of already.
        """
        there = [one for one in self.rooms.values() if one.path == room.path]
        if there:
            room.leave()
            return there[0]
        if room.slug in self.rooms:
            room.slug = self._free_slug(room.slug)
        self.rooms[room.slug] = room
        self.gone.discard(room.slug)
        return room

    async def dismiss(self, room: OpenTournament) -> None:
        """Stop showing a tournament whose file was removed, and end the streams of its open pages."""
        if self.rooms.get(room.slug) is room:
            del self.rooms[room.slug]
            self.gone.add(room.slug)
        await run_in_threadpool(room.leave)
        room.announce()

    def free_path(self, name: str) -> Path:
        """Where a new tournament of that name may lie: in the folder served, beside nothing of its name."""
        stem = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60] or "tournament"
        tried = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        paths = (self.folder / f"{one}.ronde" for one in tried)
        return next(path for path in paths if not path.exists() and not backup_folder(path).exists())

    def new_place(self, name: str) -> Path:
        """Where a new tournament of that name is begun: on the server if all of it is served, else a file."""
        if not self.whole_server:
            return self.free_path(name)
        stem = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60] or "tournament"
        taken = set(tournaments_on_server())
        tried = (f"{PREFIX}{stem}-{number}" if number > 1 else f"{PREFIX}{stem}" for number in count(1))
        return Path(next(one for one in tried if one not in taken))

    def _free_slug(self, stem: str) -> str:
        word = re.sub(r"[^a-z0-9]+", "-", fold(stem)).strip("-") or "tournament"
        tried = (f"{word}-{number}" if number > 1 else word for number in count(1))
        return next(slug for slug in tried if slug not in self.rooms)

    def stop(self) -> None:
        """End all streams."""
        self.stopping.set()
        for room in self.rooms.values():
            room.announce()

    def close(self) -> None:
        """Let go of the files."""
        for room in self.rooms.values():
            room.leave()
