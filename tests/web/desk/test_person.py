"""The page with all that is kept about a person, and its button."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.in_process import Visitor, in_process

from ronde.app import commands as do
from ronde.app.desk import Desk
from ronde.model.settings import usual_settings

PAGE = "/desk/club/player/2/data"


@pytest.fixture
def chief(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    path = tmp_path / "club.ronde"
    desk = Desk.begin(path, do.OpenTournament("Club", settings=usual_settings("keizer")))
    desk.run(do.AddPlayer("DOE", "Jane", number=1))
    desk.run(do.AddPlayer("GROẞMÜLLER", "Zoë", number=2, comment="owes the fee", phone="06-555"))
    desk.run(do.PairRound(1))
    desk.close()
    with in_process(path) as visitor:
        yield visitor


def test_the_page_shows_and_gives_all_that_is_kept(chief: Visitor) -> None:
    page = chief.get(PAGE).words

    assert "owes the fee" in page
    assert "06-555" in page
    assert "player entered: GROẞMÜLLER Zoë (2)" in page
    assert "This cannot be undone." in page
    assert json.loads(chief.get(f"{PAGE}.json").text)["player"]["comment"] == "owes the fee"
    assert PAGE in chief.get("/desk/club/player/2").text


def test_the_card_of_a_member_has_phone_mail_and_birth_and_a_child_is_shown_by_an_initial(
    chief: Visitor,
) -> None:
    card = {"name": "DOE", "first_name": "Jane", "phone": "06-1", "email": "j@d.example", "id": "1"}
    assert chief.post("/desk/club/player/1/edit", card | {"birth": "2015/02/03"}).status == 303

    page = chief.get("/desk/club/player/1").text
    for value in ("06-1", "j@d.example", "2015/02/03", "DOE"):
        assert f'value="{value}"' in page
    public = chief.stranger().get("/t/club/players").words
    assert "Jane D." in public
    assert "DOE" not in public
    refused = chief.post("/desk/club/player/1/edit", card | {"birth": "yesterday"})
    assert refused.status == 409
    assert 'value="2015/02/03"' in chief.get("/desk/club/player/1").text


def test_nothing_is_erased_by_who_does_not_tick_that_it_is_for_good(chief: Visitor) -> None:
    answer = chief.post(f"{PAGE}/erase")

    assert answer.status == 409
    assert "nothing was erased" in answer.words
    assert "GROẞMÜLLER" in chief.get("/t/club/players").text


def test_an_erased_person_is_on_no_page_also_of_the_past(chief: Visitor, tmp_path: Path) -> None:
    assert "GROẞMÜLLER" in chief.get("/t/club/players?at=3").text

    page = chief.follow(chief.post(f"{PAGE}/erase", {"sure": "yes"}))

    assert "is now called “Player 2”" in page.words
    for path in ("/t/club/players", "/t/club/players?at=3", "/t/club/round/1", "/desk/club/history", PAGE):
        answer = chief.get(path)
        assert answer.status == 200
        assert "GROẞMÜLLER" not in answer.text
    assert "GROẞMÜLLER".encode() not in (tmp_path / "club.ronde").read_bytes()


def test_a_stranger_sees_and_erases_nothing(chief: Visitor) -> None:
    stranger = chief.stranger()

    assert stranger.get(PAGE).status != 200
    assert stranger.get(f"{PAGE}.json").status != 200
    stranger.post(f"{PAGE}/erase", {"sure": "yes"})
    assert "GROẞMÜLLER" in chief.get("/t/club/players").text
