"""News for owners on their page, and the questions of a host."""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator

import pytest
from tests.arena.http.scripted import Asked, Said, scripted
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    begun,
    finished,
    house_engine,
    registered,
    words,
)

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def broken(asked: Asked) -> Said:
    return Said(b"", 500)


def test_an_owner_is_told_of_lost_games_on_the_page(house: ArbitreHouse) -> None:
    owner = house.owner("Nora")
    with scripted(broken) as url:
        engine = registered(owner, "Stumbler", url.url, manner="printed")
        assert "None of your engines" in words(owner.get("/arbitre"))

        games = [begun(owner, engine, house_engine(owner, "tictactoe")) for _ in range(3)]
        for game in games:
            finished(owner, game)

        sentence = "Stumbler lost 3 games: error page: HTTP status 500; "
        assert sentence.lower() in words(owner.get("/arbitre")).lower()

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
