"""The files pages load: small, packed, kept by browsers."""

from __future__ import annotations

import gzip
import re

import pytest
from tests.support.web_server import Browser

from ronde.formats.pages.door import SHARED
from ronde.web.assets import FOLDER, asset, asset_link, squeezed

KILO = 1024


def size(*names: str) -> int:
    """Bytes of these files as they are sent to somebody who cannot unpack."""
    return sum(len(found.body) for name in names if (found := asset(name)))


def test_no_text_of_a_script_spans_lines_so_that_indentation_means_nothing() -> None:
    for path in FOLDER.glob("*.js"):
        assert not [line for line in path.read_text().splitlines() if line.count("`") % 2], path.name
        found = asset(path.name)
        assert found
        assert not re.search(rb"^(\s|//)", found.body, re.MULTILINE), path.name


def test_the_font_comes_with_its_licence() -> None:
    assert "SIL Open Font License" in (SHARED / "inter-OFL.txt").read_text().replace("OPEN FONT LICENSE", "")
    assert size("inter.woff2") < 24 * KILO
    assert (SHARED / "inter.woff2").read_bytes().startswith(b"wOF2")


@pytest.mark.parametrize(
    ("sheet", "narrow"),
    [
        ("a { color: red; }", "a{color:red}"),
        ("a :hover , b::before { }", "a :hover,b:before{}"),
        ("a + b ~ c > d :is(e, f) g { }", "a+b~c>d :is(e,f) g{}"),
        ("a { > b { } + c::marker { } }", "a{>b{}+c::marker{}}"),
        ("tr:nth-child(-n + 3) { }", "tr:nth-child(-n+3){}"),
        ('b::after { content: " · { ; } ,  "; }', 'b:after{content:" · { ; } ,  "}'),
        ('b { content: "::after > " attr(x) " + "; }', 'b{content:"::after > " attr(x) " + "}'),
        ('[aria-pressed="true"] > a[class=""] { }', '[aria-pressed=true]>a[class=""]{}'),
        ("c { width: calc(1px + 2px); }", "c{width:calc(1px + 2px)}"),
        (
            "c { width: calc(var(--a) + (1px - 2px) * 2); }",
            "c{width:calc(var(--a) + (1px - 2px) * 2)}",
        ),
        ("c { border: 1px solid var(--a) ; }", "c{border:1px solid var(--a)}"),
        ("c { inset: var(--a) 0 var(--b) auto; }", "c{inset:var(--a)0 var(--b)auto}"),
        ("c { color: red !important; grid: none / 1fr; }", "c{color:red!important;grid:none/1fr}"),
        ("c { --gap: 0px; --it: a > b; src: url(a.woff2); }", "c{--gap:0px;--it:a > b;src:url(a.woff2)}"),
        ("@media (max-width: 40rem) { d { margin: 0 1px; } }", "@media(max-width:40rem){d{margin:0 1px}}"),
        ("@media screen and (width > 60rem) { d { } }", "@media screen and (width>60rem){d{}}"),
        ("@page wide { size: A4; @bottom-right { top: 0; } }", "@page wide{size:A4;@bottom-right{top:0}}"),
        ("/* why */ e { } /* two\nlines */", "e{}"),
    ],
)
def test_a_sheet_is_squeezed_without_another_meaning(sheet: str, narrow: str) -> None:
    assert squeezed(sheet) == narrow


def test_every_sheet_has_all_its_rules_after_squeezing() -> None:
    for path in FOLDER.glob("*.css"):
        whole = re.sub(r'/\*.*?\*/|"[^"]*"', "", path.read_text(), flags=re.DOTALL)
        narrow = re.sub(r'"[^"]*"', "", squeezed(path.read_text()))
        assert narrow.count("{") == whole.count("{") == narrow.count("}"), path.name


def test_a_file_of_the_pages_is_packed_and_kept_by_the_browser(public: Browser) -> None:
    answer = public.get(asset_link("tokens.css"), Accept_Encoding="gzip")

    assert answer.headers["content-encoding"] == "gzip"
    assert b"--felt" in gzip.decompress(answer.body)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")


def test_the_font_is_asked_for_once_and_moves_nothing(public: Browser) -> None:
    sheet = public.get(asset_link("tokens.css")).text
    fonts = re.findall(r"url\(([^)]+)\)", sheet)

    assert [one.partition("?")[0] for one in fonts] == ["inter.woff2", "inter-ext.woff2"]
    assert "inter.woff2" in sheet.split("font-display:optional")[0]
    assert f'href="{asset_link("inter.woff2")}" as="font"' in public.get("/t/open").text
    for one in fonts:
        assert "immutable" in public.get(f"/static/{one}").headers["cache-control"]


def test_a_file_without_its_mark_is_asked_for_again(public: Browser) -> None:
    answer = public.get("/static/tokens.css")

    assert answer.headers["cache-control"] == "no-cache"
    assert "content-encoding" not in answer.headers
    assert public.get("/static/tokens.css", If_None_Match=answer.headers["etag"]).status == 304


@pytest.mark.parametrize("name", ["nothing.css", "..%2Fpages.py", "../pages.py", "%2Fetc%2Fpasswd", "."])
def test_only_files_of_the_pages_are_sent(name: str, public: Browser) -> None:
    assert public.get(f"/static/{name}").status == 404


@pytest.mark.parametrize("page", ["/t/open", "/t/open.json", "/enter"])
def test_pages_are_packed_for_whoever_can_unpack(page: str, public: Browser) -> None:
    plain, packed = public.get(page), public.get(page, Accept_Encoding="gzip")

    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert "Accept-Encoding" in packed.headers["vary"]
