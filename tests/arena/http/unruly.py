"""Engines below HTTP: servers that say what no library would, each on a port of its own."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
OK = b"HTTP/1.1 200 OK\r\n"


@asynccontextmanager
async def unruly(
    talk: Talk, *, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None
) -> AsyncIterator[int]:
    """A server that talks so to everybody who has sent a whole request; its port."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            await talk(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(meet, host, port, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Closes the connection without a word."""


async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Takes the request and says nothing until the other hangs up."""
    await reader.read()


async def drips(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends one byte a second."""
    for byte in OK + b"Content-Length: 1\r\n\r\n5":
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(1)


async def no_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Speaks another language."""
    writer.write(b"220 mail.example ESMTP\r\n")
    await writer.drain()


async def endless_headers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends header after header."""
    writer.write(OK)
    for number in range(100_000):
        writer.write(f"X-{number}: {'y' * 100}\r\n".encode())
        await writer.drain()


class Torrent:
    """Sends 50 MB and counts how much of it was taken."""

    size = 50 * 1024 * 1024

    def __init__(self) -> None:
        self.sent = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + f"Content-Length: {self.size}\r\n\r\n".encode())
        while self.sent < self.size:
            writer.write(b"5" * 65_536)
            self.sent += 65_536
            await writer.drain()


@asynccontextmanager
async def greeted(answer: bytes) -> AsyncIterator[int]:
    """A server that says that to whoever greets it in TLS; its port."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1 << 16)
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
