"""Many tabs, lost connections and restarts: open pages stay true."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.halls import House, Visit
from tests.support.web_server import listening_at

from ronde.app.desk import Desk
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result


def enter(folder: Path, table: int, result: Result) -> None:
    """Another program writes a result into the file."""
    desk = Desk.open(folder / "swiss.ronde")
    desk.act("script", enter_at_table, table=table, result=result)
    desk.close()


def restarted(house: House) -> subprocess.Popen[bytes]:
    """The server ends, and another one comes up at the same address."""
    house.process.send_signal(signal.SIGTERM)
    house.process.wait(20)
    port = house.address.rpartition(":")[2]
    command = [sys.executable, "-m", "ronde", "serve", str(house.folder), "--port", port]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    listening_at(int(port), process)
    return process


def seen_by_the_server(page: Page, address: str, text: str) -> None:
    """Wait until the page as the server sends it, without its tags, has this text."""
    end = time.monotonic() + 30
    while text not in re.sub(r"<[^>]+>", "", page.request.get(address).text()):
        assert time.monotonic() < end, f"{address} never showed {text}"
        page.wait_for_timeout(50)


UNDERLINED = """new MutationObserver(() => {
    const score = document.querySelector("#table-2.changed .score");
    if (score) document.documentElement.dataset.underlined = score.textContent.trim();
}).observe(document.body, {subtree: true, attributes: true, attributeFilter: ["class"]})"""
"""Remembers what was underlined: on a busy machine three seconds are over before anybody looks."""


def test_eight_tabs_of_one_browser_all_hear_of_a_result(house: House, visit: Visit) -> None:
    context = visit()
    tabs = [context.new_page() for _ in range(8)]
    for tab in tabs:
        tab.goto(house.at("/t/swiss"))

    enter(house.folder, 1, Result(40, 24))

    for tab in tabs:
        tab.bring_to_front()
        expect(tab.locator("#table-1 .score")).to_have_text("40-24")


def test_a_changed_row_is_underlined_for_a_while_and_focus_stays(house: House, page: Page) -> None:
    page.clock.install()
    page.goto(house.at("/t/swiss"))
    link = page.locator("#table-2 a").first
    link.focus()
    page.evaluate(UNDERLINED)

    enter(house.folder, 2, Result(20, 44))

    expect(page.locator("html")).to_have_attribute("data-underlined", "20-44")
    expect(link).to_be_focused()
    page.clock.run_for(4_000)
    expect(page.locator("#table-2.changed")).to_have_count(0)


def test_a_page_that_was_open_during_a_restart_shows_what_it_missed(house: House, page: Page) -> None:
    page.goto(house.at("/t/swiss"))
    expect(page.locator("#live-mark")).to_have_text("Live")
    house.process.send_signal(signal.SIGTERM)
    house.process.wait(20)
    expect(page.locator("#live-mark")).not_to_have_text("Live")
    enter(house.folder, 1, Result(33, 31))

    again = restarted(house)
    try:
        expect(page.locator("#table-1 .score")).to_have_text("33-31", timeout=60_000)
        expect(page.locator("#live-mark")).to_have_text("Live")
    finally:
        again.send_signal(signal.SIGTERM)
        again.wait(20)


def test_the_arbiter_stays_signed_in_over_a_restart(house: House, arbiter: Page) -> None:
    again = restarted(house)
    try:
        answer = arbiter.goto(house.at("/desk/swiss"))
        assert answer is not None
        assert answer.status == 200
    finally:
        again.send_signal(signal.SIGTERM)
        again.wait(20)


def test_a_page_nobody_looks_at_gives_its_connection_back(house: House, page: Page) -> None:
    page.goto(house.at("/t/swiss"))
    expect(page.locator("#live-mark")).to_have_text("Live")
    hide = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s});"
    wake = "document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))"

    page.evaluate(hide % "true" + wake)
    enter(house.folder, 3, Result(50, 14))
    seen_by_the_server(page, house.at("/t/swiss"), "50-14")
    expect(page.locator("#table-3 .score")).to_have_text("playing")

    page.evaluate(hide % "false" + wake)
    expect(page.locator("#table-3 .score")).to_have_text("50-14")


def test_after_three_failures_the_page_asks_by_itself(house: House, page: Page) -> None:
    page.route("**/t/swiss/live*", lambda route: route.fulfill(status=503))
    page.clock.install()
    page.goto(house.at("/t/swiss"))
    for _ in range(4):
        page.clock.run_for(2_500)
        page.wait_for_timeout(100)
    expect(page.locator("#live-mark")).to_contain_text("offline since")
    enter(house.folder, 4, Result(10, 54))
    seen_by_the_server(page, house.at("/t/swiss"), "10-54")
    page.clock.run_for(11_000)

    expect(page.locator("#table-4 .score")).to_have_text("10-54")
