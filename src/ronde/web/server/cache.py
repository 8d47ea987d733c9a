"""Pages that everybody may see, kept as gzip bytes: a thousand phones cost one drawing."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from ronde.web.assets import takes_gzip
from ronde.web.server.request import language_of, theme_of

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
"""What an address may ask of a public page; anything else changes nothing, and is no part of the key."""
KEPT: Final = 8_000_000
"""Bytes of kept pages; they unpack to ten times as many."""
_EACH: Final = 500
"""Bytes that keeping a page costs besides its own and those of its key."""
SHORT: Final = 1_000
"""Bytes below which packing gains nothing."""
_LEVEL: Final = 5
_PACKED: Final = ("application/gzip", "application/zip", "font/", "image/png", "image/jpeg", "image/webp")
"""Kinds that are packed in themselves."""
_VARY: Final = "Accept-Encoding, Accept-Language, Cookie"


class KeptPage(NamedTuple):
    """A page as gzip bytes, with its headers and the tag of its content."""

    body: bytes
    headers: dict[str, str]
    tag: str


class PageCache:
    """The pages used last."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._pages: OrderedDict[Hashable, KeptPage] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> KeptPage | None:
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: Hashable, page: KeptPage) -> None:
        with self._lock:
            if key in self._pages or len(page.body) > self.most:
                return
            self._pages[key] = page
            self._size += _cost(key, page)
            while self._size > self.most:
                self._size -= _cost(*self._pages.popitem(last=False))


def _cost(key: Hashable, page: KeptPage) -> int:
    """Bytes that a kept page takes; an address may be far longer than its page."""
    return len(page.body) + _EACH + len(repr(key))


def key_of(request: Request, version: Hashable) -> Hashable:
    """All that a public page depends on; `version` says what its tournaments have come to."""
    wishes = request.query_params
    asked = tuple((name, wishes[name]) for name in ASKED if name in wishes)
    return request.scope["path"], asked, language_of(request), theme_of(request), version


def packed(response: Response, *, kept: bool = True) -> KeptPage | Response:
    """A page as it is kept, here and by browsers; what is no page of everybody's is returned as it is."""
    if response.status_code != 200 or "set-cookie" in response.headers:
        return response
    body = bytes(response.body)
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {name: value for name, value in response.headers.items() if name != "content-length"}
    headers |= {"etag": tag, "cache-control": "no-cache" if kept else "no-store", "vary": _VARY}
    return KeptPage(gzip.compress(body, _LEVEL, mtime=0), headers, tag)


def sent(request: Request, page: KeptPage) -> Response:
    """A kept page, or 304 if the browser has it already."""
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=page.headers)
    return Response(page.body, headers=page.headers | {"content-encoding": "gzip"})


def unpacked(page: KeptPage) -> Response:
    """The same for the few who cannot unpack it; a long page takes milliseconds."""
    return Response(gzip.decompress(page.body), headers=page.headers)


def compress(headers: Headers, response: Response) -> Response:
    """Pack an answer that is sent once, for a browser that can unpack it."""
    if not isinstance(getattr(response, "body", None), bytes) or len(response.body) < SHORT:
        return response
    if "content-encoding" in response.headers or response.headers.get("content-type", "").startswith(_PACKED):
        return response
    response.headers.add_vary_header("Accept-Encoding")
    if takes_gzip(headers):
        response.body = gzip.compress(response.body, _LEVEL, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response
