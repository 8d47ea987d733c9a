"""What is packed on its way to a browser, and what is left as it is."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message
from tests.support.in_process import Visitor

from ronde.web.server.packing import LONG, SHORT, Packing

TEXT = b"the quick brown fox " * (SHORT // 10)


def sent(answer: Response, accepted: str | None = "gzip") -> tuple[dict[bytes, bytes], bytes]:
    """The head and the body of an answer as they go over the wire."""

    async def page(request: Request) -> Response:
        return answer

    app = Starlette(routes=[Route("/", page)], middleware=[Middleware(Packing)])
    heads = [(b"accept-encoding", accepted.encode())] if accepted else []
    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": heads, "root_path": "",
    }  # fmt: skip
    messages: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()  # the visitor says nothing more
        return {}

    async def send(message: Message) -> None:
        messages.append(message)

    asyncio.run(app(scope, receive, send))
    return dict(messages[0]["headers"]), b"".join(message["body"] for message in messages[1:])


@pytest.mark.parametrize("body", [TEXT, TEXT * (2 * LONG // len(TEXT))])
def test_an_answer_is_packed_for_who_can_unpack_it(body: bytes) -> None:
    heads, wire = sent(Response(body, media_type="text/html"))

    assert heads[b"content-encoding"] == b"gzip"
    assert int(heads[b"content-length"]) == len(wire) < len(body)
    assert heads[b"vary"] == b"Accept-Encoding"
    assert gzip.decompress(wire) == body


@pytest.mark.parametrize("accepted", [None, "br", "identity"])
def test_who_cannot_unpack_it_gets_it_plain_and_caches_know(accepted: str | None) -> None:
    heads, wire = sent(Response(TEXT, media_type="text/html", headers={"Vary": "Cookie"}), accepted)

    assert wire == TEXT
    assert b"content-encoding" not in heads
    assert heads[b"vary"] == b"Cookie, Accept-Encoding"


@pytest.mark.parametrize(
    "answer",
    [
        Response(TEXT, headers={"Content-Encoding": "gzip"}),
        Response(TEXT, media_type="image/png"),
        Response(TEXT, media_type="application/zip"),
        Response(TEXT, media_type="font/woff2"),
        Response(TEXT, status_code=206),
        Response(TEXT[: SHORT - 1]),
        Response(b"", status_code=304),
        StreamingResponse(iter([TEXT, TEXT[:0]]), media_type="text/event-stream"),
    ],
)
def test_what_is_packed_short_part_of_a_file_or_a_stream_stays_as_it_is(answer: Response) -> None:
    heads, wire = sent(answer)

    assert wire in (TEXT, TEXT[: SHORT - 1], b"")
    assert heads.get(b"content-encoding") == (b"gzip" if "content-encoding" in answer.headers else None)


def test_a_page_that_nobody_keeps_is_packed_by_the_server_too(arbiter: Visitor) -> None:
    answer = arbiter.get("/seats", Accept_Encoding="gzip")

    assert answer.headers["content-encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(answer.body) or b"<main" in gzip.decompress(answer.body)
