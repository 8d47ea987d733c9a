"""Files of Go on the command line: shown before they are stored, and refused whole."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.terminal import Terminal
from tests.support.go_golden import GOLDEN

RECORDED = GOLDEN / "opengotha-3.51" / "mm12-absent"


def test_a_preview_says_what_was_understood_and_stores_nothing(ronde: Terminal, tmp_path: Path) -> None:
    shutil.copy(RECORDED / "tournament.xml", tmp_path / "open.xml")

    said = ronde.done("import", "open.xml", "--preview").out
    assert "12" in said
    assert not (tmp_path / "open.ronde").exists()
    ronde.done("import", "open.xml")
    assert (tmp_path / "open.ronde").exists()


def test_a_file_that_is_wrong_stores_nothing(ronde: Terminal, tmp_path: Path) -> None:
    text = (RECORDED / "tournament.xml").read_text()
    (tmp_path / "open.xml").write_text(text.replace('whitePlayer="LULBÖMEHON"', 'whitePlayer="NOBODY"', 1))

    assert "NOBODY" in ronde.refused("import", "open.xml")
    assert not (tmp_path / "open.ronde").exists()


def test_results_are_exported_for_the_federations(ronde: Terminal, tmp_path: Path) -> None:
    shutil.copy(RECORDED / "tournament.xml", tmp_path / "open.xml")
    ronde.done("import", "open.xml")

    ronde.done("export", "open.ronde", "--as", "egf", "-o", "open.h9")
    assert b"   1 Sundsta Gourtco" in (tmp_path / "open.h9").read_bytes()
    ronde.done("export", "open.ronde", "--as", "opengotha", "-o", "again.xml")
    assert ronde.data("import", "again.xml")["players"] == 12


def test_a_rating_list_names_itself_and_is_searched_by_pin(ronde: Terminal, tmp_path: Path) -> None:
    row = " 11223344  Stone Ada                             FR  Ly   4d   --   2391   57  T261024A\n"
    (tmp_path / "allworld_lp.txt").write_text(f"Ratings (16 Nov 2026)\n{row}")

    assert ronde.data("people", "import", "allworld_lp.txt")["source"] == "EGF"
    found = ronde.data("people", "search", "11223344")
    assert [(one["name"], one["rank"], one["pin"]) for one in found] == [("Stone", "4D", "11223344")]
