"""The line of the full screen: Esc gives up what Enter would have answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.go_weekend import weekend
from tests.terminal.screen.test_app import screen, shown
from tests.terminal.talking import conversation
from textual.pilot import Pilot

from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament
from ronde.model.entry import write_score
from ronde.model.player import Player
from ronde.model.settings import settings_of
from ronde.systems.rounds import complete_round
from ronde.terminal import Conversation
from ronde.terminal.app import DeskScreen
from ronde.terminal.widgets import EntryLine


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_giving_up_at_the_country_registers_nobody(tmp_path: Path, key: str) -> None:
    at = conversation(tmp_path)
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


@pytest.mark.full
@pytest.mark.parametrize("lines", range(5))
def test_giving_up_anywhere_writes_no_rating_file(tmp_path: Path, lines: int) -> None:
    at = conversation(tmp_path)

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

    screen(conversation(tmp_path), play)


def test_giving_up_at_a_score_corrects_nothing_and_refuses_nothing(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", "?", "enter", "!", "enter", "c", "1", "enter", "1", "enter", "escape")
        await pilot.pause()
        assert app.dialogue is None
        assert shown(app, "remarks").strip() == ""

    screen(conversation(tmp_path), play)


def test_giving_up_where_an_empty_line_ends_is_that_empty_line(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("m", "a", "1", "enter", "escape")
        await pilot.pause()
        assert app.dialogue is not None  # one step back: the menu of M
        assert not app.query_one(EntryLine).display

    screen(conversation(tmp_path), play)


def chess(path: Path, players: int = 6) -> Conversation:
    """A chess open with its first round paired."""
    desk = Desk.create(path / "open.ronde")
    desk.act("desk", open_tournament, name="Open", date="16/11/2026", settings=settings_of("fide-open"))
    for number in range(1, players + 1):
        desk.act("desk", enter_player, player=Player(number, f"P{number}", rating=2000 - number))
    desk.act("desk", complete_round, seed=1)
    return Conversation(desk, "en", folder=path)


def scores(at: Conversation) -> dict[int, str]:
    """Every result of the open round by table, from White's side, as one types it."""
    return {
        table.number: "" if table.result is None else write_score(table.result)
        for table in at.tournament.open_round
    }


def test_one_key_is_a_result_of_chess_and_the_next_table_follows(tmp_path: Path) -> None:
    at = chess(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("r", "down")
        await pilot.pause()
        assert app.query_one(EntryLine).value == "table 1 "
        await pilot.press("1")
        await pilot.pause()
        assert app.query_one(EntryLine).value == "table 2 "
        await pilot.press("0", "=")
        await pilot.pause()
        assert app.query_one(EntryLine).value == ""

    screen(at, play)

    assert scores(at) == {1: "1", 2: "0", 3: "0.5"}


def test_the_arrows_go_round_the_tables_and_signs_of_forfeits_are_results_too(tmp_path: Path) -> None:
    at = chess(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("r", "up")
        await pilot.pause()
        assert app.query_one(EntryLine).value == "table 3 "
        await pilot.press("-", "+", "escape", "escape")
        await pilot.pause()
        assert app.dialogue is None

    screen(at, play)

    assert scores(at) == {1: "w", 2: "", 3: "f"}


def test_a_line_that_begins_with_a_digit_is_still_a_line(tmp_path: Path) -> None:
    at = chess(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("r", "1", "=")
        await pilot.pause()
        assert app.query_one(EntryLine).value == "1="
        await pilot.press("enter")
        await pilot.pause()
        assert app.query_one(EntryLine).value == ""

    screen(at, play)

    assert "0.5" in scores(at).values()


def test_with_discs_the_arrows_move_the_page_as_before(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", "down")
        await pilot.pause()
        assert app.query_one(EntryLine).value == ""

    screen(conversation(tmp_path), play)


def test_the_line_below_shows_results_as_go_writes_them(tmp_path: Path) -> None:
    at = Conversation(Desk.open(weekend(tmp_path)), "en", folder=tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r")
        await pilot.pause()
        assert "poi+  145=" in shown(app, "foot")

    screen(at, play)
