"""Time for which an answer lay unread at the referee is not the engine's."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.http_engines.arena import LOOPBACK, nothing, run

from ronde.games.door import Answer
from ronde.http_engines.arrival import NOTICED, not_charged
from ronde.http_engines.callbacks import Callbacks
from ronde.http_engines.door import EngineCard, EngineStore, GameRow, Mailbox, Manner, Requests
from ronde.http_engines.ranges import parse_allowed

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other kernels do not say when data came")
STOOD = 0.3
"""Seconds for which the loop stands still although the answer is there."""
THOUGHT = 0.2
CALL = {"Set": "TicTacToe", "Turn": "1", "Tray": "000000000", "Status": "0"}


@dataclass
class StillStanding:
    """An engine in a thread that thinks and answers while the referee's loop stands still."""

    pieces: tuple[bytes, ...]
    """What it sends, thinking before each."""
    close: bool = False
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    held: float = 0.0
    """Seconds from the request to the last that it sent, by its own clock."""

    def __post_init__(self) -> None:
        self._standing, self._sent = threading.Event(), threading.Event()
        self.place = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.place.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        self._line, _ = self.place.accept()
        self._line.recv(65_536)
        began = time.monotonic()
        self.loop.call_soon_threadsafe(self._stand_still)
        self._standing.wait(60)
        for piece in self.pieces:
            time.sleep(THOUGHT)
            self.held = time.monotonic() - began
            self._line.sendall(piece)
        if self.close:
            time.sleep(THOUGHT)
            self.held = time.monotonic() - began
            self._line.close()
        self._sent.set()

    def _stand_still(self) -> None:
        """The loop does nothing else until the answer has come, and for a while after that."""
        self._standing.set()
        self._sent.wait(60)
        time.sleep(STOOD)

    def end(self) -> None:
        self._thread.join(60)
        self._line.close()
        self.place.close()


async def asked(engine: StillStanding) -> Any:
    """The reply of an engine that prints its move."""
    requests = Requests(Mailbox(), "", parse_allowed(LOOPBACK))
    await requests.open()
    card = EngineCard(1, "Still", "tictactoe", f"http://127.0.0.1:{engine.port}/", manner=Manner.PRINTED)
    try:
        deadline = time.monotonic() + 60
        return await requests.ask(card, CALL, game="G", side=1, deadline=deadline, timeout=60)
    finally:
        await requests.close()
        engine.end()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
ENDLESS = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n5"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n5\r\n"


@LINUX
def test_an_answer_that_lay_here_unread_is_charged_until_it_came() -> None:
    async def scenario() -> None:
        engine = StillStanding((HEAD + b"5",))
        reply = await asked(engine)
        assert reply.text == "5"
        assert reply.taken >= STOOD
        assert reply.seconds - reply.taken >= engine.held

    run(scenario())


@pytest.mark.parametrize(
    ("pieces", "close"),
    [((HEAD, b"5"), False), ((CHUNKED, b"0\r\n\r\n"), False), ((ENDLESS,), True)],
    ids=["body later", "end of the body later", "hangs up later"],
)
def test_an_engine_gains_nothing_by_beginning_an_answer_early(pieces: tuple[bytes, ...], close: bool) -> None:
    async def scenario() -> None:
        engine = StillStanding(pieces, close)
        reply = await asked(engine)
        assert reply.text == "5"
        assert reply.seconds - reply.taken >= engine.held

    run(scenario())


def test_what_is_not_charged_is_our_delay_and_never_more_than_the_time_since_the_request() -> None:
    assert not_charged(100.0, 101.0, 101.5) == 0.5
    assert not_charged(100.0, 99.0, 101.5) == 1.5
    assert not_charged(100.0, 101.0, 101.0 + NOTICED / 2) == 0.0


def test_a_call_back_counts_from_the_moment_it_was_read() -> None:
    async def scenario() -> None:
        mailbox = Mailbox()
        slot = mailbox.expect("G", 1, deadline=time.monotonic() + 30)
        query, read = f"Game=G&MoveId={slot.move_id}&Value=5".encode(), time.monotonic()
        time.sleep(STOOD)  # other work of the loop comes first
        scope = {"method": "GET", "query_string": query, "client": ("127.0.0.1", 1), "read": read}
        assert Callbacks(mailbox, nothing).take(scope) == (200, "taken\n")
        reply = await slot.reply
        assert reply.taken >= STOOD
        assert reply.seconds - reply.taken == pytest.approx(read - slot.asked)
        mailbox.close(slot)

    run(scenario())


def test_the_book_keeps_what_was_not_charged(tmp_path: Path) -> None:
    async def scenario() -> None:
        book = EngineStore(tmp_path / "arbitre.db")
        row = book.begin_game(GameRow(0, "word", "tictactoe", {}, "", 1, 15.0, 1, 2))
        plies = ((Answer(1, "5", 340.5, "5", taken=300.25),), (Answer(2, "1", 3.0, "1"),))
        for number, ply in enumerate(plies, 1):
            await book.write_ply(row.id, number, ply)
        assert book.plies(row.id) == plies
        book.close()

    run(scenario())
