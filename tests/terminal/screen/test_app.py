"""The desk on a full screen, driven by the pilot of Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.terminal.screen.patience import Patient, calm
from tests.terminal.talking import NAMES, conversation, typed
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from ronde.app.desk import Desk
from ronde.app.keys import ACTIONS, Action
from ronde.i18n import LANGUAGES, say
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.player import Player
from ronde.model.result import Result
from ronde.terminal import Conversation, Dialogue, widgets
from ronde.terminal.app import DeskScreen
from ronde.terminal.widgets import EntryLine

Play = Callable[[DeskScreen, Pilot[None]], Awaitable[None]]


def screen(
    at: Conversation, play: Play, size: tuple[int, int] = (110, 34), first: Dialogue | None = None
) -> None:
    """Open the desk and play some keys on it."""

    async def run() -> None:
        app = DeskScreen(at, first)
        async with app.run_test(size=size):
            await calm(app)
            await play(app, Patient(app))

    asyncio.run(run())


async def write(pilot: Pilot[None], text: str) -> None:
    """Type a line and press Return."""
    app = pilot.app
    app.query_one(EntryLine).value = text
    await pilot.press("enter")
    await pilot.pause()


def shown(app: DeskScreen, part: str) -> str:
    return str(app.query_one(f"#{part}", Static).render())


def test_the_first_screen_lists_the_players_and_the_menu(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        assert "WEBB Ann" in shown(app, "page")
        assert "Pair the round" in shown(app, "menu")
        assert "entries open" in shown(app, "head")

    screen(conversation(tmp_path), play)


def test_one_letter_pairs_the_round_and_shows_it(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("A")
        await pilot.pause()
        assert len(at.tournament.open_round.tables) == 3
        assert "round 1" in shown(app, "page")
        assert "3 results missing" in shown(app, "head")

    screen(at, play)


def test_the_line_below_says_what_enter_will_do(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", *"poi35")
        await pilot.pause()
        assert "POIRIER Jean" in shown(app, "foreseen")
        assert "35" in shown(app, "foreseen")
        assert all(table.result is None for table in at.tournament.open_round)

    screen(at, play)


def test_results_are_on_the_disk_as_soon_as_they_are_on_the_screen(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", *"poi35", "enter")
        await pilot.pause()
        assert "35" in shown(app, "page")
        other = Desk.open(tmp_path / "open.ronde")
        assert sum(table.result is not None for table in other.tournament.open_round) == 1
        other.close()

    screen(at, play)


@pytest.mark.full
def test_a_whole_round_is_played_by_keys(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r")
        for table in list(at.tournament.open_round):
            await write(pilot, f"{table.first}+4")
        await write(pilot, "!")
        assert len(at.tournament.closed_rounds) == 1
        assert "after round 1" in shown(app, "page")

    screen(at, play)


def test_tab_completes_to_the_common_part_and_lists_in_columns(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("f", *"mar", "tab")
        await pilot.pause()
        assert app.query_one(EntryLine).value == "MARTIN "
        assert "MARTIN Zoe (2)" in shown(app, "page")

    screen(conversation(tmp_path), play)


def test_tab_in_an_empty_line_shows_filled_coupons_first(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", *"webb33", "enter", "tab")
        await pilot.pause()
        lines = shown(app, "page").splitlines()
        assert "33" in lines[0] or "31" in lines[0]
        assert lines[-1].rstrip().endswith("...")

    screen(at, play)


def test_escape_empties_the_line_and_then_gives_up(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("f", *"web", "escape")
        assert app.query_one(EntryLine).value == ""
        assert app.dialogue is not None
        await pilot.press("escape")
        await pilot.pause()
        assert app.dialogue is None

    screen(conversation(tmp_path), play)


def test_control_c_never_ends_the_desk(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c", "f", "ctrl+c")
        await pilot.pause()
        assert app.is_running
        assert app.dialogue is None

    screen(conversation(tmp_path), play)


def test_accents_can_be_typed(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await write(pilot, "LEFÈVRE Zoé")
        await pilot.press("y")
        await pilot.pause()
        await write(pilot, "BEL")
        assert at.tournament.player(7).full_name == "LEFÈVRE Zoé"

    screen(at, play)


def test_what_was_missing_is_not_told_any_more_once_it_is_in(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r")
        await write(pilot, "!")
        assert "is not complete; results are missing" in shown(app, "remarks")
        await write(pilot, f"{at.tournament.open_round.table(1).first}+4")
        assert "is not complete" not in shown(app, "remarks")
        assert "34-30" in shown(app, "remarks")

    screen(at, play)


@pytest.mark.parametrize(
    ("seat", "told"),
    [("hall", "Changed elsewhere (hall): "), ("arbiter", "Changed at another terminal, also as arbiter: ")],
)
def test_a_change_elsewhere_names_the_table_and_the_terminal(seat: str, told: str, tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "x")
    before = at.desk.number
    at.desk.act(seat, enter_at_table, table=2, result=Result(40, 24))

    sentence = widgets.changes_text(at, before)

    assert sentence.startswith(f"{told}result entered: round 1, table 2, ")
    assert "40-24" in sentence


def test_what_another_desk_writes_shows_up(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        other = Desk.open(tmp_path / "open.ronde")
        other.act("web", enter_player, player=Player(0, "LATE", "Lou"))
        other.close()
        for _ in range(400):
            await pilot.pause(0.05)
            if "LATE Lou" in shown(app, "page"):
                break
        assert "LATE Lou" in shown(app, "page")
        assert "Changed elsewhere (web): player entered" in shown(app, "remarks")

    screen(at, play)


def test_an_action_that_is_not_to_be_had_stays_visible_and_says_why(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await pilot.pause()
        assert "no pairs yet" in shown(app, "remarks")
        assert "Enter results" in shown(app, "menu")

    screen(conversation(tmp_path), play)


def test_the_question_mark_lists_every_key(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("?")
        await pilot.pause()
        assert "Save the pairings" in shown(app, "page")

    screen(conversation(tmp_path), play)


@pytest.mark.full
def test_the_palette_opens_with_control_k_and_starts_actions(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+k", *"pair", "space", *"the", "space", *"ro")
        for _ in range(40):
            await pilot.pause(0.05)
        await pilot.press("enter")
        for _ in range(400):
            await pilot.pause(0.05)
            if at.tournament.open_round.tables:
                break
        assert at.tournament.open_round.tables

    screen(at, play)


def test_undo_takes_back_and_redo_brings_back(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "u")
        await pilot.pause()
        assert not at.tournament.open_round.tables
        await pilot.press("y")
        await pilot.pause()
        assert at.tournament.open_round.tables

    screen(at, play)


@pytest.mark.parametrize("size", [(60, 20), (200, 60)])
def test_the_screen_fits_small_and_large_windows(size: tuple[int, int], tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", *"webb", "tab")
        await pilot.pause()
        entry = app.query_one(EntryLine)
        assert 0 <= entry.region.y < size[1]
        assert app.query_one("#page").region.width > 30

    screen(conversation(tmp_path), play, size)


def test_x_leaves_the_desk(tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await pilot.pause()
        assert not app.is_running

    screen(conversation(tmp_path), play)


CHOICE = {"en": "Your choice?", "fr": "Votre choix\u00a0?", "de": "Ihre Wahl?", "nl": "Uw keuze?"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_speaks_every_language(language: str, tmp_path: Path) -> None:
    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        assert CHOICE[language] in shown(app, "prompt")

    screen(conversation(tmp_path, NAMES, language), play)


PRESSED = {"^v": "ctrl+v", "^f": "ctrl+f", "-": "minus", "+": "plus", "&": "ampersand"}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_every_key_begins_its_action_or_says_why_not(action: Action, tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        begun: list[str] = []
        begin = app.begin

        def remembered(one: Action) -> None:
            begun.append(one.name)
            begin(one)

        app.begin = remembered  # type: ignore[method-assign, assignment]
        reason = action.unavailable(at.tournament)
        await pilot.press(PRESSED.get(action.key, action.key))
        await pilot.pause()
        assert begun == [action.name]
        if reason is not None:
            assert say(f"reasons.{reason}", "en") in shown(app, "remarks")
        assert app.is_running == (action.name != "quit")

    screen(at, play)


def test_keys_typed_faster_than_the_screen_are_taken_in_order(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        for letter in "ar":
            app.post_message(events.Key(letter, letter))
        for key, letter in [*((letter, letter) for letter in "webc33"), ("enter", "\r")]:
            app.post_message(events.Key("backspace" if letter == "c" else key, letter))
        for key in ("escape", "v"):
            app.post_message(events.Key(key, key if key == "v" else None))
        await pilot.pause()
        await pilot.pause()
        table = at.tournament.open_round.table_of(6)
        assert table is not None
        assert table.result is not None
        assert app.dialogue is None

    screen(at, play)


def test_long_names_are_cut_so_that_the_score_stays_in_sight(tmp_path: Path) -> None:
    at = conversation(
        tmp_path, ("VAN-DEN-BERG-WOLVERHAMPTON Alexandre", "DE-LA-FONTENAY-SOUS-BOIS Marie-Madeleine")
    )

    async def play(app: DeskScreen, pilot: Pilot[None]) -> None:
        await pilot.press("a", "r", *"1+4", "enter")
        await pilot.pause()
        rows = [line for line in shown(app, "page").splitlines() if "(1)" in line]
        assert len(rows) == 1
        assert "…" in rows[0]
        assert rows[0].rstrip().endswith(("34-30", "30-34"))
        assert len(rows[0]) <= 57

    screen(at, play, (60, 20))
