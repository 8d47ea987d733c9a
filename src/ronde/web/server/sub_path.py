"""A server behind a proxy under a path of its own, such as `https://arena.example.org/ronde/`.

Pages, redirects and cookies are written for the root. This layer takes the path off what comes in, whether
the proxy has done so already or not, and puts it before every address that goes out.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ronde.web.server.address import UNDER

_ATTRIBUTE: Final = re.compile(rb'(\s(?:href|src|action|formaction|data-[a-z-]+)="|\shref=)(/(?!/))')
"""An address of ours in a page; a quote in a text is written `&#34;`, so that this is none.

Long lists write their links without quotes.
"""
_COOKIE_PATH: Final = re.compile(r"(?i)(;\s*path=)/(?=;|$)")
_PAGES: Final = "text/html"


def path_of(address: str) -> str:
    """The path of a public address, without a slash at its end: `/ronde`, or nothing.

    >>> path_of("https://arena.example.org/ronde/"), path_of("https://arena.example.org")
    ('/ronde', '')
    """
    return urlsplit(address).path.rstrip("/")


class SubPath:
    """The application under a path."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path
        self._before = rb"\1" + path.encode() + rb"\2"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on without the path, and its answer with it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"] == self.path:
            await _moved(f"{self.path}/", send)
            return
        await self.app(self._inside(scope), receive, _Outside(self, send))

    def _inside(self, scope: Scope) -> Scope:
        """The request as the application knows it; answers come unpacked, because pages are rewritten."""
        place: str = scope["path"]
        if place.startswith(f"{self.path}/"):
            place = place[len(self.path) :]
        heads = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        return {**scope, UNDER: self.path, "path": place, "raw_path": place.encode(), "headers": heads}

    def page(self, body: bytes) -> bytes:
        """A page with the path before all its addresses."""
        return _ATTRIBUTE.sub(self._before, body)

    def head(self, message: Message) -> None:
        """The head of an answer with the path in its redirect and its cookies."""
        headers = MutableHeaders(scope=message)
        where = headers.get("location", "")
        if where.startswith("/") and not where.startswith("//"):
            headers["location"] = self.path + where
        cookies = [_COOKIE_PATH.sub(rf"\1{self.path}/", one) for one in headers.getlist("set-cookie")]
        if cookies:
            del headers["set-cookie"]
            for one in cookies:
                headers.append("set-cookie", one)


class _Outside:
    """What sends one answer: pages whole, everything else piece by piece as it comes."""

    def __init__(self, around: SubPath, send: Send) -> None:
        self.around = around
        self.send = send
        self._start: Message | None = None
        self._pieces: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.around.head(message)
            kind = MutableHeaders(scope=message).get("content-type", "")
            if kind.startswith(_PAGES):
                self._start = message
                return
        elif self._start is not None and message["type"] == "http.response.body":
            self._pieces.append(message.get("body", b""))
            if message.get("more_body"):
                return
            await self._whole(self._start)
            return
        await self.send(message)

    async def _whole(self, start: Message) -> None:
        body = self.around.page(b"".join(self._pieces))
        headers = MutableHeaders(scope=start)
        if "content-length" in headers and self._pieces != [b""]:
            headers["content-length"] = str(len(body))
        self._start = None
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body})


async def _moved(place: str, send: Send) -> None:
    """A redirect to the front page: links beside it would leave the path otherwise."""
    headers = [(b"location", place.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
