"""A whole small Swiss at the desk in the browser, by the keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.halls import House, Visit, enter, serving

from ronde.app.desk import Desk
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result
from ronde.model.tournament import Round

NAMES = ("ALBA Ana", "BRAVO Ben", "CORTEZ Cleo", "DUVAL Dan", "EVANS Eve")


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[House]:
    """A server of an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    with serving(folder) as running:
        yield running


@pytest.fixture
def desk(empty: House, visit: Visit) -> Page:
    page = visit().new_page()
    enter(page, empty.link)
    return page


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the field of that name has the focus."""
    for _ in range(60):
        if wanted == focused(page):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached; at {focused(page)}")


def open_palette(page: Page) -> None:
    """Open the palette; a page that has only just come hears keys once its script runs."""
    page.locator("html.scripted").wait_for()
    page.keyboard.press("Control+k")
    expect(page.locator("#wish")).to_be_focused()


def palette(page: Page, letter: str) -> None:
    """An action by its letter, as in the terminal."""
    open_palette(page)
    page.keyboard.type(letter)
    page.keyboard.press("Enter")


def stored(folder: Path) -> Desk:
    (file,) = folder.glob("*.ronde")
    desk = Desk.open(file)
    desk.close()
    return desk


def test_a_whole_swiss_is_played_with_the_keyboard_only(desk: Page, empty: House) -> None:
    page = desk
    troubles: list[str] = []
    page.on("pageerror", lambda trouble: troubles.append(str(trouble)))
    expect(page).to_have_url(empty.at("/desk"))
    tab_to(page, "name")
    page.keyboard.type("Keys Open")
    page.keyboard.press("Enter")
    expect(page).to_have_url(empty.at("/desk/keys-open/players"))
    expect(page.locator("#name")).to_be_focused()
    for count, name in enumerate(NAMES, start=1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#players tbody tr")).to_have_count(count)
        expect(page.locator("#name")).to_have_value("")
    for number in (1, 2, 3):
        _play_a_round(page, number)

    tournament = stored(empty.folder).tournament
    assert tournament.name == "Keys Open"
    assert len(tournament.closed_rounds) == 3
    assert all(len(one.tables) == 2 and len(one.byes) == 1 for one in tournament.closed_rounds)
    assert troubles == []


def test_after_a_newcomer_the_line_is_ready_for_the_next_name(desk: Page, empty: House) -> None:
    page = desk
    page.locator("#name").fill("Keys Open")
    page.keyboard.press("Enter")
    expect(page).to_have_url(empty.at("/desk/keys-open/players"))
    for count, name in enumerate(("ALBA Ana", "ALBA Bea"), start=1):
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type("ESP")
        page.keyboard.press("Enter")
        expect(page.locator("#players tbody tr")).to_have_count(count)
        expect(page.locator("#name")).to_be_focused()


def _play_a_round(page: Page, number: int) -> None:
    palette(page, "a")
    expect(page.locator("h1")).to_contain_text(f"Preview of round {number}")
    expect(page.get_by_role("button", name="Accept and publish")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#entry")).to_be_focused()
    rows = page.locator("tr[data-table]")
    expect(rows).to_have_count(2)
    page.keyboard.type(f"{rows.nth(0).get_attribute('data-first')} 40")
    expect(page.locator("#foreseen")).to_contain_text("Table 1")
    page.keyboard.press("Enter")
    expect(rows.nth(0).locator(".score")).to_have_text("40-24")
    expect(page.locator("#entry")).to_be_focused()
    page.keyboard.press("ArrowDown")  # into the grid, to the row that is open
    page.keyboard.press("n")
    expect(page.locator("#table-2")).to_be_focused()
    page.keyboard.press("=")
    expect(rows.nth(1).locator(".score")).to_have_text("32-32")
    expect(page.locator("#state")).to_contain_text("all results in")
    expect(page.locator("#close-now")).to_be_focused()  # after the last result
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(f"Standings after round {number}")


def test_letters_act_in_the_menu_and_nowhere_else(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/swiss"))
    arbiter.locator("h1").click()
    arbiter.keyboard.press("h")
    expect(arbiter).to_have_url(house.at("/desk/swiss"))

    arbiter.locator("#entry").focus()
    arbiter.keyboard.press("Escape")
    arbiter.keyboard.press("h")
    expect(arbiter).to_have_url(house.at("/desk/swiss/history"))


def test_the_palette_finds_an_action_by_a_word_and_says_why_one_is_not_to_be_had(
    arbiter: Page, house: House
) -> None:
    arbiter.goto(house.at("/desk/swiss"))
    open_palette(arbiter)
    arbiter.keyboard.type("reopen")
    expect(arbiter.locator("#wishes li:visible")).to_have_count(1)
    expect(arbiter.locator("#wishes li:visible")).to_contain_text("The open round is paired")
    arbiter.keyboard.press("Escape")
    palette(arbiter, "sett")
    expect(arbiter).to_have_url(house.at("/desk/swiss/settings"))


def test_a_line_typed_while_another_is_on_its_way_is_not_lost(arbiter: Page, house: House) -> None:
    held: list[Route] = []
    arbiter.goto(house.at("/desk/swiss"))
    rows = arbiter.locator("tr[data-table]")
    expect(arbiter.locator("#entry")).to_be_focused()
    arbiter.route("**/desk/swiss/result", lambda route: held.append(route), times=1)
    for row in (0, 1):
        arbiter.keyboard.type(f"{rows.nth(row).get_attribute('data-first')} 4{row}")
        expect(arbiter.locator("#foreseen")).to_contain_text(f"Table {row + 1}")
        arbiter.keyboard.press("Enter")
    expect(rows.nth(1).locator(".score")).to_have_text("41-23")
    held[0].continue_()

    for row in (0, 1):
        expect(rows.nth(row).locator(".score")).to_have_text(("40-24", "41-23")[row])
    expect(arbiter.locator("tr.open")).to_have_count(2)


def test_news_from_others_leave_the_palette_as_it_was_typed(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/swiss"))
    open_palette(arbiter)
    arbiter.keyboard.type("h")
    expect(arbiter.locator("#wishes li:visible")).to_have_count(1)
    other = Desk.open(house.folder / "swiss.ronde")
    other.act("other", enter_at_table, table=1, result=Result(40, 24))
    other.close()

    expect(arbiter.locator("#table-1 .score")).to_have_text("40-24")
    expect(arbiter.locator("#wishes li:visible")).to_have_count(1)
    arbiter.keyboard.press("Enter")
    expect(arbiter).to_have_url(house.at("/desk/swiss/history"))


def test_control_z_undoes_says_what_and_offers_redo(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/swiss"))
    expect(arbiter.locator("#entry")).to_be_focused()
    arbiter.keyboard.type("abadie 40")
    arbiter.keyboard.press("Enter")
    score = arbiter.locator("tr[data-table]", has_text="ABADIE").locator(".score")
    expect(score).to_contain_text("40")

    arbiter.keyboard.press("Control+z")
    expect(score).to_have_text("playing")
    expect(arbiter.locator("#notice")).to_contain_text("Undone")
    arbiter.keyboard.press("Control+y")
    expect(score).to_contain_text("40")


def test_tab_completes_a_name_and_lets_go_of_an_empty_line(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/swiss"))
    expect(arbiter.locator("#entry")).to_be_focused()
    arbiter.keyboard.type("ber")
    expect(arbiter.locator("#foreseen")).to_contain_text("BERNARDI")
    arbiter.keyboard.press("Tab")
    expect(arbiter.locator("#entry")).to_have_value("BERNARDI Luca")
    arbiter.keyboard.press("Escape")
    arbiter.keyboard.press("Tab")
    expect(arbiter.locator("#entry")).not_to_be_focused()


def test_typing_replaces_a_line_that_was_refused(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/swiss"))
    entry = arbiter.locator("#entry")
    expect(entry).to_be_focused()
    arbiter.keyboard.type("abadie 99")
    arbiter.keyboard.press("Enter")
    expect(arbiter.locator(".trouble")).to_contain_text("99")
    expect(entry).to_have_value("abadie 99")

    arbiter.keyboard.type("ber")
    expect(entry).to_have_value("ber")


def test_two_players_are_exchanged_in_the_preview_by_drag_and_by_keys(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/swiss/tables"))
    arbiter.get_by_role("button", name="Pair again, except locked tables").click()
    expect(arbiter.locator("h1")).to_contain_text("Preview")
    seats = arbiter.locator(".seating .seat")
    expect(seats).to_have_count(8)
    first, third = seats.nth(0).inner_text(), seats.nth(2).inner_text()

    seats.nth(0).drag_to(seats.nth(2))
    expect(seats.nth(0)).to_have_text(third)
    expect(seats.nth(2)).to_have_text(first)

    seats.nth(0).locator("input").focus()
    arbiter.keyboard.press("Space")
    arbiter.keyboard.press("ArrowDown")
    arbiter.keyboard.press("Space")
    arbiter.keyboard.press("x")
    expect(seats.nth(0)).to_have_text(first)
    assert all(not table.by_hand for table in stored_round(house)), "nothing of the preview is stored"
    arbiter.get_by_role("button", name="Accept and publish").click()
    expect(arbiter.locator("#notice")).to_contain_text("The round is paired: 4 tables")


def stored_round(house: House) -> Round:
    desk = Desk.open(house.folder / "swiss.ronde")
    desk.close()
    return desk.tournament.open_round


def test_the_palette_finds_a_player_and_a_table(house: House, visit: Visit) -> None:
    page = visit().new_page()
    enter(page, house.link)
    page.goto(house.at("/desk/swiss/overview"))
    first = page.locator("#met > li").first
    open_palette(page)
    page.keyboard.type("cardo")
    expect(first).to_contain_text("CARDOSO")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("CARDOSO")
    open_palette(page)
    page.keyboard.type("2")
    expect(first).to_contain_text("Table 2")
    page.keyboard.press("Enter")
    expect(page.locator("#entry")).to_have_value("table 2 ")


def test_the_line_that_enter_would_take_is_lit_and_no_other(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/swiss/overview"))
    open_palette(arbiter)
    assert lit(arbiter) == [arbiter.locator("#wishes > li").first.inner_text()]
    arbiter.keyboard.type("cardo")
    expect(arbiter.locator("#met > li").first).to_contain_text("CARDOSO")
    assert lit(arbiter) == [arbiter.locator("#met > li").first.inner_text()]
    arbiter.keyboard.press("ArrowDown")
    arbiter.keyboard.press("ArrowDown")
    assert lit(arbiter) == [arbiter.locator("#met > li").nth(1).inner_text()]


def lit(page: Page) -> list[str]:
    """The lines of the palette that have a ground of their own."""
    texts: list[str] = page.evaluate(
        """[...document.querySelectorAll("#palette .act")]
        .filter((one) => one.checkVisibility())
        .filter((one) => getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)")
        .map((one) => one.closest("li").innerText)"""
    )
    return texts


def test_a_fault_in_the_settings_is_seen_above_the_bar_that_saves(arbiter: Page, house: House) -> None:
    arbiter.set_viewport_size({"width": 1366, "height": 768})
    arbiter.goto(house.at("/desk/swiss/settings"))
    arbiter.locator("details:has([name=times]) > summary").click()
    arbiter.locator("[name=times]").fill("tomorrow")
    arbiter.keyboard.press("Enter")

    fault, bar = arbiter.locator("#knob-times-fault"), arbiter.locator(".savebar")
    expect(fault).to_be_in_viewport()
    below, above = fault.bounding_box(), bar.bounding_box()
    assert below
    assert above
    assert below["y"] + below["height"] <= above["y"]
