"""Who may send what: the origin of requests, their rate, and what a page may load."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors *"
)
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Refuses requests another site made the browser send, and those that come too fast."""

    def __init__(self, app: ASGIApp, *, rate: float = 20.0, burst: int = 60) -> None:
        self.app = app
        self.buckets = Buckets(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE:
            refusal = self._refusal(scope, headers)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
        await self.app(scope, receive, _with_policy(send))

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        if not same_origin(headers):
            return PlainTextResponse("This request came from another site.", 403)
        client = scope.get("client")
        if not self.buckets.take(client[0] if client else "", time.monotonic()):
            return PlainTextResponse("Too many requests; wait a moment.", 429, {"Retry-After": "1"})
        return None


def same_origin(headers: Headers) -> bool:
    """Whether a browser says that our own page, or the user himself, sent the request.

    Browsers send Sec-Fetch-Site, older ones Origin; programs send neither and carry no cookies.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.split("://", 1)[-1] == headers.get("host", "")


def _with_policy(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Content-Security-Policy", POLICY)
            headers.setdefault("X-Content-Type-Options", "nosniff")
            headers.setdefault("Referrer-Policy", "same-origin")
        await send(message)

    return sending


@dataclass
class _Bucket:
    tokens: float
    at: float


class Buckets:
    """A bucket of tokens for each address: a burst at once, then so many a second."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take one token of that address, if there is one."""
        bucket = self._buckets.pop(address, None) or _Bucket(self.burst, now)
        bucket.tokens = min(self.burst, bucket.tokens + (now - bucket.at) * self.rate)
        bucket.at = now
        self._buckets[address] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True
