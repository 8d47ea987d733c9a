"""What nobody may see: fleets, codes and cards while a game runs, and the identifiers of moves ever."""

from __future__ import annotations

import json
import re
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from tests.arena.http.scripted import Asked, Said, scripted
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    begun,
    finished,
    house_engine,
    record,
    registered,
    until,
    words,
)
from tests.support.web_server import Browser

from ronde.arena.games import NOBODY, find_game

pytestmark = pytest.mark.full

FLEETS = "V5H11H4A01V3E31H3E81H2E61", "H5D41V4I31H3H01V3F51H2C61"
CODES = "CBEB", "HHHG"
UNHURRIED = {"manner": "printed", "timeout": "54"}


@dataclass
class Patient:
    """Engines that answer from a list until it is used up, then wait until they are let go."""

    moves: dict[str, list[str]]
    held: threading.Event = field(default_factory=threading.Event)
    waiting: threading.Event = field(default_factory=threading.Event)

    def __call__(self, asked: Asked) -> Said:
        if asked.query["Status"] != "0":
            return Said(b"bye")
        left = self.moves[asked.query["who"]]
        if not left:
            self.waiting.set()
            self.held.wait(50)
            return Said(b"nothing more")
        return Said(left.pop(0).encode())


@contextmanager
def paused(house: ArbitreHouse, game: str, moves: dict[str, list[str]]) -> Iterator[tuple[int, list[Asked]]]:
    """A game of two engines that stands still in the middle, and what the engines were asked."""
    patient = Patient(moves)
    with scripted(patient) as running:
        sides = [
            registered(house.host, f"{game} {who}", f"{running.url}?who={who}", game=game, **UNHURRIED)
            for who in moves
        ]
        number = begun(house.host, sides[0], sides[1])
        assert patient.waiting.wait(20)
        yield number, running.asked
        patient.held.set()
        finished(house.host, number)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def everything(browser: Browser, number: int) -> str:
    """All that a browser is told about a game, and the pages around it."""
    last = len(record(browser, number).get("plies", ()))
    paths = [f"/arbitre/game/{number}{tail}" for tail in ("", "?raw=1", "?ply=1", "?ply=2", ".json")]
    paths += [f"/arbitre/game/{number}/ply/{at}" for at in range(last + 1)]
    paths += [
        "/arbitre",
        "/arbitre/games",
        "/arbitre/games.json",
        "/arbitre/engines",
        "/arbitre/engines.json",
    ]
    return "\n".join(browser.get(path).text for path in paths)


def test_fleets_are_hidden_until_the_battle_is_over(house: ArbitreHouse) -> None:
    moves = {"one": [FLEETS[0], "H9"], "two": [FLEETS[1], "G5"]}

    with paused(house, "seafight", moves) as (number, _):
        visitor = house.visitor()
        told = everything(visitor, number)
        data = record(visitor, number)
    after = everything(house.visitor(), number)

    assert not any(fleet in told for fleet in FLEETS)
    assert [ply[0]["move"] for ply in data["plies"]] == [None, None, "H9", "G5"]
    assert "start" not in data
    assert "seed" not in data
    assert all(fleet in after for fleet in FLEETS)


def test_the_drawing_of_a_battle_shows_no_ship_that_floats(house: ArbitreHouse) -> None:
    rules = find_game("seafight")
    position = rules.start(Random(0))
    for side, fleet in zip((1, 2), FLEETS, strict=True):
        position = rules.play(position, {side: fleet})  # type: ignore[dict-item]

    with paused(house, "seafight", {"a": [FLEETS[0]], "b": [FLEETS[1]]}) as (number, _):
        drawn = json.loads(house.visitor().get(f"/arbitre/game/{number}/ply/2").body)

    assert drawn["text"] == rules.as_text(position, NOBODY)
    assert _shapes(drawn["svg"]) == _shapes(rules.svg(position, NOBODY))
    assert _shapes(drawn["svg"]) != _shapes(rules.svg(position))


def _shapes(svg: str) -> str:
    return re.sub(r"<title>.*?</title>", "", svg)


def test_codes_and_lines_are_hidden_until_the_hunt_is_over(house: ArbitreHouse) -> None:
    moves = {"one": [CODES[0], "DBHA"], "two": [CODES[1], "GGAH"]}

    with paused(house, "mastermind", moves) as (number, _):
        told = everything(house.visitor(), number)
        data = record(house.visitor(), number)

    assert not any(secret in told for secret in (*CODES, "DBHA", "GGAH"))
    assert {one["move"] for ply in data["plies"] for one in ply} == {None}
    assert CODES[0] in everything(house.visitor(), number)


def test_cards_are_hidden_while_they_are_played(house: ArbitreHouse) -> None:
    with paused(house, "poker", {"one": ["2"], "two": ["2"]}) as (number, asked):
        trays = [one.query["Tray"] for one in asked]
        told = everything(house.visitor(), number)
        data = record(house.visitor(), number)

    hands = {tray[at : at + 2] for tray in trays for at in (5, 7, 9, 11)} - {"??"}
    assert len(hands) == 4
    signs = {"S": "♠", "C": "♣", "H": "♥", "D": "♦"}
    for card in hands:
        suit, value = signs[card[0]], card[1]
        assert f"{value}{suit}" not in told
        assert f"{'10' if value == 'T' else value}{suit}" not in told
        assert card not in data["position"]
    assert "seed" not in data


def test_a_person_sees_his_own_secret_and_nobody_elses(house: ArbitreHouse) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "seafight"))
    person.post(f"/arbitre/game/{number}/move", {"value": FLEETS[0]})
    until(lambda: record(person, number), lambda data: len(data["plies"]) == 2)

    own, other = record(person, number), record(house.visitor(), number)
    person.post(f"/arbitre/game/{number}/resign")

    assert [ply[0]["move"] for ply in own["plies"]] == [FLEETS[0], None]
    assert [ply[0]["move"] for ply in other["plies"]] == [None, None]


def test_an_answer_given_first_is_hidden_until_both_have_answered(house: ArbitreHouse) -> None:
    """Rock, paper, scissors: the house has answered, the person has not."""
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "chifoumi"))

    data = until(lambda: record(person, number), lambda data: data["asked"] == [1])
    person.post(f"/arbitre/game/{number}/resign")

    assert data["plies"] == []


def test_owners_read_their_own_side_only_while_a_game_runs(house: ArbitreHouse) -> None:
    patient = Patient({"one": [FLEETS[0]], "two": [FLEETS[1]]})
    with scripted(patient) as running:
        ada, bea = house.owner("Ada"), house.owner("Bea")
        sides = [
            registered(who, name, f"{running.url}?who={key}", game="seafight", **UNHURRIED)
            for who, name, key in ((ada, "Ada's", "one"), (bea, "Bea's", "two"))
        ]
        number = begun(house.host, sides[0], sides[1])
        assert patient.waiting.wait(20)
        first, second = everything(ada, number), everything(bea, number)
        patient.held.set()
        finished(house.host, number)

    assert FLEETS[0] in first
    assert FLEETS[1] not in first
    assert FLEETS[1] in second
    assert FLEETS[0] not in second


def test_private_games_do_not_exist_for_others(house: ArbitreHouse) -> None:
    with scripted(lambda asked: Said(b"nonsense")) as running:
        ada = house.owner("Cleo")
        private = registered(ada, "Private", running.url, manner="printed", public="")
        number = begun(ada, private, house_engine(ada, "tictactoe"))
        finished(ada, number)

    stranger = house.owner("Dora")
    for tail in ("", ".json", "/ply/0", "/live"):
        assert stranger.get(f"/arbitre/game/{number}{tail}").status == 404
    assert "Private" not in stranger.get("/arbitre/games").text
    assert house.host.get(f"/arbitre/game/{number}").status == 200


def test_the_name_of_a_private_engine_is_told_to_nobody_else(house: ArbitreHouse) -> None:
    with scripted(lambda asked: Said(b"nonsense")) as running:
        eve, fred = house.owner("Eve"), house.owner("Fred")
        public = registered(fred, "Open", running.url, manner="printed")
        private = registered(eve, "Hushed", running.url, manner="printed", public="")
        finished(eve, begun(house.host, private, public))

    for stranger in (house.visitor(), house.owner("Gina")):
        page = words(stranger.get(f"/arbitre/engine/{public}"))
        wish = stranger.post("/arbitre/games/new", {"first": "0", "second": str(private)})
        assert "Hushed" not in page
        assert "private 1 0 0" in page
        assert wish.status == 409
        assert "Hushed" not in wish.text
        assert f"no engine no. {private}" in words(wish)
    assert "Hushed 1 0 0" in words(eve.get(f"/arbitre/engine/{public}"))


def test_no_move_id_and_no_game_word_is_ever_shown_or_logged(tmp_path: Path) -> None:
    """Through real call-backs, good and bad ones, in all pages of everybody and in what the server prints."""

    def calls_back(asked: Asked) -> Said:
        if asked.query["Status"] != "0":
            return Said(b"bye")
        tray = asked.query["Tray"]
        value = "1" if tray == "Init" else str(tray.index("0") + 1)
        query = f"?Game={asked.query['Game']}&MoveId={asked.query['MoveId']}&Value="
        for text in (value, value, "9"):  # the answer, again, and another one
            try:
                urllib.request.urlopen(f"{asked.query['Referee']}{query}{text}", timeout=10).close()
            except urllib.error.HTTPError as refused:
                refused.close()
        return Said(b"")

    with scripted(calls_back) as running, arbitre_house(tmp_path) as house:
        owner = house.owner("Ada")
        number = registered(owner, "Chatty", running.url)
        game = begun(owner, number, house_engine(owner, "tictactoe"))
        finished(owner, game)
        told = "".join(everything(who, game) for who in (owner, house.host, house.visitor()))
        house.process.terminate()
        house.process.wait(15)
        assert house.process.stdout is not None
        told += house.process.stdout.read()

    assert running.asked
    for one in running.asked:
        assert one.query["Game"] not in told
        if "MoveId" in one.query:
            assert one.query["MoveId"] not in told
    assert "a second, different answer" in told


def test_a_call_back_that_belongs_to_nobody_says_nothing(house: ArbitreHouse) -> None:
    visitor = house.visitor()

    guesses = [visitor.get(f"/referee?Game=AAAAAAAAAA&MoveId={number:032x}&Value=1") for number in range(5)]

    assert {(one.status, one.text) for one in guesses} == {(404, "unknown\n")}
    assert visitor.get("/referee?Game=A").status == 400
    assert visitor.post("/referee").status == 405


def test_a_flood_of_guesses_is_cut_off_and_pages_still_open(tmp_path: Path) -> None:
    with arbitre_house(tmp_path) as house:
        visitor = house.visitor()

        statuses = {visitor.get(f"/referee?Game=A&MoveId={number}&Value=1").status for number in range(400)}

        assert statuses == {404, 429}
        assert visitor.get("/arbitre").status == 200
