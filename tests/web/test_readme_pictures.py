"""The pictures of the README show today's pages: the words kept inside each file are found again."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from PIL import Image
from tests.support.in_process import Visitor
from tests.support.root import ROOT
from tests.support.web_server import Answer, Browser, server

from ronde.arena.cli.demo import make_demo_tournaments
from ronde.i18n import say

README = (ROOT / "README.md").read_text("utf-8")
PICTURES = {"standings": "/t/swiss/standings", "desk": "/desk/swiss"}

SAID = " ".join(say(f"phone.{key}", "en", player="") for key in ("says", "accept", "refuse"))
HEARD = set(SAID.casefold().split())
"""What the desk of the picture says of the result that a player proposes there."""


@pytest.fixture(scope="module")
def arbiter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The arbiter of the exhibition, from which `./go screenshots` takes the pictures."""
    folder = tmp_path_factory.mktemp("exhibition")
    make_demo_tournaments(folder, 7).close()
    with server(folder, options=["--referee"]) as (browser, link, _process):
        assert browser.enter(link).status == 303
        yield browser


def test_the_readme_shows_these_pictures_and_the_terminal() -> None:
    shown = re.findall(r"!\[[^]]+\]\(docs/screens/([^)]+)\)", README)
    assert sorted(shown) == sorted([*(f"{name}.png" for name in PICTURES), "terminal.svg"])


@pytest.mark.parametrize("name", PICTURES)
def test_every_word_on_a_picture_is_on_the_page_today(name: str, arbiter: Visitor) -> None:
    kept = Image.open(ROOT / "docs" / "screens" / f"{name}.png").text["words"].split()  # type: ignore[attr-defined]
    assert len(kept) > 30
    today = _words(arbiter.get(PICTURES[name])) | HEARD
    gone = [word for word in kept if word not in today]
    assert gone == [], "take the pictures again: ./go screenshots"


def _words(answer: Answer) -> set[str]:
    assert answer.status == 200
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", html.unescape(answer.text))}
