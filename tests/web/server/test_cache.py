"""Kept pages: whoever has one already is told so, and the least used make room."""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ronde.web.server.drawing import (
    CachedPage,
    PageCache,
    cached_page,
    cached_response,
    compress,
    decompressed,
    key_of,
)


def asked(path: str = "/t/open", query: str = "", **headers: str) -> Request:
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "path": path, "query_string": query.encode(), "headers": told})


def kept(body: bytes) -> CachedPage:
    page = cached_page(Response(body, media_type="text/html"))
    assert isinstance(page, CachedPage)
    return page


def test_another_page_has_another_tag() -> None:
    assert kept(b"a").tag == kept(b"a").tag != kept(b"b").tag


def test_whoever_has_the_page_gets_nothing_but_its_tag() -> None:
    page = kept(b"page")
    known = cached_response(asked(if_none_match=page.tag), page)

    assert (known.status_code, known.body, known.headers["etag"]) == (304, b"", page.tag)
    assert cached_response(asked(if_none_match='"old"'), page).status_code == 200


def test_a_page_is_packed_once_and_unpacked_for_those_who_cannot() -> None:
    page = kept(b"page" * 100)
    one, plain = cached_response(asked(), page), decompressed(page)

    assert one.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(one.body)) == plain.body == b"page" * 100
    assert "content-encoding" not in plain.headers


def test_what_an_answer_says_to_other_sites_is_kept_with_it() -> None:
    data = cached_page(JSONResponse({}, headers={"Access-Control-Allow-Origin": "*"}))
    assert isinstance(data, CachedPage)

    assert cached_response(asked(), data).headers["access-control-allow-origin"] == "*"
    assert cached_response(asked(), data).headers["content-type"] == "application/json"


def test_neither_refusals_nor_redirects_nor_cookies_are_kept() -> None:
    personal = Response("page")
    personal.set_cookie("name", "value")

    for answer in (Response("no", 404), RedirectResponse("/"), personal):
        assert cached_page(answer) is answer


def test_the_key_has_all_that_a_page_depends_on_and_nothing_that_anybody_may_add() -> None:
    usual = key_of(asked(), 1)

    assert key_of(asked(query="nonsense=1"), 1) == usual
    others = [
        key_of(asked("/t/other"), 1),
        key_of(asked(query="as_of=now"), 1),
        key_of(asked(accept_language="fr"), 1),
        key_of(asked(cookie="ronde-theme=dark"), 1),
        key_of(asked(), 2),
    ]
    assert len({usual, *others}) == 6


def test_what_was_used_longest_ago_makes_room() -> None:
    pages = PageCache(most=2_000)
    for number in range(4):
        pages.put(number, kept(b"%d" % number * 100))
        pages.get(0)

    assert pages.get(0) is not None
    assert [number for number in range(4) if pages.get(number) is None] != []
    pages.put("large", CachedPage(b"x" * 4_000, {}, ""))
    assert pages.get("large") is None


def test_an_answer_that_is_sent_once_is_packed_if_that_gains_anything() -> None:
    takes = Headers({"accept-encoding": "gzip"})
    long, short = compress(takes, Response("page" * 1_000)), compress(takes, Response("page"))
    picture = compress(takes, Response(b"x" * 5_000, media_type="image/png"))

    assert gzip.decompress(bytes(long.body)) == b"page" * 1_000
    assert int(long.headers["content-length"]) == len(long.body)
    assert "content-encoding" not in short.headers
    assert "content-encoding" not in picture.headers
    assert "content-encoding" not in compress(Headers({}), Response("page" * 1_000)).headers
