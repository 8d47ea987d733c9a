"""Groups of the settings on pages, paper, screens and in downloads, one at a time and all podiums at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import change_player
from ronde.model.player import FideCard
from ronde.model.settings import PublicSettings, Settings

YOUNG = (2, 5, 7)
GROUPS = ("U12", "rating 1600-1799", "country:FRA", "U12+sex:f")


@pytest.fixture
def arbiter(tmp_path: Path) -> Iterator[Visitor]:
    """Eight players, three of whom are at most twelve in 2026."""
    path = make(
        tmp_path / "open.ronde", Settings(rounds=5, groups=GROUPS, public=PublicSettings(minors=True))
    )
    desk = Desk.open(path)
    for number in YOUNG:
        fide = FideCard(birth="2014/12/31", sex="w" if number == 2 else "m")
        desk.act(CHIEF, change_player, number=number, changes={"fide": fide})
    desk.close()
    with in_process(path) as visitor:
        yield visitor


@pytest.mark.parametrize(
    "path",
    [
        "/t/open/standings",
        "/t/open/crosstable",
        "/t/open/print/standings",
        "/t/open/print/crosstable",
        "/t/open/screen?view=standings",
        "/desk/open/export/csv",
        "/desk/open/export/list/crosstable",
    ],
)
def test_a_list_of_a_group_has_its_members_only(arbiter: Visitor, path: str) -> None:
    more = "&" if "?" in path else "?"
    young, girls = (arbiter.get(f"{path}{more}category={one}") for one in ("U12", "U12%2Bsex%3Af"))

    assert (young.status, girls.status) == (200, 200)
    assert all(name in young.words for name in ("BERNARDI", "ELŻANOWSKI", "GARNIER"))
    assert "ABADIE" not in young.words
    assert "BERNARDI" in girls.words
    assert "GARNIER" not in girls.words


def test_every_tab_of_a_group_leads_to_its_list(arbiter: Visitor) -> None:
    tabs = re.findall(r'href="(/t/open/standings\?category=[^"]+)"', arbiter.get("/t/open/standings").text)

    assert len(tabs) == len(GROUPS)
    assert {arbiter.get(tab).status for tab in tabs} == {200}


def test_lists_of_groups_are_offered_for_paper_screens_and_download(arbiter: Visitor) -> None:
    for path in ("/t/open/print", "/desk/open/export", "/desk/open/screens"):
        assert "rating 1600–1799" in arbiter.get(path).words, path


@pytest.mark.parametrize("path", ["/t/open/standings?view=podiums", "/t/open/print/podiums"])
def test_all_podiums_stand_on_one_page(arbiter: Visitor, path: str) -> None:
    page = arbiter.get(path)
    headings = re.findall(r"<h2>(.+?)</h2>", page.text)

    assert headings == ["Everybody", "U12", "rating 1600–1799", "FRA", "U12, women"]
    assert [page.text.split("<h2>")[at].count("<li") for at in range(1, 6)] == [3, 3, 3, 3, 1]


def test_the_screen_shows_the_podium_of_each_group_in_turn(arbiter: Visitor) -> None:
    words = arbiter.get("/t/open/screen?view=podium").words

    assert all(name in words for name in ("U12", "rating 1600–1799", "U12, women"))


def test_a_visitor_cannot_ask_for_a_group_that_the_arbiter_did_not_set(arbiter: Visitor) -> None:
    assert arbiter.get("/t/open/standings?category=U13").status == 404


def test_without_groups_there_is_no_page_of_podiums(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/settings", {"groups": ""})

    assert arbiter.get("/t/open/print/podiums").status == 404
    assert "podiums" not in arbiter.get("/t/open/standings").text
