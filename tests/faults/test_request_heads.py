"""Heads without end, halves of requests, silence, thousands of connections: bounded, and others get in."""

from __future__ import annotations

import re
import resource
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.faults.wires import GET, hasty_server, heard, knock, memory, poured, status
from tests.store.halls import hall
from tests.support.web_server import Browser, server

from ronde.web.server.limits import BODIES, LARGEST_HEAD


@pytest.fixture
def path(tmp_path: Path) -> Path:
    hall(tmp_path / "open.ronde", players=4).close()
    return tmp_path / "open.ronde"


def test_no_head_is_longer_than_it_may_be(path: Path) -> None:
    line = b"x: " + b"a" * 8_000 + b"\r\n"
    with server(path) as (browser, _, process):
        before = memory(process.pid)
        floods = {
            "lines": poured(browser.port, GET, line, 64_000_000),
            "one line": poured(browser.port, GET + b"x: ", b"a" * 65_536, 64_000_000),
            "an address": poured(browser.port, b"GET /", b"a" * 65_536, 64_000_000),
            "small lines": poured(browser.port, GET, b"a:b\r\n" * 200, 64_000_000),
            "in one piece": poured(browser.port, GET + line * 6 + b"\r\n", b"", 1),
        }
        assert {name: told for name, (_, told) in floods.items()} == dict.fromkeys(floods, 431)
        assert max(taken for taken, _ in floods.values()) < 8_000_000
        assert memory(process.pid) - before < 16_000
        assert browser.get("/t/open").status == 200


def test_what_stands_around_the_pieces_of_a_body_is_bounded_like_a_head(path: Path) -> None:
    """Lines behind the last piece, and words beside the length of a piece: nobody reads them."""
    form = b"Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunked = b"POST /enter HTTP/1.1\r\nHost: localhost\r\n" + form
    with server(path) as (browser, _, process):
        before = memory(process.pid)
        floods = {
            "small lines behind": poured(browser.port, chunked + b"0\r\n", b"a:b\r\n" * 200, 16_000_000),
            "one line behind": poured(browser.port, chunked + b"0\r\nx: ", b"a" * 65_536, 64_000_000),
            "words beside a length": poured(browser.port, chunked + b"1;", b"a" * 65_536, 64_000_000),
        }
        assert {name: told for name, (_, told) in floods.items()} == dict.fromkeys(floods, 431)
        assert memory(process.pid) - before < 16_000
        few = b"1;a=b\r\nx\r\n0\r\nX-Checksum: 1\r\n\r\n"
        with knock(browser.port, chunked + few + GET + b"Connection: close\r\n\r\n") as line:
            told = heard(line)
        assert re.findall(rb"HTTP/1.1 (\d+)", told) == [b"403", b"307"], "a few words are no harm"


def test_an_honest_head_may_be_large(path: Path) -> None:
    cookie = b"Cookie: " + b"a" * (LARGEST_HEAD - 2_000) + b"\r\n"
    lines = b"".join(b"x-%d: y\r\n" % number for number in range(200))
    with server(path) as (browser, _, _):
        for more in (cookie, lines):
            whole = b"GET /t/open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + more + b"\r\n"
            for pieces in (1, 7):
                with knock(browser.port) as line:
                    size = len(whole) // pieces + 1
                    for start in range(0, len(whole), size):
                        line.sendall(whole[start : start + size])
                    assert status(heard(line)) == 200


def test_odd_requests_are_answered_and_write_nothing_into_the_log(
    path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    upgrade = b"GET /t/open HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    with server(path, cold=True) as (browser, _, _):
        head = b"HEAD /t/open/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        for sent, told in ((b"NONSENSE\r\n\r\n", 400), (upgrade + b"\r\n", 200)):
            with knock(browser.port, sent) as line:
                assert status(line.recv(1 << 16)) == told
        with knock(browser.port, head) as line:
            assert status(heard(line)) == 200, "the head of a stream is an answer, and then it is over"

    assert capfd.readouterr().err == ""


def test_whoever_keeps_the_server_waiting_is_closed(path: Path) -> None:
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
    post = b"POST /enter HTTP/1.1\r\nHost: localhost\r\n" + form
    kept = b"GET /t/open HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with hasty_server(path) as port, ExitStack() as lines:
        silent, half, kept_half, body, slow = (
            lines.enter_context(knock(port, sent)) for sent in (b"", GET, kept, post, post)
        )
        told = kept_half.recv(1 << 20)
        kept_half.sendall(GET)
        slow.settimeout(0.2)
        dripped = _drip(slow)

        assert heard(silent) == b""
        assert status(heard(half)) == 408
        assert status(told) == 200
        assert b"HTTP/1.1 408" in heard(kept_half)
        assert status(heard(body)) == 408
        assert status(dripped + heard(slow)) == 408, "a byte now and then is not enough"
        assert Browser(port).get("/t/open").status == 200


def _drip(line: socket.socket) -> bytes:
    """Send a byte of a body every fifth of a second until there is an answer, for a minute at most."""
    for _ in range(300):
        try:
            line.sendall(b"a")
            return line.recv(1 << 16)
        except TimeoutError:
            continue
        finally:
            line.settimeout(0.2)
    return b""


def test_what_is_sent_after_the_answer_is_not_heard_for_ever(path: Path) -> None:
    post = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with hasty_server(path) as port, knock(port, post) as line:
        assert status(line.recv(1 << 20)) == 404
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            _babble(line)


def _babble(line: socket.socket) -> None:
    for _ in range(3_000):
        line.sendall(b"10\r\n" + b"a" * 16 + b"\r\n")
        time.sleep(0.01)


def test_seven_thousand_silent_connections_keep_nobody_out(path: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 12_000:
        pytest.skip(f"this machine allows only {hard} open files")
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 11_000), hard))
    try:
        with server(path) as (browser, _, process):
            before = memory(process.pid)
            lines = [knock(browser.port, GET[: number % 2 * 9], _place(number)) for number in range(7_000)]
            answers = [browser.get("/t/open").status for _ in range(5)]
            files = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
            for line in lines:
                line.close()
            assert answers == [200] * 5
            assert files < 6_500
            assert memory(process.pid) - before < 64_000
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _place(number: int) -> str:
    """One of many addresses in many networks, all of them this machine's."""
    return f"127.{number % 7 + 1}.{number % 11}.{number % 200 + 1}"


def test_one_address_cannot_take_all_connections(path: Path) -> None:
    with server(path) as (browser, _, process), ExitStack() as lines:
        for _ in range(1_200):
            lines.enter_context(knock(browser.port, GET))
        assert browser.get("/t/open").status == 200
        files = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
        assert files < 1_100, "the oldest of that address have made way"


def test_a_form_is_smaller_than_what_is_dropped(path: Path) -> None:
    with server(path) as (browser, _, _):
        assert browser._ask("POST", "/enter", "a" * 500_001, {}).status == 413
        assert browser.post("/enter", {"name": "nobody", "password": "guessed it"}).status == 403


def test_unfinished_bodies_of_one_address_are_few_and_the_oldest_make_way(path: Path) -> None:
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 400000\r\n\r\n"
    body = b"POST /t/open/card/1/word HTTP/1.1\r\nHost: localhost\r\n" + form + b"a" * 300_000
    with server(path) as (browser, _, process), ExitStack() as lines:
        before = memory(process.pid)
        honest = lines.enter_context(knock(browser.port, body, "127.0.0.2"))
        greedy = [lines.enter_context(knock(browser.port, body, "127.0.0.9")) for _ in range(3 * BODIES)]
        first = [status(heard(line)) for line in greedy[: 2 * BODIES]]
        assert set(first) <= {0, 503}, "they made way"
        assert memory(process.pid) - before < 64_000
        assert browser.get("/t/open").status == 200
        honest.sendall(b"a" * 100_000)
        assert status(honest.recv(1 << 16)) in (403, 404), "another address is not concerned"


def test_requests_sent_ahead_are_bounded(path: Path) -> None:
    one = b"GET /t/open HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with server(path) as (browser, _, _):
        with knock(browser.port, one * 10) as line:
            line.sendall(GET + b"Connection: close\r\n\r\n")
            assert heard(line).count(b"HTTP/1.1 200") == 10, "ten and the list, which goes elsewhere"
        with knock(browser.port, one * 5_000) as line:
            assert heard(line).count(b"HTTP/1.1 200") < 100
        assert browser.get("/t/open").status == 200
