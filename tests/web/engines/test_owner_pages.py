"""News for owners on their page and by a feed, and the questions of a host."""

from __future__ import annotations

import asyncio
import re
import urllib.parse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from tests.http_engines.scripted import Asked, Said, scripted
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    begun,
    finished,
    house_engine,
    registered,
    words,
)

from ronde.http_engines.alerts import AlertWish, keep_wish, with_feed
from ronde.http_engines.store import EngineStore
from ronde.web.engines.owner_pages import OwnerPages
from ronde.web.engines.visitor import EACH, Lobby


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def broken(asked: Asked) -> Said:
    return Said(b"", 500)


def secret_of(text: str) -> str:
    found = re.search(r'class="secret">([^<]+)<', text)
    assert found, text
    return found.group(1)


def test_an_owner_is_told_of_lost_games_on_the_page_and_by_feed(house: ArbitreHouse) -> None:
    owner = house.owner("Nora")
    with scripted(broken) as url:
        engine = registered(owner, "Stumbler", url.url, manner="printed")
        link = secret_of(owner.post("/arbitre/news/elsewhere", {"feed": "1"}).text)
        assert "None of your engines" in words(owner.get("/arbitre"))

        games = [begun(owner, engine, house_engine(owner, "tictactoe")) for _ in range(3)]
        for game in games:
            finished(owner, game)

        sentence = "Stumbler lost 3 games: error page: HTTP status 500; "
        assert sentence.lower() in words(owner.get("/arbitre")).lower()
        feed = house.visitor().get(urllib.parse.urlsplit(link).path)
        assert feed.status == 200
        assert "Stumbler lost 3 games" in feed.text
        assert f"/arbitre/game/{games[-1]}" in feed.text

    assert house.visitor().get("/arbitre/news/guessed.atom").status == 404
    assert owner.post("/arbitre/news").status == 303
    assert "Stumbler lost" not in words(owner.get("/arbitre/news"))
    assert house.visitor().get("/arbitre/news").status == 403


def test_a_webhook_inside_the_network_is_refused_in_one_sentence(house: ArbitreHouse) -> None:
    owner = house.owner("Olga")
    answer = owner.post("/arbitre/news/elsewhere", {"url": "http://10.0.0.1/hook"})
    assert answer.status == 422
    assert "private" in words(answer)


def test_a_private_engine_competes_only_after_its_owner_agreed(house: ArbitreHouse) -> None:
    owner, other = house.owner("Paul"), house.owner("Quinn")
    mine = registered(owner, "Hidden", "https://hidden.example/", public="")
    rival = registered(house.host, "Rival", "https://rival.example/")
    wish = urllib.parse.urlencode({"name": "Quiet", "system": "robin", "games": "2", "game": "tictactoe"})
    body = f"{wish}&timeout=15&engine={mine}&engine={rival}"
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}

    refused = house.host._ask("POST", "/arbitre/competitions/new", body, headers)
    assert refused.status == 409
    assert "Hidden: private, and the owners have not agreed yet" in words(refused)
    assert "the owner was asked" in words(house.host.get("/arbitre/competitions/new?game=tictactoe"))
    assert "whether Hidden may play in competitions" in words(owner.get("/arbitre"))
    assert other.post(f"/arbitre/engine/{mine}/consent", {"answer": "yes"}).status == 403
    assert owner.post(f"/arbitre/engine/{mine}/consent", {"answer": "yes"}).status == 303
    assert house.host._ask("POST", "/arbitre/competitions/new", body, headers).status == 303
    assert "It may play in competitions." in words(owner.get(f"/arbitre/engine/{mine}"))


def test_a_feed_waits_its_turn_and_one_address_may_not_ask_for_many_at_once(tmp_path: Path) -> None:
    asyncio.run(crowded_feed(tmp_path))


async def crowded_feed(folder: Path) -> None:
    book = EngineStore(folder / "arbitre.db")
    with closing(book):
        wish, word = with_feed(AlertWish(1))
        keep_wish(book, wish)
        server: Any = SimpleNamespace(book=book)
        nothing: Any = None
        lobby = Lobby(server, nothing, nothing)
        pages = OwnerPages(lobby, nothing)

        async def feed(address: str) -> int:
            scope = {
                "type": "http", "method": "GET", "path": f"/arbitre/news/{word}.atom", "query_string": b"",
                "headers": [(b"host", b"hall.test")], "scheme": "http", "server": ("hall.test", 80),
                "client": (address, 1), "path_params": {"word": word}, "app": Starlette(),
            }  # fmt: skip
            try:
                return (await pages.feed(Request(scope))).status_code
            except HTTPException as refused:
                return refused.status_code

        somebody = Request({"type": "http", "headers": [], "client": ("192.0.2.1", 1)})
        async with lobby.turn(somebody):
            waiting = [asyncio.ensure_future(feed("192.0.2.9")) for _ in range(EACH)]
            await asyncio.sleep(0)
            assert await feed("192.0.2.9") == 429
        assert await asyncio.gather(*waiting) == [200] * EACH
