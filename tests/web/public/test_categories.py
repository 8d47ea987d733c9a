"""Lists of one category: tabs, standings, crosstable, paper, projector, downloads, and a podium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from tests.browser.halls import make
from tests.support.builders import players, tournament
from tests.support.in_process import Visitor, in_process

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import change_player, plan_absence, player_leaves
from ronde.model.player import Absence
from ronde.model.settings import usual_settings
from ronde.render.lists import known_categories
from ronde.web.public.tournament import category_of, category_views

USUAL = usual_settings("keizer")
SETTINGS = replace(USUAL, keizer=replace(USUAL.keizer, categories="w=Women, u12=Under 12"))
WOMEN = (1, 3, 6)


@pytest.fixture
def arbiter(tmp_path: Path) -> Iterator[Visitor]:
    """An evening of eight: three women, one away with the club, one withdrawn since."""
    path = make(tmp_path / "club.ronde", SETTINGS, closed=-1)
    desk = Desk.open(path)
    for number in WOMEN:
        desk.act(CHIEF, change_player, number=number, changes={"categories": ("w",)})
    desk.act(CHIEF, plan_absence, number=4, rounds=(1,), reason=Absence.CLUB)
    desk.close()
    with in_process(path) as visitor:
        visitor.follow(visitor.post("/desk/club/pair"))
        yield visitor


def played(arbiter: Visitor) -> None:
    """The evening is drawn, played and closed; then somebody withdraws."""
    import random

    from ronde.model.entry import fill_at_random
    from ronde.systems.keizer.standings import close_and_freeze
    from ronde.systems.rounds import complete_round

    club = arbiter.app.state.tournaments.by_slug["club"]
    with club.lock:
        club.desk.act(CHIEF, complete_round, seed=1)
        club.desk.act(CHIEF, fill_at_random, random.Random(1))
        club.desk.act(CHIEF, close_and_freeze)
        club.desk.act(CHIEF, player_leaves, number=8)


@pytest.mark.parametrize(
    "path",
    [
        "/t/club/standings",
        "/t/club/crosstable",
        "/t/club/print/standings",
        "/t/club/print/crosstable",
        "/t/club/screen?view=standings",
        "/desk/club/export/csv",
        "/desk/club/export/text",
    ],
)
def test_a_list_of_a_category_has_its_members_only(arbiter: Visitor, path: str) -> None:
    played(arbiter)
    more = "&" if "?" in path else "?"
    whole, women = arbiter.get(path), arbiter.get(f"{path}{more}category=w")

    assert (whole.status, women.status) == (200, 200)
    assert "GARNIER" in whole.words
    assert "GARNIER" not in women.words
    assert all(name in women.words for name in ("ABADIE", "CARDOSO", "FJELDSTAD"))


def test_pages_offer_the_categories_and_downloads_have_names_of_their_own(arbiter: Visitor) -> None:
    played(arbiter)

    for path in ("/t/club/standings", "/t/club/crosstable", "/t/club/print", "/desk/club/export"):
        assert "category=u12" in arbiter.get(path).text, path
    assert 'name="category"' in arbiter.get("/desk/club/screens").text
    assert (
        "club-w-standings.csv"
        in arbiter.get("/desk/club/export/csv?category=w").headers["content-disposition"]
    )
    assert arbiter.get("/desk/club/export/json?category=w").status == 404
    assert arbiter.get("/t/club/print/standings?category=nobody").status == 404


def test_a_category_has_a_podium_on_its_page_and_on_paper(arbiter: Visitor) -> None:
    played(arbiter)

    for path in ("/t/club/standings?category=w", "/t/club/print/standings?category=w"):
        page = arbiter.get(path).text
        podium = page[page.index('class="podium"') :].partition("</ol>")[0]
        assert podium.count("<li") == 3, path


@pytest.mark.parametrize(
    "path", ["/t/club", "/t/club/round/1", "/t/club/round/1?by=name", "/t/club/print/pairings"]
)
def test_who_is_away_stands_without_the_reason_on_pages_and_paper(arbiter: Visitor, path: str) -> None:
    played(arbiter)
    words = " ".join(arbiter.get(path).words.split())

    assert "Away" in words
    assert "DE WITT Maarten" in words.partition("Away")[2]
    assert "away for the club" not in words


@pytest.mark.parametrize("path", ["/t/club/standings", "/t/club/print/standings"])
def test_the_standings_end_with_who_has_withdrawn(arbiter: Visitor, path: str) -> None:
    played(arbiter)

    assert "Withdrawn: HOLLOWAY June (8)" in arbiter.get(path).words


def test_who_has_withdrawn_has_no_place_on_the_own_page(arbiter: Visitor) -> None:
    played(arbiter)
    places = [
        re.search(r"<dt>place</dt><dd>(–|\d+)", arbiter.get(f"/t/club/player/{one}").text) for one in (8, 1)
    ]

    assert [found and found[1] for found in places] == ["–", "4"]


HALL = tournament([replace(card, categories=("U20",) if card.id == 1 else ()) for card in players(2)])


def asking(query: str) -> Request:
    return Request({"type": "http", "query_string": query.encode(), "headers": []})


def test_a_category_that_somebody_has_is_known_without_being_defined() -> None:
    assert known_categories(HALL) == {"U20": "U20"}


def test_one_nobody_knows_is_not_found_and_none_is_everybody() -> None:
    assert category_of(asking("category=U20"), HALL) == "U20"
    assert category_of(asking(""), HALL) is None
    with pytest.raises(HTTPException):
        category_of(asking("category=W"), HALL)


def test_tabs_keep_the_rest_of_the_address_and_are_not_there_without_categories() -> None:
    views = category_views({"U20": "Juniors"}, "/t/open/standings", "U20", "en", "explain")

    assert [view[0] for view in views] == [
        "/t/open/standings?explain",
        "/t/open/standings?category=U20&explain",
    ]
    assert [view[2] for view in views] == [False, True]
    assert category_views({}, "/t/open/standings", None, "en") == []


def test_the_crosstable_of_a_category_names_opponents_of_others_by_their_place(arbiter: Visitor) -> None:
    played(arbiter)
    for path in ("/t/club/print/crosstable?category=w", "/desk/club/export/list/crosstable?category=w"):
        answer = arbiter.get(path)
        assert answer.status == 200
        assert "GARNIER" not in answer.words
        assert set(re.findall(r"[BW][+=-]\((\d)\)", answer.words)) <= {"8"}, path  # withdrawn: no place

    named = arbiter.get("/desk/club/export/list/crosstable?category=w").headers["content-disposition"]
    assert "club-w-crosstable.txt" in named
    assert "list/crosstable?category=u12" in arbiter.get("/desk/club/export").text
    assert arbiter.get("/desk/club/export/list/players?category=w").status == 404


def test_the_projector_shows_the_podium_of_everybody_and_of_each_category_in_turn(arbiter: Visitor) -> None:
    assert "podium" not in arbiter.get("/t/club/screen?view=podium").text.partition("<main")[2]
    played(arbiter)

    whole = arbiter.get("/t/club/screen?view=podium").text
    women = arbiter.get("/t/club/screen?view=podium&category=w").text
    assert [page.count("<section") for page in (whole, women)] == [3, 1]
    assert women.partition('class="ranks podium"')[2].partition("</ol>")[0].count("<li") == 3
    assert "GARNIER" not in women
    assert 'value="podium"' in arbiter.get("/desk/club/screens").text
