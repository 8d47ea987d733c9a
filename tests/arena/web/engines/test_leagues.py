"""Competitions in the hand of their host: paused across a restart, stopped, deleted and brought back."""

from __future__ import annotations

import time
import urllib.parse
from pathlib import Path

import pytest
from tests.arena.http.scripted import Asked, Said, free_cell, scripted
from tests.support.engine_house import ArbitreHouse, arbitre_house, registered, until, words

from ronde.arena.http import EngineStore

pytestmark = pytest.mark.full


def slow(asked: Asked) -> Said:
    time.sleep(0.2)
    return Said(free_cell(asked).encode() if asked.query["Status"] == "0" else b"")


def founded(house: ArbitreHouse, url: str) -> str:
    """A long competition of two engines; the path of its page."""
    cards = [registered(house.host, f"E{at}", f"{url}?n={at}", manner="printed") for at in (1, 2)]
    wish = {"name": "Long", "system": "robin", "games": "100", "laps": "5", "timeout": "15"}
    body = urllib.parse.urlencode({**wish, "game": "tictactoe"}) + "".join(f"&engine={one}" for one in cards)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    assert house.host._ask("POST", "/arbitre/competitions/new", body, headers).status == 303
    page = until(lambda: house.visitor().get("/arbitre/competitions").text, lambda text: "long/" in text)
    return f"/arbitre/competition/long/{page.split('competition/long/')[1].split(chr(34))[0]}"


def running(folder: Path) -> tuple[int, int]:
    """Games of competitions in the book: all, and those that are not over."""
    book = EngineStore(folder / "arbitre.db")
    found = next(book.execute("SELECT count(*), count(*) - count(ended) FROM game WHERE event IS NOT NULL"))
    book.close()
    return found  # type: ignore[no-any-return]


def act(house: ArbitreHouse, page: str, what: str) -> int:
    return house.host.post(page, {"act": what}).status


def test_a_competition_is_paused_across_a_restart_stopped_deleted_and_brought_back(tmp_path: Path) -> None:
    with scripted(slow) as one:
        with arbitre_house(tmp_path) as house:
            page = founded(house, one.url)
            assert house.visitor().post(page, {"act": "pause"}).status == 403
            assert act(house, page, "pause") == 303
            assert "Paused." in words(house.visitor().get(page))
        with arbitre_house(tmp_path) as house:
            assert "Paused." in words(house.visitor().get(page))
            until(lambda: running(tmp_path), lambda found: found[1] == 0)
            rested = running(tmp_path)[0]
            assert act(house, page, "go") == 303
            until(lambda: running(tmp_path), lambda found: found[0] > rested)

            assert act(house, page, "stop") == 303
            assert running(tmp_path)[1] == 0, "games that have not ended are struck"
            stopped = running(tmp_path)[0]
            assert "Stopped. What was played counts." in words(house.visitor().get(page))

            assert act(house, page, "delete") == 303
            assert house.visitor().get(page).status == 404
            assert house.visitor().get("/t/long").status == 404
            assert "Long" not in words(house.visitor().get("/arbitre/competitions"))
            assert "Deleted competitions Long" in words(house.host.get("/arbitre/competitions"))
            assert not (tmp_path / "long.ronde").exists()
        with arbitre_house(tmp_path) as house:
            assert house.visitor().get(page).status == 404
            assert act(house, page, "restore") == 303
            assert "Stopped." in words(house.visitor().get(page))
            assert house.visitor().get("/t/long").status == 200
            assert running(tmp_path) == (stopped, 0)
            assert act(house, page, "go") == 303
            until(lambda: running(tmp_path), lambda found: found[0] > stopped)


def test_a_deleted_competition_whose_file_is_gone_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with scripted(slow) as one, arbitre_house(tmp_path) as house:
        page = founded(house, one.url)
        assert act(house, page, "nonsense") == 400
        assert act(house, page, "delete") == 303
        (tmp_path / "long.ronde.deleted").unlink()
        assert "cannot be brought back" in words(house.host.post(page, {"act": "restore"}))
