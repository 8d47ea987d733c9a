"""Places for persons: strangers share them, and no one address or absent crowd keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.arena.http.arena import Arena, run
from tests.support.engine_house import ArbitreHouse, arbitre_house, begun, house_engine, words

from ronde.arena.http import PERSON, GameRequest, PersonSide
from ronde.arena.web import games as arbitre_games
from ronde.arena.web.games import MOST_OF_ADDRESS, MOST_OF_ONE, EngineGamePages
from ronde.model.errors import EngineRefused

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.mark.parametrize("junk", ["-3", "abc", "1.5", "٣", "0x1", "9" * 30, "1 2"])
@pytest.mark.parametrize("side", ["first", "second"])
def test_what_names_no_engine_is_not_taken_for_a_person(house: ArbitreHouse, side: str, junk: str) -> None:
    rival = str(house_engine(house.host, "tictactoe"))
    wish = {"first": rival, "second": rival, side: junk}

    answer = house.host.post("/arbitre/games/new", wish)

    assert answer.status == 409
    assert f"There is no engine no. {junk[:20]}" in words(answer)


def test_a_field_left_empty_is_a_person(house: ArbitreHouse) -> None:
    wish = {"first": "", "second": str(house_engine(house.host, "tictactoe"))}

    assert house.visitor().post("/arbitre/games/new", wish).status == 303


def test_a_name_that_is_too_long_is_refused_and_not_cut(house: ArbitreHouse) -> None:
    wish = {"first": "0", "second": str(house_engine(house.host, "tictactoe"))}
    visitor = house.visitor()

    for length, status in ((61, 409), (201, 409), (1_999, 409), (60, 303)):
        answer = visitor.post("/arbitre/games/new", {**wish, "name": "x" * length})
        assert answer.status == status
        if status == 409:
            assert "longer than 60 characters" in words(answer)


def test_one_address_does_not_take_every_place(tmp_path: Path) -> None:
    with arbitre_house(tmp_path) as house:
        rival = house_engine(house.host, "tictactoe")
        for _ in range(MOST_OF_ADDRESS):
            begun(house.visitor(), 0, rival)
        wish = {"first": "0", "second": str(rival)}
        answers = {house.visitor().post("/arbitre/games/new", wish).status for _ in range(5)}
        known = house.owner("Ada").post("/arbitre/games/new", wish)

        assert answers <= {409, 429}
        assert known.status == 303


def test_games_begun_in_the_same_moment_do_not_pass_the_limit_of_one_person(tmp_path: Path) -> None:
    with arbitre_house(tmp_path) as house, ThreadPoolExecutor(8) as crowd:
        person, rival = house.visitor(), house_engine(house.host, "tictactoe")
        begun(person, 0, rival)
        wish = {"first": "0", "second": str(rival)}
        answers = crowd.map(lambda _: person.post("/arbitre/games/new", wish).status, range(24))

        assert [*answers].count(303) == MOST_OF_ONE - 1


def pages(arena: Arena) -> EngineGamePages:
    return EngineGamePages(cast(Any, SimpleNamespace(server=arena.server)))


async def crowd(arena: Arena, count: int) -> list[PersonSide]:
    """So many persons who are asked for a move, one after the other."""
    house, seats = arena.house().id, []
    for _ in range(count):
        row = arena.server.begin(GameRequest(PERSON, house))
        seat = arena.server.running[row.id].sides[0]
        assert isinstance(seat, PersonSide)
        while not seat.awaited:
            await asyncio.sleep(0)
        await asyncio.sleep(0.002)
        seats.append(seat)
    return seats


def test_when_all_places_are_taken_whoever_was_silent_longest_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arbitre_games, "MOST_PERSONS", 3)
    monkeypatch.setattr(arbitre_games, "SILENT", 0.0)

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            first, second, third = await crowd(arena, 3)
            pages(arena)._free_place("192.0.2.1")
            while len(arena.server.running) == 3:
                await asyncio.sleep(0)
            assert [seat.awaited for seat in (first, second, third)] == [False, True, True]
            pages(arena)._free_place("192.0.2.1")
            assert second.awaited, "there was room again"

    run(scenario())


def test_whoever_moved_a_moment_ago_keeps_his_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arbitre_games, "MOST_PERSONS", 2)

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seats = await crowd(arena, 2)
            with pytest.raises(EngineRefused) as refused:
                pages(arena)._free_place("192.0.2.1")
            assert refused.value.facts["reason"] == "too-many"
            assert all(seat.awaited for seat in seats)

    run(scenario())


def test_an_address_is_counted_while_its_games_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arbitre_games, "MOST_OF_ADDRESS", 1)

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            (seat,) = await crowd(arena, 1)
            desk = pages(arena)
            desk._strangers[next(iter(arena.server.running))] = "192.0.2.1"
            desk._free_place("192.0.2.2")
            with pytest.raises(EngineRefused):
                desk._free_place("192.0.2.1")
            seat.resign()
            while arena.server.running:
                await asyncio.sleep(0)
            desk._free_place("192.0.2.1")
            assert desk._strangers == {}

    run(scenario())
