"""Variations on a replay page, opened from the disk: a move is tried by a click, and the house answers."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect
from tests.render.pages.recorded import CLOCK, record

from ronde.arena.pages import RunPages


def opened(page: Page, folder: Path, game: str, at: int) -> None:
    gallery = RunPages(folder, "en", alone=True)
    gallery.replay("1", record(game, 60, "hello").quiet(1), CLOCK, "A – B")
    gallery.finish()
    page.goto(f"{(folder / 'partie.html').as_uri()}#{at}")
    expect(page.locator(".where")).to_contain_text(f"{at} / ")


def test_a_variation_is_tried_taken_back_and_left(page: Page, tmp_path: Path) -> None:
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    opened(page, tmp_path, "supermorpion", 20)
    told, fen = page.locator(".tried p"), page.locator(".ask code").first
    before = fen.inner_text()

    page.locator("rect.touch").first.click()
    expect(told).to_have_text("After move 20: 81.")
    assert fen.inner_text() != before
    page.get_by_role("button", name="The house plays").click()
    page.get_by_label("Try a move").select_option(index=1)
    assert len(told.inner_text().split()) == 6
    page.get_by_role("button", name="Take back").click()
    assert len(told.inner_text().split()) == 5
    page.keyboard.press("Escape")
    assert fen.inner_text() == before
    expect(told).to_contain_text("Click on a free cell")

    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_have_text("21 / 60")
    assert not troubles


def test_a_replay_plays_pauses_and_follows_the_pointer_on_the_course(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, "supermorpion", 57)
    where, play = page.locator(".where"), page.locator("[data-go=play]")
    page.get_by_label("Speed").select_option("8")

    play.click()
    expect(play).to_have_attribute("aria-label", "Pause")
    expect(where).to_have_text("60 / 60")
    expect(play).to_have_attribute("aria-label", "Play")

    page.locator(".tide").click(position={"x": 200, "y": 40})
    expect(where).not_to_have_text("60 / 60")
    page.locator(".moves a").nth(2).click()
    expect(where).to_have_text("3 / 60")
    page.locator(".match").click(position={"x": 2, "y": 2})
    page.keyboard.press(" ")
    expect(where).to_have_text("5 / 60")


def test_the_house_plays_a_game_to_its_end(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, "tictactoe", 2)
    house = page.get_by_role("button", name="The house plays")
    while house.count():
        house.click()

    expect(page.locator(".tried p")).to_contain_text("After move 2")
    assert any(word in page.locator(".tried p").inner_text() for word in ("wins", "Draw"))


def test_games_without_rules_on_the_page_offer_nothing(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, "pente", 4)

    expect(page.locator(".tried")).to_be_hidden()


def test_private_messages_are_said_to_be_private(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, "tictactoe", 1)
    expect(page.locator(".messages")).to_have_text("hello")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".messages")).to_have_text("What the program wrote at this move is private.")
    page.keyboard.press("Home")
    expect(page.locator(".messages")).to_have_text("No message at this move.")
