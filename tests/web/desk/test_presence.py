"""Who is here tonight: one step each way, the reason apart; and somebody who comes after the draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import PEOPLE, make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import stored

from ronde.model.player import Absence
from ronde.model.settings import Settings, usual_settings


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A season whose second evening is paired: eight members at four tables."""
    return make(tmp_path / "club.ronde", usual_settings("keizer"), closed=1)


@pytest.fixture
def arbiter(club: Path) -> Iterator[Visitor]:
    with in_process(club) as visitor:
        yield visitor


def tap(arbiter: Visitor, player: int, slug: str = "club") -> str:
    """Press the switch of a player's row as it stands; the words of the page that follows."""
    page = arbiter.get(f"/desk/{slug}/players").text
    row = page.partition(f'<tr id="player-{player}"')[2].partition("</tr>")[0]
    found = re.search(r'class="tick[^>]* name="to" value="([\w-]+)"', row)
    assert found, row
    answer = arbiter.post(f"/desk/{slug}/players/presence", {"player": str(player), "to": found[1]})
    return arbiter.follow(answer).words


@pytest.mark.parametrize("reason", ["excused", "club", "unexcused"])
def test_one_tap_brings_back_whoever_is_away_whatever_the_reason(
    arbiter: Visitor, club: Path, reason: str
) -> None:
    arbiter.post("/desk/club/players/presence", {"player": "4", "to": reason})
    assert stored(club).tournament.absence(4) is Absence(reason)
    tap(arbiter, 4)

    assert stored(club).tournament.absence(4) is None


def test_one_tap_makes_absent_and_the_reason_is_chosen_beside_it(arbiter: Visitor, club: Path) -> None:
    tap(arbiter, 4)
    assert stored(club).tournament.absence(4) is Absence.EXCUSED
    row = arbiter.get("/desk/club/players").text.partition('<tr id="player-4"')[2].partition("</tr>")[0]

    assert re.findall(r'class="item bare" name="to" value="([\w-]+)"', row) == ["club", "unexcused"]
    other = arbiter.get("/desk/club/players").text.partition('<tr id="player-5"')[2].partition("</tr>")[0]
    assert "<details" not in other


def test_a_notice_about_an_absence_names_its_reason(arbiter: Visitor) -> None:
    said = {
        "en": "absence noted: GARNIER Paul, round 2, away for the club",
        "fr": "GARNIER Paul, ronde 2, retenu par le club",
    }
    for language, words in said.items():
        arbiter.language = language
        answer = arbiter.post("/desk/club/players/presence", {"player": "7", "to": "club"})
        assert words in arbiter.follow(answer).words
        arbiter.post("/desk/club/undo")


def test_who_comes_back_alone_after_the_draw_is_told_to_have_the_bye_and_may_go_again(
    tmp_path: Path,
) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=0)
    with in_process(path) as arbiter:
        arbiter.post("/desk/club/undo")
        arbiter.post("/desk/club/players/presence", {"player": "1", "to": "excused"})
        arbiter.post("/desk/club/players/presence", {"player": "2", "to": "excused"})
        preview = arbiter.post("/desk/club/pair")
        arbiter.post(preview.headers["location"] + "/accept")
        assert len(stored(path).tournament.open_round.tables) == 3
        page = tap(arbiter, 1)
        results = arbiter.get("/desk/club")

    for words in (page, results.words):
        assert "Round 1 is drawn and ABADIE Hélène has no opponent: the bye, unless you change it." in words
    assert 'href="/desk/club/tables"' in results.text.partition('id="leftover"')[2].partition("</section>")[0]
    assert 'value="excused"' in results.text.partition('id="leftover"')[2].partition("</section>")[0]


def test_who_comes_back_beside_a_bye_is_paired_with_its_holder_by_one_button(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=0)
    with in_process(path) as arbiter:
        arbiter.post("/desk/club/undo")
        arbiter.post("/desk/club/players/presence", {"player": "1", "to": "excused"})
        preview = arbiter.post("/desk/club/pair")
        arbiter.post(preview.headers["location"] + "/accept")
        (holder,) = stored(path).tournament.unpaired
        tap(arbiter, 1)
        note = arbiter.get("/desk/club").text.partition('id="leftover"')[2].partition("</section>")[0]
        who = re.findall(r'name="who" value="(\d+)"', note)
        assert 'name="back" value="results"' in note
        fields = [("verb", "meet"), ("back", "results"), *(("who", one) for one in who)]
        answer = arbiter.post("/desk/club/tables/do", fields)

    assert sorted(map(int, who)) == sorted((1, holder))
    assert answer.headers["location"] == "/desk/club"
    assert stored(path).tournament.unpaired == ()


def test_the_bye_of_the_draw_itself_is_no_news(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), PEOPLE[:7], closed=0)
    with in_process(path) as arbiter:
        assert stored(path).tournament.open_round.bye
        assert 'id="leftover"' not in arbiter.get("/desk/club").text


def test_a_newcomer_after_the_draw_is_told_to_start_with_the_next_round(arbiter: Visitor) -> None:
    answer = arbiter.post("/desk/club/players/add", {"name": "NEWMAN, Nora"})

    assert "Round 2 is paired: NEWMAN Nora starts with round 3" in arbiter.follow(answer).words


def test_in_a_swiss_a_tap_is_here_or_away(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5), closed=0)
    with in_process(path) as arbiter:
        arbiter.post("/desk/open/undo")
        tap(arbiter, 1, "open")
        assert stored(path).tournament.absence(1) is Absence.ABSENT
        tap(arbiter, 1, "open")
        assert stored(path).tournament.absence(1) is None
