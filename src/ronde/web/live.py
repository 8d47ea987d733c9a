"""News for open pages: a stream of the numbers the journal reaches, and of what stirs beside it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ronde.web.hall import Hall
from ronde.web.room import Room

HEARTBEAT = 15.0
RETRY = "retry: 2000\n\n"
MOST = 5_000
"""Streams at once; a page that gets none asks every ten seconds instead."""


async def stream(request: Request, hall: Hall, room: Room) -> Response:
    """Tell the page at once what it missed, then everything new, until it goes away or the server stops."""
    seen = _number(request.headers.get("last-event-id") or request.query_params.get("after") or "0")
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if hall.listeners >= MOST:
        return Response(status_code=503, headers={"Retry-After": "30"})
    beside = _number(request.query_params.get("side") or str(room.side))
    return StreamingResponse(_news(hall, room, seen, beside), media_type="text/event-stream", headers=headers)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


async def _news(hall: Hall, room: Room, seen: int, beside: int) -> AsyncIterator[str]:
    hall.listeners += 1
    room.listeners += 1
    try:
        async for line in _lines(hall, room, seen, beside):
            yield line
    finally:
        hall.listeners -= 1
        room.listeners -= 1


async def _lines(hall: Hall, room: Room, seen: int, beside: int) -> AsyncIterator[str]:
    yield RETRY
    while not hall.stopping.is_set() and not room.gone:
        waiting, number = room.news, room.desk.number
        if number != seen:
            seen = number
            yield f"id: {number}\nevent: changed\ndata: {number}\n\n"
            continue
        if room.side != beside:
            beside = room.side
            yield f"event: stirred\ndata: {beside}\n\n"
            continue
        try:
            await asyncio.wait_for(waiting.wait(), HEARTBEAT)
        except TimeoutError:
            yield ": still here\n\n"
