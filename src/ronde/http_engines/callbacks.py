"""The call-back address of engines: as little code as possible between the socket and the mailbox."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from ronde.http_engines.mailbox import Mailbox, Receipt
from ronde.http_engines.wire import LONGEST_QUERY, BadMessage, read_letter

PATH: Final = "/referee"

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Allow = Callable[[str, float], bool]
"""Whether an address that sent wrong call-backs may still be answered."""

_STATUS: Final = {
    Receipt.TAKEN: 200,
    Receipt.REPEATED: 200,
    Receipt.DIFFERENT: 409,
    Receipt.LATE: 410,
    Receipt.OVER: 410,
    Receipt.UNKNOWN: 404,
    Receipt.FOREIGN: 404,
    Receipt.ELSEWHERE: 404,
}
"""Wrong guesses learn nothing: moves of other engines look as if they did not exist."""
_HEADERS: Final = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"cache-control", b"no-store"),
]


class Callbacks:
    """Takes the call-backs, and passes every other request on."""

    def __init__(self, mailbox: Mailbox, app: Application, allow: Allow = lambda address, now: True) -> None:
        self.mailbox = mailbox
        self.app = app
        self._allow = allow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call-back at once."""
        if scope["type"] != "http" or scope["path"] != PATH:
            await self.app(scope, receive, send)
            return
        status, text = self.take(scope, await _posted(receive) if scope["method"] == "POST" else b"")
        body = text.encode()
        headers = [*_HEADERS, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def take(self, scope: Scope, posted: bytes = b"") -> tuple[int, str]:
        """Status and receipt of a call-back; a posted one is never accepted."""
        client, query = scope.get("client"), scope["query_string"]
        sender = str(client[0]) if client else ""
        if scope["method"] not in ("GET", "HEAD"):
            return self._wrong(query + b"&" + posted, sender, 405, "method", "post")
        try:
            letter = read_letter(query)
        except BadMessage as bad:
            return self._wrong(query, sender, 400, bad.code)
        receipt, late_by = self.mailbox.post(letter, sender)
        status = _STATUS[receipt]
        if status == 404:
            return self._wrong(query, sender, 404, "unknown")
        return status, f"{receipt.value} {late_by:.3f}\n" if receipt is Receipt.LATE else f"{receipt.value}\n"

    def _wrong(self, query: bytes, sender: str, status: int, code: str, fault: str = "") -> tuple[int, str]:
        """Record a call-back that cannot be accepted; its owner reads why in the record of the lost game."""
        if not self._allow(sender, time.monotonic()):
            return 429, "too-many\n"
        self.mailbox.overhear(query[:LONGEST_QUERY].decode("ascii", "replace"), fault)
        return status, f"{code}\n"


async def _posted(receive: Receive) -> bytes:
    """The first bytes of a body, enough to find the game it belongs to."""
    body, more = b"", True
    while more and len(body) < LONGEST_QUERY:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def call_back_address(url: str) -> str:
    """The address sent to engines: the one given, with our own path if it has none."""
    base = url.rstrip("/")
    return base if base.partition("://")[2].count("/") else base + PATH
