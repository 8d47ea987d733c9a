"""Pages that change with every game, rendered once for all spectators who ask within a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ronde.web.server.aside import CROWDED
from ronde.web.server.page_cache import PackedPage, packed

SECOND: Final = 1.0
"""Seconds for which a page is reused while many games are played."""

Draw = Callable[[], Awaitable[Response]]


class SharedPages:
    """Pages being rendered, and those rendered within the last second."""

    def __init__(self) -> None:
        self._drawing: dict[Hashable, asyncio.Task[PackedPage]] = {}
        self._drawn: dict[Hashable, tuple[float, PackedPage]] = {}

    async def page(self, key: Hashable, draw: Draw, *, keep: bool) -> PackedPage:
        """The page of a key: requests during its rendering share it, later ones too if it may be kept."""
        last = self._drawn.get(key)
        if keep and last is not None and time.monotonic() - last[0] < SECOND:
            return last[1]
        if key not in self._drawing:
            task = asyncio.get_running_loop().create_task(self._draw(key, draw))
            self._drawing[key] = task
            task.add_done_callback(lambda done: self._ended(key, done))
        drawing = self._drawing[key]
        await asyncio.wait((drawing,))  # a client that disconnects does not cancel it for the others
        if drawing.cancelled():
            raise HTTPException(503, CROWDED, {"Retry-After": "2"})
        return drawing.result()

    async def _draw(self, key: Hashable, draw: Draw) -> PackedPage:
        body = bytes((await draw()).body)
        page = await asyncio.to_thread(packed, body)  # a long one would block the loop for milliseconds
        now = time.monotonic()
        self._drawn = {one: kept for one, kept in self._drawn.items() if now - kept[0] < SECOND}
        self._drawn[key] = now, page
        return page

    def _ended(self, key: Hashable, task: asyncio.Task[PackedPage]) -> None:
        del self._drawing[key]
        if not task.cancelled():
            task.exception()  # waiting requests get the error; there may be none

    async def close(self) -> None:
        drawing = list(self._drawing.values())
        for task in drawing:
            task.cancel()
        await asyncio.gather(*drawing, return_exceptions=True)
