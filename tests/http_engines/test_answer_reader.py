"""Answers of servers, read in any pieces: what is in them, where they end, and what is no answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import HttpProcessingError, HttpResponseParser
from hypothesis import given
from hypothesis import strategies as st

from ronde.http_engines.answer_reader import LARGEST_BODY, LARGEST_HEAD, MOST_INTERIM, AnswerReader, NotHttp

OK = b"HTTP/1.1 200 OK\r\n"
HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"


@dataclass(frozen=True)
class Read:
    """What a reader says of an answer."""

    status: int
    body: bytes
    signature: str
    whole: bool
    spotless: bool


def read(*pieces: bytes, end: bool = False) -> Read:
    reader = AnswerReader()
    for piece in pieces:
        reader.feed(piece)
    if end:
        reader.end()
    return Read(reader.status, bytes(reader.body), reader.signature, reader.whole, reader.spotless)


def bytewise(answer: bytes) -> list[bytes]:
    return [answer[at : at + 1] for at in range(len(answer))]


@st.composite
def cut(draw: st.DrawFn, answer: bytes) -> list[bytes]:
    """The same bytes in pieces."""
    at = sorted(draw(st.sets(st.integers(1, max(1, len(answer) - 1)), max_size=12)))
    return [answer[start:end] for start, end in zip([0, *at], [*at, len(answer)], strict=True)]


def chunked(pieces: list[bytes], rest: bytes = b"") -> bytes:
    sizes = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces if piece)
    return OK + b"Transfer-Encoding: chunked\r\n\r\n" + sizes + b"0\r\n" + rest + b"\r\n"


@pytest.mark.parametrize(
    ("answer", "status", "body"),
    [
        (OK + b"Content-Length: 2\r\n\r\nA1", 200, b"A1"),
        (OK + b"content-length:2  \r\n\r\nA1", 200, b"A1"),
        (b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nA1", 200, b"A1"),
        (b"HTTP/1.1 200 OK\nContent-Length: 2\n\nA1", 200, b"A1"),
        (b"\r\n" + OK + b"Content-Length: 2\r\n\r\nA1", 200, b"A1"),
        (OK + b"Content-Length: 0\r\n\r\n", 200, b""),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\nno!", 404, b"no!"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204, b""),
        (b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, b""),
        (HINT * MOST_INTERIM + OK + b"Content-Length: 1\r\n\r\n5", 200, b"5"),
        (chunked([b"A", b"1"]), 200, b"A1"),
        (chunked([b"A1"], b"Expires: never\r\nX: y\r\n"), 200, b"A1"),
        (OK + b"Transfer-Encoding: Chunked\r\n\r\n2;x=y\r\nA1\r\n00\r\n\r\n", 200, b"A1"),
        (OK + b"Transfer-Encoding: chunked\n\n2\nA1\n0\n\n", 200, b"A1"),
        (OK + b"Transfer-Encoding: chunked \t\r\n\r\n2\r\nA1\r\n0\r\n\r\n", 200, b"A1"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n0000000000000002\r\nA1\r\n0\r\n\r\n", 200, b"A1"),
        (OK + b"Transfer-Encoding:\r\nContent-Length: 2\r\n\r\nA1", 200, b"A1"),
        (OK + b"Content-Length : 2\r\nContent-Type\t: text/plain\r\n\r\nA1", 200, b"A1"),
        (OK + b"X: a\r\n folded\r\n\tline\r\nContent-Length:\r\n 2\r\n\r\nA1", 200, b"A1"),
        (b"HTTP/1.1 200 OK\n    Server: mine\nContent-Length: 2\n\nA1", 200, b"A1"),
    ],
)
def test_an_answer_is_read_whole_or_byte_by_byte_and_leaves_its_connection_clean(
    answer: bytes, status: int, body: bytes
) -> None:
    assert read(answer) == read(*bytewise(answer)) == Read(status, body, "", True, True)


@pytest.mark.parametrize(
    "answer",
    [
        OK + b"Connection: close\r\nContent-Length: 2\r\n\r\nA1",
        OK + b"Connection: keep-alive\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nA1",
        b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nA1",
        OK + b"Content-Length: 2\r\n\r\nA1\r\n",
        OK + b"Content-Length: 2\r\n\r\nA1" + OK,
        b"HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nA1",
        b"HTTP/0.9 200 OK\r\nContent-Length: 2\r\n\r\nA1",
    ],
)
def test_a_connection_that_ends_or_says_too_much_is_not_asked_again(answer: bytes) -> None:
    assert read(answer) == Read(200, b"A1", "", True, spotless=False)


def test_an_old_server_that_wants_to_be_asked_again_is() -> None:
    assert read(b"HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nA1").spotless


def test_a_server_that_wants_to_speak_something_else_is_not_asked_again() -> None:
    answer = read(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
    assert (answer.status, answer.whole, answer.spotless) == (101, True, False)


@pytest.mark.parametrize(
    "head",
    [OK + b"\r\n", *(OK + b"Transfer-Encoding: %s\r\n\r\n" % name for name in (b"gzip", b"unchunked"))],
)
def test_a_body_without_a_length_ends_with_its_connection(head: bytes) -> None:
    assert read(head, b"A", b"1") == Read(200, b"A1", "", whole=False, spotless=False)
    assert read(head, b"A", b"1", end=True) == Read(200, b"A1", "", whole=True, spotless=False)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        OK,
        OK + b"Content-Length: 2\r\n",
        OK + b"Content-Length: 2\r\n\r\nA",
        chunked([b"A1"])[:-1],
        chunked([b"A1"])[:-3],
        OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nA1",
    ],
)
def test_a_connection_that_ends_too_early_ends_no_answer(answer: bytes) -> None:
    reader = AnswerReader()
    reader.feed(answer)
    assert not reader.whole
    assert not reader.end()


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"H\r\n\r\n",
        b"\x00\x01",
        b"<html>5</html>",
        b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 20 OK\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 000 OK\r\n\r\n",
        OK + b"no field\r\n\r\n",
        OK + b" \x00: x\r\n\r\n",
        OK + b"X: a\x00b\r\n\r\n",
        OK + b"X: a\rb\r\n\r\n",
        OK + b"Content-Length: two\r\n\r\n",
        OK + b"Content-Length: -2\r\n\r\n",
        OK + b"Content-Length:\r\n\r\n",
        OK + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n",
        OK + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
        OK + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\nx\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n1\r\nA1\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n111111111\r\n",
    ],
)
def test_what_is_no_answer_is_refused_at_once_however_it_is_cut(answer: bytes) -> None:
    with pytest.raises(NotHttp):
        read(answer)
    with pytest.raises(NotHttp):
        read(*bytewise(answer))


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"", HINT),
        (b"", b"\r\n"),
        (OK, b"x: y\r\n"),
        (OK + b"x: ", b"y"),
        (b"HTTP/1.1 ", b"2"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"0"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n1;", b"x"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"x: y\r\n"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"x"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    ],
)
def test_what_has_no_end_is_refused_before_it_takes_room(first: bytes, drop: bytes) -> None:
    with pytest.raises(NotHttp):
        read(first, *[drop * 2] * LARGEST_HEAD)


@pytest.mark.parametrize(
    "answer",
    [
        OK + b"Content-Length: 50000000\r\n\r\n" + bytes(2 * LARGEST_BODY),
        OK + b"\r\n" + bytes(2 * LARGEST_BODY),
        chunked([bytes(2 * LARGEST_BODY)]),
        chunked([bytes(100)] * LARGEST_BODY),
    ],
)
def test_a_body_that_is_too_long_is_cut_one_byte_beyond(answer: bytes) -> None:
    answered = read(answer)
    assert (len(answered.body), answered.whole, answered.spotless) == (LARGEST_BODY + 1, True, False)


def test_the_largest_body_is_none_too_long() -> None:
    body = bytes(LARGEST_BODY)
    assert read(OK + b"Content-Length: %d\r\n\r\n" % LARGEST_BODY + body) == Read(200, body, "", True, True)


def test_the_signature_is_told() -> None:
    assert read(OK + b"x-RONDE-signature: sha256=ab\r\nContent-Length: 0\r\n\r\n").signature == "sha256=ab"


BODIES = st.binary(max_size=200)
FIELDS = st.sampled_from(
    [b"", b"Server: x\r\n", b"Date: today\r\nX-Powered-By: PHP/8\r\n", b"Set-Cookie: a=b; c\r\n"]
)


@given(st.data(), st.lists(BODIES, max_size=5), FIELDS, st.integers(0, MOST_INTERIM))
def test_an_answer_does_not_depend_on_where_it_was_cut(
    data: st.DataObject, bodies: list[bytes], fields: bytes, hints: int
) -> None:
    body = b"".join(bodies)
    for answer in (OK + fields + b"Content-Length: %d\r\n\r\n" % len(body) + body, chunked(bodies, fields)):
        pieces = data.draw(cut(HINT * hints + answer))
        assert read(*pieces) == Read(200, body, "", True, True)


@given(
    st.lists(st.sampled_from([OK, HINT, b"\r\n", b"0\r\n", b"A", b"Content-Length: 3\r\n", b"\x00"]) | BODIES)
)
def test_nothing_but_an_answer_or_a_refusal_comes_of_any_bytes(pieces: list[bytes]) -> None:
    try:
        answered = read(*pieces)
    except NotHttp:
        return
    assert answered.whole or not answered.spotless


@given(
    st.lists(
        st.sampled_from([b"Content-Length: 3\r\n", b"Transfer-Encoding: chunked\r\n", b"X: y\r\n", b"Y\r\n"])
    ),
    st.sampled_from(
        [b"A1\n", b"3\r\nA1\n\r\n0\r\n\r\n", b"3\r\nA1\n\r\n0\r\nX: y\r\n\r\n", b"", b"2\r\nA1\n"]
    ),
    st.sampled_from([b"200 OK", b"204 No Content", b"500 Oh", b"20 x"]),
)
def test_whatever_this_reader_takes_for_whole_another_reads_alike(
    fields: list[bytes], body: bytes, status: bytes
) -> None:
    answer = b"HTTP/1.1 " + status + b"\r\n" + b"".join(fields) + b"\r\n" + body
    try:
        ours = read(answer)
    except NotHttp:
        return
    theirs = asyncio.run(read_by_aiohttp(answer))
    if ours.spotless:
        assert theirs == (ours.status, ours.body)


async def read_by_aiohttp(answer: bytes) -> tuple[int, bytes] | None:
    """Status and body by the parser of aiohttp; None if it is no whole answer to it."""
    loop = asyncio.get_running_loop()
    parser = HttpResponseParser(BaseProtocol(loop), loop, 2**16, read_until_eof=True)
    try:
        [(message, body)], _, _ = parser.feed_data(answer)
    except (HttpProcessingError, ValueError):
        return None
    return message.code, (await body.read()) if body.is_eof() else b"unread"
