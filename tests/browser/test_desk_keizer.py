"""A Keizer evening at the desk in the browser, by the mouse."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.halls import House, Visit, enter, make, serving

from ronde.app.desk import Desk
from ronde.model.decisions.rounds import change_settings
from ronde.model.result import BOARDS
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament


def stored(house: House, name: str = "keizer") -> Tournament:
    desk = Desk.open(house.folder / f"{name}.ronde")
    desk.close()
    return desk.tournament


def test_a_game_without_discs_is_decided_by_a_click_on_the_winner(tmp_path: Path, visit: Visit) -> None:
    folder = tmp_path / "hall"
    folder.mkdir()
    make(folder / "chess.ronde", Settings(rounds=5, board=BOARDS["chess"]))
    with serving(folder) as house:
        page = visit().new_page()
        enter(page, house.link)
        rows = page.locator("tr[data-table]")
        rows.nth(0).locator("td .plain").nth(1).click()
        expect(rows.nth(0).locator(".score")).to_have_text("0-1")
        rows.nth(1).get_by_role("button", name="is drawn").click()
        expect(rows.nth(1).locator(".score")).to_have_text("½-½")
        rows.nth(2).focus()
        page.keyboard.press("1")
        expect(rows.nth(2).locator(".score")).to_have_text("1-0")
        rows.nth(2).focus()  # the focus has gone to the next open table
        page.keyboard.press("Backspace")
        expect(rows.nth(2).locator(".score")).to_be_empty()
        page.get_by_role("link", name=re.compile("^Missing")).click()
        expect(rows).to_have_count(2)


def test_settings_that_do_not_fit_are_refused_and_kept_as_typed(arbiter: Page, house: House) -> None:
    arbiter.goto(house.at("/desk/keizer/settings"))
    arbiter.locator("#group-game summary").click()
    arbiter.locator("#knob-board-total").fill("1")
    arbiter.locator("#knob-board-bye").fill("0")
    arbiter.get_by_role("button", name="Save the settings").click()
    expect(arbiter.locator("#knob-board-total-fault")).to_contain_text("would not fit")
    expect(arbiter.locator("#knob-board-total")).to_be_focused()
    expect(arbiter.locator(".savebar")).to_contain_text("To be mended: Discs")
    expect(arbiter.locator("#knob-board-total")).to_have_value("1")
    assert stored(house).settings.board.total == 64


def test_a_changed_setting_is_marked_counted_and_can_be_put_back(arbiter: Page, house: House) -> None:
    page = arbiter
    page.goto(house.at("/desk/keizer/settings"))
    page.locator("html.scripted").wait_for()
    save, field = page.get_by_role("button", name="Save the settings"), page.locator("#knob-board-total")
    expect(save).to_be_hidden()
    page.locator("#group-game summary").click()
    field.fill("1")
    expect(save).to_be_visible()
    expect(page.locator(".savebar")).to_contain_text("Changes: 1")
    expect(page.locator(".sets nav a", has=page.locator(".badge:visible"))).to_have_text("The game 1")
    page.locator("#knob-board-bye").fill("0")
    save.click()
    expect(page.locator(".fault[role]")).to_contain_text("would not fit")
    expect(page.locator(".savebar")).to_contain_text("Changes: 2")

    page.get_by_role("button", name="was 64").click()
    expect(field).to_have_value("64")
    expect(field).to_be_focused()
    page.get_by_role("button", name="was 24").click()
    expect(save).to_be_hidden()


def test_tie_breaks_change_places_by_keys_buttons_and_dragging(arbiter: Page, house: House) -> None:
    page = arbiter
    page.goto(house.at("/desk/swiss/settings"))
    page.locator("html.scripted").wait_for()
    places = page.locator(".order select")
    first, second, third = places.nth(0), places.nth(1), places.nth(2)
    third.select_option("wins")
    page.get_by_role("button", name="Move up (3)").click()
    expect(second).to_have_value("wins")
    expect(second).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(first).to_have_value("wins")
    page.locator(".order b").nth(2).drag_to(page.locator(".order b").nth(0))
    expect(first).to_have_value("discs")
    page.get_by_role("button", name="Save the settings").click()
    expect(page.locator("#notice")).to_contain_text("settings changed")
    assert stored(house, "swiss").settings.tiebreaks == ("discs", "wins", "brightwell")


def test_a_switch_is_put_back(arbiter: Page, house: House) -> None:
    page = arbiter
    page.goto(house.at("/desk/keizer/settings"))
    page.locator("html.scripted").wait_for()
    fair = page.get_by_role("switch", name="Nobody gets a second bye before everybody has had one")
    fair.click()
    expect(fair).not_to_be_checked()
    page.get_by_role("button", name="was yes").click()
    expect(fair).to_be_checked()
    expect(page.get_by_role("button", name="Save the settings")).to_be_hidden()


def test_settings_are_saved_without_a_script(house: House, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    enter(page, house.link)
    page.goto(house.at("/desk/keizer/settings"))
    page.locator("#knob-rounds").fill("9")
    page.get_by_role("button", name="Save the settings").click()
    assert stored(house).settings.rounds == 9


def test_enter_in_a_field_saves_it_and_restores_no_costs(house: House, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    enter(page, house.link)
    page.goto(house.at("/desk/swiss/settings"))
    page.locator("#knob-country").fill("BEL")
    page.locator("#knob-country").press("Enter")
    expect(page.locator("#notice")).to_contain_text("settings changed")
    assert stored(house, "swiss").settings.country == "BEL"


def test_the_penalty_table_is_a_form_that_explains_each_line(arbiter: Page, house: House) -> None:
    page = arbiter
    page.goto(house.at("/desk/swiss/settings"))
    page.get_by_role("heading", name="Costs of a pair").click()
    line = page.get_by_label("2 too many")
    expect(line).to_have_value("105")
    line.fill("110")
    page.get_by_role("button", name="Save the settings").click()
    expect(page.locator("#notice")).to_contain_text("settings changed")
    assert stored(house, "swiss").settings.penalties.colour.imbalance == (0, 20, 110, 225, 530, 1075)

    line.fill("5")
    page.get_by_role("button", name="Save the settings").click()
    expect(page.locator(".lines .fault")).to_be_visible()
    expect(line).to_have_value("5")
    assert stored(house, "swiss").settings.penalties.colour.imbalance[2] == 110

    other = Desk.open(house.folder / "swiss.ronde")
    other.act("terminal", change_settings, settings=other.tournament.settings, name="Renamed elsewhere")
    other.close()
    expect(page).to_have_title(re.compile("Renamed elsewhere"))
    expect(line).to_have_value("5")
    line.fill("107")
    page.get_by_role("button", name="Save the settings").click()
    expect(page.locator("#notice")).to_contain_text("settings changed")
    changed = stored(house, "swiss")
    assert (changed.name, changed.settings.penalties.colour.imbalance[2]) == ("Renamed elsewhere", 107)


def test_history_undoes_a_single_action(arbiter: Page, house: House) -> None:
    page = arbiter
    page.goto(house.at("/desk/swiss"))
    for name in ("abadie", "bernardi"):
        page.locator("#entry").fill(f"{name} 40")
        page.keyboard.press("Enter")
        expect(page.locator("tr[data-table]", has_text=name.upper()).locator(".score")).to_contain_text("40")
    page.goto(house.at("/desk/swiss/history"))
    row = page.locator("tr", has_text="result entered").filter(has_text="ABADIE").first
    row.get_by_role("button", name="Undo").click()
    expect(row).to_contain_text("undone")
    results = [table for table in stored(house, "swiss").open_round if table.result]
    assert len(results) == 1
    row.get_by_role("button", name="Redo action").click()
    expect(row).not_to_contain_text("undone")


def test_whoever_is_ticked_first_has_white_when_two_are_paired_by_hand(arbiter: Page, house: House) -> None:
    page = arbiter
    page.goto(house.at("/desk/keizer/tables"))
    before = stored(house).open_round
    first, second = (before.table(number).second for number in (2, 1))
    for number in (first, before.table(1).first, second):
        page.locator(f'.seat input[value="{number}"]').click()
    page.locator(f'.seat input[value="{before.table(1).first}"]').click()  # and thought better of it
    for number, disc in ((first, "o"), (second, "o w")):
        expect(page.locator(f'.seat:has(input[value="{number}"]) i')).to_have_class(disc)
    expect(page.locator(".seat i")).to_have_count(2)
    page.locator('.verbs [value="meet"]').click()
    expect(page.locator(f"#seat-{first}-{second}")).to_have_count(1)
