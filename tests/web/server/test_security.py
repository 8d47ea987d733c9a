"""What every answer says about itself, and what is refused before a page is asked."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.web_server import Browser

from ronde.i18n import LANGUAGES, section_words
from ronde.web.server.rendering import FOLDER
from ronde.web.server.security import Buckets

TEMPLATES = sorted((FOLDER / "templates").rglob("*.html"))
MINE = ("public", "phone", "screen", "paper")


@pytest.mark.parametrize("path", ["/t/open", "/t/open.json", "/enter", "/nothing", "/static/face.css"])
def test_every_answer_says_what_a_page_may_load(path: str, public: Visitor) -> None:
    headers = public.get(path).headers

    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("page", ["player", "round", "standings", "crosstable"])
def test_a_number_longer_than_any_address_is_refused_before_it_is_read(page: str, public: Visitor) -> None:
    assert public.get(f"/t/open/{page}/{'9' * 5000}").status == 414
    assert public.get(f"/t/open/{page}/{'9' * 500}").status == 404


def test_public_pages_may_be_framed_and_the_desk_may_not(arbiter: Visitor) -> None:
    def framed(path: str) -> str:
        return arbiter.get(path).headers["content-security-policy"].rpartition("frame-ancestors ")[2]

    assert framed("/t/open/standings?embed") == "*"
    for path in ("/desk/open", "/seats", "/enter", "/t/open/card/1/word"):
        assert framed(path) == "'none'", path


def test_an_embedded_page_has_no_frame_of_ours(public: Visitor) -> None:
    page = public.get("/t/open/standings?embed").text

    assert "<header>" not in page
    assert 'target="_blank"' in page


def test_refusals_speak_both_languages(public: Visitor) -> None:
    for language, word in (("en", "another site"), ("fr", "autre site")):
        public.language = language
        assert word in public.post("/enter", {}, Sec_Fetch_Site="cross-site").text


@pytest.mark.parametrize(
    ("language", "unread", "misused"),
    [
        ("en", "This form cannot be read", "cannot be used this way"),
        ("fr", "Ce formulaire est illisible", "ne s'utilise pas ainsi"),
    ],
)
def test_what_cannot_be_read_or_asked_is_told_in_a_sentence(
    language: str, unread: str, misused: str, arbiter: Visitor
) -> None:
    arbiter.language = language
    torn = arbiter.post("/desk/open/result", {"a": "b"}, Content_Type="multipart/form-data; boundary=x")
    wrong = arbiter.get("/desk/open/undo")

    assert (torn.status, wrong.status) == (400, 405)
    assert unread in html.unescape(torn.text)
    assert misused in html.unescape(wrong.text)


def test_a_large_body_is_refused(arbiter: Visitor) -> None:
    answer = arbiter.post("/desk/open/proposals", {"player": "x" * 9_000_000})

    assert answer.status == 413


def test_the_cookie_of_a_seat_is_for_the_server_only(
    site: tuple[Browser, str, object],
) -> None:
    browser, link, _ = site
    cookie = browser.enter(link).headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_what_an_address_asks_beside_the_known_changes_nothing(public: Visitor) -> None:
    tags = {public.get(f"/t/open/standings?{junk}").headers["etag"] for junk in ("", "a=1", "b=2&c=%00")}

    assert len(tags) == 1


@pytest.mark.parametrize(
    "path", ["/t/open/player/%3Cscript%3E", "/t/%22%3E/x", "/t/open/print/..%2f..%2fetc"]
)
def test_an_odd_address_is_a_404_that_repeats_nothing(path: str, public: Visitor) -> None:
    answer = public.get(path)

    assert answer.status == 404
    assert "<script>" not in answer.text


def test_a_bucket_refills() -> None:
    buckets = Buckets(rate=1, burst=2)
    taken = [buckets.take("one", now) for now in (0, 0, 0, 1.5, 1.5)]

    assert taken == [True, True, False, True, False]
    assert buckets.take("other", 0)


def test_no_template_holds_script_or_style_of_its_own() -> None:
    for template in TEMPLATES:
        text = template.read_text()
        inside = re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=[\"']|javascript:", text)
        assert not inside, template.name


def test_no_line_of_a_template_is_longer_than_120_characters() -> None:
    lines = [
        (template.name, line) for template in TEMPLATES for line in template.read_text("utf-8").split("\n")
    ]

    assert [one for one in lines if len(one[1]) > 120] == []


def test_only_our_own_drawings_are_not_escaped() -> None:
    found = [
        (template.name, expression.strip())
        for template in TEMPLATES
        for expression in re.findall(r"\{\{-?\s*([^}]*?)\|\s*safe", template.read_text())
    ]
    trusted = {"code", "codes[card.id]", "game.svg", "board.svg", "example.svg", "pictured.svg"}
    trusted.add("replay.pieces[piece]")
    trusted |= {
        f"token({one})" for one in ("colour", "example.colour", "replay.colours[at_side]", "game.colours[at]")
    }

    assert [one for one in found if one[1] not in trusted] == []


def test_every_word_of_the_templates_is_known_in_both_languages() -> None:
    for template in TEMPLATES:
        for key in re.findall(
            r'\bt\(\s*["\']((?:' + "|".join(MINE) + r')\.[\w-]+)["\']\s*[,)]', template.read_text()
        ):
            section, _, name = key.partition(".")
            for language in LANGUAGES:
                assert name in section_words(section, language), f"{template.name}: {key}"


def test_no_word_of_ours_is_left_over() -> None:
    sources = [*TEMPLATES, *FOLDER.rglob("*.py"), *(FOLDER.parent / "render").rglob("*.py")]
    sources += [*(FOLDER.parent / "arena").rglob("*.py")]
    text = "\n".join(path.read_text() for path in sources)
    built = (
        "right-",
        "system-",
        "section-",
        "role-",
        "name-",
        "view-",
        "kind-",
        "on-",
        "wire-",
        "presence-",
        "winner-",
        "out-after-",
    )
    said = {"won", "drawn", "lost", "late", "unreadable", "light", "dark"}
    said |= {"other-site", "odd-charset", "too-fast", "wrong-host", "no-host", "short", "common"}
    for section in MINE:
        for key in section_words(section, "en"):
            assert f"{section}.{key}" in text or key.startswith(built) or key in said, f"{section}.{key}"


def test_static_files_need_nothing_from_elsewhere() -> None:
    for path in Path(FOLDER / "static").glob("*"):
        if path.suffix in (".woff2", ".txt"):  # the font, and the licence that goes with it
            continue
        assert not re.search(r"https?://(?!www\.w3\.org/)", path.read_text()), path.name
