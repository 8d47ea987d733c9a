"""Lists of players joining the open tournament, in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import BOUNDARY, stored
from tests.support.web_server import Answer

from ronde.model.settings import Settings

FIRST = "Name;Rating\nMARTIN Claude;1650\nPOIRIER Zoé;1500\n"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return make(tmp_path / "club.ronde", Settings(rounds=20, system="keizer"), (), closed=-1)


@pytest.fixture
def arbiter(club: Path) -> Iterator[Visitor]:
    with in_process(club) as visitor:
        yield visitor


def sent(arbiter: Visitor, text: str, name: str = "members.csv") -> Answer:
    head = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = f"--{BOUNDARY}\r\n{head}{text}\r\n--{BOUNDARY}--\r\n".encode()
    return arbiter.send("/desk/club/players/list", body, f"multipart/form-data; boundary={BOUNDARY}")


def names(club: Path) -> list[str]:
    return sorted(card.full_name for card in stored(club).tournament.players.values())


def test_a_list_is_added_to_the_open_tournament_and_nobody_twice(arbiter: Visitor, club: Path) -> None:
    assert sent(arbiter, FIRST).status == 303
    for again in (FIRST, "Name\nMARTIN Claude\n", "Nom,Prénom,Elo\nPOIRIER,Zoé,1512\n"):
        assert sent(arbiter, again).status == 303

    assert names(club) == ["MARTIN Claude", "POIRIER Zoé"]


def test_what_a_list_did_is_said_and_one_undo_takes_it_back(arbiter: Visitor, club: Path) -> None:
    page = arbiter.follow(sent(arbiter, FIRST))
    assert "2 players entered." in page.words
    page = arbiter.follow(sent(arbiter, FIRST + "NEW Ada;1400\n"))
    assert "1 player entered." in page.words
    assert "MARTIN Claude" in page.words
    arbiter.post("/desk/club/undo")

    assert names(club) == ["MARTIN Claude", "POIRIER Zoé"]


def test_a_lone_colon_separates(arbiter: Visitor, club: Path) -> None:
    assert sent(arbiter, FIRST.replace(";", ":")).status == 303
    assert sent(arbiter, "Number:Surname:First name\n12:NEW:Ada\n").status in (303, 409)

    assert "MARTIN Claude" in names(club)
    assert stored(club).tournament.player(1).rating == 1650


def test_a_taken_number_is_reported_and_nobody_is_dropped(arbiter: Visitor, club: Path) -> None:
    sent(arbiter, "Id,Name\n4,MARTIN Claude\n")
    page = arbiter.follow(sent(arbiter, "Id,Name\n4,NEW Ada\n"))

    assert "NEW Ada: number 4 belongs to MARTIN Claude" in page.words
    assert names(club) == ["MARTIN Claude", "NEW Ada"]


def test_a_faulty_line_is_named_with_its_file_and_nothing_is_added(arbiter: Visitor, club: Path) -> None:
    answer = sent(arbiter, "Name,Elo\nMARTIN Claude,many\n")

    assert answer.status == 409
    assert "members.csv" in answer.words
    assert "/tmp" not in answer.words
    assert names(club) == []


def test_a_pasted_list_is_as_good_as_a_file(arbiter: Visitor, club: Path) -> None:
    assert arbiter.post("/desk/club/players/list", {"text": FIRST}).status == 303

    assert names(club) == ["MARTIN Claude", "POIRIER Zoé"]


def test_a_pasted_list_is_read_in_another_process(arbiter: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(path: Path) -> str:
        raise AssertionError("read by the server itself")

    monkeypatch.setattr("ronde.formats.csv.read_text", here)
    monkeypatch.setattr("ronde.formats.keizerforclubs.csv.read_text", here)

    assert arbiter.post("/desk/club/players/list", {"text": FIRST}).status == 303
    refused = arbiter.post("/desk/club/players/list", {"text": "name;rating\n" + "A;1\n" * 51})
    assert refused.status == 409
    assert "more than 50 people of this list have one name" in refused.words
    assert "line 52" in refused.words
