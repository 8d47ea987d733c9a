"""A connection to an engine: asked one question at a time, it gives the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple, cast

import aiohttp

from ronde.http_engines.answer_reader import AnswerReader, NotHttp

LARGEST_READ: Final = 65_536
"""Bytes read at once; the size of the buffer that all connections of a loop share."""


class AnswerPage(NamedTuple):
    """What an engine's server said."""

    status: int
    body: bytes
    signature: str


class EngineLine(asyncio.BufferedProtocol):
    """What aiohttp's connector makes, keeps and closes in place of a connection of its own."""

    transport: asyncio.Transport | None = None
    _reader: AnswerReader | None = None
    _answer: asyncio.Future[None]
    """Done when the reader has all there is to read; only while something is asked."""
    _spoilt = False
    """Whether something came that nobody asked for, or was not read to its end."""

    def __init__(self, buffer: bytearray) -> None:
        self._loop = asyncio.get_running_loop()
        self._buffer, self._view = buffer, memoryview(buffer)
        self.closed = self._loop.create_future()
        """Done when the connection is closed."""

    @property
    def should_close(self) -> bool:
        """Whether nothing can be asked on it any more: an unexpected answer must not become the next one."""
        return self._spoilt or self._reader is not None or self.transport is None

    def is_connected(self) -> bool:
        """Whether the other side is still there."""
        return self.transport is not None and not self.transport.is_closing()

    def close(self) -> None:
        """Hang up; politely only if all was said: a farewell of TLS waits half a minute for its answer."""
        if self.should_close:
            self.abort()
        elif self.transport is not None:
            self.transport.close()

    def abort(self) -> None:
        """Hang up without a word."""
        if self.transport is not None:
            self.transport.abort()

    async def ask(self, packet: bytes, written: Callable[[], None]) -> AnswerPage:
        """Send a request, say that it is written, and wait for the answer."""
        if self.transport is None or self.should_close:
            raise aiohttp.ServerDisconnectedError
        reader = self._reader = AnswerReader()
        self._answer = self._loop.create_future()
        self.transport.write(packet)
        written()
        await self._answer
        self._reader, self._spoilt = None, not reader.spotless
        return AnswerPage(reader.status, bytes(reader.body), reader.signature)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send every request at once: uvloop would keep it until everything else of its turn is done."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(0)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where to read to.

        asyncio reads what came encrypted into parts of it, and a part of a bytearray would be a copy.
        """
        return self._view

    def buffer_updated(self, nbytes: int) -> None:
        """Read on in the answer, until it is whole or too much."""
        reader = self._reader
        if reader is None or reader.whole:
            self._spoilt = True
            self.close()
            return
        try:
            reader.feed(self._view[:nbytes].tobytes())
        except NotHttp as error:
            self._fail(error)
            self.close()
        else:
            if reader.whole:
                self._settle()

    def _settle(self) -> None:
        if not self._answer.done():
            self._answer.set_result(None)

    def _fail(self, error: Exception) -> None:
        if not self._answer.done():
            self._answer.set_exception(error)

    def connection_lost(self, exc: BaseException | None) -> None:
        """The other side hung up, which is the end of an answer that does not say its length."""
        self.transport = None
        if not self.closed.done():
            self.closed.set_result(None)
        if self._reader is not None and not self._reader.whole:
            self._ended(self._reader, exc)

    def _ended(self, reader: AnswerReader, exc: BaseException | None) -> None:
        if reader.end():
            self._settle()
        elif reader.status:
            self._fail(aiohttp.ClientPayloadError("the answer was cut off"))
        elif isinstance(exc, OSError):
            self._fail(aiohttp.ClientOSError(*exc.args))
        else:
            self._fail(aiohttp.ServerDisconnectedError())
