"""Connections by hand: half requests, silence, floods, and as many of them as one likes."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.ports import free_port
from tests.support.web_server import listening_at

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"

HASTY = """
import sys
from ronde.cli.main import main
from ronde.web.server import limits

limits.PATIENCE = float(sys.argv.pop(1))
sys.exit(main())
"""
"""The server itself, which has only less patience than usual."""


@contextmanager
def hasty_server(path: Path, patience: float = 1.0) -> Iterator[int]:
    """A server that waits for so many seconds; its port."""
    with hasty_process(path, patience) as (port, _):
        yield port


@contextmanager
def hasty_process(path: Path, patience: float = 1.0) -> Iterator[tuple[int, int]]:
    """The same; its port and the number of its process."""
    port = free_port()
    words = [str(patience), "--lang", "en", "serve", str(path), "--port", str(port)]
    process = subprocess.Popen([sys.executable, "-u", "-c", HASTY, *words], stdout=subprocess.DEVNULL)
    try:
        listening_at(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def knock(port: int, sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    """A connection, with so much said."""
    line = socket.create_connection(("127.0.0.1", port), timeout=40, source_address=(source, 0))
    line.sendall(sent)
    return line


def heard(line: socket.socket) -> bytes:
    """All that a server says until it hangs up."""
    told = b""
    with suppress(ConnectionResetError):
        while part := line.recv(1 << 16):
            told += part
    return told


def status(told: bytes) -> int:
    """The status of the first answer, 0 if there is none."""
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", told)
    return int(found[1]) if found else 0


def poured(port: int, first: bytes, drop: bytes, most: int) -> tuple[int, int]:
    """Say `first`, then the same drop again and again: how many bytes were taken, and the status."""
    taken = 0
    with knock(port, first) as line:
        with suppress(ConnectionResetError, BrokenPipeError):
            while taken < most:
                line.settimeout(0.001)
                with suppress(TimeoutError):
                    if told := line.recv(1 << 16):
                        return taken, status(told)
                    break
                line.settimeout(40)
                line.sendall(drop)
                taken += len(drop)
        return taken, status(heard(line))


async def held(port: int, count: int, sent: bytes, sources: list[str]) -> list[int]:
    """So many connections at once, all held until the last has been answered or refused: their statuses.

    One that hears nothing for two seconds counts as 0, as one that was closed does.
    """
    lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def one(number: int) -> int:
        source = (sources[number % len(sources)], 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
        lines.append((reader, writer))
        writer.write(sent)
        with suppress(ConnectionResetError, TimeoutError):
            return status(await asyncio.wait_for(reader.readline(), 20))
        return 0

    gate = asyncio.Semaphore(200)

    async def gated(number: int) -> int:
        async with gate:
            return await one(number)

    try:
        return list(await asyncio.gather(*map(gated, range(count))))
    finally:
        for _, writer in lines:
            writer.transport.abort()


def memory(process: int) -> int:
    """The most memory, in kB, that a process ever had."""
    return int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0])
