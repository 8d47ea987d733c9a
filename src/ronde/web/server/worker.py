"""A worker process of the server: opens tournaments read-only and renders expensive pages.

python -m ronde.web.server.worker      # jobs on the standard input, answers on the standard output
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections import OrderedDict
from pathlib import Path
from typing import BinaryIO, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from ronde.app.desk import Desk
from ronde.core.errors import RondeError
from ronde.plugins import load_plugins
from ronde.system.door import give_way, peak_memory
from ronde.web.desk import (
    card,
    closing,
    corrections,
    exports,
    history,
    overview,
    players,
    publishing,
    results,
    settings,
    tables,
)
from ronde.web.desk.desk_pages import DeskPages
from ronde.web.public import mark
from ronde.web.public.games import GamePages
from ronde.web.public.paper import PaperPages
from ronde.web.public.screen import ScreenPages
from ronde.web.public.tournament import PublicPages
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.job import SIZE, Done, Job, framed, length, read_job
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.page_cache import PageCache, packed
from ronde.web.server.seats import Seats
from ronde.web.server.tournaments import Tournaments

OPEN: Final = 8
"""How many tournaments a worker keeps open."""
NICE: Final = 5
"""The server, which keeps the clocks, has priority."""
_LOG: Final = logging.getLogger("ronde.worker")
DESK: Final = (
    card, closing, corrections, exports, history, overview, players, publishing, results, settings, tables,
    mark,
)  # fmt: skip
"""Pages of the desk that grow with the tournament."""
_KEPT: Final = ("content-type", "content-disposition", "cache-control")


class PageRenderer:
    """Renders pages of tournaments that it only reads, by the code of the server without its secrets."""

    def __init__(self) -> None:
        self.tournaments = Tournaments([])
        self._loop = asyncio.new_event_loop()
        self._open: OrderedDict[str, tuple[int, OpenTournament]] = OrderedDict()
        self.app = Starlette(
            routes=_heavy_routes(self.tournaments, Seats()),
            exception_handlers={HTTPException: _refused, 500: _failed},
        )

    def render(self, job: Job) -> Done:
        try:
            opened = self._opened(job)
        except (
            RondeError
        ) as error:  # the file was removed, or the database is away: the server reports it better
            _LOG.warning("%s cannot be read: %s", job.place, error.code)
            return Done(503)
        self.app.state.arbitre = bool(job.given.get("arbitre"))
        try:
            return self._loop.run_until_complete(self._answer(job))
        finally:
            if opened.on_server:
                opened.desk.journal.settle()  # many workers, few connections

    def _opened(self, job: Job) -> OpenTournament:
        serial, opened = self._open.pop(job.slug, (0, None))
        if opened is not None and serial != job.serial:
            opened.leave()
            opened = None
        if opened is None:
            opened = OpenTournament(job.slug, Desk.open(Path(job.place)))
        else:
            opened.desk.refresh()
        self._open[job.slug] = (job.serial, opened)
        self.tournaments.by_slug[job.slug] = opened
        while len(self._open) > OPEN:
            slug, _ = self._open.popitem(last=False)
            self.tournaments.by_slug.pop(slug).leave()
        return opened

    async def _answer(self, job: Job) -> Done:
        done = Done(500)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                done.status = message["status"]
                headers = {
                    name.decode("latin-1"): value.decode("latin-1") for name, value in message["headers"]
                }
                done.headers = {name: headers[name] for name in _KEPT if name in headers}
            else:
                done.body += message.get("body", b"")

        await self.app(_scope(job), receive, send)
        if job.pack:
            done.body, done.tag = packed(done.body, tightly=True)
        return done

    def close(self) -> None:
        for _, opened in self._open.values():
            opened.leave()
        self._loop.close()


def _scope(job: Job) -> dict[str, object]:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in job.headers]
    return {
        "type": "http",
        "method": "GET",
        "http_version": "1.1",
        "scheme": job.scheme,
        "path": job.path,
        "query_string": job.query.encode("latin-1"),
        "root_path": "",
        "headers": headers,
        "client": None,
        "server": ("localhost", 80),
        "given": job.given,
    }


def _heavy_routes(tournaments: Tournaments, seats: Seats) -> list[GuardedRoute]:
    """All routes of a worker."""
    public, desk_pages = PublicPages(tournaments, PageCache(most=0)), DeskPages(tournaments, seats)
    return [
        *public.routes(),
        *GamePages(public).routes(),
        *ScreenPages(public, seats).routes(),
        *PaperPages(public, seats).routes(),
        *(route for pages in DESK for route in pages.routes(desk_pages)),
    ]


async def _refused(request: Request, error: Exception) -> Response:
    """The server renders refusals itself."""
    return Response(status_code=error.status_code if isinstance(error, HTTPException) else 500)


async def _failed(request: Request, error: Exception) -> Response:
    _LOG.error("%s cannot be rendered", request.url.path, exc_info=error)
    return Response(status_code=500)


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answer jobs until standard input ends."""
    renderer = PageRenderer()
    try:
        while len(head := source.read(SIZE)) == SIZE:
            done = renderer.render(read_job(source.read(length(head))))
            done.peak = peak_memory() // (1 << 20)
            target.write(framed(done))
            target.flush()
    except BrokenPipeError:  # the server has ended
        return
    finally:
        renderer.close()


def main() -> None:
    logging.basicConfig(format="%(name)s: %(message)s")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way(NICE)
    load_plugins()  # unusable plugins were reported by the server
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing printed by accident may be read as an answer
    serve(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
