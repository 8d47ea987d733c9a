"""A round that cannot be paired, and pairs that break a rule: named before anything is stored."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import PEOPLE, make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import stored
from tests.support.web_server import Answer

from ronde.model.settings import Settings
from ronde.model.system_settings import KeizerSettings


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Four members who have all met within the distance, and a fifth round to be paired."""
    keizer = KeizerSettings(repeat_distance=4)
    return make(
        tmp_path / "club.ronde", Settings(rounds=20, system="keizer", keizer=keizer), PEOPLE[:4], closed=2
    )


@pytest.fixture
def arbiter(club: Path) -> Iterator[Visitor]:
    with in_process(club) as visitor:
        yield visitor


def close(arbiter: Visitor, club: Path) -> None:
    for table in stored(club).tournament.open_round.missing:
        arbiter.post("/desk/club/result", {"entry": f"{table.first}="})
    assert arbiter.post("/desk/club/close").status == 303


def stuck(arbiter: Visitor, club: Path) -> Answer:
    """The page after the draw of round 4: everybody has met everybody."""
    close(arbiter, club)
    drawn = arbiter.post("/desk/club/pair")
    answer = arbiter.get(drawn.headers["location"])
    while "data-again" in answer.text:
        answer = arbiter.get(drawn.headers["location"])
    return answer


def test_a_round_without_legal_pairing_says_so_with_a_button_for_the_remedy(
    arbiter: Visitor, club: Path
) -> None:
    answer = stuck(arbiter, club)

    assert answer.status == 409
    assert "<h1>No legal pairing</h1>" in answer.text
    assert re.search(r"Let players meet again after \d rounds instead of 4", answer.words)
    assert "Pair by hand" in answer.words


def test_pressing_the_remedy_draws_the_round_and_accepting_it_stores_both(
    arbiter: Visitor, club: Path
) -> None:
    page = stuck(arbiter, club).text
    remedy = re.search(r'name="remedy" value="(\w+)"><input type="hidden" name="value" value="(\d+)"', page)
    assert remedy
    drawn = arbiter.post("/desk/club/pair", {"remedy": remedy[1], "value": remedy[2]})
    place = drawn.headers["location"]
    assert "Accept" in arbiter.follow(drawn).words
    assert stored(club).tournament.settings.keizer.repeat_distance == 4, "nothing is stored yet"
    arbiter.post(f"{place}/accept")
    tournament = stored(club).tournament

    assert tournament.settings.keizer.repeat_distance == int(remedy[2])
    assert len(tournament.open_round.tables) == 2


def test_a_forbidden_pair_in_the_way_is_a_button_too(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5), PEOPLE[:2], closed=0)
    with in_process(path) as arbiter:
        arbiter.post("/desk/open/tables/do", {"verb": "part-all"})
        arbiter.post("/desk/open/player/1/forbid", {"other": "2"})
        answer = arbiter.get(arbiter.post("/desk/open/pair").headers["location"])

        assert answer.status == 409
        assert "Allow ABADIE Hélène – BERNARDI Luca" in answer.words
        drawn = arbiter.post("/desk/open/pair", {"remedy": "allow", "value": "1-2"})
        assert "Accept" in arbiter.follow(drawn).words


def test_a_remedy_nobody_named_changes_nothing(arbiter: Visitor, club: Path) -> None:
    close(arbiter, club)
    before = stored(club).tournament.settings

    for name, value in (("distance", "9999"), ("allow", "1-2"), ("evil", "1")):
        assert arbiter.post("/desk/club/pair", {"remedy": name, "value": value}).status == 303
    assert stored(club).tournament.settings == before


def met(club: Path) -> tuple[int, int]:
    """Two who met in round 1 and do not meet in the open one."""
    tournament = stored(club).tournament
    tables = [*tournament.round(1)]
    return next((one.first, one.second) for one in tables if tournament.open_round.table_of(one.first))


def test_a_pair_by_hand_that_met_too_recently_is_named_first_and_made_only_when_confirmed(
    arbiter: Visitor, club: Path
) -> None:
    one, other = met(club)
    fields = {"verb": "meet", "one": str(one), "other": str(other)}
    asked = arbiter.post("/desk/club/tables/do", fields)

    assert asked.status == 409
    assert "they met in round 1, too recently" in asked.words
    table = stored(club).tournament.open_round.table_of(one)
    assert table
    assert other not in table.pair, "nothing is stored yet"
    done = arbiter.post("/desk/club/tables/do", fields | {"sure": "yes"})
    table = stored(club).tournament.open_round.table_of(one)

    assert done.status == 303
    assert table
    assert other in table.pair
    assert [reason.rule for reason in table.pair.reasons][:1] == ["met-too-soon"]
    assert table.pair.cost >= 1_000_000, "the bill is that of the rule"


def test_a_pair_by_hand_that_breaks_nothing_is_made_at_once(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", Settings(rounds=20, system="keizer"), closed=0)
    with in_process(path) as arbiter:
        answer = arbiter.post("/desk/club/tables/do", {"verb": "meet", "one": "1", "other": "8"})

    assert answer.status == 303


def test_a_preview_by_hand_names_the_rule_above_its_button(arbiter: Visitor, club: Path) -> None:
    one, other = met(club)
    arbiter.post("/desk/club/tables/do", {"verb": "part-all"})
    place = arbiter.post("/desk/club/pair", {"by-hand": "yes"}).headers["location"]
    arbiter.post(f"{place}/do", {"verb": "meet", "one": str(one), "other": str(other)})
    page = arbiter.get(place)

    assert "1 pair breaks a rule" in page.words
    assert "they met in round 1, too recently" in page.words
    assert "Accept all the same" in page.words


def test_a_second_meeting_of_a_swiss_is_named_too(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5))
    played = stored(path).tournament.round(1).table(1)
    with in_process(path) as arbiter:
        asked = arbiter.post(
            "/desk/open/tables/do", {"verb": "meet", "one": str(played.first), "other": str(played.second)}
        )

    assert asked.status == 409
    assert "they met in round 1" in asked.words
