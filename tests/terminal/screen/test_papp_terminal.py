"""A PAPP folder at a small real terminal: its files, and what the desk says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminal.screen.terminal import PROMPT, RONDE, Terminal, terminal

from ronde.app.desk import Desk
from ronde.formats.papp import read_folder
from ronde.i18n import say
from ronde.model.decisions.rounds import close_round, enter_at_table
from ronde.model.result import Result

pytestmark = pytest.mark.full

CONFIG = """dossier false; Pays = "FRA"; fichier joueurs = "../club";
fichier classement = "../lists/stand###.txt"; score-bip = 40/64;
%! Bring the clocks
"""
ODD = """score-bip = 40/64; brightwell = 3; toutes-rondes = 1-12 joueurs; dossier false;
Penalites { Repetition: memes-couleurs = 20000000; };
"""
"""A configuration that deserves remarks of every kind; PLENTY makes them longer than any window."""
PLENTY = "".join(f"%! Rule number {number} of the hall\n" for number in range(1, 51))
PLAYERS = "1 ALPHA, Ann\n2 BETA, Bob\n3 GAMMA, Cid\n4 DELTA, Dan\n"
WORKFILE = "papp-internal-workfile.txt"
LANGUAGE = "fr"


class Folder:
    """A PAPP folder and a terminal in it."""

    def __init__(self, at: Terminal, folder: Path) -> None:
        self.at, self.folder = at, folder

    def words(self, key: str, **facts: object) -> str:
        return say(f"desk.{key}", LANGUAGE, **facts)

    def sees(self, text: str) -> str:
        """Wait for a sentence, wherever the window breaks its line."""
        wanted = "".join(text.split())

        def there(screen: str) -> bool:
            beside_the_menu = (line.split("│")[0] for line in screen.split("\n"))
            return wanted in "".join("".join(beside_the_menu).split())

        return self.at.until(there)

    def start(self) -> None:
        self.at.line(f"clear; {RONDE} papp")

    def open(self, name: str) -> None:
        self.at.until(self.words("ask-tournament"))
        self.at.line(name)
        self.at.until(self.words("ask-rounds"))
        self.at.line("abc")
        self.sees(self.words("bad-rounds", text="abc", most=128))
        self.at.line("3")
        self.at.until(self.words("ask-constant", usual="0"))
        self.at.line("-1")
        self.sees(self.words("bad-constant", text="-1", most=1000))
        self.at.line("abc")
        self.sees(self.words("no-constant", text="abc", usual="0"))
        self.at.until(self.words("your-choice"))

    def press(self, *keys: str, until: str) -> None:
        """Keys of the menu and lines, one after the other, then a sentence."""
        for key in keys:
            self.at.text(key)
        self.sees(until)

    def leave(self) -> None:
        self.at.text("x")
        self.at.until(PROMPT.strip())


@pytest.fixture(scope="module")
def papp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    folder = tmp_path_factory.mktemp("club") / "open"
    folder.mkdir()
    (folder / "papp.cfg").write_text(CONFIG)
    (folder.parent / "club.txt").write_text(PLAYERS)
    with terminal(folder, (80, 24), RONDE_LANG=LANGUAGE) as at:
        yield Folder(at, folder)


def test_a_day_with_the_files_of_a_club(papp: Folder) -> None:
    """One evening, in the order in which an arbiter would come to it."""
    at, yes = papp.at, papp.words("yes-no")[0]
    papp.start()
    papp.sees("Bring the clocks")
    papp.sees("40/64")
    papp.open("Open")
    papp.press("p", until="Bring the clocks")
    papp.press("i", until=papp.words("ask-name"))
    for name in ("alpha ann", "beta bob", "gamma cid", "delta dan"):
        at.line(name)
    papp.sees(papp.words("entered", player="DELTA Dan", id=4))
    at.line("")
    at.until(papp.words("your-choice"))

    papp.press("s", until=papp.words("file-name"))
    at.line("papp.cfg")
    papp.sees(say("errors.file-exists.ours", LANGUAGE, path=papp.folder / "papp.cfg"))
    papp.press("s", until=papp.words("file-name"))
    at.line("../club.txt")
    papp.sees(say("errors.file-exists.ours", LANGUAGE, path=papp.folder / "../club.txt"))
    (papp.folder / "mine.txt").write_text("mine")
    papp.press("s", until=papp.words("file-name"))
    at.line("mine.txt")
    papp.press(until=papp.words("overwrite", path="mine.txt"))
    papp.press(papp.words("yes-no")[1], until=papp.words("your-choice"))
    assert (papp.folder / "mine.txt").read_text() == "mine"

    papp.press("a", until=papp.words("missing", count=2))
    papp.press("r", until=papp.words("player-and-score", missing=2))
    at.line("1 40")
    at.until(papp.words("player-and-score", missing=1))
    at.line("")
    papp.press("-", until=papp.words("who-leaves"))
    at.line("1")
    papp.sees(papp.words("leaves-later", player="ALPHA Ann", id=1, round=1))
    papp.press("r", until=papp.words("player-and-score", missing=1))
    closed_elsewhere(papp.folder / "papp-internal-workfile.ronde")
    at.line("?")
    papp.sees(say("errors.round-gone", LANGUAGE, round=1, seat="other"))

    papp.press("a", until=papp.words("your-choice"))
    papp.press("r", until=papp.words("player-and-score", missing=1))
    at.line("?")
    papp.sees(papp.words("complete"))
    at.line("!")
    papp.sees(papp.words("write-outside", path=papp.folder.parent / "lists"))
    papp.press(yes, until=papp.words("your-choice"))
    papp.leave()
    assert (papp.folder.parent / "lists" / "stand__2.txt").is_file()
    assert (papp.folder.parent / "club.txt").read_text() == PLAYERS

    (papp.folder / WORKFILE).unlink()
    papp.start()
    papp.sees(papp.words("begun-anew", path="").split("{")[0].rstrip(". "))
    papp.open("Autumn")
    papp.leave()
    papp.start()
    papp.sees(
        papp.words("config-country", country="FRA")
    )  # above what is told last, though it takes two lines
    papp.sees(papp.words("under-way", title="Autumn", rounds=3, constant="0").split(":")[1].strip())
    papp.leave()
    (aside,) = papp.folder.glob("papp-internal-workfile-2*.ronde")
    desk = Desk.open(aside)
    assert (desk.tournament.name, len(desk.tournament.closed_rounds)) == ("Open", 2)
    desk.close()


def test_the_first_screen_of_a_bare_folder_says_what_was_made_and_what_is_missing(papp: Folder) -> None:
    bare = papp.folder / "bare"
    bare.mkdir()
    (bare / "joueurs").write_text(PLAYERS)
    papp.at.line(f"clear; cd bare; {RONDE} papp; cd ..")
    papp.at.until(papp.words("ask-tournament"))

    papp.sees(papp.words("config-made", path=bare / "papp.cfg"))
    papp.sees(papp.words("remarks-key"))
    papp.at.key("C-c")
    papp.at.until(PROMPT.strip())
    assert not list(bare.glob("*.ronde"))


def test_every_remark_on_a_configuration_is_read_at_the_start_and_again_by_its_key(papp: Folder) -> None:
    odd = papp.folder / "odd"
    odd.mkdir()
    (odd / "papp.cfg").write_text(ODD + PLENTY)
    papp.at.line(f"clear; cd odd; {RONDE} papp; cd ..")
    told = ["40/64", "brightwell", "toutes-rondes", "20000000", "joueurs", "Rule number 50 of the hall"]

    first = read_through(papp, papp.words("ask-tournament"))
    papp.at.line("Odd")
    for key in ("ask-rounds", "ask-constant"):
        papp.at.until(papp.words(key, usual="6"))
        papp.at.line("3")
    papp.at.until(papp.words("your-choice"))
    papp.press("i", until=papp.words("nobody-yet"))  # what was told at the start gives way to the players
    papp.at.key("C-c")
    papp.at.until(papp.words("your-choice"))
    papp.at.text("p")
    again = papp.sees("40/64")
    papp.leave()

    assert [words for words in told if words not in first] == []
    assert [words for words in told[:-1] if words not in again] == []


@pytest.mark.parametrize(("answer", "closed"), [("", 0), ("2", 1)], ids=["workfile", "ours"])
@pytest.mark.parametrize("option", ["", " --plain"], ids=["screen", "lines"])
def test_a_terminal_asks_which_counts_when_an_older_workfile_was_put_back(
    option: str, answer: str, closed: int, papp: Folder
) -> None:
    back = papp.folder / f"back{closed}{option.strip()}"
    back.mkdir()
    (back / "joueurs").write_text(PLAYERS)
    head = '#_Nom-Tournoi = "Back"; #_Nombre-Rondes = 3; & +1 +2; '
    desk = Desk.create(back / "papp-internal-workfile.ronde")
    (back / WORKFILE).write_text(head + "raz-couplage; (1 40 2 24); ronde-suivante;")
    (back / "papp.cfg").write_text("dossier false;")
    imported = read_folder(back)
    desk.take_in(imported.actions("arbiter"), imported.attachments)
    desk.close()
    (back / WORKFILE).write_text(head)

    papp.at.line(f"clear; cd {back.name}; {RONDE} papp{option}; cd ..")
    papp.sees(papp.words("which-state"))
    papp.at.line(answer)
    papp.at.until(papp.words("your-choice"))
    papp.at.line("x")
    papp.at.until(PROMPT.strip())

    after = Desk.open(back / "papp-internal-workfile.ronde")
    assert len(after.tournament.closed_rounds) == closed
    after.close()
    assert (back / WORKFILE).read_text().count("ronde-suivante") == closed
    assert len(list(back.glob("*.backups/before-*"))) == 1 - closed
    assert len(list(back.glob("papp-internal-workfile-*.txt"))) == closed


def read_through(papp: Folder, question: str) -> str:
    """All that is shown before a question is put; Space turns the page."""
    seen = screen = papp.at.until("40/64")
    while question not in screen:
        before = screen
        papp.at.text(" ")
        screen = papp.at.until(lambda now, before=before: now != before)  # type: ignore[misc]
        seen += screen
    return seen


def closed_elsewhere(file: Path) -> None:
    """Another desk enters the missing results and closes the round."""
    desk = Desk.open(file)
    for table in desk.tournament.open_round.missing:
        desk.act("other", enter_at_table, table=table.number, result=Result(40, 24))
    desk.act("other", close_round)
    desk.close()
