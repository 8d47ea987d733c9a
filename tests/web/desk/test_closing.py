"""Closing a round at the desk: what is missing, adjourning the rest, and the standings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import PEOPLE, make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import stored

from ronde.app.command import Actor
from ronde.app.commands import AdjournRest, CloseRound
from ronde.model.settings import Settings, usual_settings


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return make(tmp_path / "club.ronde", usual_settings("keizer"), closed=1)


@pytest.fixture
def arbiter(club: Path) -> Iterator[Visitor]:
    with in_process(club) as visitor:
        yield visitor


def test_what_is_missing_is_named_on_the_page_and_closing_is_refused_until_then(
    arbiter: Visitor, club: Path
) -> None:
    page = arbiter.get("/desk/club/close")
    assert "4 results missing" in page.words
    assert arbiter.post("/desk/club/close").status == 409
    arbiter.post("/desk/club/adjourn")
    answer = arbiter.post("/desk/club/close")

    assert answer.headers["location"] == "/desk/club/standings"
    assert "Standings after round 2" in arbiter.follow(answer).words
    assert len(stored(club).tournament.closed_rounds) == 2


def test_closing_with_an_adjourned_game_names_it_and_leads_to_where_it_is_entered(
    arbiter: Visitor, club: Path
) -> None:
    first = stored(club).tournament.open_round.table(1)
    arbiter.post("/desk/club/result", {"entry": f"{first.first} a"})
    for table in stored(club).tournament.open_round.missing:
        arbiter.post("/desk/club/result", {"entry": f"{table.first}+"})
    named = " – ".join(stored(club).tournament.player(one).full_name for one in (first.first, first.second))
    assert named in arbiter.get("/desk/club/close").words
    page = arbiter.follow(arbiter.post("/desk/club/close"))

    assert "1 game is adjourned and counts as a draw until its result is entered: table 1." in page.words
    assert named in page.words
    assert 'href="/desk/club/correct?round=2#table-1"' in page.text


def test_closing_by_the_line_tells_of_an_adjourned_game_too(arbiter: Visitor) -> None:
    arbiter.post("/desk/club/adjourn")
    page = arbiter.follow(arbiter.post("/desk/club/result", {"entry": "!"}))

    assert "4 games are adjourned and count as draws" in page.words


def test_nothing_is_said_of_adjourned_games_where_there_are_none(arbiter: Visitor) -> None:
    assert "adjourned" not in arbiter.get("/desk/club/standings").words


def test_the_standings_of_the_desk_have_the_values_and_games_of_the_public_page(arbiter: Visitor) -> None:
    heads = re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', arbiter.get("/desk/club/standings").text)

    assert heads == ["#", "name", "value", "games", "points"]


def test_adjourning_is_one_undo(arbiter: Visitor, club: Path) -> None:
    arbiter.post("/desk/club/adjourn")
    arbiter.post("/desk/club/undo", {"back": "/close"})

    assert len(stored(club).tournament.open_round.missing) == 4


def test_nothing_is_adjourned_in_a_cup(tmp_path: Path) -> None:
    path = make(tmp_path / "cup.ronde", usual_settings("cup", rounds=3), closed=1)
    with in_process(path) as arbiter:
        assert "Adjourn the rest" not in arbiter.get("/desk/cup/close").words


def test_a_round_is_reopened_from_the_standings(arbiter: Visitor, club: Path) -> None:
    arbiter.post("/desk/club/adjourn")
    arbiter.post("/desk/club/close")
    assert 'href="/desk/club/reopen"' in arbiter.get("/desk/club/standings").text
    arbiter.post("/desk/club/reopen")

    assert len(stored(club).tournament.closed_rounds) == 1


def test_closing_the_first_round_of_a_small_swiss_says_that_it_became_a_round_robin(tmp_path: Path) -> None:
    path = make(tmp_path / "few.ronde", Settings(rounds=5), PEOPLE[:5], closed=0)
    with in_process(path) as visitor:
        for table in (1, 2):
            visitor.post("/desk/few/result", [("entry", f"table {table} 40")])
        closed = visitor.follow(visitor.post("/desk/few/close"))

        assert "everybody will meet everybody" in closed.words


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(journal: object, target: Path) -> Path:
        raise OSError("no space left")

    monkeypatch.setattr("ronde.store.sqlite.SqliteJournal.backup", fail)


@pytest.mark.usefixtures("full_disk")
def test_a_backup_that_failed_is_told_to_who_closed_the_round(arbiter: Visitor) -> None:
    arbiter.post("/desk/club/adjourn")

    assert "no space left" in arbiter.follow(arbiter.post("/desk/club/close")).words


@pytest.mark.usefixtures("full_disk")
def test_a_backup_that_failed_is_not_told_to_who_acts_after_a_program_closed_the_round(
    arbiter: Visitor,
) -> None:
    opened = arbiter.app.state.tournaments.by_slug["club"]
    opened.desk.run(AdjournRest())
    opened.desk.run(CloseRound(), Actor("program"))
    page = arbiter.follow(arbiter.post("/desk/club/reopen"))

    assert "reopening of round" in page.words
    assert "no space left" not in page.words
