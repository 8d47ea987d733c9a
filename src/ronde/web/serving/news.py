"""News for open pages: a stream of journal numbers and of other changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ronde.web.serving.connections import Streams
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.tournaments import Tournaments

HEARTBEAT = 15.0
RETRY = "retry: 2000\n\n"
PAUSE: Final = 0.005
"""Seconds after a piece of news, for every page that listens, in which that page is sent no more."""
LONGEST_PAUSE: Final = 1.0
_CHANCE: Final = Random()


class News(StreamingResponse):
    """A stream that has a place among the streams as long as it lasts.

    A page that gets none, because its address, its network or everybody has too many, asks every ten seconds.
    """

    def __init__(self, request: Request, streams: Streams, lines: AsyncIterator[str]) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(lines, media_type="text/event-stream", headers=headers)
        self.streams = streams
        self.address = request.client.host if request.client else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the news, or that there is no place; who asks for the head alone has no place to keep."""
        if scope["method"] == "HEAD":
            await Response(headers=dict(self.headers))(scope, receive, send)
            return
        if not self.streams.take(self.address):
            await Response(status_code=503, headers={"Retry-After": "30"})(scope, receive, send)
            return
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.streams.give_back(self.address)


async def stream(request: Request, tournaments: Tournaments, opened: OpenTournament) -> Response:
    """Send the page what it missed, then everything new, until it disconnects or the server stops."""
    seen = _number(request.headers.get("last-event-id") or request.query_params.get("after") or "0")
    beside = _number(request.query_params.get("side") or str(opened.side))
    return News(request, tournaments.streams, _news(tournaments, opened, seen, beside))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def pause_after_news(listeners: int) -> float:
    """Seconds until a page is sent more, if so many listen: not the same for all, or all would wake at once.

    So the news of ten results a second to 200 pages take as little of the loop as those to twenty.
    """
    return min(LONGEST_PAUSE, PAUSE * listeners) * (1 + _CHANCE.random()) / 2


async def _news(
    tournaments: Tournaments, opened: OpenTournament, seen: int, beside: int
) -> AsyncIterator[str]:
    opened.listeners += 1
    try:
        async for line in _lines(tournaments, opened, seen, beside):
            yield line
    finally:
        opened.listeners -= 1


async def _lines(
    tournaments: Tournaments, opened: OpenTournament, seen: int, beside: int
) -> AsyncIterator[str]:
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
            await asyncio.wait_for(waiting.wait(), HEARTBEAT)
        except TimeoutError:
            yield ": still here\n\n"
