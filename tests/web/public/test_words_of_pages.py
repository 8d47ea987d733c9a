"""How pages write: clocks, tie-breaks worth a column, names of finals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.browser.halls import PEOPLE, make
from tests.support.web_server import Browser, server

from ronde.model.bracket import CupSettings
from ronde.model.settings import Settings
from ronde.render.text import tiebreak_columns
from ronde.web.desk.accounts import device_name
from ronde.web.server.rendering import shown_clock


@given(st.floats(0, 100_000))
def test_a_clock_never_shows_sixty_seconds(seconds: float) -> None:
    minutes, rest = shown_clock(seconds).split(":")

    assert re.fullmatch(r"\d\d\.\d", rest)
    assert float(rest) < 60
    assert abs(int(minutes) * 60 + float(rest) - seconds) <= 0.11


def test_discs_are_not_shown_twice() -> None:
    assert tiebreak_columns(Settings(brightwell=0.0)) == ["discs"]
    assert tiebreak_columns(Settings(brightwell=6.0)) == ["brightwell", "discs"]
    assert tiebreak_columns(Settings(brightwell=0.0, tiebreaks=("brightwell", "buchholz"))) == [
        "brightwell",
        "buchholz",
    ]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36", "Chrome, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Firefox, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0", "Edge, Windows"),
        ("something else", "something else"),
        ("", ""),
    ],
)
def test_a_browser_is_called_as_people_call_it(agent: str, name: str) -> None:
    assert device_name(agent) == name


def heads(browser: Browser, slug: str) -> list[str]:
    """The titles of a bracket's columns, and of its sections."""
    page = browser.get(f"/t/{slug}/bracket").text
    return re.findall(r'<text class="head"[^>]*>([^<]+)<', page) + re.findall(
        '<h2 class="h1">([^<]+)</h2>', page
    )


def test_finals_are_called_what_they_are(tmp_path: Path) -> None:
    single = Settings(rounds=3, system="cup", cup=CupSettings(third_place=True))
    places = Settings(rounds=3, system="cup", cup=CupSettings(third_place=True, consolation=True))
    double = Settings(rounds=7, system="cup", cup=CupSettings(double=True))
    make(tmp_path / "single.ronde", single, PEOPLE, closed=1)
    make(tmp_path / "places.ronde", places, PEOPLE, closed=1)
    make(tmp_path / "double.ronde", double, PEOPLE, closed=1)
    with server(tmp_path) as (browser, _, _):
        assert heads(browser, "single")[:3] == ["Quarter-finals", "Semi-finals", "Final"]
        assert "Third place" in heads(browser, "single")
        assert {"Third place", "Places 5 to 8", "Places 7 and 8"} <= set(heads(browser, "places"))
        told = heads(browser, "double")

    assert {"Bracket of the unbeaten", "Final of the unbeaten", "Final of the losers"} <= set(told)
    assert {"Grand final", "Second match, if needed"} <= set(told)


def test_a_grand_final_that_is_not_played_again_is_not_drawn(tmp_path: Path) -> None:
    double = Settings(rounds=7, system="cup", cup=CupSettings(double=True))
    path = make(tmp_path / "double.ronde", double, PEOPLE, closed=5)
    with server(path) as (browser, link, _):
        browser.enter(link)
        assert "Second match, if needed" in heads(browser, "double")
        unbeaten = browser.get("/t/double/bracket.json").body
        page = browser.get("/desk/double").text
        first = re.findall(r'data-first="(\d+)"', page)[-1]
        finalist = _unbeaten(unbeaten)
        other = re.findall(r'data-second="(\d+)"', page)[-1]
        assert {first, other} >= {finalist}
        browser.post("/desk/double/result", {"entry": f"{finalist} 60"})
        browser.post("/desk/double/result", {"entry": "!"})

        assert "Second match, if needed" not in heads(browser, "double")
        assert "Grand final" in heads(browser, "double")


def _unbeaten(data: bytes) -> str:
    """Who has won the final of the unbeaten."""
    import json

    sections = json.loads(data)["sections"]
    main = next(one for one in sections if one["kind"] == "main")
    return str(main["ties"][-1]["winner"])
