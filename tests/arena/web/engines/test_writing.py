"""The page for authors of engines."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

import pytest
from tests.support.engine_house import ArbitreHouse, arbitre_house, words

from ronde.arena.http import KITS, packed_kit
from ronde.arena.web.tester import own_addresses

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def test_the_addresses_of_this_machine_are_addresses() -> None:
    assert own_addresses()
    assert all(ipaddress.ip_address(one) for one in own_addresses())


def test_an_author_is_told_the_address_that_his_own_machine_sees(house: ArbitreHouse) -> None:
    assert own_addresses("127.0.0.1")[0] == "127.0.0.1"
    assert "<code>127.0.0.1</code>" in house.visitor().get("/arbitre/write").text


def test_a_page_tells_authors_the_addresses_and_what_holds_where_the_manual_is_silent(
    house: ArbitreHouse,
) -> None:
    page = house.visitor().get("/arbitre/write")

    told = words(page)
    assert page.status == 200
    assert "/referee" in told
    assert "The Arbitre calls from" in told
    for open_point in ("5, 4, 3, 3 and 2", "at least three points away", "first row of five", "100 cells"):
        assert open_point in told
    assert "/arbitre/write" in house.visitor().get("/arbitre").text
    assert "their game has the longer one" in words(house.host.get("/arbitre/engines/new"))


def test_every_kit_can_be_downloaded_by_anybody(house: ArbitreHouse) -> None:
    page = house.visitor("fr").get("/arbitre/write")
    links = re.findall(r'href="(/arbitre/kits/[^"]+)"', page.text)

    assert len(links) == len(KITS)
    for link, name in zip(links, KITS, strict=True):
        answer = house.visitor().get(link)
        assert answer.status == 200
        assert answer.body == packed_kit(name)
        assert KITS[name].zip_name in answer.headers["content-disposition"]
    assert "Kits" in words(page)
    assert "java Engine.java --port 8000" in words(page)


def test_a_kit_that_does_not_exist_is_not_found(house: ArbitreHouse) -> None:
    assert house.visitor().get("/arbitre/kits/ronde-engine-cobol.zip").status == 404
