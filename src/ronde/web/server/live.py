"""Event streams for open pages: journal numbers and other changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from random import Random
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ronde.web.server.limits import Streams
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import client_of, payer_of
from ronde.web.server.tournaments import Tournaments

HEARTBEAT = 15.0
RETRY = "retry: 2000\n\n"
PAUSE: Final = 0.005
"""Seconds, per listening page, for which a page gets no further event."""
LONGEST_PAUSE: Final = 1.0
_CHANCE: Final = Random()


class News(StreamingResponse):
    """A stream that occupies a place as long as it lasts; a page without one polls."""

    def __init__(self, request: Request, streams: Streams, lines: AsyncGenerator[str]) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(lines, headers=headers, media_type="text/event-stream")
        self.streams = streams
        self.payer = payer_of(client_of(request))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Start the stream, or refuse it; a HEAD request needs no place."""
        if scope["method"] == "HEAD":
            await Response(headers=dict(self.headers))(scope, receive, send)
        elif not self.streams.take(self.payer):
            await Response(status_code=503, headers={"Retry-After": "30"})(scope, receive, send)
        else:
            try:
                await super().__call__(scope, receive, send)
            finally:
                self.streams.give_back(self.payer)


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
