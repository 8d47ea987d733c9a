"""The tournaments a server shows: their desks, one hand at a time, and who waits for news."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from ronde.core.errors import FileMissing, RondeError
from ronde.core.names import fold
from ronde.core.tournament import Tournament
from ronde.desk import Desk

T = TypeVar("T")
LOOK = 0.2
"""Seconds between looks at what other programs wrote in a file."""


@dataclass
class Room:
    """One open tournament."""

    slug: str
    desk: Desk
    lock: threading.RLock = field(default_factory=threading.RLock)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is now."""
        return self.desk.tournament

    def announce(self) -> None:
        """Wake everybody who waits for news."""
        self.news.set()
        self.news = asyncio.Event()

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
        self.stopping = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None
        for path in _files(paths):
            self.add(path)

    def add(self, path: Path) -> Room:
        """Open one more tournament."""
        slug = self._free_slug(path.stem)
        room = Room(slug, Desk.open(path))
        self.rooms[slug] = room
        return room

    def _free_slug(self, stem: str) -> str:
        base = re.sub(r"[^a-z0-9]+", "-", fold(stem)).strip("-") or "tournament"
        taken = sum(slug == base or slug.startswith(f"{base}-") for slug in self.rooms)
        return base if not taken else f"{base}-{taken + 1}"

    async def open(self) -> None:
        """Begin to look for what other programs write."""
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
        for room in self.rooms.values():
            room.desk.close()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            for room in list(self.rooms.values()):
                try:
                    await room.use(lambda desk: desk.refresh())
                except RondeError:  # the file is being replaced; the next request will say what is wrong
                    continue


def _files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.glob("*.ronde"))
        elif path.is_file():
            found.append(path)
        else:
            raise FileMissing(path=str(path))
    return found
