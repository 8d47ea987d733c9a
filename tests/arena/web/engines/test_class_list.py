"""A whole class gets accounts and printable invitations at once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.support.engine_house import ArbitreHouse, arbitre_house, registered, words

from ronde.arena.web.accounts import class_names

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.mark.parametrize("text", ["Ada\nBea\n", "nom;classe\nAda;3B\nBea;3B", '"Ada",1\r\n\r\n"Bea",2'])
def test_names_are_read_from_a_list_or_a_csv(text: str) -> None:
    assert class_names(text) == ["Ada", "Bea"]


def test_every_name_gets_an_invitation_that_opens_its_account(house: ArbitreHouse) -> None:
    page = house.host.post("/arbitre/accounts/class", {"names": "nom;classe\nAda Lovelace;3B\nBea;3B"})

    links = re.findall(r"<code>https?://[^/]+(/enter/[^<]+)</code>", page.text)
    assert page.status == 200
    assert page.text.count("<svg") >= len(links) == 2
    student = house.visitor()
    assert student.post(links[0], {"password": "correct horse"}).status == 303
    assert "Ada Lovelace" in words(student.get("/arbitre"))


@pytest.mark.parametrize(
    ("names", "reason"),
    [("", "between 1 and 300 names"), ("Carl\nCarl", "which look the same"), ("Dora\n" + "x" * 100, "60")],
)
def test_a_wrong_list_makes_no_account_at_all(house: ArbitreHouse, names: str, reason: str) -> None:
    answer = house.host.post("/arbitre/accounts/class", {"names": names})

    assert answer.status == 409
    assert reason in words(answer)
    assert "Dora" not in re.sub(r"<textarea.*?</textarea>", "", answer.text, flags=re.S)


def test_a_list_that_comes_again_doubles_nothing_and_says_who_is_in(house: ArbitreHouse) -> None:
    text = "nom\n" + "\n".join(f"Pupil {number}" for number in range(30))
    first = house.host.post("/arbitre/accounts/class", {"names": text})
    links = re.findall(r"(/enter/[^<]+)</code>", first.text)
    assert house.visitor().post(links[0], {"password": "correct horse"}).status == 303

    again = house.host.post("/arbitre/accounts/class", {"names": text + "\nPupil 30"})
    renewed = re.findall(r"(/enter/[^<]+)</code>", again.text)
    assert (again.status, len(links), len(renewed)) == (200, 30, 30)
    assert "without a new invitation (1): Pupil 0" in words(again)
    assert house.visitor().post(links[1], {"password": "correct horse"}).status != 303, "the first is void"
    for link in renewed:
        assert house.visitor().post(link, {"password": "correct horse"}).status == 303

    last = house.host.post("/arbitre/accounts/class", {"names": text})
    assert last.status == 409
    assert "Every one of the 30 names has an account already" in words(last)
    accounts = house.host.get("/arbitre/accounts").text
    assert len(re.findall(r"Pupil \d+</th>", accounts)) == 31


def test_only_the_host_makes_a_class(house: ArbitreHouse) -> None:
    assert house.visitor().post("/arbitre/accounts/class", {"names": "Eve"}).status == 403


def test_the_engines_of_a_closed_account_retire(house: ArbitreHouse) -> None:
    owner = house.owner("Fred")
    registered(owner, "Fredbot", "https://fred.example/")
    assert "Fredbot" in words(house.visitor().get("/arbitre/engines"))
    accounts = house.host.get("/arbitre/accounts").text
    row = re.search(r'Fred</th>.*?name="account" value="(\d+)"', accounts, re.S)
    assert row

    assert house.host.post("/arbitre/accounts/close", {"account": row.group(1)}).status == 303

    assert "Fredbot" not in words(house.visitor().get("/arbitre/engines"))
