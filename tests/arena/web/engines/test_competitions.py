"""Competitions in the browser: founded by the host, played by the game server, across a restart."""

from __future__ import annotations

import json
import re
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.arena.http.scripted import Asked, Said, free_cell, scripted
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    engine,
    house_engine,
    registered,
    until,
    words,
)
from tests.support.web_server import Answer, Browser

from ronde.arena.http import EngineStore

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


def founded(host: Browser, name: str, engines: list[int], **fields: str) -> int:
    """Found a competition; the status of the answer."""
    return asked_for(host, name, engines, **fields).status


def asked_for(host: Browser, name: str, engines: list[int], **fields: str) -> Answer:
    """Ask for a competition; the answer."""
    body = {"name": name, "system": "robin", "games": "2", "timeout": "15", "game": "tictactoe", **fields}
    chosen = "&".join(f"engine={number}" for number in engines)
    encoded = urllib.parse.urlencode(body) + "&" + chosen
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    return host._ask("POST", "/arbitre/competitions/new", encoded, headers)


def standings(browser: Browser, slug: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(browser.get(f"/t/{slug}/standings.json").body)["rows"]
    return rows


def games_of(browser: Browser) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads(browser.get("/arbitre/games.json").body)
    return [game for game in data if game["event"]]


def test_a_round_robin_is_founded_played_and_stands_in_public(house: ArbitreHouse) -> None:
    with engine("tictactoe") as first, engine("tictactoe") as second:
        cards = [registered(house.host, name, url) for name, url in (("One", first), ("Two", second))]
        cards.append(house_engine(house.host, "tictactoe"))
        assert founded(house.host, "Spring", cards) == 303
        played = until(
            lambda: [game for game in games_of(house.visitor()) if set(game["engines"]) <= set(cards)],
            lambda games: len(games) == 6 and all(game["ended"] for game in games),
        )

    visitor = house.visitor()
    page = visitor.get("/arbitre/competitions")
    assert {frozenset(game["engines"]) for game in played} == {
        frozenset(pair) for pair in ((cards[0], cards[1]), (cards[0], cards[2]), (cards[1], cards[2]))
    }
    assert "Spring" in words(page)
    assert "6 games played" in words(page)
    assert re.search(r"Games Spring , Round \d", words(visitor.get(f"/arbitre/game/{played[0]['id']}")))
    rows = until(lambda: standings(visitor, "spring"), lambda rows: len(rows) == 3 and rows[0]["points"] > 0)
    assert rows[-1]["name"].startswith("Ronde") or rows[0]["points"] >= rows[-1]["points"]
    event = played[0]["event"]
    told = words(visitor.get(f"/arbitre/competition/{event}"))
    assert "Round 1" in told
    assert "6 games played, 0 left." in told


def ticked(page: Answer) -> set[int]:
    """The engines that a form offers with a tick."""
    return {int(one) for one in re.findall(r'name="engine" value="(\d+)" checked', page.text)}


def test_the_form_ticks_all_or_none_and_never_the_house_by_itself(house: ArbitreHouse) -> None:
    mover = house_engine(house.host, "pente")
    wish = {"game": "pente"}
    one = registered(house.host, "Alder", "https://alder.example/", **wish, public="1")
    two = registered(house.host, "Birch", "https://birch.example/", **wish, public="")
    form = "/arbitre/competitions/new?game=pente"

    assert ticked(house.host.get(form)) == {one}, "neither the house nor a private engine"
    assert ticked(house.host.get(form + "&pick=all")) == {one, two}
    assert ticked(house.host.get(form + "&pick=none")) == set()
    assert f'value="{mover}"' in house.host.get(form).text
    found = house.host.get(form + "&pick=all&filter=bIR")
    assert ticked(found) == {two}
    assert "Alder" not in words(found)


def test_nobody_steers_a_competition_that_is_not_there(house: ArbitreHouse) -> None:
    assert house.host.post("/arbitre/competition/nobody/1", {"act": "pause"}).status == 404


@pytest.mark.parametrize(
    ("fields", "count", "reason"),
    [
        ({}, 1, "from 2 to 900"),
        ({"name": ""}, 2, "empty"),
        ({"system": "lottery"}, 2, "Choose the system"),
        ({"games": "0"}, 2, "“games per match” takes a whole number from 1 to 100, not “0”"),
        ({"games": "1000"}, 2, "not “1000”"),
        ({"timeout": "90"}, 2, "from 4 to 54"),
        ({"laps": "0"}, 2, "everybody” takes a whole number from 1 to 20, not “0”"),
        ({"laps": "x"}, 2, "not “x”"),
        ({"champions": "0", "system": "gauntlet"}, 2, "not “0”"),
        ({"clear": "9000"}, 2, "from 1 to 2000"),
        ({"clear": "-3"}, 2, "from 1 to 2000"),
        ({"rounds": "-1", "system": "swiss"}, 2, "“rounds of the Swiss”"),
        ({"champions": "2", "system": "gauntlet"}, 2, "from 1 to 1, not “2”"),
        ({"system": "cup", "double": "1", "consolation": "1"}, 2, "only the second loss"),
        ({"openings": "# said" + "x" * 100_000}, 2, "more than 100000 characters"),
        ({"openings": "# said\n\nnonsense"}, 2, "line 3: “nonsense”"),
        ({"openings": "start\n\nnonsense"}, 2, "line 1: “start”"),
        ({"openings": "start", "games": "3"}, 2, "must be even, not 3"),
    ],
)
def test_what_cannot_be_a_competition_is_refused_in_words(
    house: ArbitreHouse, fields: dict[str, str], count: int, reason: str
) -> None:
    rivals = [house_engine(house.host, "reversi"), house_engine(house.host, "reversi") + 1][:count]
    before = sorted(path.name for path in house.folder.iterdir())

    if count == 2:
        rivals[1] = registered(house.host, f"R {time.monotonic()}", "https://example.org/e", game="reversi")
    answer = asked_for(house.host, fields.pop("name", "Bad"), rivals, **{"game": "reversi"} | fields)

    assert answer.status == 409
    assert reason in words(answer)
    assert [name for name in before if name.endswith(".ronde")] == sorted(
        path.name for path in house.folder.glob("*.ronde")
    )


def plays(asked: Asked) -> Said:
    """The first free cell, until the game is over."""
    return Said(free_cell(asked).encode() if asked.query["Status"] == "0" else b"")


def test_what_an_engine_printed_is_not_told_on_the_pages_of_its_competition(house: ArbitreHouse) -> None:
    with scripted(lambda asked: Said(b"Warning: in /home/ada/engine.php")) as one:
        cards = [registered(house.host, f"W{at}", f"{one.url}?n={at}", manner="printed") for at in range(2)]
        assert founded(house.host, "printed", cards, games="1") == 303
        visitor = house.visitor()
        (game,) = until(lambda: json.loads(visitor.get("/t/printed/games.json").body), bool)
    pages = [visitor.get(f"/t/printed/game/{game['name']}{tail}") for tail in ("", ".json")]

    assert [page.status for page in pages] == [200, 200]
    assert not any("/home/ada" in page.text for page in pages)


@pytest.mark.parametrize(
    ("name", "fields", "games"),
    [
        ("laps", {"system": "robin", "laps": "3", "games": "1"}, 9),
        ("gauntlet", {"system": "gauntlet", "games": "2"}, 4),
        ("third", {"system": "cup", "third_place": "1", "games": "1"}, 2),
        ("twice", {"system": "cup", "double": "1", "games": "1"}, 4),
        ("best", {"system": "robin", "games": "3", "best_of": "1", "rated": "1"}, 9),
    ],
)
def test_a_competition_of_every_shape_is_founded_and_played(
    house: ArbitreHouse, name: str, fields: dict[str, str], games: int
) -> None:
    with scripted(plays) as one:
        cards = [
            registered(house.host, f"{name} {number}", f"{one.url}?n={number}", manner="printed")
            for number in range(3)
        ]
        assert founded(house.host, name, cards, **fields) == 303
        until(
            lambda: json.loads(house.visitor().get(f"/t/{name}/games.json").body),
            lambda found: len(found) == games,
        )
        event = next(one["event"] for one in games_of(house.host) if one["event"].startswith(f"{name}/"))
        page = f"/arbitre/competition/{event}"
        until(lambda: words(house.visitor().get(page)), lambda told: f"{games} games played, 0 left." in told)


def test_groups_are_round_robins_side_by_side_with_the_seeds_dealt_in_turn(house: ArbitreHouse) -> None:
    with scripted(plays) as one:
        cards = [
            registered(house.host, f"Deal {at}", f"{one.url}?g={at}", manner="printed") for at in range(5)
        ]
        refused = asked_for(house.host, "Dealt", cards, system="groups", groups="3", games="1")
        assert refused.status == 409
        assert "from 1 to 2, not “3”" in words(refused)
        assert founded(house.host, "Dealt", cards, system="groups", groups="2", games="1") == 303
        entered = [{row["name"] for row in standings(house.visitor(), f"dealt-{at}")} for at in (1, 2)]
    assert entered == [{"Deal 0", "Deal 3", "Deal 4"}, {"Deal 1", "Deal 2"}]


def test_the_table_of_a_competition_fits_programs_and_a_free_round_counts_nothing(
    house: ArbitreHouse,
) -> None:
    with scripted(plays) as good, scripted(lambda asked: Said(b"", 500)) as bad:
        cards = [
            registered(house.host, f"Table {at}", f"{good.url}?t={at}", manner="printed") for at in (1, 2)
        ]
        cards.append(registered(house.host, "Table 3", bad.url, manner="printed"))
        assert founded(house.host, "Tabled", cards, games="2") == 303
        until(
            lambda: json.loads(house.visitor().get("/t/tabled/games.json").body),
            lambda found: len(found) == 6,
        )
    rows = until(lambda: standings(house.visitor(), "tabled"), lambda rows: rows[0]["points"] > 1)
    assert [row["points"] for row in rows] == [1.5, 1.5, 0]
    event = next(game["event"] for game in games_of(house.host) if game["event"].startswith("tabled/"))
    told = words(house.visitor().get(f"/arbitre/competition/{event}"))
    assert re.search(r"3 Table 3 4 .*0-0-4 0[.]0 crashed × 4", told), told
    assert re.search(r"1 Table \d 4 .*3-0-1 75[.]0 \d+ ms", told), told
    assert re.search(r"Who beat whom .* 3 Table 3 0-0-2 0-0-2 ·", told), told
    columns = house.visitor().get("/t/tabled/standings").text
    assert "Buchholz" not in columns


def test_what_was_typed_stays_in_a_form_that_is_refused(house: ArbitreHouse) -> None:
    rivals = [registered(house.host, f"Stays {at}", "https://example.org/e") for at in (1, 2)]
    fields = {
        "system": "cup",
        "games": "4",
        "double": "1",
        "openings": "a <b>\nc",
        "timeout": "20",
        "clear": "7",
    }
    page = asked_for(house.host, "A “name”", rivals[:1], **fields).text

    assert 'value="A “name”"' in page
    assert '<option value="cup" selected>' in page
    assert 'name="system" value="cup"' in page
    assert 'name="games" type="number" min="1" max="100" value="4"' in page
    assert 'name="timeout" type="number" min="4" max="54" value="20"' in page
    assert 'name="double" value="1" checked' in page
    assert 'name="clear" type="number" min="1" max="2000" value="7"' in page
    assert ">a &lt;b&gt;\nc</textarea>" in page
    assert f'value="{rivals[0]}" checked' in page
    assert f'value="{rivals[1]}">' in page, "who was left out stays out"


def test_openings_are_played_from_both_sides_one_after_the_other(house: ArbitreHouse) -> None:
    positions = ["100020000", "000010020"]
    with scripted(plays) as one:
        urls = [f"{one.url}?o={at}" for at in (1, 2)]
        cards = [registered(house.host, f"Opens {url[-1]}", url, manner="printed") for url in urls]
        assert (
            founded(house.host, "openings", cards, games="4", openings="\n".join(["# both", *positions]))
            == 303
        )
        until(
            lambda: json.loads(house.visitor().get("/t/openings/games.json").body),
            lambda found: len(found) == 4,
        )
    book = EngineStore(house.folder / "arbitre.db")
    rows = list(book.execute("SELECT first, start FROM game WHERE event LIKE 'openings/%' ORDER BY leg"))
    book.close()
    assert [start[:9] for _, start in rows] == [positions[0]] * 2 + [positions[1]] * 2
    firsts = [first for first, _ in rows]
    assert firsts[0] != firsts[1], "each side begins once"
    assert firsts[2] != firsts[3]


@pytest.mark.parametrize(
    ("system", "fields"),
    [
        ("robin", {"laps"}), ("double", set()), ("gauntlet", {"laps", "champions"}), ("swiss", {"rounds"}),
        ("cup", {"third_place", "consolation", "double"}), ("groups", {"laps", "groups"}),
    ],
)  # fmt: skip
def test_the_form_asks_only_what_the_system_needs(house: ArbitreHouse, system: str, fields: set[str]) -> None:
    page = house.host.get(f"/arbitre/competitions/new?system={system}")
    offered = set(re.findall(r'name="(\w+)"', page.text))

    assert (
        offered & {"laps", "champions", "rounds", "third_place", "consolation", "double", "groups"} == fields
    )
    assert {"name", "games", "best_of", "clear", "timeout", "openings", "rated", "engine"} <= offered
    assert f'name="system" value="{system}"' in page.text
    for field in fields | {"best_of", "clear", "rated"}:
        labelled = f'<label class="switch"><input type="checkbox" name="{field}"'
        assert f'for="{field}"' in page.text or labelled in page.text


def test_another_system_keeps_what_was_ticked_and_typed(house: ArbitreHouse) -> None:
    engine = house_engine(house.host, "tictactoe")

    page = asked_for(house.host, "Spring", [engine], system="cup", show="1")

    assert page.status == 200
    assert f'name="engine" value="{engine}" checked' in page.text
    assert 'value="Spring"' in page.text
    assert 'name="third_place"' in page.text
    assert 'name="laps"' not in page.text


def test_the_form_offers_every_shape_in_both_languages(house: ArbitreHouse) -> None:
    for language, word in (("en", "gauntlet"), ("fr", "champions contre tous")):
        host = house.visitor(language)
        host.cookies = dict(house.host.cookies)
        assert word in words(host.get("/arbitre/competitions/new?system=cup"))


def test_the_boxes_of_a_cup_mean_nothing_to_other_systems(house: ArbitreHouse) -> None:
    with scripted(plays) as one:
        urls = [f"{one.url}?b={at}" for at in (1, 2)]
        cards = [registered(house.host, f"Boxed {url[-1]}", url, manner="printed") for url in urls]

        assert founded(house.host, "boxes", cards, double="1", consolation="1") == 303


def test_an_empty_form_shows_no_words_of_ours_as_typed(house: ArbitreHouse) -> None:
    assert "built-in" not in house.host.get("/arbitre/competitions/new").text


def test_only_the_host_founds_competitions(house: ArbitreHouse) -> None:
    owner = house.owner("Ada")

    assert owner.get("/arbitre/competitions/new").status == 403
    assert founded(owner, "Mine", [1, 2]) == 403
    assert founded(house.visitor(), "Mine", [1, 2]) == 403


def test_there_is_nothing_at_the_address_of_an_unknown_competition(house: ArbitreHouse) -> None:
    assert house.visitor().get("/arbitre/competition/nothing/7").status == 404


def test_a_killed_server_goes_on_with_its_competition_and_plays_no_game_twice(tmp_path: Path) -> None:
    def unhurried(asked: Asked) -> Said:
        time.sleep(0.05)
        return Said(free_cell(asked).encode())

    with scripted(unhurried) as running:
        with arbitre_house(tmp_path) as house:
            cards = [
                registered(house.host, f"E{number}", f"{running.url}?n={number}", manner="printed")
                for number in range(4)
            ]
            assert founded(house.host, "Killed", cards, games="4") == 303
            until(lambda: games_of(house.host), lambda games: sum(bool(game["ended"]) for game in games) >= 3)
            house.process.kill()
            house.process.wait(10)
        with arbitre_house(tmp_path) as house:
            until(
                lambda: games_of(house.host),
                lambda games: len(games) == 24 and all(game["ended"] for game in games),
                90,
            )
            until(
                lambda: standings(house.host, "killed"),
                lambda rows: sum(row["points"] for row in rows) == 6,
            )

    book = EngineStore(tmp_path / "arbitre.db")
    (count,) = next(book.execute("SELECT count(*) FROM game WHERE event IS NOT NULL"))
    book.close()
    assert count == 24


# ladders


def test_the_host_switches_a_ladder_on_and_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    with engine("tictactoe") as url:
        with arbitre_house(tmp_path) as house:
            registered(house.host, "Climber", url)
            assert house.visitor().get("/arbitre/ladder/tictactoe").status == 200
            assert house.host.post("/arbitre/ladder/tictactoe", {"on": "1"}).status == 303
            until(
                lambda: house.visitor().get("/arbitre/ladder").text,
                lambda told: "/arbitre/competition/ladder/tictactoe" in told,
                60,
            )
            assert "ladder/tictactoe" in house.visitor().get("/arbitre/competitions").text
            assert "Climber" in words(house.visitor().get("/arbitre/competition/ladder/tictactoe"))
        with arbitre_house(tmp_path) as house:
            assert "being played" in words(house.visitor().get("/arbitre/ladder"))
            house.host.post("/arbitre/ladder/tictactoe", {"on": "0"})
            assert "being played" not in words(house.visitor().get("/arbitre/ladder"))


def test_only_the_host_switches_ladders_and_only_of_games_there_are(house: ArbitreHouse) -> None:
    assert house.visitor().post("/arbitre/ladder/reversi", {"on": "1"}).status == 403
    assert house.owner("Bea").post("/arbitre/ladder/reversi", {"on": "1"}).status == 403
    assert house.host.post("/arbitre/ladder/chess", {"on": "1"}).status == 404
    assert house.host.get("/arbitre/ladder/chess").status == 404
