"""Answers that nobody reads: they are bounded together, and whoever asked for most of them is closed."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

from tests.faults.heavy import large
from tests.faults.wires import memory
from tests.support.web_server import server

PAGE = "/t/big/print/cards"
GREEDY = "127.0.0.9"
MANY = 400


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


def with_the_kernel(port: int) -> int:
    """Bytes that the kernel holds for those who do not read what a server has sent them."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(int(row[4].split(":")[0], 16) for row in rows if row[1].endswith(f":{port:04X}"))


def test_answers_that_nobody_reads_do_not_fill_the_memory(tmp_path: Path) -> None:
    large(tmp_path / "big.ronde")
    with server(tmp_path) as (browser, _, process), ExitStack() as held:
        size = len(browser.get(PAGE).body)
        assert MANY * size > 150_000_000
        before = memory(process.pid)
        patient = held.enter_context(asking(browser.port, "127.0.0.1"))
        assert answered(patient)
        for _ in range(4):
            lines = [held.enter_context(asking(browser.port, GREEDY)) for _ in range(MANY // 4)]
            assert [answered(line) for line in lines]

        assert memory(process.pid) - before < 64_000
        assert with_the_kernel(browser.port) < 64_000_000
        assert browser.get("/t/big").status == 200
        assert rest(patient) > size
