"""Answers that nobody reads: they are bounded together, and whoever asked for most of them is closed."""

from __future__ import annotations

import select
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.faults.heavy import large
from tests.faults.wires import hasty_server, memory
from tests.support.web_server import server

from ronde.web.server.connections import HELD, Wait
from ronde.web.server.request_heads import UNSENT

PAGE = "/t/big/print/cards"
GREEDY = "127.0.0.9"
POST = b"POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nname="
MANY = 400


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("unread")
    large(made / "big.ronde")
    return made


def asking(port: int, address: str) -> socket.socket:
    """A connection that asks for a long page, with codes of this address, and reads nothing of it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.settimeout(120)
    line.bind((address, 0))
    line.connect(("127.0.0.1", port))
    line.sendall(f"GET {PAGE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    return line


def answered(line: socket.socket) -> bool:
    """Whether an answer has begun; False if the connection was closed before."""
    try:
        return bool(line.recv(1))
    except ConnectionError:
        return False


def rest(line: socket.socket) -> int:
    """How many bytes of an answer are still to be had."""
    taken = 0
    while data := line.recv(1 << 20):
        taken += len(data)
        if data.rstrip().endswith(b"</html>"):
            break
    return taken


def cut(line: socket.socket, milliseconds: int) -> list[tuple[int, int]]:
    """Whether the other end has closed a connection, even if not all it said before was read."""
    gone = select.poll()
    gone.register(line, select.POLLHUP | select.POLLRDHUP)
    return gone.poll(milliseconds)


def with_the_kernel(port: int) -> int:
    """Bytes that the kernel holds for those who do not read what a server has sent them."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(int(row[4].split(":")[0], 16) for row in rows if row[1].endswith(f":{port:04X}"))


def test_answers_that_nobody_reads_do_not_fill_the_memory(folder: Path) -> None:
    with server(folder) as (browser, _, process), ExitStack() as held:
        size = len(browser.get(PAGE).body)
        assert MANY * size > 150_000_000
        before = memory(process.pid)
        patient = held.enter_context(asking(browser.port, "127.0.0.1"))
        assert answered(patient)
        greedy: list[socket.socket] = []
        for _ in range(4):
            lines = [held.enter_context(asking(browser.port, GREEDY)) for _ in range(MANY // 4)]
            assert [answered(line) for line in lines]
            greedy += lines

        left = sum(not cut(line, 0) for line in greedy)
        assert left * (size - 2 * UNSENT) <= HELD[Wait.STUCK], "the others were closed"
        assert memory(process.pid) - before < 64_000
        assert with_the_kernel(browser.port) < 64_000_000
        assert browser.get("/t/big").status == 200
        assert rest(patient) > size


def test_whoever_reads_nothing_of_an_answer_is_closed_in_the_end(folder: Path) -> None:
    with hasty_server(folder, "STUCK=1,HEAD=1,BODY=1,REST=1") as port, asking(port, GREEDY) as line:
        line.sendall(POST)

        assert cut(line, 40_000), "it still has its connection"
