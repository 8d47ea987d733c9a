"""Where pages are drawn: two threads behind one fair queue, and the cache of what everybody may see.

Many requests of one address wait behind each other, not in front of others: of each address one page is
drawn at a time.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.system import lower_priority
from ronde.web.assets import takes_gzip
from ronde.web.server.request import language_of, theme_of

# Pages that everybody may see, kept as gzip bytes: a thousand phones cost one drawing.


QUERY_NAMES: Final = (
    "all",
    "as_of",
    "at",
    "by",
    "category",
    "embed",
    "explain",
    "lang",
    "move",
    "paper",
    "theme",
    "view",
)
"""What an address may ask of a public page; anything else changes nothing, and is no part of the key."""
CACHE_BYTES: Final = 8_000_000
"""Bytes of kept pages; they unpack to ten times as many."""
_EACH: Final = 500
"""Bytes that keeping a page costs besides its own and those of its key."""
SMALL_BODY: Final = 1_000
"""Bytes below which packing gains nothing."""
_LEVEL: Final = 5
_PACKED: Final = ("application/gzip", "application/zip", "font/", "image/png", "image/jpeg", "image/webp")
"""Kinds that are packed in themselves."""
_VARY: Final = "Accept-Encoding, Accept-Language, Cookie"


class CachedPage(NamedTuple):
    """A page as gzip bytes, with its headers and the tag of its content."""

    body: bytes
    headers: dict[str, str]
    tag: str


class PageCache:
    """The pages used last. Only the loop changes them, so that it never waits for a lock."""

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self.most = most
        self._pages: OrderedDict[Hashable, CachedPage] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> CachedPage | None:
        page = self._pages.get(key)
        if page is not None:
            self._pages.move_to_end(key)
        return page

    def peek(self, key: Hashable) -> CachedPage | None:
        """The page as another thread may look for it."""
        return self._pages.get(key)

    def put(self, key: Hashable, page: CachedPage) -> None:
        if key in self._pages or len(page.body) > self.most:
            return
        self._pages[key] = page
        self._size += _cost(key, page)
        while self._size > self.most:
            self._size -= _cost(*self._pages.popitem(last=False))


def _cost(key: Hashable, page: CachedPage) -> int:
    """Bytes that a kept page takes; an address may be far longer than its page."""
    return len(page.body) + _EACH + len(repr(key))


def key_of(request: Request, version: Hashable) -> Hashable:
    """All that a public page depends on; `version` says what its tournaments have come to."""
    wishes = request.query_params
    asked = tuple((name, wishes[name]) for name in QUERY_NAMES if name in wishes)
    return request.scope["path"], asked, language_of(request), theme_of(request), version


def cached_page(response: Response) -> CachedPage | Response:
    """A page as it is kept, here and by browsers; what is no page of everybody's is returned as it is."""
    if response.status_code != 200 or "set-cookie" in response.headers:
        return response
    body = bytes(response.body)
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {name: value for name, value in response.headers.items() if name != "content-length"}
    headers |= {"etag": tag, "cache-control": "no-cache", "vary": _VARY}
    return CachedPage(gzip.compress(body, _LEVEL, mtime=0), headers, tag)


def cached_response(request: Request, page: CachedPage) -> Response:
    """A kept page, or 304 if the browser has it already."""
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=page.headers)
    return Response(page.body, headers=page.headers | {"content-encoding": "gzip"})


def decompressed(page: CachedPage) -> Response:
    """The same for the few who cannot unpack it; a long page takes milliseconds."""
    return Response(gzip.decompress(page.body), headers=page.headers)


def compress(headers: Headers, response: Response) -> Response:
    """Pack an answer that is sent once, for a browser that can unpack it."""
    if not isinstance(getattr(response, "body", None), bytes) or len(response.body) < SMALL_BODY:
        return response
    if "content-encoding" in response.headers or response.headers.get("content-type", "").startswith(_PACKED):
        return response
    response.headers.add_vary_header("Accept-Encoding")
    if takes_gzip(headers):
        response.body = gzip.compress(response.body, _LEVEL, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response


# The queue and the threads.


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
        self._shared: dict[Hashable, asyncio.Future[CachedPage | Response]] = {}
        self._closed = False

    async def page(self, source: str, key: Hashable, draw: Callable[[], Response]) -> CachedPage | Response:
        """The page of a key: kept, or drawn now, once for all who ask from one address.

        Another address waits in its own turn, and finds the page kept if somebody was faster.
        """
        kept = self.cache.get(key)
        if kept is not None:
            return kept
        drawing = self._shared.get((source, key))
        if drawing is None:
            drawing = asyncio.ensure_future(self._drawn(source, key, draw))
            self._shared[source, key] = drawing
            drawing.add_done_callback(lambda done: self._forget((source, key), done))
        return await asyncio.shield(drawing)

    async def _drawn(self, source: str, key: Hashable, draw: Callable[[], Response]) -> CachedPage | Response:
        page = await self.run(source, lambda: self.cache.peek(key) or cached_page(draw()))
        if isinstance(page, CachedPage):
            self.cache.put(key, page)
        return page

    def _forget(self, key: Hashable, done: asyncio.Future[CachedPage | Response]) -> None:
        del self._shared[key]
        if not done.cancelled():
            done.exception()  # all who waited may have left

    async def run(self, source: str, work: Callable[[], T]) -> T:
        """Do work in a thread, in turn; refused if its payer, or all together, have too much waiting."""
        own = self._waiting.get(source, ())
        if len(own) >= EACH:
            raise HTTPException(429, GREEDY, {"Retry-After": "5"})
        if self._closed or self._count >= TOGETHER:
            raise HTTPException(503, CROWDED, {"Retry-After": "2"})
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(source, deque()).append(job)
        self._count += 1
        self._start()
        drawn: T = await job.answer
        return drawn

    def _start(self) -> None:
        """Give free threads the jobs of those who have waited longest and have none under way."""
        while len(self._busy) < THREADS:
            source = next((one for one in self._waiting if one not in self._busy), None)
            if source is None:
                return
            own = self._waiting.pop(source)
            job = own.popleft()
            if own:
                self._waiting[source] = own  # at the end of the queue
            self._count -= 1
            self._busy.add(source)
            done = asyncio.get_running_loop().run_in_executor(self._threads, job.work)
            done.add_done_callback(partial(self._end, source, job))

    def _end(self, source: str, job: _Job[T], done: asyncio.Future[T]) -> None:
        self._busy.discard(source)
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
        lower_priority(NICE)
