"""Every page passes axe, in both themes and languages; hostile names stay inert everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.browser.conftest import CHROMIUM
from tests.browser.halls import HOSTILE, PEOPLE, House, hall, make, serving

from ronde.cli.exhibition import cup_roster, fill
from ronde.core.settings import Settings
from ronde.referee.door import Series

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
PUBLIC = (
    "/?all", "/enter", "/t/swiss", "/t/swiss/round/1", "/t/swiss/round/2?by=name", "/t/swiss/standings",
    "/t/swiss/crosstable", "/t/swiss/teams", "/t/swiss/player/3", "/t/swiss/print", "/t/swiss/screen",
    "/t/swiss/screen?view=standings&lang=fr,en", "/t/keizer/standings?explain", "/t/keizer/player/2",
    "/t/programs/bracket", "/t/programs/games", "/t/programs/game/1-1-1", "/t/programs/games/live",
    "/t/swiss/round/1?embed", "/t/swiss/print/pairings", "/t/swiss/print/slips", "/t/swiss/print/sheets",
    "/t/swiss/print/cards", "/nothing",
)  # fmt: skip
SEATED = (
    "/desk", "/desk/swiss", "/desk/swiss/tables", "/desk/swiss/players", "/desk/swiss/player/2",
    "/desk/swiss/settings", "/desk/swiss/history", "/desk/swiss/export", "/desk/swiss/help",
    "/desk/swiss/proposals", "/desk/swiss/phones?player=2", "/desk/swiss/screens", "/seats", "/house/import",
    "/desk/swiss/correct", "/desk/swiss/close",
)  # fmt: skip
LOOKS = [("en", "light"), ("fr", "dark")]
"""Every page in both languages and in both themes; the colours do not depend on the language."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The usual tournaments, a cup of programs with games, and one of people with hostile names."""
    folder = hall(tmp_path_factory.mktemp("access"))
    (folder / "cup.ronde").unlink()
    make(folder / "hostile.ronde", Settings(rounds=5), (*HOSTILE, *PEOPLE[:3]))
    _programs(folder)
    with serving(folder) as running:
        yield running


def _programs(folder: Path) -> None:
    """A cup of the exhibition, all of it played."""
    elsewhere = folder / "exhibition"
    elsewhere.mkdir()
    desk = fill(elsewhere, 1, pace=0)
    Series(desk, cup_roster(0), jobs=2).run()
    desk.close()
    (elsewhere / "cup.ronde").rename(folder / "programs.ronde")


@pytest.fixture(scope="module")
def seat(house: House, chromium: Browser) -> list[Any]:
    """The cookies of the arbiter."""
    context = chromium.new_context()
    context.new_page().goto(house.link)
    found: list[Any] = context.cookies()
    context.close()
    return found


def faults(page: Page) -> list[str]:
    """What axe finds, as sentences."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {one['help']} {[node['target'] for node in one['nodes']][:3]}" for one in found]


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_every_page_passes_axe(
    language: str, theme: str, house: House, seat: list[Any], chromium: Browser
) -> None:
    context = chromium.new_context(locale=language, color_scheme=theme)  # type: ignore[arg-type]
    context.add_cookies(seat)
    page = context.new_page()
    found = {}
    for path in (*PUBLIC, *SEATED):
        page.goto(house.at(path))
        if wrong := faults(page):
            found[path] = wrong
    context.close()

    assert found == {}


def test_the_chosen_theme_and_language_are_remembered(house: House, page: Page) -> None:
    page.goto(house.at("/t/swiss?theme=dark&lang=fr"))
    page.goto(house.at("/t/swiss/standings"))

    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("html").get_attribute("lang") == "fr"


def hostile_paths() -> list[str]:
    ends = (
        "", "/round/2", "/round/2?by=name", "/standings", "/crosstable", "/teams", "/player/1",
        "/print/slips", "/print/sheets", "/print/cards", "/screen?view=names", "/screen?view=standings",
    )  # fmt: skip
    desk = ("", "/tables", "/players", "/player/1", "/history", "/phones?player=1", "/proposals")
    return [f"/t/hostile{end}" for end in ends] + [f"/desk/hostile{end}" for end in desk]


def test_hostile_names_stay_inert(house: House, seat: list[Any], chromium: Browser) -> None:
    context = chromium.new_context()
    context.add_cookies(seat)
    page = context.new_page()
    said: list[str] = []
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.on("console", lambda word: said.append(word.text) if word.type == "error" else None)
    for path in hostile_paths():
        page.goto(house.at(path))
        assert page.evaluate("window.owned") is None, path
        assert page.locator("img[src=x], main script").count() == 0, path
        assert "{{ 7*7 }}" in page.content() or "7*7" not in page.content(), path
    context.close()

    assert said == []


def test_single_letters_in_the_page_do_nothing(house: House, page: Page) -> None:
    page.goto(house.at("/t/programs/game/1-1-1"))
    page.locator(".controls button").wait_for()
    before = page.locator(".where").inner_text()
    page.keyboard.press("f")

    assert page.locator(".where").inner_text() == before


def test_a_game_is_replayed_by_keys_and_without_script(house: House, chromium: Browser, page: Page) -> None:
    page.goto(house.at("/t/programs/game/1-1-1"))
    page.locator(".controls button").wait_for()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.locator(".where").inner_text().startswith("1 / ")

    context = chromium.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(house.at("/t/programs/game/1-1-1?move=1"))
    assert plain.locator(".where").inner_text().startswith("1 / ")
    plain.locator("[data-go=next]").click()
    assert plain.locator(".where").inner_text().startswith("2 / ")
    context.close()


def test_the_browser_of_the_tests_is_the_one_of_the_system() -> None:
    assert Path(CHROMIUM).exists()
