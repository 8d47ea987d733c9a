"""The first questions on the full screen, pastes, slips of the keyboard, and the room for the menu."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.terminal.screen.patience import Patient
from tests.terminal.talking import conversation
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from ronde.app.desk import Desk
from ronde.app.keys import ACTIONS
from ronde.formats.papp import read_folder
from ronde.i18n import LANGUAGES, say
from ronde.terminal import Conversation, start
from ronde.terminal.app import DeskScreen
from ronde.terminal.widgets import EntryLine

Play = Callable[[DeskScreen, Pilot[None]], Awaitable[None]]


def screen(app: DeskScreen, play: Play, size: tuple[int, int] = (80, 24)) -> None:
    async def run() -> None:
        async with app.run_test(size=size):
            pilot = Patient(app)
            await pilot.pause()
            await play(app, pilot)

    asyncio.run(run())


def first_questions(folder: Path, language: str = "en") -> DeskScreen:
    """The screen of an empty PAPP folder."""
    (folder / "papp.cfg").write_text('Pays = "FRA"; dossier false;')
    at = Conversation(Desk.create(folder / "open.ronde"), language, folder=folder)
    return DeskScreen(at, start(at, read_folder(folder), "16/11/2026"))


def shown(app: DeskScreen, part: str) -> str:
    return str(app.query_one(f"#{part}", Static).render())


async def line(pilot: Pilot[None], text: str) -> None:
    await pilot.press(*text, "enter")
    await pilot.pause()


def test_the_questions_of_an_empty_folder_are_put_on_the_screen(tmp_path: Path) -> None:
    language = "fr"

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        assert str(tmp_path) in app.page.text
        assert shown(app, "prompt") == say("desk.ask-tournament", language)
        await line(pilot, "Open")
        await line(pilot, "0")
        await line(pilot, "9")
        assert "[6]" in shown(app, "prompt")
        await line(pilot, "")
        assert app.conversation.tournament.name == "Open"
        assert shown(app, "prompt") == say("desk.your-choice", language)
        assert app.page.text == say("desk.nobody-yet", language)

    screen(first_questions(tmp_path, language), play)


def test_the_first_page_fits_the_smallest_window(tmp_path: Path) -> None:
    for language in LANGUAGES:
        told = [
            *say("desk.welcome", language, folder="").split("\n"),
            *say("desk.nobody-yet", language).split("\n"),
        ]
        assert max(map(len, told)) <= 60


@pytest.mark.parametrize("leaving", [("escape", "escape"), ("ctrl+c",)], ids=["escape", "ctrl+c"])
def test_the_desk_is_left_before_anything_begins(leaving: tuple[str, ...], tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await line(pilot, "Open")
        for key in leaving:
            assert app.is_running
            await pilot.press(key)
            await pilot.pause()
        assert not app.is_running

    screen(first_questions(tmp_path), play)
    assert not (tmp_path / "open.ronde").exists()


def test_no_action_begins_before_the_tournament_does(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+k")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        assert not app.query_one("#menu").display
        assert not app.query_one("#words").display

    screen(first_questions(tmp_path), play, size=(120, 40))


def test_of_a_paste_one_line_is_taken_and_the_others_are_told_of(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r")
        await pilot.pause()
        app.query_one(EntryLine).post_message(events.Paste("\n1+\x1b[2J4\n2+4\n3=\n"))
        await pilot.pause()
        await pilot.pause()
        assert app.query_one(EntryLine).value == "1+[2J4"
        assert "2 more were ignored" in shown(app, "remarks")
        assert len(at.tournament.open_round.missing) == 3

    screen(DeskScreen(at), play)


def test_a_paste_at_rest_begins_nothing(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        app.post_message(events.Paste("a\nx\n"))
        await pilot.pause()
        assert app.is_running
        assert not at.tournament.open_round.tables

    screen(DeskScreen(at), play)


def test_a_letter_with_alt_is_a_slip(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        app.post_message(events.Key("alt+x", "x"))
        await pilot.pause()
        assert app.is_running

    screen(DeskScreen(conversation(tmp_path)), play)


@pytest.mark.parametrize("size", [(60, 20), (92, 24), (100, 27), (200, 60)])
def test_the_menu_shows_the_way_out_in_every_window(size: tuple[int, int], tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        for text in ("one", "two", "three"):
            app.remark(text)
        await pilot.pause()
        beside = app.query_one("#menu")
        if beside.display:
            assert beside.size.height >= sum(action.listed for action in ACTIONS)
        else:
            assert shown(app, "words").rstrip().endswith(f"X {say('menu.quit', 'en')}")

    screen(DeskScreen(conversation(tmp_path)), play, size)


def test_a_file_that_vanishes_is_told_once_and_the_desk_stays(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        (tmp_path / "open.ronde").unlink()
        await pilot.press("a")
        await pilot.pause()
        assert "There is no file or folder" in shown(app, "remarks")
        assert app.is_running
        assert not at.tournament.open_round.tables

    screen(DeskScreen(at), play)
