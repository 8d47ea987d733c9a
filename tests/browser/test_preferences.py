"""What the visitor has asked the system for: no motion, colours of his own."""

from __future__ import annotations

from playwright.sync_api import Page
from tests.browser.halls import House, Visit, enter


def painted(page: Page, what: str) -> str:
    """The ground on which something is painted."""
    found: str = page.locator(what).first.evaluate(
        "one => { const look = getComputedStyle(one); return look.backgroundImage + look.backgroundColor; }"
    )
    return found


def test_nothing_moves_for_who_wants_no_motion(shown: House, visit: Visit) -> None:
    for wish, moves in (("no-preference", True), ("reduce", False)):
        page = visit(reduced_motion=wish).new_page()
        page.goto(shown.at("/t/swiss"))
        page.locator("#live-mark:not(.off)").wait_for()
        motion = page.evaluate(
            "getComputedStyle(document.getElementById('live-mark'), '::before').animationName"
        )

        assert (motion != "none") is moves


def test_discs_scores_and_switches_keep_their_meaning_in_forced_colours(house: House, visit: Visit) -> None:
    page = visit(forced_colors="active").new_page()
    page.goto(house.at("/t/swiss/round/1"))
    assert painted(page, "td .o:not(.w)") != painted(page, "td .o.w")
    assert painted(page, ".a .sc > :first-child") != painted(page, ".a .sc > :last-child")

    enter(page, house.link)
    page.goto(house.at("/desk/swiss/players"))
    here = painted(page, "#player-1 .flip")
    page.locator("#player-1 .tick").click()
    page.locator('#player-1 .tick[aria-pressed="false"]').wait_for()
    assert painted(page, "#player-1 .flip") != here
