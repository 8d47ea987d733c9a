"""The tournaments a server shows: their desks, one hand at a time, and who waits for news."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from ronde.core.errors import FileMissing, RondeError
from ronde.core.names import fold
from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.formats.pages.door import live_path
from ronde.storage.door import PREFIX, backup_folder, listening, on_server, tournaments_on_server

T = TypeVar("T")
LOOK = 0.1
"""Seconds between looks at what other programs wrote in a file."""
LOOK_AT_SERVER = 5.0
"""The same for tournaments on a server, which tells by itself what is new."""


@dataclass
class Room:
    """One open tournament."""

    slug: str
    desk: Desk
    lock: threading.RLock = field(default_factory=threading.RLock)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    side: int = 0
    """Counts what happens beside the journal: proposals, screens, moves of games being played."""
    _moved: int = 0

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is now."""
        return self.desk.tournament

    @property
    def on_server(self) -> bool:
        """Whether its journal is on a database server, and not in a file."""
        return on_server(self.desk.journal.path)

    def announce(self) -> None:
        """Wake everybody who waits for news."""
        self.news.set()
        self.news = asyncio.Event()

    def stir(self) -> None:
        """Tell open pages that something beside the journal has changed."""
        self.side += 1
        self.announce()

    @property
    def live_path(self) -> Path:
        """Where a referee in another process writes the games being played."""
        return live_path(self.desk.journal.path)

    def notice_moves(self) -> None:
        """Stir if a game being played has moved on."""
        try:
            moved = self.live_path.stat().st_mtime_ns
        except OSError:
            moved = 0
        if moved != self._moved:
            self._moved = moved
            self.stir()

    async def use(self, task: Callable[[Desk], T]) -> T:
        """Do something with the desk in a thread of its own, alone, then tell the others."""

        def alone() -> T:
            with self.lock:
                return task(self.desk)

        before = self.desk.number
        try:
            return await run_in_threadpool(alone)
        finally:
            if self.desk.number != before:
                self.announce()


class Hall:
    """All tournaments of one server, by the word that names them in addresses."""

    def __init__(self, paths: list[Path]) -> None:
        self.rooms: dict[str, Room] = {}
        self.folder = _folder(paths)
        self.stopping = asyncio.Event()
        self.listeners = 0
        """Open pages that are told news."""
        self._watch: asyncio.Task[None] | None = None
        self._told: set[str] = set()
        """The names of tournaments of which the server says that they have grown."""
        self._ear = ExitStack()
        for path in _files(paths):
            self.add(path)

    def add(self, path: Path) -> Room:
        """Open one more tournament."""
        room = self.opened(path)
        self.welcome(room)
        return room

    def opened(self, path: Path) -> Room:
        """The room of a tournament that nobody sees yet; may be made in a thread."""
        return Room(self._free_slug(path.stem.removeprefix(PREFIX)), Desk.open(path))

    def welcome(self, room: Room) -> None:
        """Show a room to everybody, under another word if its own was taken meanwhile."""
        if room.slug in self.rooms:
            room.slug = self._free_slug(room.slug)
        self.rooms[room.slug] = room

    def free_path(self, name: str) -> Path:
        """Where a new tournament of that name may lie: in the folder served, beside nothing of its name."""
        stem = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60] or "tournament"
        tried = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        paths = (self.folder / f"{one}.ronde" for one in tried)
        return next(path for path in paths if not path.exists() and not backup_folder(path).exists())

    def _free_slug(self, stem: str) -> str:
        word = re.sub(r"[^a-z0-9]+", "-", fold(stem)).strip("-") or "tournament"
        tried = (f"{word}-{number}" if number > 1 else word for number in count(1))
        return next(slug for slug in tried if slug not in self.rooms)

    async def open(self) -> None:
        """Begin to look for what other programs write."""
        if any(room.on_server for room in self.rooms.values()):
            self._ear.enter_context(listening(self._told.add))
        self._watch = asyncio.create_task(self._look())

    def stop(self) -> None:
        """End all streams."""
        self.stopping.set()
        for room in self.rooms.values():
            room.announce()

    async def close(self) -> None:
        """End all waiting and let go of the files."""
        self.stop()
        if self._watch is not None:
            self._watch.cancel()
        await run_in_threadpool(self._ear.close)
        for room in self.rooms.values():
            room.desk.close()

    async def _look(self) -> None:
        turn = 0
        while True:
            await asyncio.sleep(LOOK)
            turn += 1
            told = {self._told.pop() for _ in range(len(self._told))}
            everything = "" in told or not turn % int(LOOK_AT_SERVER / LOOK)
            for room in list(self.rooms.values()):
                if room.on_server and not everything and str(room.desk.journal.path) not in told:
                    continue
                room.notice_moves()
                try:
                    await room.use(lambda desk: desk.refresh())
                except RondeError:  # the file is being replaced; the next request will say what is wrong
                    continue


def _folder(paths: list[Path]) -> Path:
    """Where new tournaments are put: the first folder served, else beside the first file."""
    folders = [path for path in paths if path.is_dir()]
    return folders[0] if folders else paths[0].parent if paths else Path.cwd()


def _files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if on_server(path):
            found += map(Path, tournaments_on_server()) if path.name == PREFIX else [path]
        elif path.is_dir():
            found += sorted(path.glob("*.ronde"))
        elif path.is_file():
            found.append(path)
        else:
            raise FileMissing(path=str(path))
    return found
