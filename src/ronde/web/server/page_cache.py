"""Rendered pages, cached by address and journal number: a thousand phones cost one rendering."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ronde.web.assets import takes_gzip
from ronde.web.server.aside import rendered
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.rendering import page_text
from ronde.web.server.request import language_of, theme_of
from ronde.web.server.worker_pool import WorkerPool

ASKED: Final = (
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
"""What an address may ask of a public page; anything else changes nothing and is not kept."""
KEPT: Final = 8_000_000
"""Bytes of rendered pages kept for later requests, packed; they unpack to ten times as many."""
_EACH: Final = 500
"""Bytes that keeping a page costs besides its own and those of what was asked for."""

LONG: Final = 100_000
"""Bytes that are packed tightly in a millisecond."""
_JSON: Final = "application/json"


class PackedPage(NamedTuple):
    """A page as it is kept, packed, and the tag of it: another page has another one."""

    packed: bytes
    tag: str

    @property
    def body(self) -> bytes:
        """What it unpacks to, in less than a millisecond for each megabyte."""
        return gzip.decompress(self.packed)


class PageCache:
    """Pages kept by address, journal number, language and theme: a thousand phones cost one rendering."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._kept: OrderedDict[tuple[object, ...], PackedPage] = OrderedDict()
        self._held = 0
        self._dating: dict[tuple[object, ...], asyncio.Future[PackedPage]] = {}

    def page(
        self, request: Request, opened: OpenTournament, template: str, facts: Callable[[], dict[str, Any]]
    ) -> Response:
        """The current page, cached for the next requests."""
        return self._keep(
            request, opened, lambda: page_text(request, template, {"opened": opened, **facts()}).encode()
        )

    def data(self, request: Request, opened: OpenTournament, plain: Callable[[], Any]) -> Response:
        """The same as data."""
        return self._keep(request, opened, lambda: msgspec.json.encode(plain()))

    async def aside(
        self,
        pool: WorkerPool,
        request: Request,
        opened: OpenTournament,
        *,
        mark: Hashable = None,
        weight: int = 1,
        **given: Any,
    ) -> PackedPage:
        """The page as a worker draws and packs it, kept too.

        `mark` is what it depends on beside the tournament, `given` what the worker must be told.
        """
        key = (*_key(request, opened), mark)
        kept = self._kept.get(key)
        if kept is None:
            done = await rendered(pool, request, opened, given=given, weight=weight, key=key, pack=True)
            kept = self._put(key, PackedPage(done.body, done.tag))
        return kept

    async def dated(self, page: PackedPage, mark: str, now: str) -> PackedPage:
        """A page with the time where its mark stands, kept too; packed in a thread, once for all who wait."""
        key = page.tag, now
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        making = self._dating.get(key)
        if making is None:
            making = asyncio.ensure_future(run_in_threadpool(_dated, page, mark, now))
            self._dating[key] = making
            making.add_done_callback(lambda _: self._dating.pop(key))
        return self._put(key, await asyncio.shield(making))

    def kept(self, request: Request, opened: OpenTournament) -> Response | None:
        """What was rendered of this page since the tournament changed last, if anything was."""
        page = self._kept.get((*_key(request, opened), None))
        return answer(request, page) if page else None

    def _keep(self, request: Request, opened: OpenTournament, make: Callable[[], bytes]) -> Response:
        key = _key(request, opened)  # before rendering: what is written meanwhile makes it old, never too new
        body = make()
        if not self.most:  # in a worker, which packs everything in the end
            return Response(body, media_type=_kind(request))
        return answer(request, self._put((*key, None), packed(body)))

    def _put(self, key: tuple[object, ...], page: PackedPage) -> PackedPage:
        if key not in self._kept and len(page.packed) <= self.most:
            self._kept[key] = page
            self._held += _cost(key, page)
        while self._held > self.most:
            self._held -= _cost(*self._kept.popitem(last=False))
        return page


def _cost(key: tuple[object, ...], page: PackedPage) -> int:
    """Bytes that a kept page takes; an address may be far longer than its page."""
    return len(page.packed) + _EACH + len(repr(key))


def packed(body: bytes, *, tightly: bool = False) -> PackedPage:
    """A page as it is kept and sent; the loop has no time to pack a long one tightly."""
    level = 6 if tightly or len(body) < LONG else 1
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return PackedPage(gzip.compress(body, compresslevel=level, mtime=0), tag)


def _dated(page: PackedPage, mark: str, now: str) -> PackedPage:
    return packed(page.body.replace(mark.encode(), now.encode()))


def _kind(request: Request) -> str:
    return _JSON if request.scope["path"].endswith(".json") else "text/html"


def answer(request: Request, page: PackedPage) -> Response:
    """A cached page, or 304 if the browser has it already."""
    kind = _kind(request)
    headers = {"Vary": "Accept-Encoding, Accept-Language, Cookie"}
    headers |= {"Access-Control-Allow-Origin": "*"} if kind == _JSON else {}
    return sent_once(request, page, headers, kind)


def sent_once(request: Request, page: PackedPage, headers: dict[str, str], kind: str) -> Response:
    """A page that browsers keep, or 304 if this one has it already."""
    headers |= {"ETag": page.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    return sent(request, page, headers, kind)


def sent(request: Request, page: PackedPage, headers: dict[str, str], kind: str = "text/html") -> Response:
    """A page as its reader takes it; few cannot unpack it themselves."""
    if not takes_gzip(request.headers):
        return Response(page.body, headers=headers, media_type=kind)
    headers = {"Vary": "Accept-Encoding", **headers, "Content-Encoding": "gzip"}
    return Response(page.packed, headers=headers, media_type=kind)


def _key(request: Request, opened: OpenTournament) -> tuple[object, ...]:
    """All that an answer depends on."""
    now: tuple[Any, ...] = request.scope["path"], opened.serial, opened.desk.number
    wishes = request.query_params
    if now[0].endswith((f"/{opened.slug}", "/bracket")):  # these show boards, which move beside the journal
        now = (*now, opened.moved)
    if now[0].endswith(".json"):
        return *now, wishes.get("as_of"), wishes.get("at"), wishes.get("explain")
    asked = tuple(wishes.get(name) for name in ASKED) if wishes else ()
    return *now, language_of(request), theme_of(request), asked
