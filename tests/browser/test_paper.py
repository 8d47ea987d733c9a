"""What the printer of the hall gets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.browser.halls import House, make, serving

from ronde.model.settings import Settings

KINDS = ("pairings", "names", "slips", "standings", "crosstable", "sheets", "cards")
A4, LETTER = (595, 842), (612, 792)
WHITE = ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
"""The colour of paper, or none."""
MANY = tuple(f"PLAYER{number:02}, Name" for number in range(90))


def printed(page: Page) -> tuple[int, tuple[int, int]]:
    """The pages and the size of the paper, in points, as the browser prints."""
    made = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox ?\[([^\]]+)\]", made)
    _, _, width, height = (round(float(number)) for number in boxes[0].split())
    return len(re.findall(rb"/Type ?/Page\b", made)), (width, height)


@pytest.mark.parametrize(("paper", "size", "kinds"), [("a4", A4, KINDS), ("letter", LETTER, KINDS[:1])])
def test_every_kind_fills_the_paper_that_was_asked_for(
    paper: str, size: tuple[int, int], kinds: tuple[str, ...], shown: House, page: Page
) -> None:
    for kind in kinds:
        page.goto(shown.at(f"/t/swiss/print/{kind}?paper={paper}"))
        pages, measured = printed(page)
        assert pages >= 1
        assert measured[0] == pytest.approx(size[0], abs=2), kind
        assert measured[1] == pytest.approx(size[1], abs=2), kind


def test_four_slips_fill_a_sheet_and_long_lists_repeat_their_head(tmp_path: Path, page: Page) -> None:
    make(tmp_path / "open.ronde", Settings(rounds=5), MANY)
    with serving(tmp_path) as house:
        page.goto(house.at("/t/open/print/slips"))
        assert page.locator(".slip").count() == 45
        assert printed(page)[0] == 12
        page.goto(house.at("/t/open/print/names"))
        assert printed(page)[0] == 2
        page.goto(house.at("/t/open/print/standings"))
        assert printed(page)[0] in (3, 4)
        assert (
            page.evaluate("getComputedStyle(document.querySelector('thead')).display") == "table-header-group"
        )


def test_nothing_of_the_screen_is_printed(shown: House, page: Page) -> None:
    page.emulate_media(media="print")
    page.goto(shown.at("/t/swiss/print/pairings"))
    assert not page.locator(".tools").is_visible()

    page.goto(shown.at("/t/swiss/standings"))
    assert not page.locator("nav").first.is_visible()
    assert page.locator("table").is_visible()


def test_cards_carry_personal_links_for_the_desk_only(house: House, page: Page, arbiter: Page) -> None:
    page.goto(house.at("/t/swiss/print/cards"))
    arbiter.goto(house.at("/t/swiss/print/cards"))

    assert "public page" in page.locator("p.tools").inner_text()
    assert "personal links" in arbiter.locator("p.tools").inner_text()
    assert (
        page.locator(".namecard svg").first.inner_html()
        != arbiter.locator(".namecard svg").first.inner_html()
    )


def test_a_page_read_in_the_dark_is_printed_black_on_white(shown: House, page: Page) -> None:
    page.goto(shown.at("/t/swiss/standings?theme=dark"))
    page.emulate_media(media="print")

    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") in WHITE
