"""Every page passes axe in both themes and fits a phone; hostile names stay inert everywhere.

A theme changes colours only: all rules are run in the light theme, those about colours again in the dark one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page
from tests.browser.addresses import ARBITRE, DESK, ELSEWHERE, NO_PAGE, PUBLIC, page_routes
from tests.browser.conftest import CHROMIUM
from tests.browser.halls import House, Visit, serving
from tests.browser.stage import OWNED, Stage, everything, staged

from ronde.i18n import LANGUAGES

LEVELS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""What the theme decides; nothing else depends on it."""
SCRIPT = Axe().axe_script
FOCUSED = """() => {
    const here = document.activeElement, style = getComputedStyle(here), box = here.getBoundingClientRect();
    const ring = style.outlineStyle !== "none" || here.closest(".line-in, .wish");  // these have a frame
    const inside = box.right > 0 && box.bottom > 0 && box.top < innerHeight && box.width > 1;
    return [`${here.tagName} ${here.className || here.id}`, Boolean(ring) && inside];
}"""
"""What has the focus, and whether somebody who looks at the page can see that."""
NARROW = {"width": 320, "height": 640}
ZOOMED = {"width": 640, "height": 400}
"""A window of 1280 pixels at 200 %."""
WORDY = (
    "/?all", "/enter", "/t/swiss", "/t/keizer/standings?explain", "/t/swiss/player/3", "/t/programs/bracket",
    "/desk/swiss", "/desk/swiss/players", "/desk/swiss/settings", "/desk/swiss/tables?bills=yes", "/seats",
    "/arbitre", "/arbitre/engines/new",
)  # fmt: skip
"""Pages with the longest words and the most buttons in a line."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Tournaments of every kind, and a referee."""
    folder = everything(tmp_path_factory.mktemp("access"))
    with serving(folder, "--referee", "--allow-local", "127.0.0.0/8") as running:
        yield running


@pytest.fixture(scope="module")
def stage(house: House, chromium: Browser) -> Stage:
    """The arbiter signed in, and whatever has an address only once something was done."""
    return staged(house, chromium)


@pytest.fixture(scope="module")
def seat(stage: Stage) -> list[Any]:
    """The cookies of the arbiter."""
    return stage.arbiter


def faults(page: Page, rules: dict[str, Any]) -> list[str]:
    """What axe, which the page has loaded, finds by these rules, as sentences."""
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found = page.evaluate("options => axe.run(document, options).then(found => found.violations)", options)
    return [f"{one['id']}: {one['help']} {[node['target'] for node in one['nodes']][:3]}" for one in found]


def too_wide(page: Page, path: str) -> list[str]:
    """That a page needs sideways scrolling on a phone, or on a desktop at 200 %."""
    found = []
    for size in (ZOOMED, NARROW):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > size["width"] and "/screen" not in path:
            found.append(f"reaches {wide} of {size['width']} pixels")
    return found


def visited(
    context: BrowserContext, house: House, stage: Stage, look: Callable[[Page, str], list[str]]
) -> dict[str, list[str]]:
    """What is wrong with every page of the house, by address."""
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for path in every_address():
        context.clear_cookies()
        context.add_cookies(stage.owner if path in OWNED else stage.arbiter)
        answer = page.goto(house.at(stage.places.get(path, path)))
        assert answer is not None
        assert answer.status == (404 if path in ELSEWHERE else 200), path
        if wrong := look(page, path):
            found[path] = wrong
    return found


def every_address() -> list[str]:
    found = {address: None for pages in (PUBLIC, DESK, ARBITRE) for one in pages.values() for address in one}
    return [*found, *ELSEWHERE]


DARK = {one[0] for pages in (PUBLIC, DESK, ARBITRE) for route, one in pages.items() if "/print" not in route}
"""One page of each route: the dark theme is not printed, and changes nothing but colours."""


def test_every_route_of_the_house_is_looked_at(tmp_path: Path) -> None:
    known = {*PUBLIC, *DESK, *ARBITRE, *NO_PAGE}

    assert sorted(known) == page_routes(tmp_path)


def test_every_page_passes_axe_in_both_themes_and_needs_no_sideways_scroll_on_a_phone(
    house: House, stage: Stage, visit: Visit
) -> None:
    def look(page: Page, path: str) -> list[str]:
        page.evaluate(SCRIPT)
        wrong = faults(page, LEVELS)
        if path in DARK:
            page.emulate_media(color_scheme="dark")
            wrong += [f"dark: {one}" for one in faults(page, CONTRAST)]
            page.emulate_media(color_scheme="light")
        wrong += too_wide(page, path)
        page.set_viewport_size({"width": 1280, "height": 800})
        return wrong

    still = visit(reduced_motion="reduce")  # a colour on its way from one theme to the other is neither
    assert visited(still, house, stage, look) == {}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_longer_words_of_another_language_need_no_sideways_scroll(
    house: House, stage: Stage, visit: Visit, language: str
) -> None:
    context = visit(language=language)
    context.add_cookies(stage.arbiter)
    page = context.new_page()
    for path in WORDY:
        page.goto(house.at(path))

        assert too_wide(page, path) == [], path


def unmarked(page: Page, most: int = 40) -> list[str]:
    """What the Tab key reaches without showing where it is; the first must lead past the menu."""
    page.evaluate(
        "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')"
    )
    found = []
    for number in range(most):
        page.keyboard.press("Tab")
        kind, seen = page.evaluate(FOCUSED)
        if kind.startswith("BODY"):
            break
        if not seen or (number == 0 and kind != "A skip"):
            found.append(kind)
    return found


def test_pages_of_the_desk_begin_with_a_way_past_its_menu_and_show_where_the_keys_are(
    house: House, stage: Stage, visit: Visit
) -> None:
    context = visit(reduced_motion="reduce")
    context.add_cookies(stage.arbiter)
    page = context.new_page()
    for path in (one for one in WORDY if one.startswith("/desk")):
        page.goto(house.at(stage.places.get(path, path)))

        assert unmarked(page) == [], path


def test_the_chosen_theme_and_language_are_remembered(house: House, page: Page) -> None:
    page.goto(house.at("/t/swiss?theme=dark&lang=fr"))
    page.goto(house.at("/t/swiss/standings"))

    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("html").get_attribute("lang") == "fr"


def hostile_paths() -> list[str]:
    ends = (
        "", "/round/2", "/round/2?by=name", "/round/2?by=bill", "/standings", "/crosstable", "/teams",
        "/player/1", "/print/slips", "/print/sheets", "/print/cards", "/screen?view=names",
        "/screen?view=standings",
    )  # fmt: skip
    desk = ("/phones?player=1", "/proposals")  # the others are in test_desk_two.py
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
