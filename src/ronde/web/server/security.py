"""Request checks: host name, origin, rate, and the content security policy."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
import re
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ronde.i18n import LANGUAGES, accepted_languages, choose_language, say
from ronde.web.server.request import source_of

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
RATE, BURST = 100.0, 300
"""Requests of one address a second, after so many at once: a hall behind one router loads a page together."""
PATIENCE = 2.0
"""Seconds for which a request that comes too fast waits at most."""
FILE = 0.1
"""What a static file counts: browsers ask for several, once."""
_ROUNDING = 1e-9
LONGEST_PATH = 1000
"""Maximum length of a path without its query."""


class Guard:
    """Refuses requests for another host, cross-site requests, and too many at once."""

    def __init__(self, app: ASGIApp, *, hosts: Hosts | None = None) -> None:
        self.app = app
        self.hosts = hosts or Hosts()
        self.pace = Buckets(RATE, BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if len(scope["path"]) > LONGEST_PATH:
            await PlainTextResponse("", 414)(scope, receive, _with_policy(scope, send))
            return
        refused = self._misled(scope, headers) or await self._paced(scope, headers)
        if refused is None and scope["method"] not in SAFE:
            refused = _refusal(headers)
        await (refused or self.app)(scope, receive, _with_policy(scope, send))

    async def _paced(self, scope: Scope, headers: Headers) -> Response | None:
        """Whoever asks too fast waits, and is refused when that takes too long."""
        cost = FILE if scope["path"].startswith("/static/") else 1.0
        client = scope.get("client")
        source = source_of(client[0]) if client else ""
        seconds = self.pace.wait(source, time.monotonic(), PATIENCE, cost)
        if seconds is None:
            return refusal(_sentence("too-fast", headers), 429, headers, {"Retry-After": "2"})
        if seconds:
            await asyncio.sleep(seconds)
        return None

    def _misled(self, scope: Scope, headers: Headers) -> Response | None:
        """Whether a request is for another host; clients older than HTTP/1.1 name none."""
        named, server = headers.getlist("host"), scope.get("server")
        if len(named) != 1:
            old = not named and scope.get("http_version") == "1.0"
            return None if old else refusal(_sentence("no-host", headers), 400, headers)
        if self.hosts.knows(named[0], server[0] if server else ""):
            return None
        return refusal(_sentence("wrong-host", headers, host=host_in(named[0]) or "?"), 421, headers)


def _refusal(headers: Headers) -> Response | None:
    """Why a request that may change something is refused before it is read; None if it is not."""
    if not same_origin(headers):
        return refusal(_sentence("other-site", headers), 403, headers)
    if not plain_charset(headers):
        return refusal(_sentence("odd-charset", headers), 415, headers)
    return None


def _sentence(key: str, headers: Headers, **context: object) -> str:
    wishes = accepted_languages(headers.get("accept-language", ""))
    return say(f"public.{key}", choose_language(*wishes), **context)


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
            path = scope.get("app_root_path", "") + "/"
            for name, value in _choices(scope):
                cookie = f"{name}={value}; Path={path}; Max-Age={YEAR}; SameSite=Lax"
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


class Buckets:
    """A burst for each address, then a rate per second; kept as the moment at which it is full again."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, address: str, now: float) -> bool:
        return self.wait(address, now, 0.0) is not None

    def wait(self, address: str, now: float, patience: float, cost: float = 1.0) -> float | None:
        """Take a token, now or after so many seconds; None if that takes longer than `patience`."""
        with self._lock:
            full_at = max(self._full_at.pop(address, now), now) + cost / self.rate
            seconds = max(0.0, full_at - now - self.burst / self.rate)
            taken = seconds <= patience + _ROUNDING
            self._full_at[address] = full_at if taken else full_at - cost / self.rate
            if len(self._full_at) > self.most:
                self._full_at.popitem(last=False)
        return seconds if taken else None

    def give_back(self, address: str) -> None:
        """Return a token after a correct attempt: a whole class may sign in from one address."""
        with self._lock:
            if address in self._full_at:
                self._full_at[address] -= 1 / self.rate


_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;text-align:center;"
    "font:16px/1.45 Inter,system-ui,sans-serif;"
    "background:light-dark(#f6f4ef,#0e1210);color:light-dark(#161b18,#e9ede9)}"
    "main{max-width:34rem;padding:40px 32px;border-radius:12px;overflow-wrap:anywhere;"
    "background:light-dark(#fff,#151a17);border:1px solid light-dark(#e1dcd1,#2b342f)}"
    "h1{margin:0 0 8px;font-size:26px;line-height:1.2}p{margin:0}"
)
_MARK: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = f"default-src 'none'; style-src 'sha256-{_MARK}'; base-uri 'none'; frame-ancestors 'none'"


def refusal(text: str, status: int, asked: Headers, headers: dict[str, str] | None = None) -> Response:
    """One sentence, as a page for browsers and as plain text for programs."""
    if "text/html" not in asked.get("accept", ""):
        return PlainTextResponse(text, status, headers)
    page = (
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Ronde</title><style>{_STYLE}</style><main><h1>{status}</h1><p>{escape(text)}</p></main>"
    )
    return HTMLResponse(page, status, (headers or {}) | {"Content-Security-Policy": _POLICY})


Network = ipaddress.IPv4Network | ipaddress.IPv6Network

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Hosts that mean all addresses of this machine."""
_NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")
_AUTHORITY: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:/@]+)(:\d{0,5})?")


class Hosts:
    """The names by which this server may be requested."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = {"localhost", *machine_names(), *names}
        self.knows = lru_cache(1024)(self._knows)
        """Whether a Host header means this server; the second argument is the address it was reached at."""

    def _knows(self, line: str, here: str) -> bool:
        host = host_in(line)
        if host is None:
            return False
        address = _address(host)
        if host in self.names or address is None:
            return host in self.names
        return address.is_loopback or address == _address(here)


def host_in(line: str) -> str | None:
    """The name or address in a Host header, without its port; None if there is none.

    >>> host_in("Open.Example.:8765"), host_in("[::1]:80"), host_in("a b")
    ('open.example', '::1', None)
    """
    match = _AUTHORITY.fullmatch(line)
    if match is None:
        return None
    host = match[1].strip("[]").lower().removesuffix(".")
    return host if _NAME.fullmatch(host) or _address(host) else None


def parse_name(text: str) -> str:
    """A configured name in the form browsers send; ValueError if it is invalid."""
    plain = text.strip().strip("[]")
    try:
        host = plain if plain.isascii() else plain.encode("idna").decode()
    except UnicodeError as trouble:
        raise ValueError(text) from trouble
    name = host_in(f"[{host}]" if ":" in host else host)
    if name is None or (":" in host and _address(host) is None):
        raise ValueError(text)
    return str(_address(name) or name)


def parse_proxies(text: str) -> tuple[Network, ...]:
    """Addresses and ranges of proxies; ValueError with the invalid one."""
    networks = []
    for word in filter(None, (one.strip() for one in text.split(","))):
        try:
            networks.append(ipaddress.ip_network(word, strict=False))
        except ValueError as trouble:
            raise ValueError(word) from trouble
    return tuple(networks)


def in_networks(address: str, networks: Iterable[Network]) -> bool:
    numeric = _address(address)
    return numeric is not None and any(numeric in network for network in networks)


def machine_names() -> set[str]:
    """The names of this machine; nobody else can point these names here."""
    name = socket.gethostname().lower()
    if not _NAME.fullmatch(name):
        return set()
    first = name.partition(".")[0]
    return {name, first, f"{first}.local"}


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        numeric = ipaddress.ip_address(text)
    except ValueError:
        return None
    return numeric.ipv4_mapped or numeric if isinstance(numeric, ipaddress.IPv6Address) else numeric
