"""The HTTP client for engines: aiohttp's guarded connections and its response parser, nothing more.

A client session handles every kind of request: cookies, redirects, proxies, uploads, retries, timers. A move
needs a connection, one packet and one page, and there are thousands of moves a second.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, NamedTuple, cast

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from aiohttp.http import HttpProcessingError, RawResponseMessage
from yarl import URL

from ronde.http_engines.addresses import guarded_socket
from ronde.http_engines.arrival import stamp_arrivals, unnoticed
from ronde.http_engines.ranges import Allowed

LARGEST_BODY: Final = 65_536
KEPT_OPEN: Final = 30.0
"""Seconds for which an idle connection stays open."""
MOST_ANSWERS: Final = 9
"""Answers to one request: the final one, and interim ones before it."""
LARGEST_HEAD: Final = 32_768
"""Bytes until the end of the header of the final answer."""
_PIECE: Final = 1_024
_EXTENSIONS: Final = 4096
_NO_TIMEOUT: Final = aiohttp.ClientTimeout(total=None, connect=None, sock_connect=None, sock_read=None)
"""The caller keeps the time of a move."""
_FINAL: Final = 200
"""Lower statuses are interim answers ("continue", "early hints"), except 101."""
_SWITCHING: Final = 101
_SIGNATURE: Final = "X-Ronde-Signature"


class AnswerPage(NamedTuple):
    """What an engine's server said."""

    status: int
    body: bytes
    signature: str
    arrival: float
    """When all of it had come to this machine, by `time.monotonic`, had we sent the request without delay."""


class NotHttp(ValueError):
    """The answer is not HTTP."""


class EngineLine(ResponseHandler):
    """A connection with limits on interim answers and on the size of the header.

    aiohttp's parser reads everything available in the socket at once: an engine that sent interim answers
    without end could keep the loop busy.
    """

    answers = 0
    """Heads read since the last request."""
    head = 0
    """Bytes received before the answer proper."""
    answered = False
    complete = 0.0
    """When the last of the answer came; 0 as long as some of it is to come."""
    asked = 0.0
    """When the last request was sent on it."""
    came = 0.0
    """When what is being read came, as far as anybody knows."""
    fresh = True
    """Whether nothing was asked on it yet."""
    stamped = False
    """Whether the kernel says when something came on it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send every request at once: uvloop would keep it until everything else of its turn is done."""
        super().connection_made(transport)
        cast("asyncio.WriteTransport", transport).set_write_buffer_limits(0)
        self.stamped = stamp_arrivals(transport, self)

    def connection_lost(self, reason: BaseException | None) -> None:
        """The other side hung up, which is the end of an answer that does not say its length."""
        self.came = time.monotonic()
        super().connection_lost(reason)

    def _completed(self) -> None:
        self.complete = self.came

    def feed_data(self, data: tuple[RawResponseMessage, aiohttp.StreamReader], size: int = 0) -> None:
        """The head of an answer was read."""
        self.answers += 1
        code = data[0].code
        if code >= _FINAL or code == _SWITCHING:
            self.answered = True
            data[1].on_eof(self._completed)
        super().feed_data(data, size)

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, until it is too much."""
        size = len(data)
        if not self.stamped:
            self.came = time.monotonic()
        if size <= _PIECE:  # nearly every answer, at every move: no further call
            if not self.answered:
                self.head += size
            super().data_received(data)
            if self.answers > MOST_ANSWERS or self.head > LARGEST_HEAD:
                self._refuse()
            return
        for start in range(0, size, _PIECE):
            if self.transport is None or self.transport.is_closing():
                return
            self.data_received(data[start : start + _PIECE])

    def _refuse(self) -> None:
        if self.answered and self.answers <= MOST_ANSWERS:
            return
        if self.transport is not None:
            self.transport.close()
        self.set_exception(HttpProcessingError(message="an answer without end"))


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
        made = partial(EngineLine, loop=asyncio.get_running_loop())
        self._connector._factory = cast("partial[ResponseHandler]", made)
        self.extension = lru_cache(_EXTENSIONS)(_extension)
        """The query to append to an address; ValueError if it cannot have one."""
        self.engaged = 0
        """How many connections are in use."""

    async def close(self) -> None:
        """Close every connection."""
        await self._connector.close()

    async def exchange(self, extension: Extension, packet: bytes, began: float = 0.0) -> AnswerPage:
        """Send a request that was begun then and read the page; a body too long is cut after the limit.

        A kept connection may just have been closed by the other side: then the request is tried once more.
        """
        try:
            return await self._once(extension, packet, began or time.monotonic())
        except aiohttp.ClientConnectorError:
            raise
        except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError):
            return await self._once(extension, packet, time.monotonic())

    async def _once(self, extension: Extension, packet: bytes, began: float) -> AnswerPage:
        self.engaged += 1
        line: Connection | None = None
        try:
            line = await self._connector.connect(extension.key, [], _NO_TIMEOUT)
            page = await _spoken(line.protocol, packet, began)
        except BaseException:
            if line is not None:
                line.close()
            raise
        finally:
            self.engaged -= 1
        line.release()  # which cuts it if the page was not read to its end
        return page


async def _spoken(protocol: ResponseHandler | None, packet: bytes, began: float) -> AnswerPage:
    if not isinstance(protocol, EngineLine) or protocol.transport is None or protocol.should_close:
        # An unexpected answer must not become the answer to the next request.
        raise aiohttp.ServerDisconnectedError
    protocol.answers, protocol.head, protocol.answered, protocol.complete = 0, 0, False, 0.0
    protocol.set_response_params(read_until_eof=True, auto_decompress=False)
    late = _late(protocol, began)
    protocol.asked = time.monotonic()
    protocol.transport.write(packet)
    try:
        message, content = await protocol.read()
        while message.code < _FINAL and message.code != _SWITCHING:
            message, content = await protocol.read()
    except HttpProcessingError as error:
        raise NotHttp(error.message) from error
    body, signature = await _limited(content), message.headers.get(_SIGNATURE, "")
    return AnswerPage(message.code, body, signature, (protocol.complete or time.monotonic()) - late)


def _late(line: EngineLine, began: float) -> float:
    """Seconds in which nobody but ourselves kept a request from being sent; connecting is the engine's."""
    spent, fresh, line.fresh = time.monotonic() - began, line.fresh, False
    if not fresh:
        return spent
    return unnoticed(line.transport, spent) if line.stamped else 0.0


async def _limited(content: aiohttp.StreamReader) -> bytes:
    first = await content.readany()
    if content.at_eof():  # the usual answer: a few bytes, all there at once
        return first
    read = bytearray(first)
    async for chunk in content.iter_any():
        read += chunk
        if len(read) > LARGEST_BODY:
            break
    return bytes(read)


def _extension(address: str) -> Extension:
    url = URL(address, encoded=True)
    target = url.raw_path_qs
    if not (target.isascii() and target.isprintable() and " " not in target):
        raise ValueError("an address is one printable word")
    fixed = {"User-Agent": "Ronde", "Accept": "*/*", "Accept-Encoding": "identity"}
    key = aiohttp.ClientRequest("GET", url, headers=fixed)
    headers = "".join(f"{name}: {key.headers[name]}\r\n" for name in ("Host", *fixed))
    return Extension(key, target, headers)
