"""Heads of requests, as they come over a socket."""

from __future__ import annotations

import asyncio
import logging
import socket

import pytest

from ronde.web.server import serve
from ronde.web.server.limits import LARGEST_HEAD

pytestmark = pytest.mark.full

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"


def answered(port: int, sent: bytes) -> int:
    """The status of the answer to these bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(sent)
        return int(line.makefile("rb").readline().split()[1])


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (HEAD + b"\r\n", 200),
        (b"NONSENSE\r\n\r\n", 400),
        (HEAD + b"A: " + b"x" * LARGEST_HEAD + b"\r\n\r\n", 431),
    ],
    ids=["usual", "nonsense", "large"],
)
def test_a_head_is_read_or_refused(server_port: int, sent: bytes, status: int) -> None:
    assert answered(server_port, sent) == status


@pytest.mark.parametrize(
    ("line", "host", "status"),
    [
        (b"http://other.example/healthz HTTP/1.1", b"Host: localhost\r\n", 421),
        (b"http://localhost@other.example/healthz HTTP/1.1", b"Host: localhost\r\n", 421),
        (b"http://other.example@localhost/healthz HTTP/1.1", b"Host: localhost\r\n", 421),
        (b"https://other.example:443/healthz?a=http://localhost/ HTTP/1.1", b"Host: localhost\r\n", 421),
        (b"http://other.example/healthz HTTP/1.0", b"", 421),
        (b"http://localhost/healthz HTTP/1.1", b"Host: localhost\r\n", 200),
        (b"HTTP://LOCALHOST:80/healthz HTTP/1.1", b"Host: localhost\r\n", 200),
        (b"http://localhost/healthz HTTP/1.1", b"", 400),
        (b"http://localhost/healthz HTTP/1.1", b"Host: localhost\r\nHost: localhost\r\n", 400),
        (b"/healthz?next=http://other.example/ HTTP/1.1", b"Host: localhost\r\n", 200),
    ],
)
def test_a_request_line_that_names_another_server_is_refused(
    server_port: int, line: bytes, host: bytes, status: int
) -> None:
    assert answered(server_port, b"GET " + line + b"\r\n" + host + b"Connection: close\r\n\r\n") == status


def test_a_page_that_a_stopping_server_gave_up_is_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger(serve.LOG)
    for trouble in (asyncio.CancelledError("timeout graceful shutdown exceeded"), ValueError("ours")):
        log.error("Exception in ASGI application\n", exc_info=trouble)

    assert [record.exc_info and record.exc_info[0] for record in caplog.records] == [ValueError]
