"""Answers that nobody reads."""

from __future__ import annotations

import os
import select
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.faults.heavy import large
from tests.faults.wires import hasty_process, hasty_server

PAGE = "/t/big/print/cards"
GREEDY = "127.0.0.9"
POST = b"POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nname="


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("unread")
    large(made / "big.ronde")
    return made


def asking(port: int, address: str, page: str = PAGE) -> socket.socket:
    """A connection that asks for a long page, with codes of this address, and reads nothing of it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.settimeout(120)
    line.bind((address, 0))
    line.connect(("127.0.0.1", port))
    line.sendall(f"GET {page} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    return line


def cut(line: socket.socket, milliseconds: int) -> list[tuple[int, int]]:
    """Whether the other end has closed a connection, even if not all it said before was read."""
    gone = select.poll()
    gone.register(line, select.POLLHUP | select.POLLRDHUP)
    return gone.poll(milliseconds)


def test_whoever_reads_nothing_of_an_answer_is_closed_in_the_end(folder: Path) -> None:
    with hasty_server(folder) as port, asking(port, GREEDY) as line:
        line.sendall(POST)

        assert cut(line, 40_000), "it still has its connection"


def test_the_files_of_those_who_read_nothing_are_free_again(folder: Path) -> None:
    """The rest of an answer is less than the transport holds back, so that nobody is asked to pause."""
    with hasty_process(folder) as (port, pid), ExitStack() as lines:
        before = len(os.listdir(f"/proc/{pid}/fd"))
        for page in ("/t/big/players", PAGE):
            for _ in range(40):
                lines.enter_context(asking(port, GREEDY, page))
        for _ in range(200):
            if len(os.listdir(f"/proc/{pid}/fd")) < before + 40:
                return
            time.sleep(0.2)

    raise AssertionError("they still have their connections")


def test_whoever_reads_slowly_gets_all_of_it(folder: Path) -> None:
    """For far longer than the server is patient with those who read nothing."""
    with hasty_server(folder) as port, asking(port, GREEDY) as line:
        told = b""
        while not told.rstrip().endswith(b"</html>"):
            part = line.recv(40_000)
            assert part, "it was cut off"
            told += part
            time.sleep(0.1)
