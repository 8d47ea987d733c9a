"""Watching the disk: pages are notified of what other programs write, create or remove.

A look at a file is a question to the disk and no more. A tournament that nobody looks at sleeps: it is looked
at twenty times more rarely, and a request for its page wakes it first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from ronde.core.errors import FileMissing, JournalError, RondeError
from ronde.storage.door import PREFIX, listening, numbers_on_server
from ronde.web.serving.open_tournament import STIRRED, OpenTournament, mark
from ronde.web.serving.tournaments import Tournaments

_LOG = logging.getLogger("uvicorn.error")
LOOK = 0.1
"""Seconds between looks at a file that somebody has open."""
SLEEPING = 20
"""How many checks of the tournaments in use go by until every unused one was checked once."""
SURVEY = 0.4
"""Seconds between looks at what lies in the folders."""
LOOK_AT_SERVER = 5.0
"""Seconds between looks at tournaments on a server, which tells by itself what is new."""
LINES = 20
"""Tournaments that keep a line to the server, at most; PostgreSQL has a hundred for everybody."""
IDLE = 30.0
"""Seconds after which a line nobody used is given back."""
LISTS = ("/", "/tournaments.json", "/desk")
"""Pages that show all tournaments."""


class Watch:
    """Looks after the tournaments of a hall."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self._task: asyncio.Task[None] | None = None
        self._told: set[str] = set()
        """The names of tournaments of which the server says that they have grown."""
        self._bell = asyncio.Event()
        self._ear = ExitStack()
        self._ears_open = False
        self._surveying = asyncio.Lock()
        self._surveyed = self._all_seen = self._server_seen = float("-inf")
        self._next = 0

    async def open(self) -> None:
        """Begin to look."""
        self._ears_open = self.tournaments.whole_server or bool(self._on_server())
        if self._ears_open:
            loop = asyncio.get_running_loop()
            self._ear.enter_context(listening(lambda name: _ring(loop, self._hear, name)))
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
        await run_in_threadpool(self._ear.close)

    async def asked(self, path: str) -> None:
        """Before a page is rendered: take in what its tournament, or its folder, holds by now."""
        if path in LISTS:
            await self._see_all()
        elif path.startswith(("/t/", "/desk/")):
            room = self.tournaments.rooms.get(path.split("/", 3)[2])
            if room is None:
                await self._survey(time.monotonic(), at_least=LOOK)
            elif not room.on_server:
                room.ask(time.monotonic())
                await self._see(room, asked=True)

    async def _see_all(self) -> None:
        now = time.monotonic()
        await self._survey(now, at_least=LOOK)
        if now - self._all_seen >= 1:
            self._all_seen = now
            for room in self._in_files():
                await self._see(room, asked=True)

    async def _stay(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), LOOK)
            self._bell.clear()
            told, self._told = self._told, set()
            try:
                await self._round(told, time.monotonic())
            except Exception:  # whatever it was, the next look must come
                _LOG.exception("watch")

    async def _round(self, told: set[str], now: float) -> None:
        await self._survey(now, at_least=SURVEY)
        for room in self._due(now):
            await self._see(room)
        await self._hear_server(told, now)

    def _in_files(self) -> list[OpenTournament]:
        return [room for room in self.tournaments.rooms.values() if not room.on_server]

    def _due(self, now: float) -> list[OpenTournament]:
        """The tournaments in use, and the next few of the others."""
        rooms = self._in_files()
        few = -(-len(rooms) // SLEEPING)
        first, self._next = self._next, (self._next + few if self._next + few < len(rooms) else 0)
        return [room for at, room in enumerate(rooms) if first <= at < first + few or room.awake(now)]

    async def _see(self, room: OpenTournament, *, asked: bool = False) -> None:
        """Look at the file of a room; read it if it has grown, let it go if it was taken away."""
        now = time.monotonic()
        if room.busy:  # neither other tournaments nor readers wait for it
            return
        try:
            grown = room.grown(now)
        except FileMissing:
            await self.tournaments.dismiss(room)
            return
        room.notice_moves()
        with suppress(RondeError):  # somebody writes for long; the next look, or a request, will say it
            if grown or (not asked and room.unsure(now)):
                await room.refresh(now)
            if not asked:
                await room.settle(now)

    async def _survey(self, now: float, *, at_least: float) -> None:
        """Open what was put into the folders since."""
        if now - self._surveyed < at_least:
            return
        async with self._surveying:
            self._surveyed = now
            known = {str(room.path) for room in self._in_files()}
            for path in self.tournaments.shelf.arrivals(known, now):
                await self._try(path, now)

    async def _try(self, path: Path, now: float) -> None:
        before = mark(path)
        try:
            room = await run_in_threadpool(self.tournaments.opened, path)
        except (RondeError, OSError) as error:  # half copied, or not ours: it stays aside until it changes
            told = error if isinstance(error, RondeError) else JournalError(path=str(path), detail=str(error))
            self.tournaments.shelf.refuse(path, told, before, now)
        else:
            self.tournaments.shelf.refused.pop(path, None)
            self.tournaments.welcome(room)

    def _hear(self, name: str) -> None:
        """The server says which tournament has grown, or of which something else has changed."""
        if name.startswith(f"{PREFIX}{STIRRED}"):
            room = self.tournaments.rooms.get(name.removeprefix(f"{PREFIX}{STIRRED}"))
            if room:
                room.stir()
            return
        self._told.add(name)
        self._bell.set()

    async def _hear_server(self, told: set[str], now: float) -> None:
        """Take in what the server has told, and everything now and then."""
        if not self._ears_open:
            return
        everything, numbers = "" in told or now - self._server_seen > LOOK_AT_SERVER, dict[str, int]()
        if everything:
            self._server_seen = now
            with suppress(RondeError):  # it is away; it will tell when it is back
                numbers = await run_in_threadpool(numbers_on_server)
        if self.tournaments.whole_server:
            await self._arrived([*numbers, *sorted(told - set(numbers) - {""})])
        for room in self._on_server():
            name = str(room.path)
            if name in told or numbers.get(name, room.desk.number) != room.desk.number:
                with suppress(RondeError):  # it is away; the next request will say so
                    await room.refresh(now)
        if everything:
            await self._rest(now)

    def _on_server(self) -> list[OpenTournament]:
        return [room for room in self.tournaments.rooms.values() if room.on_server]

    async def _rest(self, now: float) -> None:
        """Notice games being played, and give back the lines that nobody has used lately."""
        for room in self._on_server():
            room.notice_moves()
        talking = [room for room in self._on_server() if room.talking]
        for at, room in enumerate(sorted(talking, key=lambda room: -room.used)):
            if at >= LINES or now - room.used > IDLE:
                await room.hang_up()

    async def _arrived(self, names: list[str]) -> None:
        """Open the tournaments that other programs have begun on the server."""
        known = {str(room.path) for room in self.tournaments.rooms.values()}
        for name in names:
            if name not in known:
                with suppress(RondeError):  # not for us to show
                    self.tournaments.welcome(await run_in_threadpool(self.tournaments.opened, Path(name)))


class Watched:
    """Lets the watch look before a page is rendered, so that nobody is shown what a sleeper missed."""

    def __init__(self, app: ASGIApp, watch: Watch) -> None:
        self.app = app
        self.watch = watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look, then pass the request on."""
        if scope["type"] == "http":
            await self.watch.asked(scope["path"])
        await self.app(scope, receive, send)


def _ring(loop: asyncio.AbstractEventLoop, hear: Callable[[str], None], name: str) -> None:
    """Hand something heard in another thread to the loop, unless that has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(hear, name)
