"""A day at the desk in French, played from keys: five rounds, 46 players, two terminals, two killed desks.

Two do not show up in the morning and come later, two arrive after the draw, one is new, one leaves between
two rounds and one when he is already paired; results come in at two desks, and each of them is killed once
with a line half typed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminal.screen.terminal import PROMPT, RONDE, Terminal, eventually, terminal

from ronde.app.desk import Desk
from ronde.i18n import say
from ronde.model.tournament import Tournament

pytestmark = pytest.mark.full

SURNAMES = (
    *(
        "ALLARD",
        "BESNARD",
        "CHARTIER",
        "DE LA RUE",
        "ÉVRARD",
        "FABRE",
        "GARNIER",
        "HUBERT",
        "IMBERT",
        "JACQUET",
        "KLEIN",
    ),
    *(
        "LEFÈVRE",
        "MARTIN",
        "MARTINEZ",
        "NOËL",
        "OLIVIER",
        "POIRIER",
        "QUENTIN",
        "ROUSSEAU",
        "SIMON",
        "TESSIER",
        "VIDAL",
    ),
)
FIRST_NAMES = ("Anne", "Jean-Paul")
BASE = dict(enumerate(((name, first) for name in SURNAMES for first in FIRST_NAMES), 101))
BASE[145] = ("WEBER", "Luc")
LATE, ABSENT = (143, 144), (101, 102)
TABLES = 22
NEW = "ZÉPHYR Zoé"


class Day:
    """The folder of the tournament, the arbiter's terminal and his assistant's."""

    def __init__(self, folder: Path, arbiter: Terminal, aide: Terminal) -> None:
        self.folder, self.arbiter, self.aide = folder, arbiter, aide

    @property
    def file(self) -> Path:
        return self.folder / "papp-internal-workfile.ronde"

    @property
    def now(self) -> Tournament:
        desk = Desk.open(self.file)
        try:
            return desk.tournament
        finally:
            desk.close()

    def papp(self) -> None:
        self.arbiter.line(f"clear; {sys.executable} -m ronde papp")

    def opens(self) -> None:
        self.papp()
        self.arbiter.until(word("ask-tournament"))
        self.arbiter.until("pays FRA, bip 24 sur 64, listes dans ce dossier.")
        self.arbiter.lines(["Open de Cannes", "abc", "5", ""])
        self.arbiter.until(word("your-choice"))

    def registers(self) -> None:
        """All of the base but the late ones, one of them by the start of his name, and somebody new."""
        self.arbiter.text("i")
        self.arbiter.until(word("ask-name"))
        numbers = [number for number in BASE if number not in (*LATE, 145)]
        self.arbiter.lines([*numbers, "99999", "web"])
        self.arbiter.until(word("is-meant", player="WEBER Luc", id=145))
        self.arbiter.text("o")
        self.arbiter.until(word("entered", player="WEBER Luc", id=145))
        self.arbiter.line(NEW)
        self.arbiter.until(word("is-new", name=NEW))
        self.arbiter.text("o")
        self.arbiter.until(word("ask-country", country="FRA"))
        self.arbiter.line("MCO 7")
        self.arbiter.until(word("entered", player=NEW, id=7))
        self.arbiter.line("")
        self.arbiter.until(word("your-choice"))

    def misses(self) -> None:
        """Two who said they would come are not there."""
        for number in ABSENT:
            self.leaves(number, never_played=True)

    def comes_after_all(self, number: int) -> None:
        """Somebody who was not there in the morning has come; the assistant lets him in."""
        self.aide.text("+")
        self.aide.until(word("who-returns"))
        self.aide.line(str(number))
        eventually(lambda: not self.now.has_left(number), self.aide.screen)
        self.aide.until(word("your-choice"))

    def leaves(self, number: int, *, never_played: bool = False) -> None:
        self.arbiter.text("-")
        self.arbiter.until(word("who-leaves"))
        self.arbiter.line(str(number))
        if never_played:
            self.arbiter.until("(O/N)")
            self.arbiter.text("n")
        eventually(lambda: self.now.has_left(number), self.arbiter.screen)
        self.arbiter.until(word("your-choice"))

    def returns(self, number: int) -> None:
        self.arbiter.text("+")
        self.arbiter.until(word("who-returns"))
        self.arbiter.line(str(number))
        eventually(lambda: not self.now.has_left(number), self.arbiter.screen)
        self.arbiter.until(word("your-choice"))

    def pairs(self, missing: int) -> None:
        self.arbiter.text("a")
        self.arbiter.until(word("missing", count=missing))

    def comes_late(self) -> None:
        self.arbiter.text("i")
        self.arbiter.until(word("ask-name"))
        self.arbiter.lines([*LATE, ""])
        self.arbiter.until(word("your-choice"))

    def assistant_sits_down(self) -> None:
        self.aide.line(f"clear; {RONDE} --seat aide desk {self.file.name}")
        self.aide.until(word("your-choice"))

    def takes_results(self, at: Terminal, tables: range) -> None:
        """Coupons as they come, by number and score, or by name and difference."""
        played = self.now.open_round
        lines = []
        for number in tables:
            table = played.table(number)
            card = self.now.player(table.second)
            lines.append(f"{table.first} {30 + number}" if number % 2 else f"{card.full_name}+{number}")
        at.lines(lines)
        eventually(lambda: all(self.now.open_round.table(one).result for one in tables), at.screen)

    def is_killed(self, typed: str) -> None:
        """The arbiter's desk dies in the middle of a line, and is started again."""
        killed(self.arbiter, typed)
        self.papp()
        self.arbiter.until(word("your-choice"))
        self.arbiter.until("5 rondes, constante 0.")

    def assistant_is_killed(self, typed: str) -> None:
        """So does the other one; the arbiter's goes on."""
        killed(self.aide, typed)
        self.assistant_sits_down()

    def plays(self, number: int) -> None:
        """A round whose results all come at once."""
        self.results(TABLES)
        self.arbiter.line("?")
        self.arbiter.until(word("player-and-score", missing=0))
        self.closes(number)

    def writes(self) -> None:
        """The crosstable of the last round and the file for the rating officer."""
        self.arbiter.text("w")
        self.arbiter.until(word("html-name"))
        self.arbiter.line("")
        self.arbiter.until(word("after-round", last=5))
        self.arbiter.line("")
        self.arbiter.until(word("file-name"))
        self.arbiter.line("tableau.txt")
        self.arbiter.until(word("append", path="tableau.txt"))
        self.arbiter.text("n")
        self.arbiter.until(word("your-choice"))
        self.arbiter.text("e")
        self.arbiter.until("[")
        self.arbiter.lines(["elo.txt", "", "", "", ""])
        self.arbiter.until(word("written", path="elo.txt"))

    def looks_for_missing_slips(self) -> None:
        """Tab at the results: the last slips of a long list are in sight, as the manual says."""
        self.arbiter.key("Tab")
        self.arbiter.until(lambda screen: f"\n  {TABLES}  " in screen and "..." in screen)

    def closes(self, number: int) -> None:
        self.arbiter.line("!")
        self.arbiter.until(word("closed", round=number, rounds=5))
        self.arbiter.until(word("your-choice"))

    def results(self, missing: int) -> None:
        self.arbiter.text("r")
        self.arbiter.until(word("player-and-score", missing=missing))


def killed(at: Terminal, typed: str) -> None:
    """Kill the desk of a terminal while a line is typed there."""
    at.text(typed)
    at.until(typed)
    os.kill(at.pids()[1], signal.SIGKILL)
    at.until(PROMPT.strip())
    at.text("stty sane")  # the dead desk left the terminal as it was; there Return is no new line
    at.key("C-j")
    at.until(lambda screen: screen.count(PROMPT.strip()) >= 2)


def word(key: str, **facts: object) -> str:
    return say(f"desk.{key}", "fr", **facts)


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    (tmp_path / "papp.cfg").write_text(
        'Pays = "FRA"; dossier false; fichier joueurs = "joueurs"; fichier nouveaux = "nouveaux.txt";\n'
        'fichier appariements = "round###.txt"; fichier classement = "stand###.txt";\n'
        "zone-insertion = 9000-9500;\n"
    )
    people = [f'{number:6d} "{name}" , {first} {{FRA}}\n' for number, (name, first) in BASE.items()]
    (tmp_path / "joueurs.txt").write_text("".join(people))
    with (
        terminal(tmp_path, (80, 24), RONDE_LANG="fr") as arbiter,
        terminal(tmp_path, (120, 40), RONDE_LANG="fr") as aide,
    ):
        yield Day(tmp_path, arbiter, aide)


def test_a_day_of_five_rounds_with_46_players_two_terminals_and_killed_desks(day: Day) -> None:
    day.opens()
    day.registers()
    day.misses()
    assert len(day.now.players) == 44
    day.pairs(TABLES - 1)
    day.comes_late()
    day.pairs(TABLES)
    drawn = {(table.first, table.second) for table in day.now.open_round}

    first_round(day, drawn)
    second_round(day)
    corrects(day)
    third_round(day)
    gone = fourth_round(day)
    day.pairs(TABLES)
    day.plays(5)
    day.writes()
    day.arbiter.text("x")
    day.arbiter.until(PROMPT.strip())
    ended(day.now, drawn, gone)
    files_of(day.folder)


def first_round(day: Day, drawn: set[tuple[int, int]]) -> None:
    """Results at both desks; the arbiter's is killed with 15 of them in."""
    day.assistant_sits_down()
    day.results(TABLES)
    day.looks_for_missing_slips()
    day.takes_results(day.arbiter, range(1, 8))
    day.aide.until(word("missing", count=TABLES - 7))
    day.aide.text("r")
    day.aide.until(word("player-and-score", missing=TABLES - 7))
    day.takes_results(day.aide, range(8, 16))
    day.arbiter.until(word("player-and-score", missing=TABLES - 15))

    day.is_killed("145+")
    assert len(day.now.open_round.missing) == TABLES - 15
    assert {(table.first, table.second) for table in day.now.open_round} == drawn
    day.results(TABLES - 15)
    day.takes_results(day.arbiter, range(16, TABLES + 1))
    day.aide.until(word("player-and-score", missing=0))
    day.closes(1)
    assert "MARTIN Anne" in (day.folder / "stand__1.txt").read_text()


def second_round(day: Day) -> None:
    """One of those who were missing has come, and somebody goes home."""
    day.aide.key("C-c")
    day.returns(101)
    day.leaves(103)
    day.pairs(TABLES)
    day.plays(2)
    day.aide.until("Open de Cannes  |  avant la ronde 3")


def third_round(day: Day) -> None:
    """The other one has come too, at the assistant's desk, which is killed; somebody has the bye now."""
    day.comes_after_all(102)
    day.pairs(TABLES)
    assert day.now.open_round.bye is not None
    day.aide.text("r")
    day.aide.until(word("player-and-score", missing=TABLES))
    day.takes_results(day.aide, range(1, 4))
    day.assistant_is_killed("martin an")
    assert len(day.now.open_round.missing) == TABLES - 3
    day.results(TABLES - 3)
    day.takes_results(day.arbiter, range(4, TABLES + 1))
    day.closes(3)


def fourth_round(day: Day) -> int:
    """Somebody leaves who is paired already; who had the bye plays his opponent. Who it was."""
    day.pairs(TABLES)
    bye, table = day.now.open_round.bye, day.now.open_round.table(5)
    assert bye is not None
    day.leaves(table.first)
    day.pairs(TABLES)
    again = day.now.open_round.table_of(bye.player)
    assert again is not None
    assert {again.first, again.second} == {table.second, bye.player}
    day.plays(4)
    return table.first


def corrects(day: Day) -> None:
    """The first table of the first round was written down wrongly, with a slip on the way."""
    table = day.now.round(1).table(1)
    one, other = (day.now.player(player).full_name for player in (table.first, table.second))
    day.arbiter.text("c")
    day.arbiter.until(word("which-round", last=2))
    day.arbiter.lines([1, table.first, 50, table.second, 50])
    day.arbiter.until(word("score-of", player=one))
    day.arbiter.lines([50, 14])
    day.arbiter.until(word("lists-again"))
    day.arbiter.text("o")
    day.arbiter.until(word("your-choice"))
    assert f"{one} ({table.first}) -- {other} ({table.second})  50-14" in day.arbiter.screen()


def ended(hall: Tournament, drawn: set[tuple[int, int]], gone: int) -> None:
    """What the file tells in the evening."""
    assert len(hall.players) == 46
    assert len(hall.closed_rounds) == 5
    assert {(table.first, table.second) for table in hall.round(1)} == drawn
    first = hall.round(1).table(1).result
    assert first is not None
    assert (first.first, first.second) == (50, 14)
    assert {number for number in hall.players if hall.has_left(number)} == {103, gone}
    assert hall.player(7).country == "MCO"
    assert 101 in hall.round(2).seated
    assert not {102, 103} & hall.round(2).seated.keys()
    assert [len(hall.round(number).byes) for number in range(1, 6)] == [0, 0, 1, 0, 0]


def files_of(folder: Path) -> None:
    """What PAPP's folder tells: the same tournament, with all its lists."""
    workfile = (folder / "papp-internal-workfile.txt").read_text()
    assert workfile.count("ronde-suivante") == 5
    assert "+000007" in workfile
    assert "ZEPHYR" in (folder / "nouveaux.txt").read_text()
    for number in range(1, 6):
        assert f"la ronde {number}" in (folder / f"round__{number}.txt").read_text()
        assert f"apres la ronde {number}" in (folder / f"stand__{number}.txt").read_text()
    assert (folder / "tableau.txt").read_text().startswith("*** Open de Cannes ***\n  1. ")
    assert (folder / "elo.txt").read_text().count("\n%Round: ") == 5
