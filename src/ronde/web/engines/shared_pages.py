"""Pages of the Arbitre that change with every game, drawn once for all spectators who ask within a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ronde.web.serving.aside import CROWDED
from ronde.web.serving.page_cache import PackedPage, packed

SECOND: Final = 1.0
"""Seconds for which a page is shown to others while many games are played."""

Draw = Callable[[], Awaitable[Response]]


class SharedPages:
    """What is being drawn, and what was drawn within the last second."""

    def __init__(self) -> None:
        self._drawing: dict[Hashable, asyncio.Task[PackedPage]] = {}
        self._drawn: dict[Hashable, tuple[float, PackedPage]] = {}

    async def page(self, key: Hashable, draw: Draw, *, keep: bool) -> PackedPage:
        """The page of a key: who asks while it is drawn gets that one, and the last one if it may be kept."""
        last = self._drawn.get(key)
        if keep and last is not None and time.monotonic() - last[0] < SECOND:
            return last[1]
        if key not in self._drawing:
            task = asyncio.get_running_loop().create_task(self._draw(key, draw))
            self._drawing[key] = task
            task.add_done_callback(lambda done: self._ended(key, done))
        drawing = self._drawing[key]
        await asyncio.wait((drawing,))  # who leaves does not take it from the others
        if drawing.cancelled():
            raise HTTPException(503, CROWDED, {"Retry-After": "2"})
        return drawing.result()

    async def _draw(self, key: Hashable, draw: Draw) -> PackedPage:
        body = bytes((await draw()).body)
        page = await asyncio.to_thread(packed, body)  # a long one would keep the loop for milliseconds
        now = time.monotonic()
        self._drawn = {one: kept for one, kept in self._drawn.items() if now - kept[0] < SECOND}
        self._drawn[key] = now, page
        return page

    def _ended(self, key: Hashable, task: asyncio.Task[PackedPage]) -> None:
        del self._drawing[key]
        if not task.cancelled():
            task.exception()  # those who wait are told; perhaps nobody does any more

    async def close(self) -> None:
        """Draw nothing any more."""
        drawing = list(self._drawing.values())
        for task in drawing:
            task.cancel()
        await asyncio.gather(*drawing, return_exceptions=True)
