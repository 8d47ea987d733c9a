"""Ladders: the host switches them on and off, everybody looks at them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.engine_house import ArbitreHouse, arbitre_house

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def test_a_ladder_that_is_on_stays_so_until_it_is_switched_off(house: ArbitreHouse) -> None:
    place = "/arbitre/ladder/tictactoe"
    resting = house.host.get(place).text
    assert house.host.post(place, {"on": "1"}).status == 303
    assert house.host.get(place).text != resting
    house.host.post(place, {"on": "0"})

    assert 'name="on" value="1"' in house.host.get(place).text


def test_a_stranger_looks_and_does_not_switch(house: ArbitreHouse) -> None:
    stranger = house.visitor()

    assert stranger.get("/arbitre/ladder").status == 200
    assert stranger.post("/arbitre/ladder/tictactoe", {"on": "1"}).status == 403


def test_a_game_nobody_knows_has_no_ladder(house: ArbitreHouse) -> None:
    assert house.host.get("/arbitre/ladder/chess").status == 404
