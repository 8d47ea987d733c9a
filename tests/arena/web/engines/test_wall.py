from __future__ import annotations

import re
import time
from html import escape, unescape
from pathlib import Path

import pytest
from tests.arena.http.scripted import Asked, Said, free_cell, scripted
from tests.arena.web.engines.test_competitions import founded
from tests.support.engine_house import arbitre_house, begun, registered, until, words

pytestmark = pytest.mark.full


def slow(asked: Asked) -> Said:
    time.sleep(0.5)
    return Said(free_cell(asked).encode() if asked.query["Status"] == "0" else b"")


def test_the_wall_shows_boards_of_public_games_and_follows_them(tmp_path: Path) -> None:
    with scripted(slow) as one, arbitre_house(tmp_path) as house:
        public = registered(house.host, "Seen", f"{one.url}?p", manner="printed")
        hidden = registered(house.host, "Unseen", f"{one.url}?h", manner="printed", public="")
        assert "<svg" not in house.visitor().get("/arbitre/wall").text
        secret = begun(house.host, hidden, hidden)
        game = begun(house.host, public, public)

        first = until(lambda: house.visitor().get("/arbitre/wall").text, lambda text: "<svg" in text)
        assert f'href="/arbitre/game/{game}"' in first
        assert f"/arbitre/game/{secret}" not in first
        assert 'data-wall="/arbitre/wall"' in house.visitor().get("/arbitre").text
        until(lambda: house.visitor().get("/arbitre/wall").text, lambda text: text != first)


def test_a_screen_of_the_hall_shows_large_boards_with_running_clocks(tmp_path: Path) -> None:
    with scripted(slow) as one, arbitre_house(tmp_path) as house:
        spectator = house.visitor()
        assert "No game is being played" in words(spectator.get("/arbitre/screen"))
        engine = registered(house.host, "<b>Seen", f"{one.url}?p", manner="printed")
        begun(house.host, engine, engine)

        wall = "/arbitre/wall?screen"
        shown = until(lambda: spectator.get(wall).text, lambda text: "data-left=" in text)
        assert shown.count('<section class="card">') == 1
        assert "&lt;b&gt;Seen" in shown
        assert 'data-wall="/arbitre/wall?screen"' in spectator.get("/arbitre/screen").text
        assert "<svg" not in spectator.get(f"{wall}&event=cup%2F1").text


def test_the_boards_of_a_competition_are_on_the_pages_and_screens_of_its_tournament(tmp_path: Path) -> None:
    with scripted(slow) as one, arbitre_house(tmp_path) as house:
        engines = [registered(house.host, name, f"{one.url}?{name}", manner="printed") for name in "ab"]
        assert founded(house.host, "Night Cup", engines) == 303
        spectator = house.visitor()
        pages = ("/t/night-cup/games/live", "/t/night-cup/screen?view=boards")
        seen = until(lambda: spectator.get(pages[0]).text, lambda text: "data-wall=" in text)

        (place,) = {unescape(link) for link in re.findall(r'data-wall="([^"]+)"', seen)}
        assert f'data-wall="{escape(place)}"' in spectator.get(pages[1]).text
        board = until(lambda: spectator.get(place).text, lambda text: "<svg" in text)
        assert 'href="/arbitre/game/' in board
        game, *_ = re.findall(r'href="(/arbitre/game/\d+)"', board)
        assert "<svg" in spectator.get(game).text
        assert "Night Cup" in words(spectator.get(place.replace("/arbitre/wall?screen&", "/arbitre/screen?")))
        assert "data-wall=" not in spectator.get("/t/night-cup/screen?view=standings").text
