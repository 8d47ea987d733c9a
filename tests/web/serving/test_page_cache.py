"""Kept pages: whoever has one already is told so, and packed ones say it."""

from __future__ import annotations

import gzip

from starlette.requests import Request

from ronde.web.serving.page_cache import answer, tag_of


def asked(path: str = "/t/open", **headers: str) -> Request:
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "path": path, "headers": told})


def test_another_page_has_another_tag() -> None:
    assert tag_of(b"a") == tag_of(b"a") != tag_of(b"b")
    assert tag_of(b"a").startswith('"')


def test_whoever_has_the_page_gets_nothing_but_its_tag() -> None:
    tag = tag_of(b"page")
    found = answer(asked(if_none_match=tag), b"page", tag)

    assert (found.status_code, found.body, found.headers["etag"]) == (304, b"", tag)
    assert answer(asked(if_none_match='"old"'), b"page", tag).status_code == 200


def test_a_page_is_packed_for_those_who_can_unpack_it() -> None:
    packed = answer(asked(accept_encoding="br, gzip"), b"page" * 100, "x")

    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == b"page" * 100
    assert "content-encoding" not in answer(asked(), b"page", "x").headers


def test_data_may_be_used_by_other_sites_and_pages_may_not() -> None:
    data, page = answer(asked("/t/open/standings.json"), b"{}", "x"), answer(asked(), b"", "x")

    assert data.headers["access-control-allow-origin"] == "*"
    assert data.media_type == "application/json"
    assert "access-control-allow-origin" not in page.headers
