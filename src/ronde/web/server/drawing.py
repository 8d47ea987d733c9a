"""Where pages are drawn: two threads behind one fair queue, so that the loop with the clocks draws nothing.

Many requests of one address wait behind each other, not in front of others: of each address one page is
drawn at a time.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ronde.system.door import give_way
from ronde.web.server.cache import KeptPage, PageCache, packed

T = TypeVar("T")

THREADS: Final = 2
"""One address uses at most one of them."""
NICE: Final = 5
"""The thread of the loop, which keeps the clocks, has priority."""
SWITCH: Final = 0.0005
"""Seconds for which a drawing thread keeps the interpreter while the loop wants it."""
EACH: Final = 64
"""Pages of one address that may wait: many visitors may share one router."""
TOGETHER: Final = 512
CROWDED: Final = "crowded"
GREEDY: Final = "greedy"
WHY: Final = (CROWDED, GREEDY)
"""Why a page is not available now, in `HTTPException.detail` and on the page of a refusal."""


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    work: Callable[[], T]
    answer: asyncio.Future[T]


class Drawing:
    """The queue, the threads and the cache of a server."""

    def __init__(self) -> None:
        self.cache = PageCache()
        self._threads = ThreadPoolExecutor(THREADS, "draw", initializer=_begin_thread)
        self._waiting: OrderedDict[str, deque[_Job[Any]]] = OrderedDict()
        self._count = 0
        self._busy: set[str] = set()
        self._shared: dict[Hashable, asyncio.Future[KeptPage | Response]] = {}
        self._closed = False

    async def page(self, payer: str, key: Hashable, draw: Callable[[], Response]) -> KeptPage | Response:
        """The page of a key: kept, or drawn now, once for all who ask from one address.

        Another address waits in its own turn, and finds the page kept if somebody was faster.
        """
        kept = self.cache.get(key)
        if kept is not None:
            return kept
        drawing = self._shared.get((payer, key))
        if drawing is None:
            drawing = asyncio.ensure_future(self.run(payer, lambda: self._drawn(key, draw)))
            self._shared[payer, key] = drawing
            drawing.add_done_callback(lambda done: self._forget((payer, key), done))
        return await asyncio.shield(drawing)

    def _drawn(self, key: Hashable, draw: Callable[[], Response]) -> KeptPage | Response:
        page = self.cache.get(key) or packed(draw())
        if isinstance(page, KeptPage):
            self.cache.put(key, page)
        return page

    def _forget(self, key: Hashable, done: asyncio.Future[KeptPage | Response]) -> None:
        del self._shared[key]
        if not done.cancelled():
            done.exception()  # all who waited may have left

    async def run(self, payer: str, work: Callable[[], T]) -> T:
        """Do work in a thread, in turn; refused if its payer, or all together, have too much waiting."""
        own = self._waiting.get(payer, ())
        if len(own) >= EACH:
            raise HTTPException(429, GREEDY, {"Retry-After": "5"})
        if self._closed or self._count >= TOGETHER:
            raise HTTPException(503, CROWDED, {"Retry-After": "2"})
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(payer, deque()).append(job)
        self._count += 1
        self._start()
        drawn: T = await job.answer
        return drawn

    def _start(self) -> None:
        """Give free threads the jobs of those who have waited longest and have none under way."""
        while len(self._busy) < THREADS:
            payer = next((one for one in self._waiting if one not in self._busy), None)
            if payer is None:
                return
            own = self._waiting.pop(payer)
            job = own.popleft()
            if own:
                self._waiting[payer] = own  # at the end of the queue
            self._count -= 1
            self._busy.add(payer)
            done = asyncio.get_running_loop().run_in_executor(self._threads, job.work)
            done.add_done_callback(partial(self._end, payer, job))

    def _end(self, payer: str, job: _Job[T], done: asyncio.Future[T]) -> None:
        self._busy.discard(payer)
        if not self._closed:
            self._start()
        if job.answer.done():  # the visitor has left
            done.cancelled() or done.exception()
        elif done.cancelled():
            job.answer.cancel()
        elif (trouble := done.exception()) is not None:
            job.answer.set_exception(trouble)
        else:
            job.answer.set_result(done.result())

    def close(self) -> None:
        """Draw nothing more; what waits is refused."""
        self._closed = True
        for own in self._waiting.values():
            for job in own:
                if not job.answer.done():
                    job.answer.set_exception(HTTPException(503, CROWDED, {"Retry-After": "2"}))
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _begin_thread() -> None:
    if sys.platform == "linux":  # elsewhere the whole process would give way
        give_way(NICE)
