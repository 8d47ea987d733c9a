"""Kept pages: whoever has one already is told so, and packed ones say it."""

from __future__ import annotations

import gzip

from starlette.requests import Request

from ronde.web.server.page_cache import answer, packed


def asked(path: str = "/t/open", **headers: str) -> Request:
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "path": path, "headers": told})


def test_another_page_has_another_tag() -> None:
    assert packed(b"a").tag == packed(b"a").tag != packed(b"b").tag
    assert packed(b"a").tag.startswith('"')


def test_whoever_has_the_page_gets_nothing_but_its_tag() -> None:
    page = packed(b"page")
    known = answer(asked(if_none_match=page.tag), page)

    assert (known.status_code, known.body, known.headers["etag"]) == (304, b"", page.tag)
    assert answer(asked(if_none_match='"old"'), page).status_code == 200


def test_a_page_is_packed_for_those_who_can_unpack_it() -> None:
    page = packed(b"page" * 100)
    sent, plain = answer(asked(accept_encoding="br, gzip"), page), answer(asked(), page)

    assert sent.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(sent.body)) == plain.body == b"page" * 100
    assert "content-encoding" not in plain.headers


def test_data_may_be_used_by_other_sites_and_pages_may_not() -> None:
    data, page = answer(asked("/t/open/standings.json"), packed(b"{}")), answer(asked(), packed(b""))

    assert data.headers["access-control-allow-origin"] == "*"
    assert data.media_type == "application/json"
    assert "access-control-allow-origin" not in page.headers
