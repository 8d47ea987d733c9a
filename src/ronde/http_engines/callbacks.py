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
"""Guessing reveals nothing: moves of others look as if they did not exist."""
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
        status, text = self.take(scope)
        body = text.encode()
        headers = [*_HEADERS, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def take(self, scope: Scope) -> tuple[int, str]:
        """Status and receipt of a call-back."""
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "method\n"
        client = scope.get("client")
        sender = str(client[0]) if client else ""
        try:
            letter = read_letter(scope["query_string"])
        except BadMessage as bad:
            return self._wrong(scope, sender, 400, bad.code)
        receipt, late_by = self.mailbox.post(letter, sender)
        status = _STATUS[receipt]
        if status == 404:
            return self._wrong(scope, sender, 404, "unknown")
        return status, f"{receipt.value} {late_by:.3f}\n" if receipt is Receipt.LATE else f"{receipt.value}\n"

    def _wrong(self, scope: Scope, sender: str, status: int, code: str) -> tuple[int, str]:
        """A call-back that counts nowhere; its author reads why in the record of the game he lost."""
        if not self._allow(sender, time.monotonic()):
            return 429, "too-many\n"
        self.mailbox.overhear(scope["query_string"][:LONGEST_QUERY].decode("ascii", "replace"))
        return status, f"{code}\n"


def call_back_address(url: str) -> str:
    """The address sent to engines: the one given, with our own path if it has none."""
    base = url.rstrip("/")
    return base if base.partition("://")[2].count("/") else base + PATH
