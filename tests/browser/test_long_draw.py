"""A draw that takes long in the browser: its page waits by itself, and Enter accepts what was drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.halls import Visit, enter
from tests.support.slow_server import slow_server

from ronde.app.desk import Desk


@pytest.fixture
def tables(folder: Path, tmp_path: Path, visit: Visit) -> Iterator[Page]:
    """The tables of the arbiter, whose draws wait for the file `now`."""
    with slow_server(folder, tmp_path / "now") as (server, link):
        page, place = visit().new_page(), f"http://localhost:{server.port}"
        enter(page, place + link)
        page.goto(f"{place}/desk/swiss/tables")
        yield page


def test_what_was_drawn_at_last_has_the_focus_and_is_accepted_by_enter(
    tables: Page, folder: Path, tmp_path: Path
) -> None:
    tables.get_by_role("button", name="Pair again, except locked tables").click()
    expect(tables.locator("progress")).to_be_visible()
    (tmp_path / "now").touch()

    expect(tables.get_by_role("button", name="Accept and publish")).to_be_focused()
    tables.keyboard.press("Enter")
    expect(tables.locator("#notice")).to_contain_text("The round is paired: 4 tables")
    desk = Desk.open(folder / "swiss.ronde")
    desk.close()
    assert len(desk.tournament.open_round.tables) == 4


def test_what_there_was_to_say_waits_for_the_tables(tables: Page, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "now").touch()
    tables.get_by_role("button", name="Pair again, except locked tables").click()
    expect(tables.get_by_role("button", name="Accept and publish")).to_be_focused()
    (tmp_path / "now").unlink()
    other = tables.context.new_page()
    other.goto(tables.url.partition("/preview/")[0] + "/players")
    other.locator("#name").fill("LATE Lou")
    other.locator("#name").press("Enter")
    expect(other.locator("#players tbody tr")).to_have_count(9)

    tables.get_by_role("button", name="Accept and publish").click()
    expect(tables.locator("progress")).to_be_visible()
    (tmp_path / "now").touch()
    expect(tables.locator("#notice")).to_contain_text("The tournament has changed")
    expect(tables.locator("h1")).to_contain_text("Preview")
