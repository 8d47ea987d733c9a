"""The players base belongs to the club: a line changes if the arbiter changed that person, and only then."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.terminal.arbiter import JOURNAL, OPEN, PLAYED, PLAYERS, TWO, Arbiter

from ronde.app import papp_folder as live
from ronde.formats.papp import FolderPlan, write_plan
from ronde.model.errors import ReadOnly

BASE = (
    b"% Liste du club, tenue par Zo\xe9\r\n"
    b"pays = FRA\r\n"
    b"     1 ALPHA, Ann                    %_<1500>  `cotisation \xe0 jour\r\n"
    b"# ---------\r\n"
    b"     2 BETA, Bob                     %_<1321>\r\n"
    b"pays = GBR\r\n"
    b"     3 GAMMA, Cid\r\n"
    b"  3344 O'DELL, Pat {IRL} <941> 'paid up for 2024\r\n"
)
"""A list as clubs have it: Latin-1, CR-LF, comments, sections of countries."""


def test_the_base_stays_as_it_is_when_the_club_has_new_ratings(papp: Arbiter) -> None:
    """The base is newer than the registration: nobody at the desk changed a rating."""
    papp.put("joueurs.txt", BASE)
    papp.types(*PLAYED, "x")
    newer = BASE.replace(b"<1321>", b"<1400>").replace(b"ALPHA, Ann", b"ALPHA, Anne")
    papp.put("joueurs.txt", newer)

    papp.types("a", "r", "1 40", "!", "x")

    assert papp.data("joueurs.txt") == newer


def test_only_the_line_of_a_changed_person_changes_and_the_former_base_is_kept(papp: Arbiter) -> None:
    papp.put("joueurs.txt", BASE)
    papp.types(*PLAYED, "x")
    papp.runs("player", "edit", JOURNAL, "2", "--rating", "1777")

    screen = papp.types("l", "x")

    assert papp.data("joueurs.txt") == BASE.replace(b"%_<1321>", b"%_<1777>")
    (kept,) = [name for name in papp.files() if name.startswith("joueurs-")]
    assert papp.data(kept) == BASE
    assert kept in screen
    assert "BETA Bob (2)" in screen


def test_a_name_changes_in_its_place_and_its_accents_go_into_a_note(papp: Arbiter) -> None:
    papp.put("joueurs.txt", BASE)
    papp.types(*TWO, "x")
    papp.runs("player", "edit", JOURNAL, "2", "--name", "BÊTA")

    papp.types("l", "x")

    before, after = BASE.split(b"\r\n"), papp.data("joueurs.txt").split(b"\r\n")
    changed = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    assert changed == [4]
    assert after[4].startswith(b"     2 BETA, Bob                     %_<1321>")
    assert "BÊTA Bob" in papp.types("n", "2", "", "x")


def test_a_country_changed_at_the_desk_goes_where_papp_keeps_it(papp: Arbiter) -> None:
    papp.put("joueurs.txt", BASE)

    papp.types(*TWO, "n", "2", "New Zealand", "x")

    assert papp.data("joueurs.txt") == BASE
    assert papp.read("nouveaux.txt").startswith("%_      2 {New_Zealand}\n")
    assert "[New Zealand]" in papp.types("n", "2", "", "x")


def test_a_change_taken_back_is_taken_back_in_the_files(papp: Arbiter) -> None:
    papp.put("joueurs.txt", BASE)
    papp.types(*TWO, "x")
    papp.runs("player", "edit", JOURNAL, "2", "--rating", "1777")
    papp.types("l", "u", "x")

    assert papp.data("joueurs.txt") == BASE


def test_a_base_edited_while_the_desk_is_open_keeps_the_edits(papp: Arbiter) -> None:
    papp.put("joueurs.txt", BASE)
    papp.types(*TWO, "x")
    papp.put("theirs", BASE.replace(b"Liste", b"LISTE") + b"  4000 NEWER, Nan\r\n")
    command = "player edit papp-internal-workfile.ronde 2 --rating 1777"
    papp.types("s", "|cp theirs joueurs.txt", "s", f"|{sys.executable} -m ronde {command}", "l", "x")

    assert papp.data("joueurs.txt") == papp.data("theirs").replace(b"<1321>", b"<1777>")


def test_whoever_has_vanished_from_the_base_is_kept_among_the_new_players(papp: Arbiter) -> None:
    papp.put("joueurs.txt", BASE)
    papp.types(*TWO, "x")
    thinner = BASE.replace(b"     2 BETA, Bob                     %_<1321>\r\n", b"")
    papp.put("theirs", thinner)

    papp.types("s", "|cp theirs joueurs.txt", "l", "x")

    assert papp.data("joueurs.txt") == thinner
    assert "2 BETA, Bob" in papp.read("nouveaux.txt")
    assert "BETA Bob" in papp.types("l", "x")


@pytest.mark.parametrize("later", [False, True])
def test_an_erased_newcomer_leaves_the_new_players_file(later: bool, papp: Arbiter) -> None:
    papp.put("nouveaux.txt", "   500 EARLIER, Eve\t{GBR}\n")
    enter = (*OPEN, "i", "NEWLAND Alice", "y", "GBR", "earlier eve", "")
    erase = ("-", "newl", "y", "-", "earl", "y", "x")
    if later:
        papp.types(*enter, "x")
        assert "NEWLAND" in papp.read("nouveaux.txt")
        papp.types(*erase)
    else:
        papp.types(*enter, *erase)

    assert papp.read("nouveaux.txt") == "   500 EARLIER, Eve\t{GBR}\n"


def test_an_erased_newcomer_who_is_brought_back_is_in_the_file_again(papp: Arbiter) -> None:
    papp.types(*OPEN, "i", "NEWLAND Alice", "y", "GBR", "", "-", "newl", "y", "u", "x")

    assert papp.read("nouveaux.txt") == "     4 NEWLAND, Alice\t{GBR}\n"


def test_a_base_that_only_others_may_write_keeps_no_list_back(
    papp: Arbiter, monkeypatch: pytest.MonkeyPatch
) -> None:
    papp.types(*TWO, "x")
    papp.runs("player", "edit", JOURNAL, "2", "--rating", "1777")
    written = write_plan

    def guarded(folder: Path, plan: FolderPlan) -> list[str]:
        if "joueurs.txt" in plan.files:
            raise ReadOnly(path="joueurs.txt")
        return written(folder, plan)

    monkeypatch.setattr(live, "write_plan", guarded)
    screen = papp.types("a", "r", "1 40", "!", "x")

    assert {"stand__1.txt", "resul__1.txt"} <= papp.files()
    assert "ronde-suivante" in papp.read("papp-internal-workfile.txt")
    assert "joueurs.txt cannot be written" in screen
    assert papp.read("joueurs.txt") == PLAYERS


def test_who_is_in_the_file_of_the_newcomers_is_registered_as_new(papp: Arbiter) -> None:
    """The ELO file marks them (papp 3.4 and 3.11)."""
    papp.put("nouveaux.txt", "500 NEWLAND, Alice {GBR}\n")

    papp.types(*OPEN, "i", "newland alice", "alpha ann", "", "x")

    assert [papp.hall().player(number).new for number in (500, 1)] == [True, False]
