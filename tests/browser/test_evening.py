"""A club evening of twelve boards, counted: by mouse, by keys, on a phone."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.halls import House, Visit, enter, make, serving
from tests.support.engine_house import until

from ronde.model.settings import usual_settings

PEOPLE = tuple(f"MEMBER{number:02}, Ann" for number in range(1, 25))
MOST_CLICKS, MOST_KEYS = 15, 16


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Twenty-four members, and a first evening that nobody has paired yet."""
    make(tmp_path / "club.ronde", usual_settings("keizer"), PEOPLE, closed=-1)
    return tmp_path


def packed(path: str | Path) -> str:
    """The table in the archive that was downloaded."""
    with zipfile.ZipFile(path) as archive:
        return archive.read("index.html").decode()


def published(folder: Path) -> str:
    """The table that the server writes into its folder when a round is closed."""
    until(lambda: folder, Path.is_dir)
    return (folder / "index.html").read_text("utf-8")


def opened(page: Page, house: House) -> None:
    enter(page, house.link)
    page.goto(house.at("/desk/club/overview"))


def test_an_evening_by_clicks_alone(club: Path, visit: Visit, tmp_path: Path) -> None:
    with serving(club, "--publish", str(tmp_path / "site")) as house:
        page = visit(width=360, height=780).new_page()
        opened(page, house)
        clicks = 0

        def click(selector: str) -> None:
            nonlocal clicks
            page.locator(selector).first.click()
            clicks += 1

        click(".todo .strong")
        click("form[action$='/accept'] button")
        expect(page.locator("tr[data-table]")).to_have_count(12)
        for at in range(12):
            click(f"#table-{at + 1} .trio button:nth-child({at % 3 + 1})")
            expect(page.locator(f"#table-{at + 1} .score:not(.wait)")).not_to_be_empty()
        click("#close-now")

        assert clicks <= MOST_CLICKS, clicks
        assert "MEMBER01" in published(tmp_path / "site" / "club")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_evening_by_keys_alone(club: Path, visit: Visit, tmp_path: Path) -> None:
    with serving(club, "--publish", str(tmp_path / "site")) as house:
        page = visit().new_page()
        opened(page, house)
        keys = 0

        def press(key: str) -> None:
            nonlocal keys
            page.keyboard.press(key)
            keys += 1

        expect(page.locator(".todo .strong")).to_be_focused()
        press("Enter")
        expect(page.locator("form[action$='/accept'] button")).to_be_focused()
        press("Enter")
        expect(page.locator("#entry")).to_be_focused()
        press("ArrowDown")
        for at in range(12):
            expect(page.locator(f"#table-{at + 1}")).to_be_focused()
            press("1=0"[at % 3])
            expect(page.locator(f"#table-{at + 1} .score:not(.wait)")).not_to_be_empty()
        expect(page.locator("#close-now")).to_be_focused()
        press("Enter")

        assert keys <= MOST_KEYS, keys
        assert "MEMBER01" in published(tmp_path / "site" / "club")
        page.locator("#publish").click()
        with page.expect_download() as download:
            page.locator("#archive").click()
        assert "MEMBER01" in packed(download.value.path())


def test_what_is_missing_is_named_and_the_rest_adjourned(club: Path, visit: Visit) -> None:
    with serving(club) as house:
        page = visit().new_page()
        opened(page, house)
        page.locator(".todo .strong").click()
        page.locator("form[action$='/accept'] button").click()
        page.locator("#table-1 .trio button").first.click()
        expect(page.locator("#state")).to_contain_text("11 results missing")
        page.goto(house.at("/desk/club/close"))
        page.get_by_role("button", name="Adjourn the rest").click()
        page.get_by_role("button", name="Close the round").click()

        expect(page.locator("h1")).to_contain_text("Standings after round 1")


def test_a_tap_is_here_or_away_and_enter_takes_the_only_match_under_a_filter_too(
    club: Path, visit: Visit
) -> None:
    with serving(club) as house:
        page = visit().new_page()
        enter(page, house.link)
        page.goto(house.at("/desk/club/players"))
        tick = page.locator("#player-7 .tick")
        tick.click()
        expect(tick).to_contain_text("excused")
        page.locator("#player-7 summary").click()
        page.locator("#player-7").get_by_role("button", name="unexcused").click()
        expect(tick).to_contain_text("unexcused")
        expect(page.locator("details.menu[open]")).to_have_count(0)
        tick.click()
        expect(tick).to_contain_text("here")
        page.locator("#name").fill("member12")
        expect(page.locator("#name-hint")).to_contain_text("MEMBER12")
        page.keyboard.press("Enter")

        expect(page.locator("#player-12 .tick")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#state")).to_contain_text("odd")
        page.goto(house.at("/desk/club/players?show=here"))
        expect(page.locator("#players tbody tr:visible")).to_have_count(23)
        page.keyboard.type("member12")
        expect(page.locator("#name-hint")).to_contain_text("MEMBER12")
        page.keyboard.press("Enter")
        expect(page.locator("#state")).to_contain_text("24 of 24")
        page.keyboard.type("mem")
        page.keyboard.press("Escape")
        expect(page.locator("#players tbody tr:visible")).to_have_count(24)
        page.keyboard.press("a")
        expect(page.locator("form[action$='/accept'] button")).to_be_focused()


def test_keys_of_a_row_are_those_of_its_buttons_and_the_palette_leads_back_to_the_line(
    club: Path, visit: Visit
) -> None:
    with serving(club) as house:
        page = visit().new_page()
        opened(page, house)
        page.locator(".todo .strong").click()
        page.locator("form[action$='/accept'] button").click()
        expect(page.locator("#entry")).to_be_focused()
        page.keyboard.press("ArrowDown")
        for at, (key, button) in enumerate((("1", 1), ("=", 2), ("0", 3), ("5", 2), ("2", 3)), start=1):
            expect(page.locator(f"#table-{at}")).to_be_focused()
            page.keyboard.press(key)
            pressed = page.locator(f"#table-{at} .trio button:nth-child({button})")
            expect(pressed).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#table-6")).to_be_focused()
        page.keyboard.press("a")
        expect(page.locator("#table-6 .score")).to_contain_text("adj")
        for _ in ("to the address itself", "and where it stands already"):
            expect(page.locator("#entry")).not_to_be_focused()
            page.keyboard.press("Control+k")
            page.keyboard.type("r")
            page.keyboard.press("Enter")
            expect(page.locator("#entry")).to_be_focused()
            page.keyboard.press("ArrowDown")
