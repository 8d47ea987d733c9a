"""The pictures of README and tutorials show today's pages: the words kept in each file are found again."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image
from scripts.screen_events import add_events
from scripts.shots import SHOTS, Shot
from tests.support.root import ROOT
from tests.support.web_server import Answer, Browser, server

from ronde.arena.cli.demo import make_demo_tournaments

SCREENS = ROOT / "docs" / "screens"
PICTURES = [shot for shot in SHOTS if (SCREENS / f"{shot.name}.png").exists()]
PLAYED = {"arbitre-engine", "bracket"}
"""What they show is played while they are taken; nothing of it is kept."""


@pytest.fixture(scope="module")
def arbiter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The arbiter of the exhibition, from which `./go screenshots` takes the pictures."""
    folder = tmp_path_factory.mktemp("exhibition")
    make_demo_tournaments(folder, 7).close()
    add_events(folder)
    with server(folder, options=["--referee"]) as (browser, link, _process):
        assert browser.enter(link).status == 303
        yield browser


def test_documents_show_these_pictures_and_the_terminal() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("tutorials/*.md")]
    told = "".join(path.read_text("utf-8") for path in documents)
    shown = set(re.findall(r"!\[[^]]+\]\([./]*(?:docs/)?screens/([^)]+)\)", told))

    assert shown == {*(f"{shot.name}.png" for shot in PICTURES), "terminal.svg"}
    assert shown == {path.name for path in SCREENS.iterdir()}


@pytest.mark.parametrize(
    "shot", [shot for shot in PICTURES if shot.name not in PLAYED], ids=lambda shot: shot.name
)
def test_every_word_on_a_picture_is_on_the_page_today(shot: Shot, arbiter: Browser) -> None:
    kept = Image.open(SCREENS / f"{shot.name}.png").text["words"].split()  # type: ignore[attr-defined]
    assert len(kept) > 30
    today = _words(replace(arbiter, language=shot.language).get(shot.path))
    gone = [word for word in kept if word not in today]
    assert gone == [], "take the pictures again: ./go screenshots"


def _words(answer: Answer) -> set[str]:
    assert answer.status == 200
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", html.unescape(answer.text))}
