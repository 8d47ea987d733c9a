"""Connections to engines, byte by byte, against servers that answer what a test tells them to."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self

import aiohttp
import aiohttp.connector
import pytest
from tests.arena.http.arena import LOOPBACK, run
from tests.arena.http.test_bad_lines import certificate

from ronde.web.server.addresses import NOTHING_LOCAL, parse_allowed, refusal
from ronde.web.server.http_client import LARGEST_BODY, HttpClient, trouble_code

GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
Answers = Callable[[int, int], bytes | None]
"""What is answered to that request on that line, both counted from 1; None to hang up."""


class Exchange:
    """A server that keeps every request as it came, and a client that may call it."""

    def __init__(
        self, answers: Answers, *, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None
    ) -> None:
        self.asked: list[bytes] = []
        self.lines = 0
        self.writers: list[asyncio.StreamWriter] = []
        self.last = False
        """Whether a line is closed after its first answer."""
        self._answers, self._host, self._tls = answers, host, tls

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._line, self._host, 0, ssl=self._tls)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.client = HttpClient(parse_allowed(LOOPBACK))
        return self

    async def __aexit__(self, *trouble: object) -> None:
        await self.client.close()
        self._server.close()

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        self.writers.append(writer)
        line, asked = self.lines, 0
        try:
            while True:
                self.asked.append(await reader.readuntil(b"\r\n\r\n"))
                asked += 1
                answer = self._answers(line, asked)
                if answer is None:
                    break
                writer.write(answer)
                if self.last:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        writer.close()

    async def ask(self, path: str = "/e", own: dict[str, str] | None = None) -> tuple[int, bytes, str]:
        """One request there."""
        return await self.client.page(self.url(path), own or {})

    def url(self, path: str = "/e") -> str:
        scheme = "https" if self._tls else "http"
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{scheme}://{host}:{self.port}{path}"


def scenario(answers: Answers, work: Callable[[Exchange], Awaitable[None]], host: str = "127.0.0.1") -> None:
    async def whole() -> None:
        async with Exchange(answers, host=host) as exchange:
            await work(exchange)

    run(whole())


def always(answer: bytes) -> Answers:
    return lambda line, asked: answer


def test_a_request_is_one_packet_with_nothing_that_an_engine_need_not_know() -> None:
    async def work(exchange: Exchange) -> None:
        assert await exchange.ask("/e.php?team=7") == (200, b"A1", "")
        assert exchange.asked == [
            b"GET /e.php?team=7 HTTP/1.1\r\n"
            + f"Host: 127.0.0.1:{exchange.port}\r\n".encode()
            + b"User-Agent: Ronde\r\nAccept: */*\r\nAccept-Encoding: identity\r\n\r\n"
        ]

    scenario(always(GOOD + b"A1"), work)


@pytest.mark.parametrize("path", ["/%C3%A9t%C3%A9", "/e?x=%2f%41+b&y=a/b:c"])
def test_an_address_is_called_as_it_is_written(path: str) -> None:
    async def work(exchange: Exchange) -> None:
        await exchange.ask(path)
        assert exchange.asked[0].startswith(f"GET {path} HTTP/1.1\r\n".encode())

    scenario(always(GOOD + b"A1"), work)


def test_a_line_is_kept_for_the_next_request() -> None:
    async def work(exchange: Exchange) -> None:
        for _ in range(5):
            assert (await exchange.ask())[1] == b"A1"
        assert (exchange.lines, len(exchange.asked)) == (1, 5)

    scenario(always(GOOD + b"A1"), work)


def test_a_kept_line_that_was_closed_meanwhile_is_dialled_again_at_once() -> None:
    async def work(exchange: Exchange) -> None:
        assert (await exchange.ask())[1] == b"A1"
        assert (await exchange.ask())[1] == b"A1"
        assert exchange.lines == 2

    scenario(lambda line, asked: None if (line, asked) == (1, 2) else GOOD + b"A1", work)


def test_a_post_is_repeated_too_where_a_kept_line_was_closed() -> None:
    async def work(exchange: Exchange) -> None:
        for _ in range(2):
            assert (await exchange.client.page(exchange.url(), {}, b"{}")).body == b"A1"
        assert exchange.lines == 2

    scenario(lambda line, asked: None if (line, asked) == (1, 2) else GOOD + b"A1", work)


def test_an_engine_that_always_hangs_up_is_dialled_twice_and_no_more() -> None:
    async def work(exchange: Exchange) -> None:
        with pytest.raises(aiohttp.ServerDisconnectedError) as caught:
            await exchange.ask()
        assert trouble_code(caught.value) == "closed"
        assert exchange.lines == 2

    scenario(lambda line, asked: None, work)


def test_an_answer_before_the_question_is_nobodys() -> None:
    async def work(exchange: Exchange) -> None:
        assert (await exchange.ask())[1] == b"A1"
        exchange.writers[0].write(GOOD + b"B2")
        await exchange.writers[0].drain()
        await asyncio.sleep(0.05)
        assert (await exchange.ask())[1] == b"A1"
        assert exchange.lines == 2

    scenario(always(GOOD + b"A1"), work)


def test_two_answers_to_one_question_are_one_too_many() -> None:
    async def work(exchange: Exchange) -> None:
        assert (await exchange.ask())[1] == b"A1"
        assert (await exchange.ask())[1] == b"A1"
        assert exchange.lines == 2

    scenario(always(GOOD + b"A1" + GOOD + b"B2"), work)


@pytest.mark.parametrize("early", [b"100 Continue", b"103 Early Hints", b"102 Processing"])
def test_what_comes_before_the_answer_is_not_the_answer(early: bytes) -> None:
    async def work(exchange: Exchange) -> None:
        assert await exchange.ask() == (200, b"A1", "")

    scenario(always(b"HTTP/1.1 " + early + b"\r\n\r\n" + GOOD + b"A1"), work)


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x00\x01\x02\x03\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"H%d: x\r\n" % at for at in range(500)) + b"\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: one\r\n\r\n",
    ],
)
def test_what_is_not_http_is_said_to_be_so(answer: bytes) -> None:
    async def work(exchange: Exchange) -> None:
        with pytest.raises(aiohttp.ClientResponseError) as caught:
            await exchange.ask()
        assert trouble_code(caught.value) == "not-http"

    scenario(always(answer), work)


@pytest.mark.parametrize("code", [b"204 No Content", b"304 Not Modified"])
def test_an_answer_that_cannot_have_a_body_is_not_waited_for(code: bytes) -> None:
    async def work(exchange: Exchange) -> None:
        assert await exchange.ask() == (int(code[:3]), b"", "")
        assert await exchange.ask() == (int(code[:3]), b"", "")
        assert exchange.lines == 1

    scenario(always(b"HTTP/1.1 " + code + b"\r\n\r\n"), work)


def test_a_body_in_chunks_is_read_whole() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n1\r\n1\r\n0\r\n\r\n"

    async def work(exchange: Exchange) -> None:
        assert (await exchange.ask())[1] == b"A1"
        assert (await exchange.ask())[1] == b"A1"
        assert exchange.lines == 1

    scenario(always(chunked), work)


def test_a_body_without_a_length_ends_with_its_line() -> None:
    async def work(exchange: Exchange) -> None:
        exchange.last = True
        assert (await exchange.ask())[1] == b"A1"
        assert (await exchange.ask())[1] == b"A1"
        assert exchange.lines == 2

    scenario(always(b"HTTP/1.0 200 OK\r\n\r\nA1"), work)


def test_a_body_that_is_too_long_is_cut_and_its_line_too() -> None:
    long = b"HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n" + b"x" * (4 * LARGEST_BODY)

    async def work(exchange: Exchange) -> None:
        for _ in range(2):
            status, body, _ = await exchange.ask()
            assert status == 200
            assert len(body) > LARGEST_BODY
        assert exchange.lines == 2

    scenario(always(long), work)


def test_the_signature_of_an_answer_is_handed_on() -> None:
    async def work(exchange: Exchange) -> None:
        assert await exchange.ask(own={"X-Ronde-Key": "3"}) == (200, b"", "sha256=ab")
        assert b"\r\nX-Ronde-Key: 3\r\n\r\n" in exchange.asked[0]

    scenario(always(b"HTTP/1.1 200 OK\r\nx-ronde-signature: sha256=ab\r\nContent-Length: 0\r\n\r\n"), work)


@pytest.mark.parametrize("value", ["1\r\nHost: other", "1\n", "1\x00"])
def test_a_header_never_breaks_out_of_its_line(value: str) -> None:
    async def work(exchange: Exchange) -> None:
        with pytest.raises(ValueError, match="header"):
            await exchange.ask(own={"X-Ronde-Key": value})
        assert exchange.asked == []

    scenario(always(GOOD + b"A1"), work)


@pytest.mark.parametrize("path", ["/a b", "/é", "/a\x7fb", "/a?x=1 HTTP/1.0"])
def test_an_address_that_would_break_the_first_line_is_never_called(path: str) -> None:
    async def work(exchange: Exchange) -> None:
        with pytest.raises(ValueError, match="address"):
            await exchange.ask(path)
        assert exchange.lines == 0

    scenario(always(GOOD + b"A1"), work)


def test_an_engine_may_have_an_address_of_the_newer_kind() -> None:
    async def work(exchange: Exchange) -> None:
        assert (await exchange.ask())[1] == b"A1"
        assert f"Host: [::1]:{exchange.port}\r\n".encode() in exchange.asked[0]

    scenario(always(GOOD + b"A1"), work, host="::1")


def test_the_guard_stands_before_every_new_line() -> None:
    async def work(exchange: Exchange) -> None:
        strict = HttpClient(NOTHING_LOCAL)
        with pytest.raises(aiohttp.ClientConnectorError) as caught:
            await strict.page(f"http://localhost:{exchange.port}/e", {})
        refused = refusal(caught.value)
        assert refused is not None
        assert refused.facts["reason"] == "loopback"
        assert exchange.lines == 0
        await strict.close()

    scenario(always(GOOD + b"A1"), work)


def test_whoever_stops_waiting_leaves_no_line_behind() -> None:
    async def work(exchange: Exchange) -> None:
        asking = asyncio.ensure_future(exchange.ask())
        while not exchange.asked:
            await asyncio.sleep(0.001)
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        while not exchange.writers[0].is_closing():
            await asyncio.sleep(0.001)

    scenario(always(b""), work)


def test_the_caller_learns_when_his_request_is_written() -> None:
    async def work(exchange: Exchange) -> None:
        written: list[str] = []
        await exchange.client.page(exchange.url(), {}, None, lambda: written.append("get"))
        await exchange.client.page(exchange.url(), {}, b"{}", lambda: written.append("post"))
        assert written == ["get", "post"]

    scenario(always(GOOD + b"A1"), work)


@pytest.mark.full
def test_a_certificate_is_believed_only_if_somebody_known_signed_it(tmp_path: Path) -> None:
    server = certificate(tmp_path)

    async def whole() -> None:
        async with Exchange(always(GOOD + b"A1"), tls=server) as exchange:
            with pytest.raises(aiohttp.ClientConnectorError) as caught:
                await exchange.ask()
            assert trouble_code(caught.value) == "certificate-unknown"
            known: ssl.SSLContext = aiohttp.connector._SSL_CONTEXT_VERIFIED
            known.load_verify_locations(tmp_path / "public.pem")
            assert await exchange.ask() == (200, b"A1", "")
            assert len(exchange.asked) == 1

    run(whole())
