"""The page on which owners try their engines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.support.engine_house import ArbitreHouse, arbitre_house, engine, words

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def tried(house: ArbitreHouse, url: str) -> str:
    form = {"game": "tictactoe", "url": url, "manner": "call-back", "timeout": "15", "level": "1"}
    return words(house.host.post("/arbitre/tester", form))


def test_it_is_for_owners(house: ArbitreHouse) -> None:
    assert house.host.get("/arbitre/tester").status == 200
    assert house.visitor().get("/arbitre/tester").status in (303, 403)


def test_an_address_at_which_nobody_answers_is_told_with_the_address(house: ArbitreHouse) -> None:
    assert "127.0.0.1:9" in tried(house, "http://127.0.0.1:9/")


def test_the_move_of_an_engine_that_answers_is_shown(house: ArbitreHouse) -> None:
    with engine("tictactoe") as url:
        assert url.rstrip("/") in tried(house, url)


def test_what_failed_stands_first_and_what_is_in_order_is_folded(house: ArbitreHouse) -> None:
    form = {"game": "tictactoe", "manner": "printed", "timeout": "15", "level": "1"}
    with engine("tictactoe") as url:
        good = house.host.post("/arbitre/tester", form | {"url": url}).text
        bad = house.host.post("/arbitre/tester", form | {"url": f"{url}nowhere"}).text
    shown, _, folded = good.partition("in order</summary>")

    assert 'class="good"' not in shown
    assert folded.count('<li class="good">') > 3
    assert "<details>" in shown, "an answer that is well stays folded, too"
    assert '<li class="bad">' not in bad.partition("in order</summary>")[2]
    assert re.search(r"<details open>\s*<summary>Request and answer", bad)
