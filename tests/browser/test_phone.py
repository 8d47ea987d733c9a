"""Phones of 320 pixels: a player finds his table and proposes his result; the desk hears it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.halls import House, Visit, enter, make, serving

from ronde.app.desk import Desk
from ronde.model.result import BOARDS
from ronde.model.settings import Settings
from ronde.model.table import Table

NARROW = {"width": 320, "height": 640}


def table_of(house: House, slug: str = "swiss") -> Table:
    """The first table of the open round, as the file has it."""
    desk = Desk.open(house.folder / f"{slug}.ronde")
    desk.close()
    return next(iter(desk.tournament.open_round))


def link_of(house: House, arbiter: Page, player: int, slug: str = "swiss") -> str:
    """A player's personal link, as the desk shows it."""
    arbiter.goto(house.at(f"/desk/{slug}/phones?player={player}"))
    address = arbiter.locator(".link a").first.get_attribute("href")
    assert address is not None
    return address


def card(visit: Visit, address: str) -> Page:
    """A player's phone with his card."""
    page = visit(**NARROW, has_touch=True, is_mobile=True).new_page()
    page.goto(address)
    return page


def say(phone: Page, discs: str) -> None:
    """Propose a result; the digits are folded once somebody has."""
    folded = phone.locator("main details:not([open]) > summary")
    if folded.count():
        folded.tap()
    phone.fill("#discs", discs)
    phone.locator(".tell button.strong").tap()


def no_sideways_scroll(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def test_two_players_who_say_the_same_make_the_result(house: House, arbiter: Page, visit: Visit) -> None:
    table = table_of(house)
    first, second = (card(visit, link_of(house, arbiter, one)) for one in (table.first, table.second))
    expect(first.locator("h1")).to_have_text(f"Table {table.number}")
    no_sideways_scroll(first)

    say(first, "40")
    expect(first.locator(".said-so")).to_contain_text("You proposed 40-24")
    expect(second.locator(".said-so")).to_contain_text("proposed 40-24")
    say(second, "24")

    for phone in (first, second):
        expect(phone.locator("main")).to_contain_text("Result: 40-24")
        expect(phone.locator(".tell")).to_have_count(0)
    stored = table_of(house).result
    assert stored is not None
    assert (stored.first, stored.second) == (40, 24)


def test_players_who_disagree_are_told_and_the_arbiter_decides(
    house: House, arbiter: Page, visit: Visit
) -> None:
    table = table_of(house)
    first, second = (card(visit, link_of(house, arbiter, one)) for one in (table.first, table.second))
    arbiter.goto(house.at("/desk/swiss/proposals"))
    expect(arbiter.locator("main")).to_contain_text("No proposals waiting.")

    say(first, "40")
    expect(second.locator(".said-so")).to_contain_text("proposed 40-24")
    say(second, "30")
    expect(second.locator(".said-so.trouble")).to_contain_text("Your proposals differ")
    expect(arbiter.locator("main")).to_contain_text("they differ")
    assert table_of(house).result is None

    arbiter.get_by_role("button", name=re.compile("^Accept.*34-30")).click()
    expect(first.locator("main")).to_contain_text("Result: 34-30")
    assert table_of(house).result is not None


def test_a_refused_proposal_is_gone_and_may_come_again(house: House, arbiter: Page, visit: Visit) -> None:
    table = table_of(house)
    phone = card(visit, link_of(house, arbiter, table.first))
    say(phone, "64")
    expect(phone.locator(".said-so")).to_contain_text("64-0")
    arbiter.goto(house.at("/desk/swiss/proposals"))

    arbiter.get_by_role("button", name=re.compile("^Refuse")).click()

    expect(arbiter.locator("main")).to_contain_text("No proposals waiting.")
    expect(phone.locator(".said-so")).to_have_count(0)
    say(phone, "63")
    expect(phone.locator(".said-so")).to_contain_text("63-1")


def test_where_there_are_no_discs_three_buttons_are_enough(tmp_path: Path, visit: Visit) -> None:
    make(tmp_path / "blitz.ronde", Settings(board=BOARDS["chess"], tiebreaks=("buchholz",)))
    with serving(tmp_path) as house:
        arbiter = visit().new_page()
        enter(arbiter, house.link)
        table = table_of(house, "blitz")
        phone = card(visit, link_of(house, arbiter, table.second, "blitz"))

        phone.get_by_role("button", name="I won").tap()

        expect(phone.locator(".said-so")).to_contain_text("You proposed 0-1")


def test_the_targets_of_a_phone_are_large_enough(house: House, arbiter: Page, visit: Visit) -> None:
    phone = card(visit, link_of(house, arbiter, table_of(house).first))

    for target in phone.locator("button, nav a, input:not([type=hidden])").locator("visible=true").all():
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_a_helper_enrolled_by_code_enters_results_and_nothing_else(
    house: House, arbiter: Page, visit: Visit
) -> None:
    arbiter.goto(house.at("/seats"))
    arbiter.fill("#who", "Ann")
    arbiter.select_option("#event", "swiss")
    arbiter.get_by_role("button", name="Show a code").click()
    link = arbiter.locator(".link").inner_text()
    assert arbiter.locator(".code svg").is_visible()
    helper = visit(**NARROW).new_page()

    enter(helper, link)
    answers = {
        path: helper.goto(house.at(path)) for path in ("/desk/swiss", "/desk/swiss/settings", "/seats")
    }
    statuses = {path: answer.status for path, answer in answers.items() if answer}
    assert statuses == {"/desk/swiss": 200, "/desk/swiss/settings": 403, "/seats": 403}

    arbiter.reload()
    arbiter.goto(house.at("/seats"))
    arbiter.get_by_role("button", name="Sign out: helper Ann").click()
    expect(arbiter.get_by_role("button", name="Sign out: helper Ann")).to_have_count(0)
    answer = helper.goto(house.at("/desk/swiss"))
    assert answer is not None
    assert answer.status == 403


def test_digits_on_the_page_compute_the_rest_and_the_button_says_who_won(
    house: House, arbiter: Page, visit: Visit
) -> None:
    phone = card(visit, link_of(house, arbiter, table_of(house).first))
    for digit in ("5", "9", "Erase", "4"):
        phone.get_by_role("button", name=digit, exact=True).tap()

    expect(phone.locator("[data-rest]")).to_have_text("10")
    expect(phone.locator(".tell button.strong")).to_have_text("I won 54–10: tell the arbiter")
    phone.get_by_role("button", name="Draw", exact=True).tap()
    expect(phone.locator(".tell button.strong")).to_have_text("Drawn 32–32: tell the arbiter")


def test_a_personal_link_follows_its_player_on_every_list(house: House, arbiter: Page, visit: Visit) -> None:
    player = table_of(house).first
    phone = card(visit, link_of(house, arbiter, player))
    phone.goto(house.at("/t/swiss/standings"))

    expect(phone.locator("tr.me")).to_have_count(1)
    expect(phone.locator("tr.me a").first).to_have_attribute("href", re.compile(f"player/{player}$"))
