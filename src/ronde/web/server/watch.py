"""Watching the disk: pages are notified of what other programs write, create or remove.

A check is one stat call. A tournament without visitors is checked twenty times more rarely, and a request for
its page checks it first.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from ronde.core.errors import FileMissing, JournalError, RondeError
from ronde.storage.door import PREFIX, listening, numbers_on_server
from ronde.web.server.open_tournament import STIRRED, OpenTournament, mark
from ronde.web.server.tournaments import Tournaments

_LOG = logging.getLogger("uvicorn.error")
LOOK = 0.1
"""Seconds between two checks of a file with open pages."""
SOON = 0.002
"""Seconds for which a check before a page counts for the next pages, too: thousands may be asked for."""
LOOK_AT_ALL = 1.0
"""Seconds between two checks of all files before a page that lists them."""
SLEEPING = 20
"""In how many checks of the tournaments in use every unused one is checked once."""
SURVEY = 0.4
"""Seconds between two scans of the folders."""
LOOK_AT_SERVER = 5.0
"""Seconds between two checks of tournaments on a database server, which sends notifications itself."""
LINES = 20
"""Tournaments with a connection to the database server; PostgreSQL has a hundred in all."""
IDLE = 30.0
"""Seconds after which an unused connection is closed."""
_FOLDERS = ""
"""Instead of a slug: all folders."""
LISTS = ("/", "/tournaments.json", "/desk")
"""Pages that list all tournaments."""


class Watch:
    """Watches all tournaments of a server, in a thread of its own."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self._thread: threading.Thread | None = None
        self._stopped = False
        self._changed_names: set[str] = set()
        """The names of tournaments that the database server has reported as changed."""
        self._bell = threading.Event()
        self._ear = ExitStack()
        self._ears_open = False
        self._surveying = threading.Lock()
        self._surveyed = self._all_seen = self._server_seen = float("-inf")
        self._next = 0

    def open(self) -> None:
        self._ears_open = self.tournaments.whole_server or bool(self._on_server())
        if self._ears_open:
            self._ear.enter_context(listening(self._hear))
        self._thread = threading.Thread(target=self._stay, name="watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped = True
        self._bell.set()
        if self._thread is not None:
            self._thread.join()
        self._ear.close()

    def due(self, path: str) -> tuple[str, Callable[[], None]] | None:
        """What must be read before a page is drawn: its tournament, or its folder; None if nothing."""
        now = time.monotonic()
        if path in LISTS:
            return (_FOLDERS, self._see_all) if now - self._all_seen >= LOOK_AT_ALL else None
        path = path.removeprefix("/api/v1")
        if not path.startswith(("/t/", "/desk/")):
            return None
        slug = path.split("/", 3)[2]
        opened = self.tournaments.by_slug.get(slug)
        if opened is None:
            return (_FOLDERS, self._survey) if now - self._surveyed >= LOOK else None
        opened.ask(now)
        return None if opened.on_server else (slug, lambda: self._see(opened, asked=True))

    def _see_all(self) -> None:
        self._all_seen = time.monotonic()
        self._survey()
        for opened in self._in_files():
            self._see(opened, asked=True)

    def _stay(self) -> None:
        while not self._stopped:
            self._bell.wait(LOOK)
            self._bell.clear()
            names, self._changed_names = self._changed_names, set()
            try:
                self._round(names, time.monotonic())
            except Exception:  # any error: the next check must still run
                _LOG.exception("watch")

    def _round(self, names: set[str], now: float) -> None:
        if now - self._surveyed >= SURVEY:
            self._survey()
        for opened in self._due(now):
            self._see(opened)
        self._hear_server(names, now)

    def _in_files(self) -> list[OpenTournament]:
        return [opened for opened in list(self.tournaments.by_slug.values()) if not opened.on_server]

    def _due(self, now: float) -> list[OpenTournament]:
        """The tournaments in use, and the next few of the others."""
        tournaments_open = self._in_files()
        few = -(-len(tournaments_open) // SLEEPING)
        first, self._next = self._next, (self._next + few if self._next + few < len(tournaments_open) else 0)
        return [
            opened
            for at, opened in enumerate(tournaments_open)
            if first <= at < first + few or opened.awake(now)
        ]

    def _see(self, opened: OpenTournament, *, asked: bool = False) -> None:
        """Check the file of an open tournament; read it if it has grown, close it if it was removed."""
        with opened.looking:
            self._see_now(opened, asked=asked)

    def _see_now(self, opened: OpenTournament, *, asked: bool) -> None:
        if not opened.lock.acquire(blocking=False):  # who uses it sees the changes of others himself
            return
        try:
            now = time.monotonic()
            grown = opened.grown(now)
            opened.notice_moves()
            with suppress(RondeError):  # a long write; the next check, or a request, will read it
                if grown or (not asked and opened.unsure(now)):
                    opened.refresh(now)
                if not asked:
                    opened.settle(now)
        except FileMissing:
            self.tournaments.dismiss(opened)
        finally:
            opened.lock.release()

    def _survey(self) -> None:
        """Open new files in the folders."""
        with self._surveying:
            now = self._surveyed = time.monotonic()
            known = {str(opened.path) for opened in self._in_files()}
            for path in self.tournaments.shelf.arrivals(known, now):
                self._try(path, now)

    def _try(self, path: Path, now: float) -> None:
        before = mark(path)
        try:
            opened = self.tournaments.open(path)
        except (RondeError, OSError) as error:  # half copied, or not ours: ignored until it changes
            problem = (
                error if isinstance(error, RondeError) else JournalError(path=str(path), detail=str(error))
            )
            self.tournaments.shelf.refuse(path, problem, before, now)
        else:
            self.tournaments.shelf.refused.pop(path, None)
            self.tournaments.welcome(opened)

    def _hear(self, name: str) -> None:
        """A notification of the database server: which tournament has changed, or something beside it."""
        if name.startswith(f"{PREFIX}{STIRRED}"):
            opened = self.tournaments.by_slug.get(name.removeprefix(f"{PREFIX}{STIRRED}"))
            if opened:
                opened.stir()
            return
        self._changed_names.add(name)
        self._bell.set()

    def _hear_server(self, names: set[str], now: float) -> None:
        """Read what the database server has reported, and everything now and then."""
        if not self._ears_open:
            return
        everything, numbers = "" in names or now - self._server_seen > LOOK_AT_SERVER, dict[str, int]()
        if everything:
            self._server_seen = now
            with suppress(RondeError):  # the server is away; it will notify when it is back
                numbers = numbers_on_server()
        if self.tournaments.whole_server:
            self._arrived([*numbers, *sorted(names - set(numbers) - {""})])
        for opened in self._on_server():
            name = str(opened.path)
            if name in names or numbers.get(name, opened.desk.number) != opened.desk.number:
                with suppress(RondeError):  # the server is away; the next request will say so
                    opened.refresh(now)
        if everything:
            self._rest(now)

    def _on_server(self) -> list[OpenTournament]:
        return [opened for opened in list(self.tournaments.by_slug.values()) if opened.on_server]

    def _rest(self, now: float) -> None:
        """Notice running games, and close connections that were not used lately."""
        for opened in self._on_server():
            opened.notice_moves()
        talking = [opened for opened in self._on_server() if opened.talking]
        for at, opened in enumerate(sorted(talking, key=lambda opened: -opened.used)):
            if at >= LINES or now - opened.used > IDLE:
                opened.hang_up()

    def _arrived(self, names: list[str]) -> None:
        """Open the tournaments that other programs have created on the database server."""
        known = {str(opened.path) for opened in list(self.tournaments.by_slug.values())}
        for name in names:
            if name not in known:
                with suppress(RondeError):  # not ours to show
                    self.tournaments.welcome(self.tournaments.open(Path(name)))


class Watched:
    """Checks the disk before a page is drawn, once for all requests that came before the check."""

    def __init__(self, app: ASGIApp, watch: Watch) -> None:
        self.app = app
        self.watch = watch
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._looked: dict[str, float] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (due := self.watch.due(scope["path"])) is not None:
            await self._before_page(*due)
        await self.app(scope, receive, send)

    async def _before_page(self, name: str, look: Callable[[], None]) -> None:
        if name not in self._waiting:
            if time.monotonic() - self._looked.get(name, 0.0) < SOON:
                if running := self._running.get(name):
                    await asyncio.shield(running)
                return
            self._waiting[name] = asyncio.create_task(self._look(name, look))
        await asyncio.shield(self._waiting[name])

    async def _look(self, name: str, look: Callable[[], None]) -> None:
        if before := self._running.get(name):
            await asyncio.wait((before,))
        task = self._running[name] = self._waiting.pop(name)
        self._looked[name] = time.monotonic()
        try:
            await run_in_threadpool(look)
        finally:
            if self._running[name] is task:
                del self._running[name]
