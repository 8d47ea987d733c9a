"""Event streams for open pages: journal numbers and other changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from random import Random
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ronde.web.server.connections import Streams
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.tournaments import Tournaments

HEARTBEAT = 15.0
_BEGUN: Final = "ronde.news"
RETRY = "retry: 2000\n\n"
PAUSE: Final = 0.005
"""Seconds, per listening page, for which a page gets no further event."""
LONGEST_PAUSE: Final = 1.0
_CHANCE: Final = Random()


class News(Response):
    """A stream that occupies a slot as long as it lasts.

    A page without a slot, because its address, its network or everybody has too many, polls.
    """

    media_type = "text/event-stream"

    def __init__(self, request: Request, streams: Streams, lines: AsyncGenerator[str]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.streams = streams
        self.lines = lines
        self.address = request.client.host if request.client else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Start the stream, or refuse it; a HEAD request needs no slot."""
        if scope["method"] == "HEAD":
            await Response(headers=dict(self.headers))(scope, receive, send)
        elif self.streams.take(self.address):
            await self._begin(scope, send)
        else:
            await Response(status_code=503, headers={"Retry-After": "30"})(scope, receive, send)

    async def _begin(self, scope: Scope, send: Send) -> None:
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        except BaseException:
            self.streams.give_back(self.address)
            raise
        scope[_BEGUN] = self

    async def go_on(self, receive: Receive, send: Send) -> None:
        """Send events until there are no more, or the page disconnects; then free the slot."""
        hearing = asyncio.ensure_future(_disconnected(receive))
        try:
            await self._tell(hearing, send)
        finally:
            hearing.cancel()
            self.streams.give_back(self.address)

    async def _tell(self, hearing: asyncio.Future[None], send: Send) -> None:
        with suppress(TimeoutError):  # the page has disconnected
            async with asyncio.timeout(None) as time_left, aclosing(self.lines):

                def end(_: object) -> None:
                    with suppress(RuntimeError):  # the stream has ended by itself in this turn of the loop
                        time_left.reschedule(0)

                hearing.add_done_callback(end)
                try:
                    async for line in self.lines:
                        await send({"type": "http.response.body", "body": line.encode(), "more_body": True})
                    await send({"type": "http.response.body", "body": b""})
                finally:
                    hearing.remove_done_callback(end)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Streaming(Starlette):
    """An application whose streams run outside all middleware.

    Twenty middleware layers waiting for the end of a stream take as much memory as the stream itself.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; of a stream only the head passes the middleware."""
        try:
            await super().__call__(scope, receive, send)
        except BaseException:
            if (lost := scope.pop(_BEGUN, None)) is not None:
                lost.streams.give_back(lost.address)
            raise
        begun: News | None = scope.pop(_BEGUN, None)
        if begun is not None:
            await begun.go_on(receive, send)


async def stream(request: Request, tournaments: Tournaments, opened: OpenTournament) -> Response:
    """Send the page what it missed, then everything new, until it disconnects or the server stops."""
    seen = _number(request.headers.get("last-event-id") or request.query_params.get("after") or "0")
    beside = _number(request.query_params.get("side") or str(opened.side))
    return News(request, tournaments.streams, _news(tournaments, opened, seen, beside))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def pause_after_news(listeners: int) -> float:
    """Seconds until a page gets the next event, if so many listen: random, so that not all wake at once.

    Ten results a second to 200 pages then cost the loop as little as to twenty.
    """
    return min(LONGEST_PAUSE, PAUSE * listeners) * (1 + _CHANCE.random()) / 2


async def _news(
    tournaments: Tournaments, opened: OpenTournament, seen: int, beside: int
) -> AsyncGenerator[str]:
    opened.listeners += 1
    try:
        async for line in _lines(tournaments, opened, seen, beside):
            yield line
    finally:
        opened.listeners -= 1


async def _lines(
    tournaments: Tournaments, opened: OpenTournament, seen: int, beside: int
) -> AsyncGenerator[str]:
    yield RETRY
    while not tournaments.stopping.is_set() and not opened.gone:
        waiting, number = opened.news, opened.desk.number
        if number != seen:
            seen = number
            yield f"id: {number}\nevent: changed\ndata: {number}\n\n"
            await asyncio.sleep(pause_after_news(opened.listeners))
            continue
        if opened.side != beside:
            beside = opened.side
            yield f"event: stirred\ndata: {beside}\n\n"
            await asyncio.sleep(pause_after_news(opened.listeners))
            continue
        try:
            async with asyncio.timeout(HEARTBEAT):
                await waiting.wait()
        except TimeoutError:
            yield ": still here\n\n"
