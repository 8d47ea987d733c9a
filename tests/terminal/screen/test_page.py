"""The page of the full screen: from its top, or from its end where the latest stands last."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.screen.patience import until
from tests.terminal.screen.test_app import screen, shown, write
from tests.terminal.talking import conversation
from tests.terminal.test_opening import folder
from textual.pilot import Pilot

from ronde.app.desk import Desk
from ronde.terminal import Conversation, start
from ronde.terminal.app import DeskScreen


@pytest.mark.full
def test_the_history_opens_at_what_was_done_last(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        for _ in range(4):
            await pilot.press("a", "r", "?", "enter", "!", "enter")
        await pilot.press("h")
        await until(lambda: 0 < app.page.max_scroll_y == app.page.scroll_offset.y)

    screen(conversation(tmp_path), play, size=(110, 20))


def test_an_undo_beside_the_history_is_told_in_it(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "h")
        await pilot.pause()
        before = shown(app, "page").splitlines()
        await pilot.press("u")
        await pilot.pause()
        assert len(shown(app, "page").splitlines()) == len(before) + 1

    screen(conversation(tmp_path), play)


def test_the_standings_open_at_the_first_place(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        for _ in range(4):
            await pilot.press("a", "r", "?", "enter", "!", "enter")
        await pilot.press("h", "l")
        await pilot.pause()
        assert app.page.scroll_offset.y == 0

    screen(conversation(tmp_path), play, size=(110, 20))


def test_the_slips_open_at_those_that_are_missing(tmp_path: Path) -> None:
    at = conversation(tmp_path, tuple(f"NAME{number} First" for number in range(1, 61)))

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", "tab")
        # The last slips are still missing.
        await until(lambda: 0 < app.page.max_scroll_y == app.page.scroll_offset.y)

    screen(at, play, size=(80, 24))


def test_the_foot_does_not_say_that_an_empty_line_gives_up_where_it_is_an_answer(tmp_path: Path) -> None:
    at = Conversation(Desk.create(tmp_path / "new.ronde"), "en", folder=tmp_path)
    first = start(at, folder(tmp_path, None), "16/11/2026")

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        for answer in ("Open", "5", ""):
            assert "an empty line gives up" not in shown(app, "foot")
            await write(pilot, answer)

    screen(at, play, first=first)


def test_the_player_registered_last_comes_into_view(tmp_path: Path) -> None:
    at = conversation(tmp_path, tuple(f"NAME{number} First" for number in range(1, 61)))

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await write(pilot, "ZOLA Emile")
        await pilot.press("y")
        await write(pilot, "FRA 61")
        await until(lambda: "61  ZOLA Emile" in shown(app, "page"))
        # The newest is the last of the list.
        await until(lambda: 0 < app.page.max_scroll_y == app.page.scroll_offset.y)

    screen(at, play, size=(80, 24))
