"""Heads of requests, as they come over a socket."""

from __future__ import annotations

import socket

import pytest
from tests.support.web_server import Browser

from ronde.web.serving.request_heads import LARGEST_HEAD, MOST_LINES

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
        (HEAD + b"".join(b"A%d: x\r\n" % line for line in range(MOST_LINES + 1)) + b"\r\n", 431),
    ],
    ids=["usual", "nonsense", "large", "many lines"],
)
def test_a_head_is_read_or_refused(public: Browser, sent: bytes, status: int) -> None:
    assert answered(public.port, sent) == status
