"""The files pages load: packed, kept by browsers."""

from __future__ import annotations

import gzip
import re

import pytest
from tests.support.in_process import Visitor

from ronde.render.shell import SHARED
from ronde.web.assets import asset_link


def test_the_font_comes_with_its_licence() -> None:
    assert "SIL Open Font License" in (SHARED / "inter-OFL.txt").read_text().replace("OPEN FONT LICENSE", "")
    assert (SHARED / "inter.woff2").read_bytes().startswith(b"wOF2")


def test_a_file_of_the_pages_is_packed_and_kept_by_the_browser(public: Visitor) -> None:
    answer = public.get(asset_link("tokens.css"), Accept_Encoding="gzip")

    assert answer.headers["content-encoding"] == "gzip"
    assert b"--felt" in gzip.decompress(answer.body)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")


def test_the_font_is_asked_for_once_and_moves_nothing(public: Visitor) -> None:
    sheet = public.get(asset_link("tokens.css")).text
    fonts = re.findall(r"url\(([^)]+)\)", sheet)

    assert [one.partition("?")[0] for one in fonts] == ["inter.woff2", "inter-ext.woff2"]
    assert "inter.woff2" in sheet.split("font-display: optional")[0]
    assert f'href="{asset_link("inter.woff2")}" as="font"' in public.get("/t/open").text
    for one in fonts:
        assert "immutable" in public.get(f"/static/{one}").headers["cache-control"]


def test_a_file_without_its_mark_is_asked_for_again(public: Visitor) -> None:
    answer = public.get("/static/tokens.css")

    assert answer.headers["cache-control"] == "no-cache"
    assert "content-encoding" not in answer.headers
    assert public.get("/static/tokens.css", If_None_Match=answer.headers["etag"]).status == 304


@pytest.mark.parametrize("name", ["nothing.css", "..%2Fpages.py", "../pages.py", "%2Fetc%2Fpasswd", "."])
def test_only_files_of_the_pages_are_sent(name: str, public: Visitor) -> None:
    assert public.get(f"/static/{name}").status == 404


@pytest.mark.parametrize("page", ["/t/open", "/t/open.json", "/enter"])
def test_pages_are_packed_for_whoever_can_unpack(page: str, public: Visitor) -> None:
    plain, packed = public.get(page), public.get(page, Accept_Encoding="gzip")

    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert "Accept-Encoding" in packed.headers["vary"]
