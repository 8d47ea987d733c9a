"""Connections to engines: one question at a time, and what each reads is its own."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import ssl
import threading
import warnings
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import uvloop
from tests.http_engines.arena import LOOPBACK, run
from tests.http_engines.test_bad_lines import certificate

from ronde.http_engines.answer_reader import LARGEST_BODY
from ronde.http_engines.engine_line import LARGEST_READ, EngineLine
from ronde.http_engines.http_client import HttpClient
from ronde.http_engines.ranges import parse_allowed

pytestmark = pytest.mark.full

ROUNDS = 150


class Repeating(BaseHTTPRequestHandler):
    """Answers with a long page of the last letter of its address."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(LARGEST_BODY))
        self.end_headers()
        self.wfile.write(self.path[-1:].encode() * LARGEST_BODY)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def repeating(tls: ssl.SSLContext | None = None) -> Iterator[int]:
    place = ThreadingHTTPServer(("127.0.0.1", 0), Repeating)
    if tls is not None:
        place.socket = tls.wrap_socket(place.socket, server_side=True)
    threading.Thread(target=place.serve_forever, daemon=True).start()
    yield place.server_port
    place.shutdown()
    place.server_close()


async def letters(port: int, letter: str, scheme: str = "http") -> set[bytes]:
    """What other letters are in the pages for that one."""
    client = HttpClient(parse_allowed(LOOPBACK))
    extension = client.extension(f"{scheme}://127.0.0.1:{port}/{letter}")
    packet = extension.packet("GET", extension.target, {})
    pages = [(await client.exchange(extension, packet)).body for _ in range(ROUNDS)]
    await client.close()
    return {page.replace(letter.encode(), b"") for page in pages}


def test_two_loops_in_one_process_never_read_each_others_answers() -> None:
    with repeating() as port, ThreadPoolExecutor(4) as threads:
        works = [threads.submit(lambda one: uvloop.run(letters(port, one)), letter) for letter in "abcd"]
        assert [work.result() for work in works] == [{b""}] * 4


@pytest.fixture
def secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A server's side of TLS with a certificate that the client knows."""
    context = certificate(tmp_path)
    known = ssl.create_default_context(cafile=str(tmp_path / "public.pem"))
    monkeypatch.setattr("aiohttp.connector._SSL_CONTEXT_VERIFIED", known)
    return context


@pytest.mark.parametrize("begin", [uvloop.run, asyncio.run])
def test_a_secure_connection_is_read_alike_in_every_loop(
    secure: ssl.SSLContext, begin: Callable[[Coroutine[Any, Any, set[bytes]]], set[bytes]]
) -> None:
    with repeating(secure) as port:
        assert begin(letters(port, "a", "https")) == {b""}


def hung_up_on(place: socket.socket, secure: ssl.SSLContext) -> bool:
    """Whether a server that says nothing, not even farewell, sees its connection end."""
    line = secure.wrap_socket(place.accept()[0], server_side=True)
    line.recv(65_536)
    with socket.socket(fileno=line.detach()) as bare:
        bare.settimeout(20)
        while bare.recv(65_536):
            pass
    return True


@pytest.mark.parametrize("begin", [uvloop.run, asyncio.run])
def test_a_secure_connection_ends_with_its_deadline_whatever_the_other_side_says(
    secure: ssl.SSLContext, begin: Callable[[Coroutine[Any, Any, bool]], bool]
) -> None:
    async def whole(place: socket.socket) -> bool:
        seen = asyncio.get_running_loop().run_in_executor(None, hung_up_on, place, secure)
        client = HttpClient(parse_allowed(LOOPBACK))
        extension = client.extension(f"https://127.0.0.1:{place.getsockname()[1]}/a")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await client.exchange(extension, extension.packet("GET", extension.target, {}))
        try:
            return await seen
        finally:
            await client.close()

    with socket.create_server(("127.0.0.1", 0)) as place:
        assert begin(whole(place))


async def left_open(port: int) -> HttpClient:
    """A client that nobody closes before its loop ends."""
    client = HttpClient(parse_allowed(LOOPBACK))
    extension = client.extension(f"http://127.0.0.1:{port}/a")
    await client.exchange(extension, extension.packet("GET", extension.target, {}))
    return client


@pytest.mark.parametrize("begin", [uvloop.run, asyncio.run])
def test_a_connection_that_nobody_closed_closes_nothing_of_others_when_it_is_forgotten(
    begin: Callable[[Coroutine[Any, Any, HttpClient]], HttpClient],
) -> None:
    with repeating() as port, warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        client = begin(left_open(port))
        others = [os.open(os.devnull, os.O_RDONLY) for _ in range(64)]
        del client
        gc.collect()
        assert [os.fstat(other).st_nlink for other in others] == [1] * len(others)
        for other in others:
            os.close(other)


def test_nothing_is_asked_on_a_connection_that_is_gone() -> None:
    async def whole() -> None:
        line = EngineLine(bytearray(LARGEST_READ))
        assert line.should_close
        assert not line.is_connected()
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await line.ask(b"", lambda: None)
        line.close()
        line.abort()

    run(whole())


def test_a_closed_connection_says_so_to_who_waits_for_that() -> None:
    async def whole() -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        place = await asyncio.start_server(silent, "127.0.0.1", 0)
        port: int = place.sockets[0].getsockname()[1]
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: EngineLine(bytearray(LARGEST_READ)), "127.0.0.1", port)
        assert line.is_connected()
        asking = asyncio.ensure_future(line.ask(b"GET / HTTP/1.1\r\n\r\n", lambda: None))
        await asyncio.sleep(0)
        line.close()
        await line.closed
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await asking
        assert line.should_close
        place.close()

    run(whole())
