"""One evening at a real terminal, screen by screen; and what a terminal may do to it.

The screens are kept in `snapshots`; RONDE_SNAPSHOTS=write writes them anew.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.processes import ronde
from tests.terminal.screen.terminal import PROMPT, RONDE, Terminal, eventually, terminal
from tests.terminal.talking import conversation

from ronde.app.desk import Desk
from ronde.i18n import say
from ronde.model.tournament import Tournament

pytestmark = pytest.mark.full

SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("RONDE_SNAPSHOTS") == "write"
DRAWING = 2.0
"""Seconds after which a screen that stands still is drawn."""
PEOPLE = """\
id,name,first_name,country,rating
101,ALDERTON,Wim,GBR,1320
102,ARDENNES,Rosa,FRA,1510
103,BRACKEN,Amy,GBR,1120
104,BRACKEN,Quinn,GBR,1630
105,DE LA RUE,Jo,FRA,1240
106,ÉTIENNE,Zoé,BEL,1710
107,GARRICKE,Nils,NLD,1430
108,IVESON,Simon,GBR,1150
109,KIRKWALL,Olga,USA,1380
110,LANGTRY,Bruno,FRA,1290
111,MARTIN,Bob,FRA,1480
112,MARTIN,Zoe,FRA,1390
113,O'DELL,Pat,IRL,1560
114,POIRIER,Jean,FRA,1600
115,SMITH-JONES,Kim,GBR,1270
116,WEBB,Ann,GBR,1350
"""
TYPED = (
    *("ald", "ard", "bracken a", "bracken q", "de", "eti", "gar", "ive"),
    *("kir", "lan", "martin b", "o'd", "poi", "smith", "web"),
)
"""The fifteen who come; Tab does the rest."""


class Evening:
    """A tournament at a terminal, and its screens."""

    def __init__(self, at: Terminal, folder: Path) -> None:
        self.at, self.folder = at, folder
        self.seen: dict[str, str] = {}

    def words(self, key: str, **facts: object) -> str:
        """The first words of a sentence of the desk, as far as they hold no fact."""
        return say(f"desk.{key}", "en", **facts)

    @property
    def tournament(self) -> Tournament:
        desk = Desk.open(self.folder / "open.ronde")
        try:
            return desk.tournament
        finally:
            desk.close()

    def keep(self, name: str) -> None:
        """Keep the screen under a name; while it is not as it was, the desk may still be drawing it."""
        kept, since = SNAPSHOTS / f"{name}.txt", time.monotonic()
        wanted, shown = kept.read_text().rstrip("\n") if kept.exists() else "", self._shown()
        while shown != wanted and time.monotonic() - since < DRAWING:
            time.sleep(0.06)
            before, shown = shown, self._shown()
            since = since if shown == before else time.monotonic()
        self.seen[name] = shown

    def _shown(self) -> str:
        """The screen without what differs from run to run."""
        shown = self.at.screen().replace(str(self.folder), "FOLDER")
        return re.sub(r"python\S* -m ronde|\S*/python\S* -m ronde", "ronde", shown)

    def ask(self, key: str, question: str) -> None:
        """Press a key and wait for the question it leads to."""
        self.at.text(key)
        self.at.until(question)

    def rest(self) -> str:
        return self.at.until(self.words("your-choice"))

    def start(self) -> None:
        self.at.line(f"clear; {RONDE} desk open.ronde --base people.db --seed 7")
        self.rest()

    def register(self) -> None:
        self.ask("i", self.words("ask-name"))
        self.at.text("bra")
        self.at.key("Tab")
        self.at.until("BRACKEN Quinn (104)")
        self.keep("02-candidates")
        self.at.key("C-u")
        for place, typed in enumerate(TYPED):
            self.at.text(typed)
            self.at.key("Tab", "Enter")
            self._registered(place + 1)
        self.at.until("WEBB Ann (116)")
        self.at.line("")
        self.rest()
        self.keep("03-registered")

    def _registered(self, count: int) -> None:
        eventually(lambda: len(self.tournament.players) == count, self.at.screen)

    def pair(self) -> None:
        self.at.text("a")
        self.at.until(self.words("missing", count=7))
        self.keep("04-paired")

    def results(self) -> None:
        self.ask("r", self.words("player-and-score", missing=7))
        tables = list(self.tournament.open_round)
        for place, table in enumerate(tables):
            self.at.text(f"{table.first}+{2 * place}")
            self.at.until("32-32" if place == 0 else f"{32 + place}-{32 - place}")
            if place == 2:
                self.keep("05-before-enter")
            self.at.key("Enter")
            self.at.until(self.words("player-and-score", missing=6 - place))
        self.at.until(self.words("complete")[:30])
        self.keep("06-all-in")
        self.at.line("!")
        self.rest()
        self.keep("07-standings")

    def correct(self) -> None:
        table = self.tournament.round(1).table(1)
        self.ask("c", self.words("which-round", last=1))
        for answer in ("1", table.second, "40", table.first, "24"):
            self.at.line(str(answer))
        self.at.until(self.words("corrected", round=1))
        self.rest()
        self.keep("08-corrected")

    def leave_and_return(self) -> None:
        for key, question, told in (("-", "who-leaves", "left"), ("+", "who-returns", "returned")):
            self.ask(key, self.words(question))
            self.at.line("poi")
            self.at.until(self.words(told, player="POIRIER Jean", id=114))
            self.rest()
            self.keep({"left": "09-left", "returned": "10-returned"}[told])

    def crosstable(self) -> None:
        self.ask("w", self.words("html-name")[:20])
        self.at.line("")
        self.at.until(self.words("after-round", last=1))
        self.at.key("Enter")
        self.at.until(self.words("file-name"))
        self.keep("11-crosstable")
        self.at.line("cross.txt")
        self.ask("n", self.words("written", path="cross.txt"))
        self.rest()

    def elo(self) -> None:
        self.ask("e", self.words("elo-file", name="").split("[")[0])
        for answer in ("rating.elo", "FRA", "", "A. Tester", ""):
            self.at.line(answer)
        self.at.until(self.words("written", path="rating.elo"))
        self.rest()
        self.keep("12-elo")

    def leave(self) -> None:
        self.at.text("x")
        self.at.until(PROMPT.strip())
        self.at.line("echo status $?")
        self.at.until("status 0")
        self.keep("13-shell")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The whole evening, played once."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "people.csv").write_text(PEOPLE)
    for line in (
        ("new", folder / "open.ronde", "--name", "Open", "--date", "2024-06-15", "--rounds", "5"),
        ("people", "import", folder / "people.csv", "--base", folder / "people.db"),
    ):
        assert ronde(*line).returncode == 0
    with terminal(folder, RONDE_LANG="en") as at:
        played = Evening(at, folder)
        played.start()
        played.keep("01-first-screen")
        played.register()
        played.pair()
        played.results()
        played.correct()
        played.leave_and_return()
        played.crosstable()
        played.elo()
        played.leave()
        played.start()
        played.keep("14-again")
        yield played


def test_every_screen_of_the_evening_is_as_it_was(evening: Evening) -> None:
    if WRITE:
        for name, screen in evening.seen.items():
            (SNAPSHOTS / f"{name}.txt").write_text(f"{screen}\n")

    kept = {path.stem: path.read_text().rstrip("\n") for path in sorted(SNAPSHOTS.glob("*.txt"))}
    assert evening.seen == kept


def test_the_evening_is_all_in_the_file(evening: Evening) -> None:
    tournament = evening.tournament

    assert len(tournament.players) == 15
    assert len(tournament.closed_rounds) == 1
    assert tournament.round(1).table(1).result is not None
    assert not tournament.left
    assert "POIRIER Jean" in (evening.folder / "cross.txt").read_text()
    assert "%%Sender: A. Tester" in (evening.folder / "rating.elo").read_text()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal at which six people are about to play."""
    conversation(tmp_path).desk.close()
    with terminal(tmp_path, RONDE_LANG="en") as at:
        at.line(f"{RONDE} desk open.ronde --seed 7")
        at.until("Your choice?")
        yield at


def test_the_desk_is_suspended_and_goes_on(desk: Terminal) -> None:
    desk.text("a")
    desk.until("3 results missing")
    desk.key("C-z")
    desk.until(PROMPT.strip())

    desk.line("fg")
    desk.until("3 results missing")
    desk.text("r")

    desk.until("Player and score (3 missing):")


def test_the_window_may_shrink_and_grow(desk: Terminal) -> None:
    desk.text("a")
    wide = desk.until("3 results missing")

    desk.resize(60, 20)
    small = desk.until(lambda screen: "I Register" in screen and "Your choice?" in screen)
    desk.resize(50, 12)
    desk.until("too small")
    desk.resize(100, 30)

    assert all(len(line) <= 60 for line in small.split("\n"))
    assert "Pair the round" not in small
    assert "X Exit" in small
    desk.until(lambda screen: screen == wide)


def test_control_c_does_not_end_the_desk(desk: Terminal) -> None:
    desk.key("C-c")
    desk.text("f")
    desk.until("Sheet of which player?")
    desk.key("C-c")

    desk.until("Your choice?")


def test_no_colours_are_sent_where_none_are_wanted(tmp_path: Path) -> None:
    conversation(tmp_path).desk.close()

    with terminal(tmp_path, (100, 30), RONDE_LANG="en", NO_COLOR="1") as at:
        at.line(f"{RONDE} desk open.ronde")
        at.until("Your choice?")
        codes = re.findall(r"\x1b\[([\d;:]*)m", at.screen(colours=True))

    coloured = [code for code in codes if re.search(r"(^|;)([349][0-7]|[34]8[;:])", code)]
    assert not coloured


def test_random_results_are_asked_about_at_a_terminal_unless_there_is_a_seed(tmp_path: Path) -> None:
    arbiter = conversation(tmp_path)

    def missing() -> int:
        arbiter.desk.refresh()
        return len(arbiter.tournament.open_round.missing)

    with terminal(tmp_path, RONDE_LANG="en") as at:
        at.line(f"{RONDE} pair open.ronde; {RONDE} result open.ronde 1 40")
        at.until("2 results missing")
        at.line(f"clear; {RONDE} result open.ronde '?'")
        at.until("Fill in the 2 missing results at random? (Y/N)")
        at.line("n")
        at.until(lambda screen: screen.endswith(PROMPT.strip()))
        assert missing() == 2

        at.line(f"clear; {RONDE} desk open.ronde")
        at.until("Your choice?")
        at.text("r")
        at.line("?")
        at.until("(Y/N)")
        at.text("y")
        at.until("(0 missing)")
        assert missing() == 0

        at.key("Escape")
        at.until("Your choice?")
        at.text("x")
        at.until(lambda screen: screen.endswith(PROMPT.strip()))
        at.line(f"clear; {RONDE} undo open.ronde; {RONDE} result open.ronde '?' --seed 3")
        at.until("Open: round 1")
