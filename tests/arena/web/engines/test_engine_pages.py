"""Engines in the browser: registered, tested, changed, retired, and whose they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.arena.http.scripted import Said, free_cell, scripted
from tests.support.engine_house import ArbitreHouse, arbitre_house, engine, house_engine, registered, words

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


URL = "https://engines.example.org/play"


def test_the_house_plays_every_game(house: ArbitreHouse) -> None:
    cards = json.loads(house.visitor().get("/arbitre/engines.json").body)

    assert len({card["game"] for card in cards if card["manner"] == "house"}) == 9


def test_an_owner_registers_and_everybody_sees_the_engine_but_not_its_address(house: ArbitreHouse) -> None:
    owner = house.owner("Ada")
    number = registered(owner, "Analyst", URL)

    own, other = owner.get(f"/arbitre/engine/{number}"), house.visitor().get(f"/arbitre/engine/{number}")

    assert "Analyst" in words(other)
    assert URL in own.text
    assert URL not in other.text
    assert URL not in house.visitor().get("/arbitre/engines.json").text


def test_of_engines_registered_under_one_name_in_the_same_moment_one_is_taken(house: ArbitreHouse) -> None:
    owner = house.owner("Grace")
    card = {
        "game": "tictactoe",
        "timeout": "15",
        "manner": "printed",
        "level": "1",
        "name": "Double",
        "url": URL,
    }
    with ThreadPoolExecutor(8) as crowd:
        answers = crowd.map(lambda _: owner.post("/arbitre/engines/new", card).status, range(24))

    assert sorted(answers) == [303] + [422] * 23


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://example.org/", "http://"),
        ("http://10.0.0.1/engine", "private network"),
        ("http://169.254.169.254/latest", "cloud"),
        ("http://2130706433/", "four decimal numbers"),
        ("http://user:hunter2@example.org/", "password"),
        ("http://example.org:6379/", "port"),
        ("https://example.org/?Game=1", "belongs to the referee"),
        ("https:///engine", "does not name a machine"),
        ("", "The address is missing: it begins with http://"),
    ],
)
def test_a_bad_address_is_refused_with_its_reason(house: ArbitreHouse, url: str, reason: str) -> None:
    answer = house.host.post(
        "/arbitre/engines/new",
        {"name": "Bad", "game": "tictactoe", "url": url, "timeout": "15", "manner": "printed"},
    )

    assert answer.status == 422
    assert reason in words(answer)
    assert "hunter2" not in re.sub(r'value="[^"]*"', "", answer.text)


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("timeout", "3", "from 4 to 54"),
        ("timeout", "55", "from 4 to 54"),
        ("timeout", "1e1", "from 4 to 54"),
        ("timeout", "", "from 4 to 54"),
        ("game", "chess", "no game"),
        ("level", "3", "level is 1 or 2"),
        ("manner", "house", "call-back, printed or service"),
        ("name", " ", "empty"),
        ("name", "a\x00b", "control"),
        ("name", "x" * 201, "name” is longer than 200 characters"),
        ("name", "x" * 1_500, "name” is longer than 200 characters"),
    ],
)
def test_a_bad_field_is_refused_and_what_was_typed_stays(
    house: ArbitreHouse, field: str, text: str, reason: str
) -> None:
    fields = {
        "name": "Kept Name",
        "game": "reversi",
        "url": URL,
        "timeout": "15",
        "manner": "printed",
        "level": "1",
    }

    answer = house.host.post("/arbitre/engines/new", {**fields, field: text})

    assert answer.status == 422
    assert reason in words(answer)
    assert URL in answer.text


def test_the_form_tells_where_the_referee_is_called_back(house: ArbitreHouse) -> None:
    page = house.owner("Called").get("/arbitre/engines/new")

    assert re.search(r"call the referee back at http://127\.0\.0\.1:\d+/referee\.", words(page))


def test_two_engines_of_a_game_cannot_have_one_name(house: ArbitreHouse) -> None:
    owner = house.owner("Bea")
    registered(owner, "Twin", URL)

    fields = {"name": "TWIN", "game": "tictactoe", "url": URL, "timeout": "15", "manner": "printed"}
    assert owner.post("/arbitre/engines/new", fields).status == 422
    assert owner.post("/arbitre/engines/new", {**fields, "game": "pente"}).status == 303


def test_an_owner_edits_retires_and_brings_back_his_own(house: ArbitreHouse) -> None:
    owner = house.owner("Cleo")
    number = registered(owner, "Draft", URL)
    place = f"/arbitre/engine/{number}"

    changed = {"name": "Final", "url": URL + "2", "timeout": "54", "manner": "printed", "public": "1"}
    assert owner.post(f"{place}/edit", changed).status == 303
    assert "Final" in words(owner.get(place))
    owner.post(f"{place}/retire")
    assert "Final" not in house.visitor().get("/arbitre/engines.json").text
    owner.post(f"{place}/retire", {"back": "1"})
    assert "Final" in house.visitor().get("/arbitre/engines.json").text


@pytest.mark.parametrize("action", ["edit", "retire", "key"])
def test_a_foreign_owner_is_refused(house: ArbitreHouse, action: str) -> None:
    number = registered(house.owner(f"Dora {action}"), f"Mine {action}", URL)
    foreign, stranger = house.owner(f"Eve {action}"), house.visitor()
    fields = {"name": "Stolen", "url": "https://evil.example/", "timeout": "4", "manner": "printed"}

    for thief in (foreign, stranger):
        assert thief.post(f"/arbitre/engine/{number}/{action}", fields).status == 403
    assert foreign.get(f"/arbitre/engine/{number}/edit").status == 403
    assert f"Mine {action}" in words(house.visitor().get(f"/arbitre/engine/{number}"))


def test_the_host_may_change_everybodys(house: ArbitreHouse) -> None:
    number = registered(house.owner("Fay"), "Loud", URL)

    assert house.host.post(f"/arbitre/engine/{number}/retire").status == 303
    assert "retired" in words(house.host.get(f"/arbitre/engine/{number}"))


def test_a_private_engine_does_not_exist_for_others(house: ArbitreHouse) -> None:
    owner = house.owner("Gil")
    number = registered(owner, "Hidden", URL, public="")

    assert owner.get(f"/arbitre/engine/{number}").status == 200
    assert house.visitor().get(f"/arbitre/engine/{number}").status == 404
    assert "Hidden" not in house.visitor().get("/arbitre/engines.json").text
    assert "Hidden" not in house.visitor().get("/arbitre/engines").text


@pytest.mark.parametrize("number", ["9" * 30, "9" * 6000, "-1", "x", ""])
def test_the_tester_of_no_engine_is_an_empty_form(house: ArbitreHouse, number: str) -> None:
    assert house.host.get(f"/arbitre/tester?engine={number}").status == 200


def test_a_key_is_shown_once_and_rotated(house: ArbitreHouse) -> None:
    owner = house.owner("Hal")
    place = f"/arbitre/engine/{registered(owner, 'Signed', URL)}"

    first = secret(owner.post(f"{place}/key").text)
    second = secret(owner.post(f"{place}/key").text)
    later = owner.get(place)
    owner.post(f"{place}/key", {"drop": "1"})

    assert first != second
    assert first not in later.text
    assert second not in later.text
    assert "Key 2, Key 1" in words(later)
    assert "Key 1" not in words(owner.get(place))


def secret(page: str) -> str:
    found = re.search(r'class="secret">([0-9a-f]{64})<', page)
    assert found
    return found.group(1)


def test_the_house_has_no_key(house: ArbitreHouse) -> None:
    number = house_engine(house.host, "pente")

    answer = house.host.post(f"/arbitre/engine/{number}/key")

    assert answer.status == 409
    assert "at an address" in words(answer)


# the tester


def test_the_tester_shows_the_address_the_answer_the_verdict_and_the_checklist(house: ArbitreHouse) -> None:
    owner = house.owner("Ivy")
    with scripted(lambda asked: Said(f" {free_cell(asked)}\n".encode())) as running:
        answer = owner.post(
            "/arbitre/tester", {"url": running.url, "game": "tictactoe", "photo": "120000000", "level": "1"}
        )

    told = words(answer)
    assert answer.status == 200
    assert "Good: the move 3." in told
    assert f"{running.url}?Set=TicTacToe&Game=TEST&MoveId=" in told
    assert "White space before the value" in told
    assert "No HTML around the value." in told


def test_the_tester_takes_a_registered_engine_of_ones_own_only(house: ArbitreHouse) -> None:
    with engine("tictactoe") as url:
        owner, foreign = house.owner("Joy"), house.owner("Kim")
        number = registered(owner, "Joy's", url)

        own = owner.post("/arbitre/tester", {"engine": str(number)})
        others = foreign.post("/arbitre/tester", {"engine": str(number)})

    assert "Good: the move" in words(own)
    assert others.status == 422
    assert url not in others.text


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"url": "http://10.1.1.1/", "game": "tictactoe"}, "private network"),
        ({"url": "https://example.org/", "game": "chess"}, "no game"),
        (
            {"url": "https://example.org/", "game": "tictactoe", "photo": "xyz"},
            "“x” at place 1 of “xyz” does not belong there; in Tic-tac-toe this place holds one of: 0 1 2.",
        ),
        (
            {"url": "https://example.org/", "game": "reversi", "photo": "034"},
            "The Tray of Reversi has 64 characters, and this one 3: “034”.",
        ),
        ({"engine": "9999", "game": "tictactoe"}, "no engine no. 9999"),
        ({"engine": "x", "game": "tictactoe"}, "no engine no. x"),
        ({"url": "https://example.org/", "game": "poker", "level": "7"}, "level is 1 or 2"),
    ],
)
def test_the_tester_refuses_in_words(house: ArbitreHouse, fields: dict[str, str], reason: str) -> None:
    answer = house.host.post("/arbitre/tester", fields)

    assert answer.status == 422
    assert reason in words(answer)


def test_the_side_to_move_is_chosen_beside_a_photo_of_reversi(house: ArbitreHouse) -> None:
    tray = "0000000000000000000000000004300000034000000000000000000000000000"
    with scripted(lambda asked: Said(b"D3" if asked.query.get("Turn") == "1" else b"C5")) as running:
        wish = {"url": running.url, "game": "reversi", "photo": tray}
        told = [words(house.host.post("/arbitre/tester", {**wish, "side": side})) for side in ("", "2")]

    assert "Good: the move D3." in told[0]
    assert "Good: the move C5." in told[1]


def test_a_training_game_begins_from_the_tray_of_either_side(house: ArbitreHouse) -> None:
    number = house_engine(house.host, "seafight")
    wish = {"game": "seafight", "first": str(number), "second": str(number), "photo": "1" + "0" * 99}

    for side in ("1", "2"):
        answer = house.host.post("/arbitre/games/new", {**wish, "side": side})
        assert answer.status == 303, words(answer)


def test_html_in_an_answer_is_shown_and_not_obeyed(house: ArbitreHouse) -> None:
    with scripted(lambda asked: Said(b"<script>alert(1)</script>")) as running:
        answer = house.host.post("/arbitre/tester", {"url": running.url, "game": "tictactoe"})

    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text


def test_a_house_that_was_retired_from_a_game_stays_so_after_a_restart(tmp_path: Path) -> None:
    with arbitre_house(tmp_path) as house:
        number = house_engine(house.host, "pente")
        assert house.host.post(f"/arbitre/engine/{number}/retire", {}).status == 303
    with arbitre_house(tmp_path) as house:
        games = [one["game"] for one in json.loads(house.visitor().get("/arbitre/engines.json").body)]

    assert "reversi" in games
    assert "pente" not in games


def test_several_engines_retire_at_once_and_come_back_at_once(house: ArbitreHouse) -> None:
    owner, other = house.owner("Rita"), house.owner("Sven")
    mine = [registered(owner, f"Many {at}", "https://example.org/e") for at in (1, 2)]
    chosen = "&".join(f"engine={number}" for number in mine)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    place = "/arbitre/engines/retire"

    assert other._ask("POST", place, chosen, headers).status == 403
    answer = owner._ask("POST", place, chosen, headers)
    assert answer.status == 303
    page = owner.get(answer.headers["location"])
    assert "2 engines retired." in words(page)
    assert "Many 1" not in words(page)
    assert owner._ask("POST", place, chosen + "&back=1", headers).status == 303
    assert "Many 1" in words(owner.get("/arbitre/engines"))
