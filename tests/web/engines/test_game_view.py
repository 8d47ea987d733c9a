"""A game as one visitor sees it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.engine_house import ArbitreHouse, arbitre_house, begun, house_engine, record


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def test_who_plays_is_asked_for_his_move_and_who_looks_on_is_not(house: ArbitreHouse) -> None:
    player = house.visitor()
    game = begun(player, 0, house_engine(house.host, "tictactoe"))

    assert 'id="value"' in player.get(f"/arbitre/game/{game}").text
    assert 'id="value"' not in house.visitor().get(f"/arbitre/game/{game}").text


def test_what_is_hidden_in_a_game_is_hidden_from_others_while_it_is_played(house: ArbitreHouse) -> None:
    player = house.visitor()
    game = begun(player, 0, house_engine(house.host, "seafight"))

    assert record(player, game)["running"]
    assert "photo" not in record(house.visitor(), game) or not record(house.visitor(), game)["photo"]


def test_a_game_that_is_none_is_not_found(house: ArbitreHouse) -> None:
    assert house.host.get("/arbitre/game/999999").status == 404
