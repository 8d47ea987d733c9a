"""Rendered pages, cached by address and journal number: a thousand phones cost one rendering."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ronde.web.assets import takes_gzip
from ronde.web.serving.aside import rendered
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of, page_text, theme_of
from ronde.web.serving.worker_pool import WorkerPool

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
KEPT: Final = 24_000_000
"""Bytes of rendered pages kept for later requests."""
_EACH: Final = 500
"""Bytes that keeping a page costs besides its own and those of what was asked for."""

LONG: Final = 100_000
"""Bytes that are packed tightly in a millisecond."""

Kept = tuple[bytes, str]
"""A page and its tag."""


class PageCache:
    """Pages kept by address, journal number, language and theme: a thousand phones cost one rendering."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._kept: OrderedDict[tuple[object, ...], Kept] = OrderedDict()
        self._held = 0

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
    ) -> Kept:
        """The page as a worker draws it, kept too.

        `mark` is what it depends on beside the tournament, `given` what the worker must be told.
        """
        key = (*_key(request, opened), mark)
        kept = self._kept.get(key)
        if kept is None:
            done = await rendered(pool, request, opened, given=given, weight=weight, key=key)
            kept = self._put(key, done.body, done.tag)
        return kept

    def kept(self, request: Request, opened: OpenTournament) -> Response | None:
        """What was rendered of this page since the tournament changed last, if anything was."""
        page = self._kept.get((*_key(request, opened), None))
        return answer(request, *page) if page else None

    def _keep(self, request: Request, opened: OpenTournament, make: Callable[[], bytes]) -> Response:
        key = _key(request, opened)  # before rendering: what is written meanwhile makes it old, never too new
        body = make()
        return answer(request, *self._put((*key, None), body, tag_of(body)))

    def _put(self, key: tuple[object, ...], body: bytes, tag: str) -> Kept:
        if key not in self._kept and len(body) <= self.most:
            self._kept[key] = (body, tag)
            self._held += _cost(key, body)
        while self._held > self.most:
            oldest, (its_body, _) = self._kept.popitem(last=False)
            self._held -= _cost(oldest, its_body)
        return body, tag


def _cost(key: tuple[object, ...], body: bytes) -> int:
    """Bytes that a kept page takes; an address may be far longer than its page."""
    return len(body) + _EACH + len(repr(key))


def tag_of(body: bytes) -> str:
    """The tag of a page: another page has another one."""
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


def answer(request: Request, body: bytes, tag: str) -> Response:
    """A cached page, or 304 if the browser has it already."""
    plain = request.scope["path"].endswith(".json")
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    headers |= {"Access-Control-Allow-Origin": "*"} if plain else {}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if takes_gzip(request):
        body, headers = packed(body), headers | {"Content-Encoding": "gzip"}
    return Response(body, headers=headers, media_type="application/json" if plain else "text/html")


def sent(request: Request, body: bytes, headers: dict[str, str]) -> Response:
    """A page that many are sent, packed once for all of them."""
    if takes_gzip(request):
        body, headers = packed(body), headers | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return HTMLResponse(body, headers=headers)


@lru_cache(maxsize=32)
def packed(body: bytes) -> bytes:
    """A page as it goes over the wire; packed once for everybody who asks for it meanwhile.

    It is packed in the loop: a long page less tightly, in a moment. What is kept holds its body too.
    """
    return gzip.compress(body, compresslevel=6 if len(body) < LONG else 1, mtime=0)


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
