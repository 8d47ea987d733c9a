"""The keys of the desk in a real terminal of 80 by 24, in French.

One terminal serves all tests; every test begins and ends at the menu.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminal.screen.terminal import RONDE, Terminal, eventually, terminal

from ronde.app.desk import Desk
from ronde.i18n import say
from ronde.model.decisions.players import enter_player, player_leaves
from ronde.model.decisions.rounds import (
    add_table,
    clear_result,
    enter_at_table,
    open_tournament,
    remove_all_tables,
)
from ronde.model.player import Absence, Player, split_name
from ronde.model.result import Board, Result
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.store.people import People
from ronde.systems.keizer.standings import close_and_freeze

pytestmark = pytest.mark.full

NAMES = (
    "MARTIN Bob",
    "MARTINEZ Zoé",
    "DE LA FONTENAY-AUX-ROSES Anne",
    "O'DELL Pat",
    "WEBB Ann",
    "POIRIER Jean",
)
LONG = "DE LA FONTENAY-AUX-ROSES Anne (3)"
ALONE = 0.15
"""Seconds after which an Esc is one."""
COLOURS = ("Noirs", "Blancs")


class Keys:
    """A desk at a terminal, and the file beneath it."""

    def __init__(self, at: Terminal, file: Path) -> None:
        self.at, self.file = at, file

    def say(self, key: str, **facts: object) -> str:
        return say(key if "." in key else f"desk.{key}", "fr", **facts)

    @property
    def tournament(self) -> Tournament:
        desk = Desk.open(self.file)
        try:
            return desk.tournament
        finally:
            desk.close()

    def press(self, key: str, then: str, **facts: object) -> str:
        """Press a key and wait for the sentence it leads to."""
        self.at.text(key)
        return self.at.until(self.say(then, **facts))

    def line(self, text: str, then: str, **facts: object) -> str:
        """Type a line and wait for what it leads to."""
        self.at.line(text)
        return self.at.until(self.say(then, **facts))

    def reads(self, key: str, **facts: object) -> None:
        """Wait for a sentence, wherever the window breaks its line."""
        wanted = "".join(self.say(key, **facts).split())

        def there(screen: str) -> bool:
            beside_the_menu = (line.split("│")[0] for line in screen.split("\n"))
            return wanted in "".join("".join(beside_the_menu).split())

        self.at.until(there)

    def escape(self, then: str, **facts: object) -> str:
        """Press Esc alone: a letter at its heels would be taken for Alt and that letter."""
        self.at.key("Escape")
        time.sleep(ALONE)
        return self.at.until(self.say(then, **facts))

    def rest(self) -> str:
        return self.at.until(self.say("your-choice"))

    def elsewhere(self, decide: object, **facts: object) -> None:
        """Another desk acts on the same file."""
        desk = Desk.open(self.file)
        desk.act("aide", decide, **facts)  # type: ignore[arg-type]
        desk.close()


def begin(file: Path) -> None:
    """Six players and a closed round; results are shown as differences, and no country is the usual one."""
    desk = Desk.create(file)
    settings = Settings(rounds=5, profile="papp", board=Board(relative=True))
    desk.act("arbiter", open_tournament, name="Open", settings=settings)
    for name in NAMES:
        family, first = split_name(name)
        desk.act("arbiter", enter_player, player=Player(0, family, first, "FRA"))
    for black, white in ((1, 2), (3, 4), (5, 6)):
        desk.act("arbiter", add_table, first=black, second=white)
    for table, score in ((1, 40), (2, 33), (3, 30)):
        desk.act("arbiter", enter_at_table, table=table, result=Result(score, 64 - score))
    desk.act("arbiter", close_and_freeze)
    desk.close()


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keys]:
    folder = tmp_path_factory.mktemp("keys")
    begin(folder / "open.ronde")
    people = People(folder / "people.db")
    people.take([Player(812, "LAZARD", "Emmanuel", "FRA"), Player(813, "LEFÈVRE", "Zoé", "BEL")])
    people.close()
    with terminal(folder, (80, 24), RONDE_LANG="fr") as at:
        at.line(f"clear; {RONDE} desk open.ronde --base people.db --seed 7")
        opened = Keys(at, folder / "open.ronde")
        opened.rest()
        yield opened


@pytest.fixture(autouse=True)
def at_the_menu(keys: Keys) -> None:
    """Whatever a test left open is left, and whoever was paired is not."""
    keys.at.key("C-c", "C-c", "C-c")
    for table in keys.tournament.open_round:
        if table.result is not None:
            keys.elsewhere(clear_result, table=table.number)
    keys.elsewhere(remove_all_tables)
    keys.at.until(keys.say("lists.state-between", round=keys.tournament.open_round.number))
    keys.rest()


def test_the_menu_shows_a_word_for_every_letter(keys: Keys) -> None:
    shown = keys.rest()

    for name in ("enter", "pair", "results", "correct", "quit"):
        assert keys.say(f"menu.{name}") in shown or keys.say(f"actions.{name}") in shown


def test_the_program_tells_its_version_day_licence_and_limits(keys: Keys) -> None:
    keys.at.text("&")
    shown = keys.at.until(keys.say("about-limits"))

    assert "Ronde 0." in shown
    assert "MIT" in shown
    assert "999" in shown
    assert "2026" in shown
    keys.escape("your-choice")


def test_a_list_over_the_menu_of_pairs_stays_until_a_key(keys: Keys) -> None:
    keys.press("m", "menu.part-all")
    for key, told in (("l", "MARTINEZ Zoé"), ("v", "WEBB Ann")):
        keys.at.text(key)
        listed = keys.at.until(keys.say("back-by-key"))
        assert told in listed
        keys.press(" ", "menu.part-all")
    keys.press("f", "whose-sheet")
    assert "+16" in keys.line("1", "back-by-key")
    keys.press("q", "menu.part-all")
    keys.press("q", "your-choice")


def test_names_by_hand_are_whole_where_the_window_is_wide_enough(keys: Keys) -> None:
    keys.press("m", "menu.part-all")
    keys.press("a", "first-player", colour=COLOURS[0])
    keys.line("3", "second-player", colour=COLOURS[1])
    keys.line("1", "menu.part-all")

    assert f"{LONG}--MARTIN Bob (1)" in keys.at.until("--")
    keys.press("z", "part-all")
    keys.press("o", "parted", count=1)
    keys.press("q", "your-choice")


def test_dissolving_all_pairs_says_which_tables_stay_and_why(keys: Keys) -> None:
    for first, second in ((1, 3), (2, 5), (4, 6)):
        keys.elsewhere(add_table, first=first, second=second)
    for table in (1, 3):
        keys.elsewhere(enter_at_table, table=table, result=Result(40, 24))
    keys.press("m", "menu.part-all")
    keys.press("z", "part-all")

    keys.press("o", "parted-not", count=2, tables="1 et 3")
    assert len(keys.tournament.open_round.tables) == 2
    keys.press("q", "your-choice")


def test_escape_leaves_one_level_and_never_two(keys: Keys) -> None:
    keys.press("m", "menu.part-all")
    keys.elsewhere(add_table, first=1, second=3)
    keys.at.until("MARTIN Bob (1)--")
    keys.press("z", "part-all")
    keys.escape("menu.part-all")
    keys.press("a", "first-player", colour=COLOURS[0])
    keys.line("1", "second-player", colour=COLOURS[1])
    keys.escape("menu.part-all")
    keys.escape("your-choice")
    keys.press("r", "player-and-score", missing=1)
    keys.at.key("Tab")
    keys.at.until("...")
    keys.escape("player-and-score", missing=1)
    shown = keys.at.until(lambda screen: "..." not in screen)
    assert keys.say("player-and-score", missing=1) in shown
    keys.escape("your-choice")
    keys.press("i", "ask-name")
    keys.line("NEWLAND Alice", "is-new", name="NEWLAND Alice")
    keys.press("o", "ask-country", country="-")
    keys.escape("ask-name")
    keys.escape("your-choice")


def test_a_country_is_asked_for_in_words_and_a_number_may_be_chosen(keys: Keys) -> None:
    keys.press("i", "ask-name")
    keys.line("99999", "no-such-number", number=99999)
    keys.line("laz", "is-meant", player="LAZARD Emmanuel", id=812)
    keys.press("o", "entered", player="LAZARD Emmanuel", id=812)
    keys.line("NEWLAND Alice", "is-new", name="NEWLAND Alice")
    keys.at.text("n")
    keys.at.until("\n NEWLAND Alice")  # to be put right, or taken after all
    keys.line("", "is-new", name="NEWLAND Alice")
    keys.press("o", "ask-country", country="-")
    keys.line("", "ask-country", country="-")
    keys.at.until(keys.say("country-needed").split(":")[0].split("；")[0].strip()[:20])
    keys.line("GBR 813", "errors.number-taken", number=813, name="LEFÈVRE Zoé")
    keys.line("GBR 77", "entered", player="NEWLAND Alice", id=77)
    keys.line("", "your-choice")

    assert keys.tournament.player(77).country == "GBR"
    keys.at.text("u")
    eventually(lambda: 77 not in keys.tournament.players)
    keys.at.text("u")
    eventually(lambda: 812 not in keys.tournament.players)
    keys.rest()


def test_differences_are_shown_wherever_a_score_is(keys: Keys) -> None:
    keys.elsewhere(add_table, first=1, second=3)
    keys.elsewhere(add_table, first=2, second=5)
    keys.press("r", "player-and-score", missing=2)
    keys.at.text("martin40")
    assert "MARTIN Bob (1) +16 DE LA" in keys.at.until("+16")
    keys.line("", "player-and-score", missing=1)
    keys.at.key("Tab")
    keys.at.until(lambda screen: "MARTIN Bob (1) -- DE LA FONTENAY-AUX-ROSES Anne (3)  +16" in screen)
    keys.at.line("1=")
    told = keys.at.until(keys.say("coupon-differs", before="+16"))
    assert "40-24" not in told
    keys.line("", "your-choice")
    keys.press("f", "whose-sheet")
    keys.at.line("martin")
    sheet = keys.at.until(keys.say("lists.sheet", player="MARTIN Bob (1)", round=1))
    assert "+16" in sheet
    assert "40-24" not in sheet


def test_the_crosstable_has_the_tie_break_and_its_question_the_usual_round(keys: Keys) -> None:
    keys.press("w", "html-name")
    keys.line("", "after-round", last=1)
    table = keys.line("", "file-name")

    assert "Brightwell" in table
    keys.escape("your-choice")


def test_a_correction_names_whose_score_it_asks_for_and_shows_the_coupon(keys: Keys) -> None:
    keys.press("c", "which-round", last=1)
    keys.line("1", "true-first", colour=COLOURS[0])
    keys.line("martin", "score-of", player="MARTIN Bob")
    keys.line("41", "true-second", colour=COLOURS[1])
    keys.line("2", "score-of", player="MARTINEZ Zoé")
    keys.line("22", "score-of", player="MARTIN Bob")
    keys.line("41", "score-of", player="MARTINEZ Zoé")
    keys.line("23", "corrected", round=1)

    assert "MARTIN Bob (1) -- MARTINEZ Zoé (2)  +18" in keys.rest()
    keys.at.text("u")
    keys.at.until("+18")
    keys.rest()


def test_a_correction_of_people_who_did_not_meet_says_whom_he_met(keys: Keys) -> None:
    keys.press("c", "which-round", last=1)
    keys.line("1", "true-first", colour=COLOURS[0])
    keys.line("1", "score-of", player="MARTIN Bob")
    keys.line("40", "true-second", colour=COLOURS[1])
    keys.line("5", "score-of", player="WEBB Ann")
    facts = {"round": 1, "first": "MARTIN Bob", "met": "MARTINEZ Zoé", "second": "WEBB Ann"}

    keys.line("24", "errors.did-not-meet", **facts)
    keys.rest()


def test_wrong_answers_about_the_rating_file_are_told(keys: Keys) -> None:
    keys.at.text("e")
    keys.at.until(keys.say("elo-file", name="").split("[")[0])
    keys.line("wrong.elo", "elo-country")
    keys.at.line("")
    keys.at.until(lambda screen: keys.say("elo-date", date="").split("[")[0] in screen)
    keys.at.line("yesterday")
    keys.reads("elo-bad-date", text="yesterday")
    keys.line("17/11/2026", "elo-sender")
    keys.line("", "elo-first", colour=COLOURS[0])
    keys.at.line("4711")
    keys.reads("elo-nobody", number=4711)
    keys.line("abc", "elo-bad-score", most=64)
    keys.at.line("")
    keys.reads("elo-left-out")
    keys.line("", "written", path="wrong.elo")

    assert "4711" not in (keys.file.parent / "wrong.elo").read_text()
    keys.rest()


def test_whoever_is_expected_is_named_before_the_draw_lets_him_in(keys: Keys) -> None:
    keys.elsewhere(player_leaves, number=6, reason=Absence.PREREGISTERED, expected=2)
    keys.press("a", "bring-in", count=1)
    assert "POIRIER Jean (6" in keys.at.screen()
    keys.at.text("n")
    eventually(lambda: len(keys.tournament.open_round.tables) == 2, keys.at.screen)
    assert 6 not in keys.tournament.open_round.seated
    keys.press("a", "bring-in", count=1)
    keys.at.text("o")
    eventually(lambda: 6 in keys.tournament.open_round.seated, keys.at.screen)
    keys.rest()


def test_everybody_leaves_and_returns_in_one_action_each(keys: Keys) -> None:
    keys.press("-", "who-leaves")
    keys.line("*", "all-left", count=6)
    keys.rest()
    keys.at.text("u")
    eventually(lambda: not keys.tournament.left)
    keys.at.text("y")
    eventually(lambda: len(keys.tournament.left) == 6)
    keys.rest()
    keys.press("+", "who-returns")
    keys.line("*", "all-returned", count=6)
    keys.rest()


def test_what_another_desk_does_is_seen_wherever_one_is(keys: Keys) -> None:
    keys.press("h", "your-choice")
    keys.elsewhere(add_table, first=1, second=3)
    table = keys.say("events.TableAdded")
    keys.at.until(lambda screen: any(table in line and "aide" in line for line in screen.split("\n")[1:-6]))
    keys.escape("your-choice")
    keys.press("r", "player-and-score", missing=1)
    keys.elsewhere(enter_at_table, table=1, result=Result(40, 24))
    keys.at.until(keys.say("player-and-score", missing=0))
    keys.at.key("Tab")
    keys.at.until("(3)  +16")
    keys.elsewhere(enter_at_table, table=1, result=Result(50, 14), replacing=True)
    keys.at.until("(3)  +36")
    keys.escape("player-and-score", missing=0)
    keys.escape("your-choice")
    keys.at.text("l")
    keys.at.until("40")
