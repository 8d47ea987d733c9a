"""The screens of the hall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.halls import House, Visit, make, serving

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import open_tournament
from ronde.model.settings import Settings

LONG = tuple(f"HOHENZOLLERN-SIGMARINGEN VON UND ZU {one:02}, Maximiliane Friederike" for one in range(60))
MANY = tuple(f"PLAYER{number:02}, Name" for number in range(60))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A tournament of sixty."""
    folder: Path = tmp_path_factory.mktemp("screens")
    make(folder / "open.ronde", Settings(rounds=5), MANY)
    make(folder / "long.ronde", Settings(rounds=5), LONG)
    make(folder / "season-of-the-club.ronde", Settings(rounds=20, system="keizer"), MANY[:40])
    with serving(folder) as running:
        yield running


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[House]:
    """A tournament before anybody has come."""
    desk = Desk.create(tmp_path / "nobody.ronde")
    desk.act(CHIEF, open_tournament, name="Nobody", date="", settings=Settings(rounds=5))
    desk.close()
    with serving(tmp_path / "nobody.ronde") as running:
        yield running


def shown_rows(page: Page) -> list[str]:
    return page.locator(".view:not([hidden]) > ol > li:not([hidden]) .name").all_inner_texts()


def everything_fits(page: Page) -> None:
    below = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.view:not([hidden]) > ol > li:not([hidden])')]"
        ".map(row => row.getBoundingClientRect().bottom))"
        " - document.querySelector('.hall-foot').getBoundingClientRect().top"
    )
    assert below <= 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


def test_pages_of_whole_rows_fit_and_turn_until_everybody_was_shown(hall: House, page: Page) -> None:
    page.clock.install()
    page.goto(hall.at("/t/open/screen?view=names&seconds=5"))
    seen: list[str] = []
    for _ in range(12):
        everything_fits(page)
        rows = shown_rows(page)
        seen += [row for row in rows if row not in seen]
        page.clock.run_for(5_100)
        if len(seen) == 60:
            break

    assert len(seen) == 60


@pytest.mark.parametrize("view", ["pairings", "standings"])
def test_names_of_sixty_letters_are_whole(view: str, hall: House, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(hall.at(f"/t/long/screen?view={view}"))
    cut = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1
        || one.scrollHeight > one.clientHeight + 1).map(one => one.textContent)"""

    assert page.locator("li:not([hidden]) .name").count() >= 3
    assert page.locator("li:not([hidden]) .name").evaluate_all(cut) == []
    everything_fits(page)


def test_a_cell_of_a_long_crosstable_says_whom_it_was_against(hall: House, page: Page) -> None:
    page.goto(hall.at("/t/open/crosstable"))
    cell = page.locator(".cross td[title]").first
    place = cell.inner_text()[1:]
    row = page.locator(".cross tbody tr").filter(has=page.locator(f"td:first-child:text-is('{place}')"))
    cell.hover()

    assert (cell.get_attribute("title") or "").startswith(row.locator("a").inner_text())


def test_standings_without_players_say_so(empty: House, page: Page) -> None:
    page.goto(empty.at("/t/nobody/screen?view=standings&lang=en"))

    expect(page.get_by_text("No player is registered yet.")).to_be_visible()


@pytest.mark.parametrize("view", ["standings", "podium"])
def test_the_points_of_a_long_season_stay_on_the_screen(view: str, hall: House, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(hall.at(f"/t/season-of-the-club/screen?view={view}"))
    everything_fits(page)
    ends = "[...document.querySelectorAll('.pts, .time')].map(one => one.getBoundingClientRect().right)"
    wide = "[...document.querySelectorAll('.pts')].map(one => one.scrollWidth - one.clientWidth)"

    assert len(shown_rows(page)) == (3 if view == "podium" else 8)
    assert max(page.evaluate(ends)) <= 1280
    assert max(page.evaluate(wide)) <= 0


@pytest.mark.parametrize("view", ["pairings", "standings"])
def test_letters_are_read_from_fifteen_metres(view: str, hall: House, page: Page) -> None:
    for width, height in ((1280, 720), (720, 1280)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(hall.at(f"/t/open/screen?view={view}"))
        size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.view .name')).fontSize)")

        assert size >= 2.39 * min(width / 128, height / 72)
        everything_fits(page)


def test_a_short_list_fills_the_screen_and_its_columns(shown: House, visit: Visit) -> None:
    page = visit(width=1280, height=720).new_page()
    page.goto(shown.at("/t/swiss/screen?view=pairings"))

    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.view .name')).fontSize)") >= 35
    assert page.locator(".dots i").count() == 0
    assert page.locator(".time").inner_text()


def test_a_key_or_the_button_holds_the_page(hall: House, page: Page) -> None:
    page.clock.install()
    page.goto(hall.at("/t/open/screen?view=names&seconds=5"))
    page.get_by_role("button", name="Pause").click()
    before = shown_rows(page)
    page.clock.run_for(20_000)
    assert shown_rows(page) == before

    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert shown_rows(page) != before


def test_two_languages_take_turns(hall: House, page: Page) -> None:
    page.clock.install()
    page.goto(hall.at("/t/open/screen?view=pairings&lang=fr,en&seconds=5&rows=40"))
    heads: set[str] = set()
    for _ in range(12):
        heads.add(page.locator(".view:not([hidden]) h1").inner_text())
        page.clock.run_for(5_100)

    assert {head.split()[-2] for head in heads} == {"Ronde", "Round"}
    assert page.locator("html").get_attribute("lang") in ("fr", "en")


def test_the_desk_steers_every_screen_at_once(house: House, arbiter: Page, visit: Visit) -> None:
    screens = [visit(width=1920, height=1080).new_page() for _ in range(2)]
    for screen in screens:
        screen.goto(house.at("/t/swiss/screen"))
        expect(screen.locator("h1")).to_contain_text("Round 2")
    arbiter.goto(house.at("/desk/swiss/screens"))

    arbiter.get_by_role("button", name="Standings", exact=True).click()
    for screen in screens:
        expect(screen.locator("h1")).to_contain_text("Standings")

    arbiter.fill("#message", "Round 3 at 14:30 <b>sharp</b>")
    arbiter.get_by_role("button", name="Show", exact=True).click()
    for screen in screens:
        expect(screen.locator(".message")).to_have_text("Round 3 at 14:30 <b>sharp</b>")


def test_without_script_everything_is_on_one_page(hall: House, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(hall.at("/t/open/screen?view=names"))

    assert page.locator(".names > li").count() == 60
    assert page.locator(".names > li").last.is_visible()
