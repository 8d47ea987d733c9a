"""Players at the desk: known people, check-in, cards, absences."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import stored
from tests.support.web_server import Browser, server

from ronde.model.errors import UnknownRound
from ronde.model.player import Absence, Player
from ronde.model.settings import Settings, usual_settings
from ronde.store.people import People
from ronde.web.desk.player import rounds_of


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A base of known people where the server looks for it; asked for before `arbiter`, who starts it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "data" / "ronde" / "people.db"
    people = People(path)
    people.take(
        [
            Player(501, "QUENEAU", "Raymond", "FRA", rating=1700),
            Player(502, "QUENTIN", "<b>Bold</b>", "BEL"),
            Player(503, "ZWEIG", "Stefan", "AUT"),
        ]
    )
    people.close()
    return path


def test_known_people_are_found_as_one_types_and_registered_by_one_click(
    base: Path, arbiter: Visitor, file: Path
) -> None:
    found = arbiter.get("/desk/open/players/search?text=que").text

    assert "QUENEAU Raymond" in found
    assert "&lt;b&gt;Bold" in found
    assert "ZWEIG" not in found
    assert arbiter.post("/desk/open/players/add", {"known": "501"}).status == 303
    assert stored(file).tournament.player(501).rating == 1700


def test_the_number_of_a_known_person_registers_that_person(base: Path, arbiter: Visitor, file: Path) -> None:
    assert arbiter.post("/desk/open/players/add", {"name": "503"}).status == 303

    assert stored(file).tournament.player(503).full_name == "ZWEIG Stefan"


def test_a_known_person_with_the_name_of_a_player_is_asked_about_too(
    base: Path, arbiter: Visitor, file: Path
) -> None:
    arbiter.post("/desk/open/players/add", {"name": "Raymond Queneau"})
    asked = arbiter.post("/desk/open/players/add", {"known": "501"})

    assert asked.status == 409
    assert "Raymond Queneau" in asked.words
    hidden = dict(re.findall(r'name="(sure-\w+)" value="(\d*)"', asked.text))
    arbiter.post("/desk/open/players/add", {"name": "QUENEAU Raymond", "sure": "yes"} | hidden)
    assert stored(file).tournament.player(501).rating == 1700


def test_a_misspelt_name_is_found_too_and_without_script(base: Path, arbiter: Visitor) -> None:
    assert "QUENEAU" in arbiter.get("/desk/open/players?name=queneua+raymond").text


def test_people_added_to_the_base_while_the_server_runs_are_found(base: Path, arbiter: Visitor) -> None:
    assert "NEWTON" not in arbiter.get("/desk/open/players/search?text=newton").text
    people = People(base)
    people.take([Player(600, "NEWTON", "Isaac", "GBR")])
    people.close()

    assert "NEWTON" in arbiter.get("/desk/open/players/search?text=newton").text


def test_a_new_player_gets_no_number_of_a_known_person(base: Path, arbiter: Visitor, file: Path) -> None:
    people = People(base)
    people.take([Player(8, "EIGHT", "Henry", "GBR")])
    people.close()
    arbiter.post("/desk/open/players/add", {"name": "NINE Nora"})

    assert stored(file).tournament.player(9).full_name == "NINE Nora"


def test_an_unknown_number_is_refused(arbiter: Visitor) -> None:
    assert arbiter.post("/desk/open/players/add", {"known": "4711"}).status == 409


def test_a_whole_card_is_registered(arbiter: Visitor, file: Path) -> None:
    fields = {"name": "NEW Ada", "country": "GBR", "club": "Mind", "rating": "1850", "categories": "w, u20"}
    arbiter.post("/desk/open/players/add", fields)
    card = stored(file).tournament.player(8)

    assert (card.club, card.rating, card.categories) == ("Mind", 1850, ("w", "u20"))


@pytest.mark.parametrize("rating", ["many", "1e5", "999999999999", "--1"])
def test_a_rating_no_list_has_is_refused_and_the_card_kept_as_typed(rating: str, arbiter: Visitor) -> None:
    answer = arbiter.post("/desk/open/players/add", {"name": "NEW Ada", "rating": rating})

    assert answer.status == 409
    assert 'value="NEW Ada"' in answer.text


def test_one_tap_checks_out_and_in_and_a_second_tap_of_an_old_page_changes_nothing(
    arbiter: Visitor, file: Path
) -> None:
    for _ in range(2):  # the page of somebody else still says "here"
        arbiter.post("/desk/open/players/presence", {"player": "7", "to": "away"})
    assert 7 in stored(file).tournament.left
    for _ in range(2):
        arbiter.post("/desk/open/players/presence", {"player": "7", "to": "here"})
    assert 7 not in stored(file).tournament.left


def test_the_list_is_sifted_by_presence(arbiter: Visitor) -> None:
    def rows(query: str) -> int:
        return len(
            re.findall(r'<tr id="player-(?![^>]* hidden)', arbiter.get(f"/desk/open/players?{query}").text)
        )

    arbiter.post("/desk/open/players/presence", {"player": "7", "to": "away"})
    assert rows("") == 7
    assert rows("show=away") == 1
    assert rows("show=here") == 6


def test_everybody_goes_and_is_ticked_off_one_by_one(arbiter: Visitor, tmp_path: Path) -> None:
    arbiter.post("/house/new", {"name": "Fresh"})
    for name in ("A One", "B Two", "C Three"):
        arbiter.post("/desk/fresh/players/add", {"name": name})
    fresh = tmp_path / "fresh.ronde"

    arbiter.post("/desk/fresh/players/everybody", {"to": "away"})
    assert stored(fresh).tournament.present == ()
    arbiter.post("/desk/fresh/players/presence", {"player": "2", "to": "here"})
    assert stored(fresh).tournament.present == (2,)
    arbiter.post("/desk/fresh/players/everybody", {"to": "here"})
    assert len(stored(fresh).tournament.present) == 3


def test_a_card_is_edited_erased_and_refused(arbiter: Visitor, file: Path) -> None:
    card = {
        "name": "POIRIER",
        "first_name": "Jeanne",
        "country": "BEL",
        "rating": "",
        "categories": "f",
        "id": "3",
    }

    assert arbiter.post("/desk/open/player/3/edit", card).status == 303
    assert stored(file).tournament.player(3).full_name == "POIRIER Jeanne"
    assert arbiter.post("/desk/open/player/3/edit", card).status == 409, "nothing to change"
    assert arbiter.post("/desk/open/player/3/remove").status == 409, "who has played stays"
    assert arbiter.get("/desk/open/player/99").status == 404
    arbiter.post("/desk/open/players/add", {"name": "BRIEF Bob"})
    assert arbiter.post("/desk/open/player/8/remove").status == 303
    assert 8 not in stored(file).tournament.players


def test_leaving_returning_and_planned_rounds(arbiter: Visitor, file: Path) -> None:
    arbiter.post("/desk/open/player/7/leave", {"reason": "excused"})
    assert stored(file).tournament.absence(7) is Absence.EXCUSED
    arbiter.post("/desk/open/player/7/return")
    assert stored(file).tournament.absence(7) is None
    arbiter.post("/desk/open/player/7/away", {"rounds": "3, 5", "reason": "club"})
    assert stored(file).tournament.away == {3: {7: Absence.CLUB}, 5: {7: Absence.CLUB}}
    arbiter.post("/desk/open/player/7/away", {"rounds": "3", "cancel": "yes"})
    assert stored(file).tournament.away.get(3, {}) == {}
    assert arbiter.post("/desk/open/player/7/away", {"rounds": "soon"}).status == 409
    assert arbiter.post("/desk/open/player/7/away", {"rounds": "1"}).status == 409


def test_two_are_kept_apart_from_a_card(arbiter: Visitor, file: Path) -> None:
    arbiter.post("/desk/open/player/3/forbid", {"other": "webb"})
    assert stored(file).tournament.forbidden == {frozenset((3, 6))}
    assert "WEBB Ann" in arbiter.get("/desk/open/player/3").text
    arbiter.post("/desk/open/player/3/allow", {"other": "6"})
    assert not stored(file).tournament.forbidden


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[Browser, str, subprocess.Popen[str]]]:
    make(tmp_path / "club.ronde", Settings(rounds=20, system="keizer"))
    with server(tmp_path / "club.ronde") as running:
        yield running


def test_in_a_keizer_season_a_tap_means_this_evening_only(
    club: tuple[Browser, str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    browser, link, _ = club
    browser.enter(link)
    browser.post("/desk/club/tables/do", {"verb": "part-all"})
    browser.post("/desk/club/players/presence", {"player": "4", "to": "away"})
    tournament = stored(tmp_path / "club.ronde").tournament

    assert tournament.absence(4) is Absence.UNEXCUSED
    assert 4 not in tournament.left


@pytest.mark.parametrize(
    ("text", "rounds"), [("3", (3,)), ("3,5", (3, 5)), (" 3 - 5 ; 9", (3, 4, 5, 9)), ("3–4", (3, 4))]
)
def test_rounds_are_read_as_people_write_them(text: str, rounds: tuple[int, ...]) -> None:
    assert rounds_of(text) == rounds


@pytest.mark.parametrize("text", ["", "x", "3-", "-3", "1000", "3.5", "٣"])
def test_what_is_no_round_is_refused(text: str) -> None:
    with pytest.raises(UnknownRound):
        rounds_of(text)


def test_everybody_is_here_brings_back_nobody_who_has_a_reason_and_says_how_many(
    club: tuple[Browser, str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    browser, link, _ = club
    browser.enter(link)
    browser.post("/desk/club/tables/do", {"verb": "part-all"})
    browser.post("/desk/club/player/1/leave", {"reason": "withdrawn"})
    browser.post("/desk/club/player/2/away", {"rounds": "2", "reason": "excused"})
    browser.post("/desk/club/player/3/away", {"rounds": "2", "reason": "club"})
    for player in ("4", "5"):
        browser.post("/desk/club/players/presence", {"player": player, "to": "away"})
    answer = browser.post("/desk/club/players/everybody", {"to": "here"})
    tournament = stored(tmp_path / "club.ronde").tournament

    assert [tournament.absence(player) for player in (1, 2, 3)] == [
        Absence.WITHDRAWN,
        Absence.EXCUSED,
        Absence.CLUB,
    ]
    assert {4, 5} <= set(tournament.present)
    words = browser.get(answer.headers["location"]).words
    assert "2 players marked as here. 3 stay away" in words
    browser.post("/desk/club/undo", {"back": "/players"})
    assert not {4, 5} & set(stored(tmp_path / "club.ronde").tournament.present)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("rating", "many", "A rating is a whole number between -9999 and 99999, not “many”."),
        ("rating", "123456", "A rating is between -9999 and 99999, not 123456."),
        ("categories", "w", "No category is defined yet"),
        ("categories", "ü12", "letters a-z, A-Z and digits only"),
    ],
)
def test_a_field_that_makes_no_sense_is_refused_in_its_own_words(
    club: tuple[Browser, str, subprocess.Popen[str]], field: str, value: str, words: str
) -> None:
    browser, link, _ = club
    browser.enter(link)
    answer = browser.post("/desk/club/players/add", {"name": "NEW Ada", field: value})

    assert answer.status == 409
    assert words in answer.words


def test_the_card_of_a_club_member_offers_no_byes_on_request_and_asks_nothing_for_fide(
    tmp_path: Path,
) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"))
    with in_process(path) as arbiter:
        page = arbiter.get("/desk/club/player/1").text

    assert 'value="withdrawn"' in page
    assert 'value="half-bye"' not in page
    assert "fide_number" not in page


def test_those_without_a_table_in_a_drawn_round_can_be_paired_from_the_list(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=0)
    with in_process(path) as arbiter:
        before = arbiter.get("/desk/club/players").text.partition('id="newcomer"')[0]
        arbiter.post("/desk/club/tables/do", {"verb": "part", "who": "1"})
        after = arbiter.get("/desk/club/players").text.partition('id="newcomer"')[0]

    assert "Pair 2 players" not in before
    assert "Pair 2 players" in after


def test_a_filter_hides_rows_but_every_name_stays_known_to_the_line(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=0)
    with in_process(path) as arbiter:
        arbiter.post("/desk/club/players/presence", {"player": "7", "to": "excused"})
        page = arbiter.get("/desk/club/players?show=here").text
        away = re.findall(r'<tr id="player-(\d+)"[^>]* hidden', page)

    assert away == ["7"]
    assert page.count('<tr id="player-') == 8


@pytest.mark.parametrize("typed", ["gar", "GARNIER", "garnier paul", "GARNIER, Paul", "Paul Garnier", "pau"])
def test_a_name_that_is_registered_is_asked_about_before_it_is_registered_again(
    tmp_path: Path, typed: str
) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=0)
    with in_process(path) as arbiter:
        answer = arbiter.post("/desk/club/players/add", {"name": typed})
        assert answer.status == 409
        assert "GARNIER Paul (7)" in answer.words
        assert len(stored(path).tournament.players) == 8
        assert 'name="sure" value="yes"' in answer.text
        assert arbiter.post("/desk/club/players/add", {"name": typed, "sure": "yes"}).status == 303

    assert len(stored(path).tournament.players) == 9


def test_a_new_name_is_not_asked_about(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=0)
    with in_process(path) as arbiter:
        for name in ("GARNIER Pauline", "NEWMAN"):
            assert arbiter.post("/desk/club/players/add", {"name": name}).status == 303
