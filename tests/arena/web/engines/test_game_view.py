"""A game as one visitor sees it."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.arena.http.scripted import Asked, Said, free_cell, scripted
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    begun,
    finished,
    house_engine,
    record,
    registered,
    until,
)

from ronde.arena.games import Answer, GameRecord
from ronde.arena.http import EngineCard, GameRequest, GameRow, GameServer, add_built_in_engines
from ronde.arena.web.game_view import GameView, show
from ronde.arena.web.visitor import Visitor
from ronde.web.server.addresses import parse_allowed

pytestmark = pytest.mark.full

ANYBODY = Visitor(None, False, b"")


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


def test_the_clock_of_an_engine_that_is_asked_is_told_so_that_pages_let_it_run(house: ArbitreHouse) -> None:
    owner, held = house.owner("Nadia"), threading.Event()

    def slow(asked: Asked) -> Said:
        held.wait(10)
        return Said(free_cell(asked).encode())

    with scripted(slow) as place:
        number = registered(owner, "Thinker", place.url, manner="printed")
        game = begun(owner, number, house_engine(house.host, "tictactoe"))
        address = f"/arbitre/game/{game}"
        page = until(lambda: owner.get(address).text, lambda text: 'class="watch"' in text)
        held.set()
        finished(owner, game)

    (left,) = re.findall(r'class="watch"[^>]* data-left="([0-9.]+)"', page)
    assert 0 < float(left) <= 16
    assert "/static/clocks.js" in page
    assert 'class="watch"' not in owner.get(address).text


def test_a_game_that_is_none_is_not_found(house: ArbitreHouse) -> None:
    assert house.host.get("/arbitre/game/999999").status == 404


def test_a_game_is_played_again_once_for_all_who_look_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(looked_at(tmp_path, monkeypatch))


async def looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with finished_game(folder) as (server, row):
        replays, frames = list[Any](), GameRecord.frames

        def counted(record: GameRecord, rules: Any) -> Iterator[Any]:
            replays.append(record)
            return frames(record, rules)

        monkeypatch.setattr(GameRecord, "frames", counted)
        for _ in range(3):
            shown = show(server, row, server.cards(row), ANYBODY, None)
            assert shown.drawn(2) == shown.drawn(2)
            assert len(shown.course().scores) == shown.last + 1
            assert shown.photo(1) != shown.photo(2)

        assert len(replays) == 1


def test_a_game_that_ends_while_a_page_is_drawn_is_shown_as_over(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with finished_game(tmp_path) as (server, row):
            read_before = replace(row, ended="", record="")
            shown = show(server, read_before, server.cards(row), ANYBODY, None)
            assert not shown.running
            assert shown.record.outcome.over

    asyncio.run(scenario())


@asynccontextmanager
async def finished_game(folder: Path) -> AsyncIterator[tuple[GameServer, GameRow]]:
    """A game server with a game of the house against itself."""
    server = GameServer(folder / "arbitre.db", referee="http://127.0.0.1:9/referee", allow=parse_allowed(""))
    await server.open()
    try:
        add_built_in_engines(server.book)
        house = next(card.id for card in server.book.engines() if card.game == "tictactoe")
        row = server.begin(GameRequest(house, house))
        await server.result(row)
        over = server.book.game(row.id)
        assert over is not None
        yield server, over
    finally:
        await server.close()


def test_time_that_was_not_charged_is_said_beside_the_move_and_not_counted() -> None:
    plies = ((Answer(1, "5", 340.0, "5", taken=300.0),), (Answer(2, "1", 106.0, "1", taken=100.0),))
    played = GameRecord("tictactoe", "000000000", 1, {}, ("A", "B"), plies)
    cards = (EngineCard(1, "A", "tictactoe", ""), EngineCard(2, "B", "tictactoe", ""))
    row = GameRow(1, "word", "tictactoe", {}, "", 1, 15.0, 1, 2)
    shown = GameView(row, cards, played, True, None, (), None, frozenset())

    first, second = shown.lines("en")
    assert (first.times, second.times) == (("40", ""), ("", "6"))
    assert first.remark == "(the machine was busy: 0.3 s not charged)"
    assert not second.remark
    assert shown.used(1) == 0.04
