"""Two arbiters at once, a server that goes and comes back, and names that would like to be programs."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.halls import HOSTILE, House, Visit, enter, make, serving

from ronde.app.desk import Desk
from ronde.model.events import ResultEntered
from ronde.model.settings import Settings

DESK_PAGES = (
    "", "/tables?bills=yes", "/players", "/player/1", "/player/2", "/history", "/settings", "/export",
    "/correct", "/whynot?one=1&other=2", "/help", "/close", "/players?name=script",
)  # fmt: skip


def second_arbiter(house: House, visit: Visit, arbiter: Page) -> Page:
    """Another browser of the chief, with the same session."""
    other = visit(storage_state=arbiter.context.storage_state())
    return other.new_page()


def entering(page: Page, line: str) -> None:
    page.locator("#entry").fill(line)
    page.locator("#entry").press("Enter")


def test_a_result_of_one_arbiter_appears_at_the_other_without_losing_his_line(
    arbiter: Page, house: House, visit: Visit
) -> None:
    other = second_arbiter(house, visit, arbiter)
    for page in (arbiter, other):
        page.goto(house.at("/desk/swiss"))
    other.locator("#entry").type("garn")

    entering(arbiter, "abadie 40")
    expect(other.locator("tr[data-table]", has_text="ABADIE").locator(".score")).to_contain_text("40")
    expect(other.locator("#entry")).to_have_value("garn")
    expect(other.locator("#entry")).to_be_focused()


def test_a_differing_result_shows_both_and_asks_which(arbiter: Page, house: House, visit: Visit) -> None:
    other = second_arbiter(house, visit, arbiter)
    for page in (arbiter, other):
        page.goto(house.at("/desk/swiss"))
    entering(arbiter, "abadie 40")
    expect(arbiter.locator("tr[data-table]", has_text="ABADIE").locator(".score")).to_contain_text("40")

    entering(other, "abadie 41")
    panel = other.locator("#differs")
    expect(panel).to_contain_text("40-24")
    expect(panel).to_contain_text("41-23")
    expect(panel).to_contain_text("arbiter, 20")  # who, and when
    expect(other.locator("#keep-old")).to_be_focused()
    other.keyboard.press("Space")  # of a line typed too early
    entering(arbiter, "garnier 33")  # what others do leaves the question where it is
    expect(other.locator("tr[data-table]", has_text="GARNIER").locator(".score")).to_contain_text("33")
    expect(panel).to_be_visible()

    other.get_by_role("button", name="Take 41-23").click()
    expect(panel).to_have_count(0)
    expect(arbiter.locator("tr[data-table]", has_text="ABADIE").locator(".score")).to_contain_text("41")


def test_a_preview_is_made_again_if_the_hall_changes_before_it_is_accepted(
    arbiter: Page, house: House, visit: Visit
) -> None:
    other = second_arbiter(house, visit, arbiter)
    arbiter.goto(house.at("/desk/swiss/tables"))
    arbiter.get_by_role("button", name="Pair again, except locked tables").click()
    expect(arbiter.locator("h1")).to_contain_text("Preview")
    other.goto(house.at("/desk/swiss/players"))
    other.locator("#name").fill("LATE Lou")
    other.locator("#name").press("Enter")
    expect(other.locator("#players tbody tr")).to_have_count(9)

    arbiter.get_by_role("button", name="Accept and publish").click()
    expect(arbiter.locator("#notice")).to_contain_text("The tournament has changed")
    expect(arbiter.locator("h1")).to_contain_text("Preview")
    arbiter.get_by_role("button", name="Accept and publish").click()
    expect(arbiter.locator("#entry")).to_be_focused()
    desk = Desk.open(house.folder / "swiss.ronde")
    desk.close()
    assert desk.tournament.open_round.bye is not None


def test_an_entry_is_kept_while_the_server_is_gone_and_sent_once_when_it_is_back(
    arbiter: Page, house: House
) -> None:
    arbiter.goto(house.at("/desk/swiss"))
    port = house.address.rsplit(":", 1)[1]
    house.process.send_signal(signal.SIGTERM)
    house.process.wait(20)
    entering(arbiter, "abadie 40")
    expect(arbiter.locator("#kept")).to_contain_text("abadie 40")
    expect(arbiter.locator("#said")).to_contain_text("kept here")

    again = subprocess.Popen(
        [sys.executable, "-m", "ronde", "--lang", "en", "serve", str(house.folder), "--port", port],
        stdout=subprocess.DEVNULL,
    )
    try:
        score = arbiter.locator("tr[data-table]", has_text="ABADIE").locator(".score")
        expect(arbiter.locator("#kept")).to_be_hidden(timeout=60_000)
        expect(score).to_contain_text("40")
    finally:
        again.send_signal(signal.SIGTERM)
        again.wait(20)
    desk = Desk.open(house.folder / "swiss.ronde")
    desk.close()
    facts = [entry.event for entry, _ in desk.history()]
    assert sum(isinstance(fact, ResultEntered) and fact.round == 2 for fact in facts) == 1


def test_hostile_names_stay_inert_on_every_page_of_the_desk(tmp_path: Path, visit: Visit) -> None:
    folder = tmp_path / "hall"
    folder.mkdir()
    make(folder / "evil.ronde", Settings(rounds=4), HOSTILE)
    with serving(folder) as house:
        page = visit(language="fr").new_page()
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        enter(page, house.link)
        for place in DESK_PAGES:
            answer = page.goto(house.at(f"/desk/evil{place}"))
            assert answer is not None
            assert answer.status == 200, place
            assert page.evaluate("window.owned") is None, place
            assert page.locator("main script, main img").count() == 0, place
        page.goto(house.at("/desk/evil"))
        entering(page, "\"' 40")
        expect(page.locator("#state")).to_contain_text("1")
        page.goto(house.at("/desk/evil/tables"))
        page.locator("button[value=part-all]").click()
        expect(page.locator(".seating tbody tr")).to_have_count(0)  # press the new page's button
        page.locator(".buttons form button").first.click()
        expect(page.locator(".seating tbody tr")).to_have_count(2)
        assert page.evaluate("window.owned") is None
        assert not dialogs
