"""A helper who is sent away while his results wait: the phone stops asking, says so, and loses nothing."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.halls import House, Visit, enter


def helper_of(house: House, arbiter: Page, visit: Visit) -> Page:
    """The phone of a helper, enrolled by the arbiter."""
    arbiter.goto(house.at("/seats"))
    arbiter.fill("#who", "Ann")
    arbiter.select_option("#event", "swiss")
    arbiter.get_by_role("button", name="Show a code").click()
    found = re.search(r"/enter/[\w-]+", arbiter.locator("p.link").inner_text())
    assert found
    phone = visit(width=320, height=640).new_page()
    phone.clock.install()
    enter(phone, house.at(found[0]))
    phone.goto(house.at("/desk/swiss"))
    return phone


def test_a_revoked_phone_stops_sending_says_so_and_keeps_its_line(
    house: House, arbiter: Page, visit: Visit
) -> None:
    phone = helper_of(house, arbiter, visit)
    arbiter.goto(house.at("/seats"))
    arbiter.get_by_role("button", name="Sign out: helper Ann").click()
    expect(arbiter.get_by_role("button", name="Sign out: helper Ann")).to_have_count(0)
    asked: list[str] = []
    phone.on("request", lambda one: asked.append(one.url) if one.url.endswith("/result") else None)

    first = phone.locator("tr[data-first]").first.get_attribute("data-first")
    phone.fill("#entry", f"{first} 40")
    phone.keyboard.press("Enter")

    expect(phone.locator("#trouble")).to_contain_text("no longer signed in")
    expect(phone.locator("#trouble a")).to_have_attribute("href", "/enter")
    expect(phone.locator("#kept li")).to_have_text(f"{first} 40 (not sent)")
    phone.clock.run_for(3_500)  # twice as long as a phone waits before it asks again
    assert len(asked) == 1


def test_the_line_is_sent_when_the_phone_has_a_seat_again(house: House, arbiter: Page, visit: Visit) -> None:
    phone = helper_of(house, arbiter, visit)
    arbiter.goto(house.at("/seats"))
    arbiter.get_by_role("button", name="Sign out: helper Ann").click()
    expect(arbiter.get_by_role("button", name="Sign out: helper Ann")).to_have_count(0)
    first = phone.locator("tr[data-first]").first.get_attribute("data-first")
    phone.fill("#entry", f"{first} 40")
    phone.keyboard.press("Enter")
    expect(phone.locator("#kept li")).to_have_count(1)

    arbiter.goto(house.at("/seats"))
    arbiter.fill("#who", "Ann")
    arbiter.select_option("#event", "swiss")
    arbiter.get_by_role("button", name="Show a code").click()
    found = re.search(r"/enter/[\w-]+", arbiter.locator("p.link").inner_text())
    assert found
    enter(phone, house.at(found[0]))
    phone.goto(house.at("/desk/swiss"))

    expect(phone.locator(f"tr[data-first='{first}'] .score")).to_have_text("40-24")
    expect(phone.locator("#kept li")).to_have_count(0)
