"""Old results put right in the browser: nothing changes by opening a game, and undo stays where one is."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import stored

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import correct_result
from ronde.model.entry import read_score
from ronde.model.result import Kind, Result
from ronde.model.settings import Settings, usual_settings

FIELDS = ("round", "first", "second", "score")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return make(tmp_path / "club.ronde", Settings(rounds=20, system="keizer"))


@pytest.fixture
def arbiter(club: Path) -> Iterator[Visitor]:
    with in_process(club) as visitor:
        yield visitor


def test_the_first_game_of_the_last_round_with_results_has_the_focus(arbiter: Visitor) -> None:
    page = arbiter.get("/desk/club/correct").text

    assert re.findall(r"<(\w+) name=\"(\w+)\"[^>]* autofocus", page) == [("input", "score")]


def test_without_a_round_to_correct_the_form_has_the_focus(tmp_path: Path) -> None:
    path = make(tmp_path / "empty.ronde", Settings(rounds=20, system="keizer"), closed=-1)
    with in_process(path) as arbiter:
        page = arbiter.get("/desk/empty/correct").text

    assert re.findall(r'<input id="(\w+)"[^>]* autofocus', page) == ["round"]


def put(club: Path, result: Result) -> tuple[int, int]:
    """Give the first table of round 1 that result, before the server looks at it."""
    desk = Desk.open(club)
    table = desk.tournament.round(1).table(1)
    if table.result != result:
        desk.act(CHIEF, correct_result, round=1, first=table.first, second=table.second, result=result)
    desk.close()
    return table.first, table.second


def form_of(page: str) -> dict[str, str]:
    """The fields of the form as a browser would send them."""
    found = {name: re.search(rf'name="{name}"[^>]* value="([^"]*)"', page) for name in FIELDS}
    return {name: html.unescape(match[1]) for name, match in found.items() if match}


@pytest.mark.parametrize("typed", ["w", "f", "ff", "a", "u", "=", "1"])
def test_a_game_that_is_opened_and_sent_unchanged_stays_as_it_is(club: Path, typed: str) -> None:
    board = Settings(system="keizer").board
    result = read_score(typed, board)
    first, _ = put(club, result)
    with in_process(club) as arbiter:
        fields = form_of(arbiter.get(f"/desk/club/correct?round=1&first={first}").text)
        assert set(fields) == set(FIELDS)
        assert fields["score"] == typed or typed in "=1"  # games that were not played have letters
        arbiter.post("/desk/club/correct", fields)

    assert stored(club).tournament.round(1).table(1).result == result


def test_a_forfeit_with_a_score_of_another_program_is_kept_too(club: Path) -> None:
    odd = Result(40, 24, Kind.FORFEIT)
    first, _ = put(club, odd)
    with in_process(club) as arbiter:
        fields = form_of(arbiter.get(f"/desk/club/correct?round=1&first={first}").text)
        arbiter.post("/desk/club/correct", fields)

    assert stored(club).tournament.round(1).table(1).result == odd


def test_undo_of_a_correction_takes_it_back_and_stays_on_the_page(arbiter: Visitor, club: Path) -> None:
    before = stored(club).tournament.round(1).table(1)
    score = "0" if before.result and before.result.first else "64"
    name = stored(club).tournament.player
    fields = {
        "round": "1",
        "first": name(before.first).full_name,
        "second": name(before.second).full_name,
        "score": score,
    }
    page = arbiter.follow(arbiter.post("/desk/club/correct", fields)).text
    assert stored(club).tournament.round(1).table(1).result != before.result
    back = re.search(r'action="/desk/club/undo"><input type="hidden" name="back" value="([^"]*)"', page)
    assert back
    assert back[1] == "/correct"
    answer = arbiter.post("/desk/club/undo", {"back": back[1]})

    assert answer.headers["location"] == "/desk/club/correct"
    assert stored(club).tournament.round(1).table(1).result == before.result


@pytest.mark.parametrize("place", ["/players", "/settings", "/player/3", "/correct", "/history"])
def test_undo_leads_back_to_the_page_it_was_pressed_on(arbiter: Visitor, place: str) -> None:
    page = arbiter.get(f"/desk/club{place}").text
    assert f'name="back" value="{place}"' in page, "the palette's undo"
    arbiter.post("/desk/club/players/add", {"name": "NEW Ada"})

    assert arbiter.post("/desk/club/undo", {"back": place}).headers["location"] == f"/desk/club{place}"


@pytest.mark.parametrize("place", ["//evil.example", "/../x", "https://evil.example", "/player/x"])
def test_undo_leads_nowhere_else(arbiter: Visitor, place: str) -> None:
    arbiter.post("/desk/club/players/add", {"name": "NEW Ada"})

    assert arbiter.post("/desk/club/undo", {"back": place}).headers["location"] == "/desk/club"


def test_old_rounds_have_arrows_and_are_corrected_in_place(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=3)
    before = stored(path).tournament.round(2)
    table = before.table(1)
    with in_process(path) as arbiter:
        page = arbiter.get("/desk/club/correct?round=2").text
        assert re.search(r'href="\?round=1" rel="prev"', page)
        assert re.search(r'href="\?round=3" rel="next"', page)
        assert page.count('<select name="score"') == len(before.tables)
        fields = {"round": "2", "first": str(table.first), "second": str(table.second), "score": "ff"}
        answer = arbiter.post("/desk/club/correct", fields)

    assert answer.headers["location"] == "/desk/club/correct?round=2"
    result = stored(path).tournament.round(2).table(1).result
    assert result is not None
    assert result.kind is Kind.DOUBLE_FORFEIT


def test_a_forfeit_with_a_score_of_its_own_stays_when_it_is_sent_unchanged(club: Path) -> None:
    result = Result(64.0, 0.0, Kind.FORFEIT)  # other programs pay all discs
    first, _ = put(club, result)
    with in_process(club) as arbiter:
        fields = form_of(arbiter.get(f"/desk/club/correct?round=1&first={first}").text)
        arbiter.post("/desk/club/correct", fields)

    assert stored(club).tournament.round(1).table(1).result == result
