"""Event streams of open pages, and the watch of the disk that feeds them."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ronde.model.errors import FileMissing, RondeError
from ronde.store import PREFIX, listening, numbers_on_server
from ronde.web.server.limits import Streams
from ronde.web.server.live_tournament import OTHER_CHANGE, LiveTournament
from ronde.web.server.request import client_of, source_of
from ronde.web.server.tournaments import Tournaments

HEARTBEAT = 15.0
RETRY = "retry: 2000\n\n"
PAUSE: Final = 0.005
"""Seconds, per listening page, for which a page gets no further event."""
LONGEST_PAUSE: Final = 1.0
_CHANCE: Final = Random()


class EventStream(StreamingResponse):
    """A stream that occupies a place as long as it lasts; a page without one polls."""

    def __init__(self, request: Request, streams: Streams, lines: AsyncGenerator[str]) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(lines, headers=headers, media_type="text/event-stream")
        self.streams = streams
        self.source = source_of(client_of(request))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Start the stream, or refuse it; a HEAD request needs no place."""
        if scope["method"] == "HEAD":
            await Response(headers=dict(self.headers))(scope, receive, send)
        elif not self.streams.take(self.source):
            await Response(status_code=503, headers={"Retry-After": "30"})(scope, receive, send)
        else:
            try:
                await super().__call__(scope, receive, send)
            finally:
                self.streams.give_back(self.source)


async def stream(request: Request, tournaments: Tournaments, live: LiveTournament) -> Response:
    """Send the page what it missed, then everything new, until it disconnects or the server stops."""
    seen = _number(request.headers.get("last-event-id") or request.query_params.get("after") or "0")
    beside = _number(request.query_params.get("side") or str(live.side))
    return EventStream(request, tournaments.streams, _events(tournaments, live, seen, beside))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def pause_after_event(listeners: int) -> float:
    """Seconds until a page gets the next event, if so many listen: random, so that not all wake at once.

    Ten results a second to 200 pages then cost the loop as little as to twenty.
    """
    return min(LONGEST_PAUSE, PAUSE * listeners) * (1 + _CHANCE.random()) / 2


async def _events(
    tournaments: Tournaments, live: LiveTournament, seen: int, beside: int
) -> AsyncGenerator[str]:
    live.listeners += 1
    try:
        async for line in _lines(tournaments, live, seen, beside):
            yield line
    finally:
        live.listeners -= 1


async def _lines(
    tournaments: Tournaments, live: LiveTournament, seen: int, beside: int
) -> AsyncGenerator[str]:
    yield RETRY
    while not tournaments.stopping.is_set() and not live.gone:
        waiting, number = live.changed, live.desk.number
        if number != seen:
            seen = number
            yield f"id: {number}\nevent: changed\ndata: {number}\n\n"
            await asyncio.sleep(pause_after_event(live.listeners))
            continue
        if live.side != beside:
            beside = live.side
            yield f"event: stirred\ndata: {beside}\n\n"
            await asyncio.sleep(pause_after_event(live.listeners))
            continue
        try:
            async with asyncio.timeout(HEARTBEAT):
                await waiting.wait()
        except TimeoutError:
            yield ": still here\n\n"


# Watching the disk: pages are notified of what other programs write, create or remove.
#
# A check is one stat call. A tournament without visitors is checked twenty times more rarely, and a
# request for its page checks it first.


_LOG = logging.getLogger("uvicorn.error")
POLL_INTERVAL = 0.1
"""Seconds between two checks of a file with open pages."""
CHECK_VALID_SECONDS = 0.002
"""Seconds for which a check before a page counts for the next pages, too: thousands may be asked for."""
FULL_POLL_INTERVAL = 1.0
"""Seconds between two checks of all files before a page that lists them."""
IDLE_PER_POLL = 20
"""In how many checks of the tournaments in use every unused one is checked once."""
FOLDER_POLL_INTERVAL = 0.4
"""Seconds between two scans of the folders."""
SERVER_POLL_INTERVAL = 5.0
"""Seconds between two checks of tournaments on a database server, which sends notifications itself."""
MAX_DB_CONNECTIONS = 20
"""Tournaments with a connection to the database server; PostgreSQL has a hundred in all."""
IDLE = 30.0
"""Seconds after which an unused connection is closed."""
_FOLDERS = ""
"""Instead of a slug: all folders."""
LIST_PATHS = ("/", "/tournaments.json", "/desk")
"""Pages that list all tournaments."""


class DiskWatcher:
    """Watches all tournaments of a server, in a thread of its own."""

    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self._thread: threading.Thread | None = None
        self._stopped = False
        self._changed_names: set[str] = set()
        """The names of tournaments that the database server has reported as changed."""
        self._wake_up = threading.Event()
        self._listening = ExitStack()
        self._on_database = False
        self._scanning = threading.Lock()
        self._scanned_at = self._checked_all_at = self._server_read_at = float("-inf")
        self._next = 0

    def open(self) -> None:
        self._on_database = self.tournaments.whole_server or bool(self._on_server())
        if self._on_database:
            self._listening.enter_context(listening(self._notified))
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped = True
        self._wake_up.set()
        if self._thread is not None:
            self._thread.join()
        self._listening.close()

    def due(self, path: str) -> tuple[str, Callable[[], None]] | None:
        """What must be read before a page is drawn: its tournament, or its folder; None if nothing."""
        now = time.monotonic()
        if path in LIST_PATHS:
            return (_FOLDERS, self._check_all) if now - self._checked_all_at >= FULL_POLL_INTERVAL else None
        path = path.removeprefix("/api/v1")
        if not path.startswith(("/t/", "/desk/")):
            return None
        slug = path.split("/", 3)[2]
        live = self.tournaments.by_slug.get(slug)
        if live is None:
            return (_FOLDERS, self._scan_folders) if now - self._scanned_at >= POLL_INTERVAL else None
        live.note_request(now)
        return None if live.on_server else (slug, lambda: self._check(live, asked=True))

    def _check_all(self) -> None:
        self._checked_all_at = time.monotonic()
        self._scan_folders()
        for live in self._in_files():
            self._check(live, asked=True)

    def _run(self) -> None:
        while not self._stopped:
            self._wake_up.wait(POLL_INTERVAL)
            self._wake_up.clear()
            names, self._changed_names = self._changed_names, set()
            try:
                self._check_due(names, time.monotonic())
            except Exception:  # any error: the next check must still run
                _LOG.exception("watch")

    def _check_due(self, names: set[str], now: float) -> None:
        if now - self._scanned_at >= FOLDER_POLL_INTERVAL:
            self._scan_folders()
        for live in self._due(now):
            self._check(live)
        self._notified_by_server(names, now)

    def _in_files(self) -> list[LiveTournament]:
        return [live for live in list(self.tournaments.by_slug.values()) if not live.on_server]

    def _due(self, now: float) -> list[LiveTournament]:
        """The tournaments in use, and the next few of the others."""
        tournaments_open = self._in_files()
        few = -(-len(tournaments_open) // IDLE_PER_POLL)
        first, self._next = self._next, (self._next + few if self._next + few < len(tournaments_open) else 0)
        return [
            live for at, live in enumerate(tournaments_open) if first <= at < first + few or live.in_use(now)
        ]

    def _check(self, live: LiveTournament, *, asked: bool = False) -> None:
        """Check the file of an open tournament; read it if it has grown, close it if it was removed."""
        with live.looking:
            self._check_now(live, asked=asked)

    def _check_now(self, live: LiveTournament, *, asked: bool) -> None:
        if not live.lock.acquire(blocking=False):  # who uses it sees the changes of others himself
            return
        try:
            now = time.monotonic()
            was_written = live.was_written(now)
            live.check_running_games()
            with suppress(RondeError):  # a long write; the next check, or a request, will read it
                if was_written or (not asked and live.should_reread(now)):
                    live.refresh(now)
                if not asked:
                    live.checkpoint(now)
        except FileMissing:
            self.tournaments.remove(live)
        finally:
            live.lock.release()

    def _scan_folders(self) -> None:
        """Open new files in the folders."""
        with self._scanning:
            now = self._scanned_at = time.monotonic()
            known = {str(live.path) for live in self._in_files()}
            for path in self.tournaments.folders.arrivals(known, now):
                self.tournaments.add_if_sound(path, now)

    def _notified(self, name: str) -> None:
        """A notification of the database server: which tournament has changed, or something beside it."""
        if name.startswith(f"{PREFIX}{OTHER_CHANGE}"):
            live = self.tournaments.by_slug.get(name.removeprefix(f"{PREFIX}{OTHER_CHANGE}"))
            if live:
                live.notify_pages()
            return
        self._changed_names.add(name)
        self._wake_up.set()

    def _notified_by_server(self, names: set[str], now: float) -> None:
        """Read what the database server has reported, and everything now and then."""
        if not self._on_database:
            return
        everything = "" in names or now - self._server_read_at > SERVER_POLL_INTERVAL
        numbers: dict[str, int] = {}
        if everything:
            self._server_read_at = now
            with suppress(RondeError):  # the server is away; it will notify when it is back
                numbers = numbers_on_server()
        if self.tournaments.whole_server:
            self._open_created([*numbers, *sorted(names - set(numbers) - {""})])
        for live in self._on_server():
            name = str(live.path)
            if name in names or numbers.get(name, live.desk.number) != live.desk.number:
                with suppress(RondeError):  # the server is away; the next request will say so
                    live.refresh(now)
        if everything:
            self._close_unused(now)

    def _on_server(self) -> list[LiveTournament]:
        return [live for live in list(self.tournaments.by_slug.values()) if live.on_server]

    def _close_unused(self, now: float) -> None:
        """Notice running games, and close connections that were not used lately."""
        for live in self._on_server():
            live.check_running_games()
        connected = [live for live in self._on_server() if live.connected]
        for at, live in enumerate(sorted(connected, key=lambda live: -live.used)):
            if at >= MAX_DB_CONNECTIONS or now - live.used > IDLE:
                live.disconnect()

    def _open_created(self, names: list[str]) -> None:
        """Open the tournaments that other programs have created on the database server."""
        known = {str(live.path) for live in list(self.tournaments.by_slug.values())}
        for name in names:
            if name not in known:
                with suppress(RondeError):  # not ours to show
                    self.tournaments.add_live(self.tournaments.open(Path(name)))


class RefreshMiddleware:
    """Checks the disk before a page is drawn, once for all requests that came before the check began."""

    def __init__(self, app: ASGIApp, watch: DiskWatcher) -> None:
        self.app = app
        self.watch = watch
        self._checking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._begun: dict[str, float] = {}
        """When the last check began that has ended."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (due := self.watch.due(scope["path"])) is not None:
            await self._before_page(*due)
        await self.app(scope, receive, send)

    async def _before_page(self, name: str, look: Callable[[], None]) -> None:
        came = time.monotonic()
        async with self._checking[name]:
            if came - self._begun.get(name, float("-inf")) >= CHECK_VALID_SECONDS:
                begun = time.monotonic()
                await run_in_threadpool(look)
                self._begun[name] = begun
