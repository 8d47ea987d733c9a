"""The stream of news."""

from __future__ import annotations

import asyncio
import http.client
import signal
import subprocess
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.types import Message
from tests.support.web_server import Browser

from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.player import Player
from ronde.web.server.limits import Streams
from ronde.web.server.live import LONGEST_PAUSE, EventStream, pause_after_event


@contextmanager
def listening(port: int, path: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
    """A page that listens to the stream until it is closed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
    response = connection.getresponse()
    yield response
    response.close()
    connection.close()


def last_number(file: Path) -> int:
    desk = Desk.open(file)
    desk.close()
    return desk.number


def next_number(stream: http.client.HTTPResponse) -> int:
    while True:
        line = stream.readline().decode()
        assert line, "the stream ended"
        if line.startswith("id: "):
            return int(line.removeprefix("id: "))


@pytest.mark.full
def test_a_page_is_told_at_once_what_it_missed(server_port: int, file: Path) -> None:
    with listening(server_port, "/t/open/live?after=1") as stream:
        assert next_number(stream) == last_number(file)


@pytest.mark.full
def test_a_lost_connection_resumes_where_it_was(server_port: int, file: Path) -> None:
    with listening(server_port, "/t/open/live", Last_Event_ID="2") as stream:
        assert next_number(stream) == last_number(file)


@pytest.mark.full
def test_what_another_program_writes_reaches_the_page(server_port: int, file: Path) -> None:
    desk = Desk.open(file)
    with listening(server_port, f"/t/open/live?after={desk.number}") as stream:
        desk.act("script", enter_player, player=Player(0, "LATE", "Lou"))
        assert next_number(stream) == desk.number
    desk.close()
    assert "<b>LATE</b> Lou" in Browser(server_port).get("/t/open/standings?as_of=now").text


@pytest.mark.full
def test_the_server_stops_although_pages_are_open(
    site: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    browser, _, process = site
    with listening(browser.port, "/t/open/live?after=0") as stream:
        next_number(stream)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) is not None


def test_a_stream_gives_its_place_back_when_it_ends_and_when_its_page_leaves() -> None:
    streams, leaving = Streams(1), asyncio.Event()

    async def lines(endless: bool) -> AsyncGenerator[str]:
        yield "data: 1\n\n"
        while endless:
            await asyncio.sleep(1)

    async def send(message: Message) -> None:
        if message.get("body"):
            leaving.set()

    async def receive() -> Message:
        await leaving.wait()
        return {"type": "http.disconnect"}

    async def scene() -> None:
        scope = {"type": "http", "method": "GET", "headers": [], "client": ("192.0.2.1", 1)}
        for endless in (False, True, False):
            await EventStream(Request(scope), streams, lines(endless))(scope, receive, send)
            assert streams.take("192.0.2.1")
            streams.give_back("192.0.2.1")

    asyncio.run(asyncio.wait_for(scene(), 20))


def test_the_more_pages_listen_the_longer_each_pauses_and_not_all_alike() -> None:
    few, many = ([pause_after_event(listeners) for _ in range(100)] for listeners in (1, 200))

    assert max(few) < min(many)
    assert LONGEST_PAUSE / 2 <= min(many) < max(many) <= LONGEST_PAUSE
    assert max(pause_after_event(10_000) for _ in range(100)) <= LONGEST_PAUSE
