"""Accounts in the browser: invitations, passwords, the host's page, and who may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.support.engine_house import ArbitreHouse, arbitre_house, nobody, words
from tests.support.processes import python
from tests.support.web_server import server

from ronde.arena.http import call_back_address

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def test_an_invitation_opens_an_account_and_signs_in(house: ArbitreHouse) -> None:
    path, guest = house.invitation(), house.visitor()

    assert "Choose the name" in words(guest.get(path))
    assert guest.post(path, {"name": "Ada", "password": "correct horse"}).status == 303

    assert "Ada" in words(guest.get("/arbitre"))
    assert "Ada" in words(house.host.get("/arbitre/accounts"))


def test_an_invitation_opens_nothing_twice(house: ArbitreHouse) -> None:
    path = house.invitation()
    assert house.visitor().post(path, {"name": "Bea"}).status == 303

    again = house.visitor().get(path)
    assert again.status == 410
    assert "This link has been used already" in words(again)
    assert house.visitor().post(path, {"name": "Eve"}).headers["location"] == path
    assert "Eve" not in words(house.host.get("/arbitre/accounts"))


@pytest.mark.parametrize("number", ["999", "x", "٣", "9" * 40])
@pytest.mark.parametrize("action", ["invite", "close"])
def test_nothing_happens_to_an_account_that_is_not_there(
    house: ArbitreHouse, action: str, number: str
) -> None:
    before = words(house.host.get("/arbitre/accounts"))

    assert house.host.post(f"/arbitre/accounts/{action}", {"account": number}).status == 404
    assert words(house.host.get("/arbitre/accounts")) == before


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": ""}, "The field “name” is empty"),
        ({"name": "Cleo", "password": "short"}, "between 8 and 200"),
        ({"name": "<b>\x07"}, "control character"),
        ({"name": "x" * 61}, "name” is longer than 60 characters"),
        ({"name": "x" * 1_000}, "name” is longer than 60 characters"),
    ],
)
def test_what_cannot_be_an_account_is_refused_in_words_and_may_be_tried_again(
    house: ArbitreHouse, fields: dict[str, str], reason: str
) -> None:
    path, guest = house.invitation(), house.visitor()

    answer = guest.post(path, fields)

    assert answer.status == 409
    assert reason in words(answer)
    assert guest.get(path).status == 200


def test_a_password_signs_in_elsewhere_and_a_wrong_one_does_not(house: ArbitreHouse) -> None:
    house.owner("Dora", "correct horse")
    elsewhere = house.visitor()

    wrong = elsewhere.post("/enter", {"name": "Dora", "password": "wrong horse"})
    unknown = elsewhere.post("/enter", {"name": "Nobody", "password": "correct horse"})
    right = elsewhere.post("/enter", {"name": "dora", "password": "correct horse"})

    assert (wrong.status, unknown.status, right.status) == (403, 403, 303)
    assert words(wrong).replace("Dora", "") == words(unknown).replace("Nobody", "")
    assert "Dora" in words(elsewhere.get("/arbitre"))


def test_signing_out_and_signing_out_everywhere(house: ArbitreHouse) -> None:
    here = house.owner("Emma", "correct horse")
    there = house.visitor()
    assert there.post("/enter", {"name": "Emma", "password": "correct horse"}).status == 303
    assert "2 browsers" in words(here.get("/arbitre/account"))

    assert here.post("/arbitre/account/elsewhere").status == 303

    assert here.get("/arbitre/account").status == 403
    assert there.get("/arbitre/account").status == 403


def test_a_new_password_is_good_and_a_short_one_is_refused(house: ArbitreHouse) -> None:
    owner = house.owner("Fay")

    assert owner.post("/arbitre/account/password", {"password": "short"}).status == 409
    assert owner.post("/arbitre/account/password", {"password": "longer horse"}).status == 303
    assert "The password is set." in words(owner.get("/arbitre/account?done"))
    elsewhere = house.visitor()
    assert elsewhere.post("/enter", {"name": "Fay", "password": "longer horse"}).status == 303


def test_a_new_password_signs_every_other_browser_out(house: ArbitreHouse) -> None:
    here = house.owner("Flo", "correct horse")
    there = house.visitor()
    there.post("/enter", {"name": "Flo", "password": "correct horse"})

    here.post("/arbitre/account/password", {"old": "correct horse", "password": "longer horse"})

    assert here.get("/arbitre/account").status == 200
    assert there.get("/arbitre/account").status == 403


@pytest.mark.parametrize("old", ["", "wrong horse", "longer horse", "x" * 2_000])
def test_a_password_is_changed_only_by_who_knows_the_old_one(house: ArbitreHouse, old: str) -> None:
    name = f"Gus {len(old)} {old[:3]}".strip()
    owner = house.owner(name, "correct horse")

    page = words(owner.get("/arbitre/account"))
    answer = owner.post("/arbitre/account/password", {"old": old, "password": "longer horse"})

    assert "Current password" in page
    assert answer.status == 409
    assert "not your current password" in words(answer)
    elsewhere = house.visitor()
    assert elsewhere.post("/enter", {"name": name, "password": "longer horse"}).status == 403
    assert elsewhere.post("/enter", {"name": name, "password": "correct horse"}).status == 303


def test_whoever_has_no_password_is_not_asked_for_the_old_one(house: ArbitreHouse) -> None:
    owner = house.owner("Gwen")

    assert "Current password" not in words(owner.get("/arbitre/account"))
    assert owner.post("/arbitre/account/password", {"password": "correct horse"}).status == 303
    assert "Current password" in words(owner.get("/arbitre/account"))


def test_the_host_closes_an_account_and_opens_it_again(house: ArbitreHouse) -> None:
    owner = house.owner("Gil")
    page = house.host.get("/arbitre/accounts").text
    number = (
        page.split("Gil</th>" if "Gil</th>" in page else "Gil")[1]
        .split('name="account" value="')[1]
        .split('"')[0]
    )

    house.host.post("/arbitre/accounts/close", {"account": number})
    closed = owner.get("/arbitre/account").status
    house.host.post("/arbitre/accounts/close", {"account": number, "back": "1"})
    link = house.host.post("/arbitre/accounts/invite", {"account": number}).text

    assert closed == 403
    assert "Link for Gil" in link


@pytest.mark.parametrize(
    "path", ["/arbitre/accounts", "/arbitre/tester", "/arbitre/engines/new", "/arbitre/account"]
)
def test_strangers_are_refused(house: ArbitreHouse, path: str) -> None:
    assert house.visitor().get(path).status == 403


@pytest.mark.parametrize("path", ["/arbitre/accounts/invite", "/arbitre/accounts/close"])
def test_owners_are_not_the_host(house: ArbitreHouse, path: str) -> None:
    owner = nobody(house.host)
    owner.post(house.invitation(), {"name": f"Hal {path}"})

    assert owner.post(path, {"account": "1"}).status == 403


def test_another_site_cannot_sign_in_or_out(house: ArbitreHouse) -> None:
    owner = house.owner("Ivy")

    assert owner.post("/leave", Sec_Fetch_Site="cross-site").status == 403
    assert owner.get("/arbitre/account").status == 200


def test_cookies_are_for_this_server_alone(house: ArbitreHouse) -> None:
    answer = house.visitor().post(house.invitation(), {"name": "Joy"})

    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize(("accounts", "free"), [(20, 10), (1, 5)])
def test_guessing_passwords_is_slowed_down(tmp_path: Path, accounts: int, free: int) -> None:
    with arbitre_house(tmp_path) as house:

        def guess(number: int) -> int:
            letter = {"name": f"Ada {number % accounts}", "password": f"guess {number}"}
            return house.visitor().post("/enter", letter).status

        with ThreadPoolExecutor(20) as guessers:  # at once: a slow machine would slow them down by itself
            answers = Counter(guessers.map(guess, range(20)))

    assert set(answers) == {403, 429}
    assert answers[403] >= free


def test_without_a_referee_there_is_no_arbitre(tmp_path: Path) -> None:
    with server(tmp_path) as (browser, _, _):
        assert browser.get("/arbitre").status == 404
        assert browser.get("/referee?Game=a&MoveId=b&Value=c").status == 404

    assert not (tmp_path / "arbitre.db").exists()


def test_the_pages_speak_french(house: ArbitreHouse) -> None:
    visitor = house.visitor("fr")

    assert "Jouer tout de suite contre la maison" in words(visitor.get("/arbitre"))
    assert "Se connecter" in words(visitor.get("/enter"))


def test_a_server_never_loads_the_arena_by_itself() -> None:
    program = """
import sys
import ronde.cli.main, ronde.library, ronde.web.server.serve
print([name for name in sys.modules if name.startswith("ronde.arena")])
"""
    assert python(program).strip() == "[]"


def test_a_server_without_a_referee_never_loads_its_client() -> None:
    program = """
import sys
import ronde.web.server.application, ronde.arena.web.programs
print(sorted({"aiohttp", "ronde.arena.http"} & set(sys.modules)))
"""
    assert python(program).strip() == "[]"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://arena.example", "https://arena.example/referee"),
        ("https://arena.example/", "https://arena.example/referee"),
        ("https://arena.example/referee", "https://arena.example/referee"),
        ("https://example.org/arena/back", "https://example.org/arena/back"),
    ],
)
def test_engines_are_told_a_whole_address(url: str, told: str) -> None:
    assert call_back_address(url) == told
