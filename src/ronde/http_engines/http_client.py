"""The HTTP client for engines: aiohttp's guarded connections with a reader of our own, nothing more.

A client session handles every kind of request: cookies, redirects, proxies, uploads, retries, timers. A move
needs a connection, one packet and one page, and there are thousands of moves a second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, cast

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from yarl import URL

from ronde.http_engines.addresses import guarded_socket
from ronde.http_engines.engine_line import LARGEST_READ, AnswerPage, EngineLine
from ronde.http_engines.ranges import Allowed

KEPT_OPEN: Final = 30.0
"""Seconds for which an idle connection stays open."""
_EXTENSIONS: Final = 4096
_NO_TIMEOUT: Final = aiohttp.ClientTimeout(total=None, connect=None, sock_connect=None, sock_read=None)
"""The caller keeps the time of a move."""


@dataclass(frozen=True, slots=True)
class Extension:
    """The address of an engine, prepared for the connector and the first lines of a request."""

    key: aiohttp.ClientRequest
    """Identifies the connection for the connector; it is never sent."""
    target: str
    """The path and the engine's own query string."""
    headers: str
    """What is the same in every request."""

    def packet(self, method: str, target: str, own: dict[str, str], body: bytes = b"") -> bytes:
        """A whole request; ValueError if a header contains a line break."""
        for value in own.values():
            if not (value.isascii() and value.isprintable()):
                raise ValueError("a header is one printable line")
        more = "".join([f"{name}: {value}\r\n" for name, value in own.items()])
        return f"{method} {target} HTTP/1.1\r\n{self.headers}{more}\r\n".encode("ascii") + body


class HttpClient:
    """All connections of a game server."""

    def __init__(self, allow: Allowed) -> None:
        self._connector = aiohttp.TCPConnector(
            limit=0, ttl_dns_cache=10, socket_factory=guarded_socket(allow), keepalive_timeout=KEPT_OPEN
        )
        made = partial(EngineLine, bytearray(LARGEST_READ))
        self._connector._factory = cast("partial[ResponseHandler]", made)
        self.extension = lru_cache(_EXTENSIONS)(_extension)
        """The query to append to an address; ValueError if it cannot have one."""
        self.engaged = 0
        """How many connections are in use."""

    async def close(self) -> None:
        """Close every connection."""
        await self._connector.close()

    async def exchange(
        self, extension: Extension, packet: bytes, written: Callable[[], None] = lambda: None
    ) -> AnswerPage:
        """Send a request, say when it is written, and read the page; a body too long is cut after the limit.

        A kept connection may just have been closed by the other side: then the request is tried once more.
        """
        try:
            return await self._once(extension, packet, written)
        except aiohttp.ClientConnectorError:
            raise
        except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError):
            return await self._once(extension, packet, written)

    async def _once(self, extension: Extension, packet: bytes, written: Callable[[], None]) -> AnswerPage:
        self.engaged += 1
        line: Connection | None = None
        try:
            line = await self._connector.connect(extension.key, [], _NO_TIMEOUT)
            page = await cast("EngineLine", line.protocol).ask(packet, written)
        except BaseException:
            if line is not None:
                line.close()
            raise
        finally:
            self.engaged -= 1
        line.release()  # which cuts it if the page was not read to its end
        return page


def _extension(address: str) -> Extension:
    url = URL(address, encoded=True)
    target = url.raw_path_qs
    if not (target.isascii() and target.isprintable() and " " not in target):
        raise ValueError("an address is one printable word")
    fixed = {"User-Agent": "Ronde", "Accept": "*/*", "Accept-Encoding": "identity"}
    key = aiohttp.ClientRequest("GET", url, headers=fixed)
    headers = "".join(f"{name}: {key.headers[name]}\r\n" for name in ("Host", *fixed))
    return Extension(key, target, headers)
