"""Request checks: host name, origin, rate, and the content security policy."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.datastructures import Headers, QueryParams
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ronde.i18n.door import LANGUAGES, accepted_languages, choose_language, say
from ronde.web.server.hosts import Hosts, host_in
from ronde.web.server.refusal import refusal
from ronde.web.server.request import payer_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors {frames}"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_ADDED = {
    frames: [
        (name.lower().encode(), value.encode())
        for name, value in {"Content-Security-Policy": POLICY.format(frames=frames), **HEADERS}.items()
    ]
    for frames in ("*", "'none'")
}
"""Response headers, by who may frame the page."""
YEAR = 365 * 86_400
_CHARSET = re.compile(r"charset[^=]*=([^;]*)")
SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST_PATH = 1000
"""Maximum length of a path without its query."""


class Guard:
    """Refuses requests for another host, cross-site requests, and too many at once."""

    def __init__(
        self, app: ASGIApp, *, hosts: Hosts | None = None, rate: float = 20.0, burst: int = 200
    ) -> None:
        self.app = app
        self.hosts = hosts or Hosts()
        self.buckets = Buckets(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if len(scope["path"]) > LONGEST_PATH:
            await PlainTextResponse("", 414)(scope, receive, _with_policy(scope, send))
            return
        misled = self._misled(scope, headers)
        if misled is not None:
            await misled(scope, receive, _with_policy(scope, send))
            return
        if scope["method"] not in SAFE:
            refusal = self._refusal(scope, headers)
            if refusal is not None:
                await refusal(scope, receive, _with_policy(scope, send))
                return
        await self.app(scope, receive, _with_policy(scope, send))

    def _misled(self, scope: Scope, headers: Headers) -> Response | None:
        """Whether a request is for another host; clients older than HTTP/1.1 name none."""
        named, server = headers.getlist("host"), scope.get("server")
        if len(named) != 1:
            old = not named and scope.get("http_version") == "1.0"
            return None if old else refusal(_sentence("no-host", headers), 400, headers)
        if self.hosts.knows(named[0], server[0] if server else ""):
            return None
        return refusal(_sentence("wrong-host", headers, host=host_in(named[0]) or "?"), 421, headers)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        if not same_origin(headers):
            return refusal(_sentence("other-site", headers), 403, headers)
        if not plain_charset(headers):
            return refusal(_sentence("odd-charset", headers), 415, headers)
        client = scope.get("client")
        if not self.buckets.take(payer_of(client[0]) if client else "", time.monotonic()):
            return refusal(_sentence("too-fast", headers), 429, headers, {"Retry-After": "1"})
        return None


def _sentence(key: str, headers: Headers, **facts: object) -> str:
    wishes = accepted_languages(headers.get("accept-language", ""))
    return say(f"public.{key}", choose_language(*wishes), **facts)


def same_origin(headers: Headers) -> bool:
    """Whether a browser says that our own page, or the user himself, sent the request.

    Browsers send Sec-Fetch-Site, older ones Origin; programs send neither and carry no cookies.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.split("://", 1)[-1] == headers.get("host", "")


def plain_charset(headers: Headers) -> bool:
    """Whether a form is in UTF-8, as browsers send the forms of our pages.

    Some of Python's charsets decode to text that cannot be encoded again (`raw_unicode_escape`, `utf-7`).
    """
    kind = headers.get("content-type", "").lower()
    if "charset" not in kind or not kind.lstrip().startswith("multipart/"):
        return True
    return all(name.strip(" '\"").replace("_", "-") in ("utf-8", "utf8") for name in _CHARSET.findall(kind))


def _with_policy(scope: Scope, send: Send) -> Send:
    """Adds the content security policy to every answer; public pages may be framed by anybody."""
    framed = "*" if scope["path"].startswith("/t/") and "/card/" not in scope["path"] else "'none'"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            present = {name for name, _ in headers}
            headers += [added for added in _ADDED[framed] if added[0] not in present]
            for name, value in _choices(scope):
                cookie = f"{name}={value}; Path={scope.get('root_path', '')}/; Max-Age={YEAR}; SameSite=Lax"
                headers.append((b"set-cookie", cookie.encode("latin-1")))
        await send(message)

    return sending


def _choices(scope: Scope) -> list[tuple[str, str]]:
    """Stores the language and theme chosen by `?lang=` and `?theme=` in cookies."""
    if b"lang=" not in scope["query_string"] and b"theme=" not in scope["query_string"]:
        return []
    asked = QueryParams(scope["query_string"])
    known = {"lang": LANGUAGES, "theme": ("light", "dark", "auto")}
    return [(f"ronde-{name}", asked[name]) for name, values in known.items() if asked.get(name) in values]


@dataclass
class _Bucket:
    tokens: float
    at: float


class Buckets:
    """A token bucket for each address: a burst, then a rate per second."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
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

    def give_back(self, address: str) -> None:
        """Return a token after a correct attempt: a whole class may sign in from one address."""
        bucket = self._buckets.get(address)
        if bucket is not None:
            bucket.tokens = min(self.burst, bucket.tokens + 1)
