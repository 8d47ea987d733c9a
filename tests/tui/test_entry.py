"""The line of the full screen: Esc gives up what Enter would have answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dialogue.talking import counter
from tests.tui.test_app import screen, shown
from textual.pilot import Pilot

from ronde.tui.app import DeskScreen
from ronde.tui.entry import EntryLine


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_giving_up_at_the_country_registers_nobody(tmp_path: Path, key: str) -> None:
    at = counter(tmp_path)
    before = len(at.tournament.players)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("i", *"Stranger", "enter", "y", key)
        await pilot.pause()
        assert shown(app, "prompt") == "Name and first name:"
        await pilot.press(key)
        await pilot.pause()
        assert app.dialogue is None

    screen(at, play)

    assert len(at.tournament.players) == before


@pytest.mark.parametrize("lines", range(5))
def test_giving_up_anywhere_writes_no_rating_file(tmp_path: Path, lines: int) -> None:
    at = counter(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", "?", "enter", "!", "enter", "e", *["enter"] * lines, "escape")
        await pilot.pause()
        assert app.dialogue is None

    screen(at, play)

    assert not list(tmp_path.rglob("*.ELO"))


def test_giving_up_at_the_first_file_of_the_crosstable_asks_for_no_round(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", "?", "enter", "!", "enter", "w", "escape")
        await pilot.pause()
        assert app.dialogue is None

    screen(counter(tmp_path), play)


def test_giving_up_at_a_score_corrects_nothing_and_refuses_nothing(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", "?", "enter", "!", "enter", "c", "1", "enter", "1", "enter", "escape")
        await pilot.pause()
        assert app.dialogue is None
        assert shown(app, "remarks").strip() == ""

    screen(counter(tmp_path), play)


def test_giving_up_where_an_empty_line_ends_is_that_empty_line(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("m", "a", "1", "enter", "escape")
        await pilot.pause()
        assert app.dialogue is not None  # one step back: the menu of M
        assert not app.query_one(EntryLine).display

    screen(counter(tmp_path), play)
