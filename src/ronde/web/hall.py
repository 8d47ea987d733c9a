"""The tournaments a server shows: their desks, one hand at a time, and who waits for news."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
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
STIRRED = "*"
"""Before the word of a tournament of which another process says that something beside its journal changed."""
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

    @property
    def playing(self) -> bool:
        """Whether a referee tells of games being played."""
        return self.live_path.exists()

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
        self.whole_server = any(path.name == PREFIX for path in paths)
        """Whether all tournaments of a database server are shown, those to come too."""
        self.stopping = asyncio.Event()
        self.listeners = 0
        """Open pages that are told news."""
        self._watch: asyncio.Task[None] | None = None
        self._told: set[str] = set()
        """The names of tournaments of which the server says that they have grown."""
        self._bell = asyncio.Event()
        self._ear = ExitStack()
        for path in _files(paths):
            self.add(path)

    def add(self, path: Path) -> Room:
        """Open one more tournament."""
        return self.welcome(self.opened(path))

    def opened(self, path: Path) -> Room:
        """The room of a tournament that nobody sees yet; may be made in a thread."""
        return Room(self._free_slug(path.stem.removeprefix(PREFIX)), Desk.open(path))

    def welcome(self, room: Room) -> Room:
        """Show a room to everybody, under another word if its own was taken; the one that is shown.

        A tournament begun here on the server may have been heard of already.
        """
        there = [one for one in self.rooms.values() if one.desk.journal.path == room.desk.journal.path]
        if room.on_server and there:
            room.desk.close()
            return there[0]
        if room.slug in self.rooms:
            room.slug = self._free_slug(room.slug)
        self.rooms[room.slug] = room
        return room

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

    async def open(self) -> None:
        """Begin to look for what other programs write."""
        if self.whole_server or any(room.on_server for room in self.rooms.values()):
            loop = asyncio.get_running_loop()
            self._ear.enter_context(listening(lambda name: _ring(loop, self._hear, name)))
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

    def _hear(self, name: str) -> None:
        """The server says which tournament has grown, or of which something else has changed."""
        if name.startswith(f"{PREFIX}{STIRRED}"):
            room = self.rooms.get(name.removeprefix(f"{PREFIX}{STIRRED}"))
            if room:
                room.stir()
            return
        self._told.add(name)
        self._bell.set()

    async def _look(self) -> None:
        files = server = 0.0
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), LOOK)
            self._bell.clear()
            now = time.monotonic()
            told, self._told = self._told, set()
            everything = "" in told or now - server > LOOK_AT_SERVER
            if self.whole_server:
                await self._arrived(told)
            due = now - files >= LOOK
            for room in list(self.rooms.values()):
                grown = everything or str(room.desk.journal.path) in told
                if grown if room.on_server else due:
                    await self._refresh(room)
            files, server = now if due else files, now if everything else server

    async def _refresh(self, room: Room) -> None:
        room.notice_moves()
        with suppress(RondeError):  # the file is being replaced; the next request will say what is wrong
            await room.use(lambda desk: desk.refresh())

    async def _arrived(self, told: set[str]) -> None:
        """Open the tournaments that other programs have begun on the server."""
        known, names = {str(room.desk.journal.path) for room in self.rooms.values()}, set(told)
        with suppress(RondeError):  # it is away; it will tell when it is back
            names |= set(await run_in_threadpool(tournaments_on_server) if "" in told else ())
        for name in sorted(names - known - {""}):
            with suppress(RondeError):  # not for us to show
                self.welcome(await run_in_threadpool(self.opened, Path(name)))


def _ring(loop: asyncio.AbstractEventLoop, hear: Callable[[str], None], name: str) -> None:
    """Hand something heard in another thread to the loop, unless that has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(hear, name)


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
