"""Pages from templates, in the language of the request."""

from __future__ import annotations

import pytest
from jinja2 import nodes
from starlette.requests import Request
from tests.support.in_process import Visitor

from ronde.web.server.rendering import ENVIRONMENTS, FOLDER, figure_words, shown_clock, words_in
from ronde.web.server.request import language_of, theme_of


def asking(query: str = "", **headers: str) -> Request:
    heads = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "query_string": query.encode(), "headers": heads, "path": "/"})


@pytest.mark.parametrize(
    ("request_", "language"),
    [
        (asking("lang=fr", cookie="ronde-lang=de", accept_language="nl"), "fr"),
        (asking(cookie="ronde-lang=de", accept_language="nl"), "de"),
        (asking(accept_language="xx, nl;q=0.5"), "nl"),
        (asking("lang=klingon"), "en"),
    ],
)
def test_the_address_comes_before_the_cookie_and_the_cookie_before_the_browser(
    request_: Request, language: str
) -> None:
    assert language_of(request_) == language


def test_a_theme_nobody_knows_is_left_to_the_browser() -> None:
    assert theme_of(asking("theme=dark")) == "dark"
    assert theme_of(asking("theme=<script>")) == ""


def test_a_key_without_a_section_is_one_of_the_pages() -> None:
    assert words_in("en")("standings-page") == words_in("en")("web.standings-page")
    assert words_in("fr")("standings-page") != words_in("en")("standings-page")


def constants_that_are_filtered(template: str) -> list[str]:
    """Filters that are applied to a constant: their result is compiled in, for all languages alike."""
    tree = ENVIRONMENTS["en"].parse((FOLDER / "templates" / template).read_text("utf-8"))
    found = tree.find_all(nodes.Filter)
    return [f"{template}: {one.name}" for one in found if isinstance(one.node, nodes.Const)]


def test_no_number_or_date_of_a_template_is_written_when_it_is_compiled() -> None:
    translate = {*figure_words("en"), "day"}
    found = [one for name in ENVIRONMENTS["en"].list_templates() for one in constants_that_are_filtered(name)]

    assert [one for one in found if one.rpartition(" ")[2] in translate] == []


def test_a_template_is_compiled_once_for_all_languages() -> None:
    pages = {language: made.get_template("enter.html") for language, made in ENVIRONMENTS.items()}
    codes = {id(page.root_render_func.__code__) for page in pages.values()}

    assert len(codes) == 1
    assert len({page.environment for page in pages.values()}) == len(pages)


def test_a_clock_shows_minutes_seconds_and_tenths() -> None:
    assert [shown_clock(seconds) for seconds in (0, 59.99, 60, 3_600)] == [
        "0:00.0",
        "0:59.9",
        "1:00.0",
        "60:00.0",
    ]


def test_what_people_are_called_is_escaped(inside: Visitor) -> None:
    text = inside.get("/t/open/players").text

    assert "<b>EVIL</b>" not in text
    assert "&lt;b&gt;EVIL&lt;/b&gt;" in text
