"""Engines whose answers never begin or never end: cut off after a few bytes, and judged in words."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import aiohttp
import pytest

from ronde.web.server.addresses import parse_allowed
from ronde.web.server.http_client import HttpClient

MOST = 10_000_000_000
"""Bytes an engine tries to send; what lies in the buffers of both sides counts too."""
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
HINT = b"HTTP/1.1 103 Early Hints\r\n\r\n"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"


class Babbler:
    """An engine that says `first`, then `drop` until nobody listens any more or it has said enough."""

    def __init__(self, first: bytes, drop: bytes) -> None:
        self.first, self.drop = first, drop
        self.said = 0
        self.door = socket.create_server(("127.0.0.1", 0))

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self.door.accept()
                with line, suppress(OSError):
                    self._babble(line)

    def _babble(self, line: socket.socket) -> None:
        line.settimeout(20)
        line.recv(1 << 16)
        line.sendall(self.first)
        said = 0
        while self.drop and said < MOST:
            said += line.send(self.drop)  # part of it counts too: the line may be cut within the first drop
            self.said = max(self.said, said)


@contextmanager
def babbling(first: bytes, drop: bytes = b"") -> Iterator[Babbler]:
    babbler = Babbler(first, drop)
    serving = threading.Thread(target=babbler.serve, daemon=True)
    serving.start()
    try:
        yield babbler
    finally:  # it may be heard before it has counted what it said
        babbler.door.shutdown(socket.SHUT_RDWR)
        serving.join(30)
        babbler.door.close()


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (OK, b"x: y\r\n" * 2_000),
        (OK + b"x: ", b"y" * 20_000),
        (b"HTTP/1.1 ", b"2" * 20_000),
        (b"", OK + b"Content-Length: 0\r\n\r\n"),
        (CHUNKED + b"0\r\n", b"x: y\r\n" * 2_000),
        (CHUNKED, b"1\r\nx\r\n" * 3_000),
    ],
    ids=["lines", "one line", "a status", "answers", "trailers", "chunks"],
)
def test_an_answer_without_end_is_cut_off(first: bytes, drop: bytes) -> None:
    with babbling(first, drop) as babbler:
        told = asyncio.run(_asked(babbler))
    assert told in (None, (200, b"", ""), (200, b"x" * 65_537, "")), "no answer, or the beginning of it"
    assert 0 < babbler.said < MOST, "nobody listens to the end"


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"", HINT * 500),
        (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 300),
        (b"", b"\r\n" * 5_000),
        (CHUNKED, b"0" * 20_000),
        (CHUNKED + b"1;", b"x" * 20_000),
    ],
    ids=["hints", "hints with links", "empty lines", "a size", "an extension"],
)
def test_what_costs_no_memory_is_cut_off_at_the_deadline(first: bytes, drop: bytes) -> None:
    with babbling(first, drop) as babbler, pytest.raises(TimeoutError):
        asyncio.run(_asked(babbler, seconds=1))
    assert 0 < babbler.said < MOST, "nobody listens to the end"


def test_a_trailer_without_end_is_cut_off_at_the_latest_at_the_deadline() -> None:
    with babbling(CHUNKED + b"0\r\nx: ", b"y" * 20_000) as babbler, suppress(TimeoutError):
        assert asyncio.run(_asked(babbler, seconds=1)) is None
    assert 0 < babbler.said < MOST, "nobody listens to the end"


def test_a_few_interim_answers_are_no_fault() -> None:
    with babbling(HINT * 8 + ANSWER % (1, b"5")) as babbler:
        assert asyncio.run(_asked(babbler)) == (200, b"5", "")


def test_a_large_page_is_read_as_before() -> None:
    head = b"HTTP/1.1 200 OK\r\n" + b"x: %s\r\n" % (b"y" * 3_000) * 5
    page = b"move " * 12_000
    with babbling(head + b"Content-Length: %d\r\n\r\n" % len(page) + page) as babbler:
        assert asyncio.run(_asked(babbler)) == (200, page, "")


async def _asked(babbler: Babbler, seconds: float = 30) -> tuple[int, bytes, str] | None:
    """What an engine's answer is to the referee, None if it is none."""
    client = HttpClient(parse_allowed("127.0.0.0/8"))
    try:
        async with asyncio.timeout(seconds):
            return await client.page(f"http://127.0.0.1:{babbler.door.getsockname()[1]}/", {})
    except aiohttp.ClientError:
        return None
    finally:
        await client.close()
