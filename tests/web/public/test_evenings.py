"""A member of a club signs off for an evening by phone, and comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.in_process import Visitor, in_process

from ronde.app import commands as do
from ronde.app.desk import Desk
from ronde.model.player import Absence
from ronde.model.settings import usual_settings
from ronde.model.tournament import Tournament


@pytest.fixture
def chief(tmp_path: Path) -> Iterator[Visitor]:
    """The arbiter of a season of six rounds; nobody is paired, player 4 is away for the club in round 2."""
    path = tmp_path / "club.ronde"
    desk = Desk.begin(path, do.OpenTournament("Club", settings=usual_settings("keizer", rounds=6)))
    for number in range(1, 5):
        desk.run(do.AddPlayer(f"MEMBER{number}", number=number))
    desk.run(do.PlanAbsence(4, (2,), Absence.CLUB))
    desk.close()
    with in_process(path) as visitor:
        yield visitor


@pytest.fixture
def phone(chief: Visitor) -> Visitor:
    return chief.stranger()


def link(chief: Visitor, player: int) -> str:
    page = chief.get(f"/desk/club/phones?player={player}").text
    found = re.search(rf"/t/club/card/{player}/[\w-]+", page)
    assert found
    return found.group()


def now(chief: Visitor) -> Tournament:
    tournament: Tournament = chief.app.state.tournaments.by_slug["club"].tournament
    return tournament


def test_a_member_is_off_for_an_evening_and_comes_after_all(chief: Visitor, phone: Visitor) -> None:
    own = link(chief, 2)

    page = phone.follow(phone.post(f"{own}/evening", {"round": "1", "off": "yes"}))
    assert "signed off" in page.words
    assert now(chief).absence(2) is Absence.EXCUSED

    page = phone.follow(phone.post(f"{own}/evening", {"round": "1", "off": "no"}))
    assert "signed off" not in page.words
    assert now(chief).absence(2) is None


def test_saying_it_twice_is_saying_it_once(chief: Visitor, phone: Visitor) -> None:
    own = link(chief, 2)
    number = chief.app.state.tournaments.by_slug["club"].desk.number

    for _ in range(2):
        phone.post(f"{own}/evening", {"round": "3", "off": "yes"})

    assert now(chief).away[3] == {2: Absence.EXCUSED}
    assert chief.app.state.tournaments.by_slug["club"].desk.number == number + 1


def test_the_desk_sees_who_signed_off_before_the_round_is_paired(chief: Visitor, phone: Visitor) -> None:
    told = "Signed off by phone for this evening: MEMBER2"
    assert told not in chief.get("/desk/club/overview").words
    phone.post(f"{link(chief, 2)}/evening", {"round": "1", "off": "yes"})

    assert told in chief.get("/desk/club/overview").words
    assert told in chief.get("/desk/club/players").words
    assert "player 2" in chief.get("/desk/club/history").words
    assert "MEMBER2" not in phone.get("/t/club/round/1").words.partition("absent")[0]


def test_whoever_the_desk_made_absent_is_not_said_to_have_signed_off(chief: Visitor) -> None:
    chief.post("/desk/club/player/3/away", {"rounds": "1", "reason": "excused"})

    assert "Signed off by phone" not in chief.get("/desk/club/overview").words


def test_after_the_pairing_it_is_too_late(chief: Visitor, phone: Visitor) -> None:
    own = link(chief, 2)
    chief.app.state.tournaments.by_slug["club"].use(lambda desk: desk.run(do.PairRound(1)))
    rounds = now(chief).rounds

    answer = phone.post(f"{own}/evening", {"round": "1", "off": "yes"})

    assert answer.status == 409
    assert "Too late" in answer.words
    assert now(chief).rounds == rounds
    assert phone.post(f"{own}/evening", {"round": "2", "off": "yes"}).status == 303


@pytest.mark.parametrize("round", ["0", "2", "7", "99999", "", "x"])
def test_a_round_of_another_reason_or_none_at_all_is_refused(
    round: str, chief: Visitor, phone: Visitor
) -> None:
    before = now(chief)

    assert phone.post(f"{link(chief, 4)}/evening", {"round": round, "off": "no"}).status == 409
    assert now(chief) == before


def test_nobody_signs_another_member_off(chief: Visitor, phone: Visitor) -> None:
    other = link(chief, 2).replace("/card/2/", "/card/3/")

    assert phone.post(f"{other}/evening", {"round": "1", "off": "yes"}).status == 404
    assert now(chief).away.get(1) is None


def test_who_has_left_the_season_and_a_tournament_of_one_day_have_no_evenings(
    chief: Visitor, phone: Visitor, inside: Visitor
) -> None:
    own = link(chief, 3)
    assert "My evenings" in phone.get(own).words
    chief.post("/desk/club/player/3/leave", {"reason": "withdrawn"})
    assert "My evenings" not in phone.get(own).words

    found = re.search(r"/t/open/card/1/[\w-]+", inside.get("/desk/open/phones?player=1").text)
    assert found
    assert "My evenings" not in inside.get(found.group()).words
