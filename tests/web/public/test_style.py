"""The page of all components: only for those who build pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.root import ROOT
from tests.support.web_server import server

from ronde.render.shell import ICONS

PARTS = ROOT / "src/ronde/web/templates/parts"
PLACED = {
    "bill",
    "controls",
    "duels",
    "downloads",
    "heard",
    "lines",
    "menu",
    "past",
    "person",
    "podium",
    "rail",
    "recent",
    "score",
    "shell",
    "starts",
    "sources",
    "track",
    "wall",
    "working",
}
"""Parts that need a tournament or are the frame of every page; each page shows them."""


def test_components_are_shown_in_every_language_and_theme_when_asked_for(file: Path) -> None:
    with server(file, options=["--dev"]) as (browser, _, _):
        english = browser.get("/style")
        for language, word in (("fr", "Éléments"), ("de", "Bausteine")):
            assert f"<h1>{word}</h1>" in browser.get(f"/style?lang={language}").text
        assert 'data-theme="dark"' in browser.get("/style?theme=dark").text

    assert "<h1>Components</h1>" in english.text
    assert english.text.count("<symbol ") == len(ICONS)
    assert 'role="alert"' in english.text
    assert 'aria-disabled="true" title="Four results are missing."' in english.text


def test_nobody_else_sees_the_components(public: Visitor) -> None:
    assert public.get("/style").status == 404


@pytest.mark.parametrize("part", sorted(path.stem for path in PARTS.glob("*.html")))
def test_every_part_is_on_the_page_of_components_or_belongs_to_a_page(part: str) -> None:
    shown = (PARTS.parent / "style.html").read_text()

    assert part in PLACED or re.search(rf'from "parts/{part}\.html" import', shown)
