"""Packs answers that nobody has packed yet, for browsers that can unpack them."""

from __future__ import annotations

import gzip
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ronde.web.assets import takes_gzip

SHORT: Final = 1_000
"""Bytes below which packing gains nothing."""
LONG: Final = 128 * 1024
"""Bytes from which on a thread packs: the loop has no time for it."""
_LEVEL: Final = 4
_PACKED: Final = ("application/gzip", "application/zip", "font/", "image/png", "image/jpeg", "image/webp")
"""Kinds that are packed in themselves."""


class Packing:
    """Packs every answer that says its length and has no encoding; a stream says none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        packer = _Packer(send, wanted=takes_gzip(Headers(scope=scope)))
        await self.app(scope, receive, packer.send)


class _Packer:
    """One answer; its head is held back until the length of its body is known."""

    def __init__(self, send: Send, *, wanted: bool) -> None:
        self._send, self._wanted = send, wanted
        self._head: Message | None = None

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start" and _packable(message):
            self._head = message
            return
        if self._head is not None:
            await self._begin(self._head, message)
            self._head = None
        await self._send(message)

    async def _begin(self, head: Message, message: Message) -> None:
        body = message.get("body", b"")
        if len(body) >= SHORT and not message.get("more_body", False):
            headers = MutableHeaders(raw=head["headers"])
            headers.add_vary_header("Accept-Encoding")
            if self._wanted:
                message["body"] = await _packed(body)
                headers["Content-Encoding"] = "gzip"
                headers["Content-Length"] = str(len(message["body"]))
        await self._send(head)


def _packable(head: Message) -> bool:
    """Whether an answer comes in one piece that nobody has packed, and is no part of a file."""
    headers = dict(head["headers"])
    if b"content-encoding" in headers or b"content-length" not in headers or head["status"] == 206:
        return False
    return not headers.get(b"content-type", b"").decode("latin-1").startswith(_PACKED)


async def _packed(body: bytes) -> bytes:
    if len(body) >= LONG:
        return await run_in_threadpool(gzip.compress, body, _LEVEL, mtime=0)
    return gzip.compress(body, _LEVEL, mtime=0)
