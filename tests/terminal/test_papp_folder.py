"""The desk in a PAPP folder: what empty answers mean, whose files are whose, what a bad template spoils."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import ronde
from ronde.app.desk import Desk
from ronde.cli.main import main
from ronde.formats.papp import stored_folder
from ronde.formats.papp.players import PappPeople, read_players
from ronde.formats.papp.tokens import SourceText
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result

CONFIG = """Pays = "FRA"; dossier false; XML true; fichier joueurs = "joueurs.txt";
fichier appariements = "round###.txt"; fichier resultats = "resul###.txt";
fichier classement = "stand###.txt"; fichier equipes = "team###.txt"; fichier tableau-croise = "cross###.htm";
"""
PLAYERS = "1 ALPHA, Ann\n2 BETA, Bob\n3 GAMMA, Cid {GBR}\n"
OPEN = ("Open", "3", "6")
TWO = (*OPEN, "i", "alpha ann", "beta bob", "")
PLAYED = (*TWO, "m", "a", "1", "2", "q", "a", "r", "1 40", "!")
LISTS = {"resul__1.txt", "stand__1.txt", "team__1.txt", "stand__1.xml", "rounds.xml"}


class Arbiter:
    """Somebody who types at `papp --plain` in a folder of his own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch
        self.put("papp.cfg", CONFIG)
        self.put("joueurs.txt", PLAYERS)

    def put(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def read(self, name: str) -> str:
        return (self.folder / name).read_text()

    def files(self) -> set[str]:
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file()}

    def types(self, capsys: pytest.CaptureFixture[str], *lines: str, language: str = "en") -> str:
        """What the desk says to these lines; it must end well."""
        self.monkeypatch.chdir(self.folder)
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["papp", "--plain", "--lang", language]) == 0
        return capsys.readouterr().out


@pytest.fixture
def arbiter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arbiter:
    return Arbiter(tmp_path, monkeypatch)


Screen = pytest.CaptureFixture[str]


def test_a_template_without_a_cell_keeps_no_other_list_back(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.put("cell.tmpl", "<html>$PAPP_CROSSTABLE</html>\n")

    screen = arbiter.types(capsys, *PLAYED, "x")

    assert "cell.tmpl, line 1" in screen
    assert arbiter.files() >= LISTS
    assert "cross__1.htm" not in arbiter.files()


def test_a_template_without_a_cell_makes_no_page_and_the_desk_goes_on(
    arbiter: Arbiter, capsys: Screen
) -> None:
    arbiter.put("cell.tmpl", "<html>$PAPP_CROSSTABLE</html>\n")

    screen = arbiter.types(capsys, *PLAYED, "w", "page.htm", "1", "cross.txt", "n", "x")

    assert screen.count("CELL-BEGIN") == 2
    assert "cross.txt" in arbiter.files()
    assert "page.htm" not in arbiter.files()


def test_a_tournament_without_a_name_has_no_subfolder(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.put("papp.cfg", CONFIG.replace("dossier false", "dossier true"))

    arbiter.types(capsys, "", *PLAYED[1:], "x")

    assert arbiter.files() >= {*LISTS, "papp-internal-workfile-BACKUP.txt"}
    assert arbiter.read("stand__1.txt").startswith("***  ***\n")
    assert '#_Nom-Tournoi   = "" ;' in arbiter.read("papp-internal-workfile.txt")


def test_the_name_of_a_newcomer_is_known_from_then_on(arbiter: Arbiter, capsys: Screen) -> None:
    screen = arbiter.types(capsys, *OPEN, "i", "NEWLAND Alice", "y", "GBR", "newland alice", "", "x")

    assert "NEWLAND Alice (4) is already registered" in screen
    assert arbiter.read("nouveaux.txt") == "     4 NEWLAND, Alice\t{GBR}\n"


def test_without_a_usual_country_it_is_asked_for_until_there_is_one(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.put("papp.cfg", CONFIG.replace('Pays = "FRA";', ""))

    screen = arbiter.types(capsys, *OPEN, "i", "NEWLAND Alice", "y", "", " ", "GBR", "", "x")

    assert screen.count("Country [-]") == 3
    assert "{GBR}" in arbiter.read("nouveaux.txt")


def test_the_nationality_of_anybody_in_the_base_can_change(arbiter: Arbiter, capsys: Screen) -> None:
    screen = arbiter.types(
        capsys, *OPEN, "n", "gam", "USA", "i", "gamma cid", "beta bob", "", "n", "2", "ITA", "x"
    )

    assert "GAMMA Cid plays for USA" in screen
    assert arbiter.read("nouveaux.txt") == "%_      3 {USA}\n%_      2 {ITA}\n"
    assert "[USA]" in arbiter.types(capsys, "n", "3", "", "x")


def test_a_list_of_pairs_is_written_even_if_there_is_nobody_to_pair(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *OPEN, "i", "alpha ann", "", "a", "x")

    assert arbiter.read("round__1.txt").splitlines()[2:] == [
        "Pairings of round 1 :",
        "",
        "",
        " ALPHA Ann {FRA}  (1)",
    ]
    assert "<Name>ALPHA Ann</Name>" in arbiter.read("rounds.xml")


@pytest.mark.parametrize(("subfolder", "tail"), [("false", ".ELO"), ("true", "_Open.ELO")])
def test_the_rating_file_is_named_after_the_subfolder_if_there_is_one(
    subfolder: str, tail: str, arbiter: Arbiter, capsys: Screen
) -> None:
    arbiter.put("papp.cfg", CONFIG.replace("dossier false", f"dossier {subfolder}"))

    screen = arbiter.types(capsys, *PLAYED, "e", "", "", "", "", "", "x")

    (name,) = [file for file in arbiter.files() if file.endswith(".ELO")]
    assert f"[{name}]" in screen
    assert name[8:] == tail


def test_an_added_game_may_be_of_people_who_are_not_registered(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *PLAYED, "e", "e.txt", "", "", "", "12345", "40", "beta", "24", "", "x")

    assert arbiter.read("e.txt").endswith("%%Added results\n 12345 (40)>(24)      2 B\n")


def test_a_round_without_pairs_cannot_be_corrected(arbiter: Arbiter, capsys: Screen) -> None:
    screen = arbiter.types(capsys, *PLAYED, "c", "2", "x")

    assert "(1 to 1)" in screen
    assert "There is no round" in screen


def test_a_pair_can_be_corrected_before_any_result_is_in(arbiter: Arbiter, capsys: Screen) -> None:
    screen = arbiter.types(capsys, *TWO, "m", "a", "1", "2", "q", "c", "1", "2", "40", "1", "24", "x")

    assert "Round 1 is corrected" in screen
    assert "(000002 000001 40);" in arbiter.read("papp-internal-workfile.txt")


def test_the_lists_are_written_again_after_a_correction_between_two_rounds(
    arbiter: Arbiter, capsys: Screen
) -> None:
    arbiter.types(capsys, *PLAYED, "c", "1", "2", "+6", "1", "-6", "y", "x")

    assert "[35]   BETA Bob" in arbiter.read("stand__1.txt")
    assert "40/24" in arbiter.read("resul__1.txt")  # PAPP leaves the results as they were


def test_a_correction_puts_the_tables_of_the_open_round_in_order_anew(
    arbiter: Arbiter, capsys: Screen
) -> None:
    """Ann sits at table 1 as the winner of round 1, until it is known that Dan has won."""
    arbiter.put("joueurs.txt", PLAYERS + "4 DELTA, Dan\n")
    four = ("alpha ann", "beta bob", "gamma cid", "delta dan")
    first = ("m", "a", "1", "4", "a", "2", "3", "q", "a", "r", "1 40", "2 =", "!")
    second = ("m", "a", "3", "4", "a", "1", "2", "q", "a")

    arbiter.types(capsys, "Open", "2", "6", "i", *four, "", *first, *second, "x")
    before = arbiter.read("round__2.txt")
    arbiter.types(capsys, "c", "1", "1", "24", "4", "40", "y", "a", "x")
    after = arbiter.read("round__2.txt")

    assert before.index("ALPHA Ann") < before.index("GAMMA Cid")
    assert after.index("GAMMA Cid") < after.index("ALPHA Ann")


@pytest.mark.parametrize(
    ("keys", "title"),
    [
        (("s", "none/x.txt"), "Ranking of the 2 players after round 1:"),
        (("^f", "none/x.txt", "1"), "Feats of player ALPHA Ann (1) after round 1:"),
        (("a", "^v", "none/x.txt"), "Pairings of round 2 :"),
    ],
)
def test_a_list_whose_file_cannot_be_opened_is_shown(
    keys: tuple[str, ...], title: str, arbiter: Arbiter, capsys: Screen
) -> None:
    assert title in arbiter.types(capsys, *PLAYED, *keys, "x")


def test_files_an_arbiter_edits_meanwhile_are_left_alone(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *PLAYED, "x")
    edits = {name: arbiter.read(name) + "% mine\n" for name in ("papp.cfg", "joueurs.txt", "nouveaux.txt")}
    edits["cell.tmpl"] = arbiter.read("cell.tmpl").replace("<body>", "<body>Mine ")
    shell = [f"|cp {name}.mine {name}" for name in edits]
    for name, text in edits.items():
        arbiter.put(f"{name}.mine", text)

    arbiter.types(capsys, *(word for line in shell for word in ("s", line)), "a", "r", "1 40", "!", "l", "x")

    assert {name: arbiter.read(name) for name in edits} == edits
    assert "Mine" in arbiter.read("cross__2.htm")


WORKFILE, JOURNAL = "papp-internal-workfile.txt", "papp-internal-workfile.ronde"
ROUND = ("a", "r", "?", "!")


def test_an_older_workfile_put_back_counts_and_the_later_rounds_are_put_aside(
    arbiter: Arbiter, capsys: Screen
) -> None:
    """This copy is how every arbiter at PAPP takes a round back (manual, 2.4)."""
    arbiter.types(capsys, *PLAYED, *ROUND, "x")
    copy = arbiter.read(WORKFILE)
    arbiter.types(capsys, *ROUND, "x")
    arbiter.put(WORKFILE, copy)

    screen = arbiter.types(capsys, "l", "x")

    assert "Open: 2 players after round 2" in screen
    assert f"{WORKFILE}: 2 players, 2 rounds closed" in screen
    assert f"{JOURNAL}: 2 players, 3 rounds closed" in screen
    (aside,) = arbiter.folder.glob("*.backups/before-*.ronde")
    assert len(Desk.open(aside).tournament.closed_rounds) == 3
    assert arbiter.read(WORKFILE).count("ronde-suivante") == 2


def test_the_workfile_that_was_read_in_counts_when_it_is_put_back(arbiter: Arbiter, capsys: Screen) -> None:
    head = '#_Nom-Tournoi = "Open"; #_Nombre-Rondes = 3; '
    spelt = head + "& +1 +2; raz-couplage; (1 40 2 24); ronde-suivante;"
    arbiter.put(WORKFILE, spelt)
    arbiter.types(capsys, *ROUND, "x")
    arbiter.put(WORKFILE, spelt)

    assert "Open: 2 players after round 1" in arbiter.types(capsys, "l", "x")


def test_the_workfile_written_last_raises_no_question_though_the_journal_went_on(
    arbiter: Arbiter, capsys: Screen
) -> None:
    arbiter.types(capsys, *TWO, "a", "x")
    desk = Desk.open(arbiter.folder / JOURNAL)
    desk.act("second", enter_at_table, table=1, result=Result(40, 24))
    desk.close()

    screen = arbiter.types(capsys, "v", "x")

    assert "40-24" in screen
    assert not list(arbiter.folder.glob("*.backups"))


def test_nothing_is_put_aside_under_the_feet_of_another_desk(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *TWO, "x")
    copy = arbiter.read(WORKFILE)
    arbiter.types(capsys, *ROUND, "x")
    arbiter.put(WORKFILE, copy)
    other = Desk.open(arbiter.folder / JOURNAL)

    assert main(["papp", "--plain", "--lang", "en"]) == 1

    assert "in use" in capsys.readouterr().err
    assert len(other.tournament.closed_rounds) == 1
    other.close()
    assert arbiter.read(WORKFILE) == copy


def rounds_in(arbiter: Arbiter) -> int:
    return arbiter.read("rounds.xml").count("<Round>")


def test_the_lists_of_pairs_that_are_undone_go_and_come_back_with_redo(
    arbiter: Arbiter, capsys: Screen
) -> None:
    arbiter.types(capsys, *PLAYED, "a", "u", "x")

    assert "round__2.txt" not in arbiter.files()
    assert rounds_in(arbiter) == 1
    assert arbiter.files() >= LISTS

    arbiter.types(capsys, "y", "x")

    assert "BETA Bob" in arbiter.read("round__2.txt")
    assert rounds_in(arbiter) == 2


@pytest.mark.parametrize("keys", [("u",), ("o", "y")], ids=["undone", "reopened"])
def test_the_lists_of_a_closing_that_does_not_stand_go(
    keys: tuple[str, ...], arbiter: Arbiter, capsys: Screen
) -> None:
    arbiter.types(capsys, *PLAYED, *ROUND, *keys, "x")

    assert not arbiter.files() & {
        "resul__2.txt",
        "stand__2.txt",
        "team__2.txt",
        "cross__2.htm",
        "stand__2.xml",
    }
    assert arbiter.files() >= {*LISTS, "round__2.txt"}
    assert arbiter.read("rounds.xml").count("<Score>") == 2


def test_the_lists_of_undone_pairs_of_the_first_round_all_go(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *TWO, "a", "u", "x")

    assert not arbiter.files() & {"rounds.xml", "round__1.txt"}


def test_undoing_a_correction_puts_its_lists_right(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *PLAYED, "x")
    before = arbiter.read("stand__1.txt")
    arbiter.types(capsys, "c", "1", "1", "24", "2", "40", "y", "x")
    assert arbiter.read("stand__1.txt") != before

    arbiter.types(capsys, "u", "x")

    assert arbiter.read("stand__1.txt") == before


def test_a_round_closed_by_a_command_gets_its_lists(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *TWO, "x", language="fr")
    for line in ("pair --seed 1", "result 1 40"):
        word, *rest = line.split()
        assert main([word, JOURNAL, *rest]) == 0
    assert "Appariements de la ronde 1" in arbiter.read("round__1.txt")
    assert main(["close", JOURNAL]) == 0

    assert arbiter.files() >= LISTS
    assert "Classement" in arbiter.read("stand__1.txt")

    assert main(["undo", JOURNAL]) == 0
    assert "stand__1.txt" not in arbiter.files()


def test_a_round_closed_by_a_program_or_at_another_desk_gets_its_lists(
    arbiter: Arbiter, capsys: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter.types(capsys, *TWO, "a", "r", "1 40", "", "x")
    with ronde.open(JOURNAL) as tournament:
        tournament.close()
        assert arbiter.files() >= LISTS
        tournament.reopen()
        assert not arbiter.files() & LISTS - {"rounds.xml"}
    monkeypatch.setattr(sys, "stdin", io.StringIO("r\n!\nx\n"))
    assert main(["desk", JOURNAL, "--plain"]) == 0

    assert arbiter.files() >= LISTS


def test_a_tournament_beside_no_workfile_of_its_own_writes_no_lists(arbiter: Arbiter, capsys: Screen) -> None:
    arbiter.types(capsys, *TWO, "x")
    (arbiter.folder / JOURNAL).rename(arbiter.folder / "other.ronde")
    before = arbiter.files()

    assert main(["pair", "other.ronde"]) == 0

    assert arbiter.files() == before


def test_no_coupon_has_the_base_read_again(
    arbiter: Arbiter, capsys: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of all players of the world has 15,000 lines."""
    read: list[str] = []

    def counted(page: SourceText, base: PappPeople, *, new: bool = False) -> None:
        read.append(page.path)
        read_players(page, base, new=new)

    arbiter.types(capsys, *TWO, "a", "x")
    monkeypatch.setattr(stored_folder, "read_players", counted)
    arbiter.types(capsys, "r", "1 40", "", "x")
    once = len(read)
    arbiter.types(capsys, "r", *(f"1 {discs}" for discs in range(33, 43)), "", "x")

    assert len(read) <= 2 * once
