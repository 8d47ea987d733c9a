"""`-` for standard input and output, and `-o` for whatever a command prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.support.processes import ronde as in_process_of_its_own

LIST = "name;first name;rating\nPAULIN;Jean;1650\nVIDAL;Anne;1700\n"


def test_what_a_command_prints_goes_into_the_file_instead(ronde: Terminal, played: Path) -> None:
    printed = ronde.done("standings", played).out

    said = ronde.done("standings", played, "-o", "list.txt")

    assert Path("list.txt").read_text() == printed
    assert "list.txt" in said.out
    ronde.done("standings", played, "--json", "-o", "list.json")
    assert json.loads(Path("list.json").read_text())["after"] == 1


@pytest.mark.full
def test_lists_for_spreadsheets_go_into_the_file_as_they_are_printed(ronde: Terminal) -> None:
    ronde.done("new", "chess.ronde", "--system", "dutch")
    for name in ("AÉ", "B"):
        ronde.done("player", "add", "chess.ronde", name)

    ronde.done("fide", "checklist", "chess.ronde", "--csv", "-o", "list.csv")

    printed = in_process_of_its_own("fide", "checklist", "chess.ronde", "--csv").stdout
    assert Path("list.csv").read_bytes() == printed.replace("\n", "\r\n").encode()


def test_a_file_that_is_there_is_refused_before_anything_is_done(ronde: Terminal, file: Path) -> None:
    Path("round.txt").write_text("mine")

    said = ronde("pair", file, "-o", "round.txt")

    assert said.status == 1
    assert Path("round.txt").read_text() == "mine"
    assert ronde.data("status", file)["tables"] == 0
    ronde.done("pair", file, "-o", "round.txt", "--force")
    assert "POIRIER" in Path("round.txt").read_text()


def test_the_tournament_itself_is_never_written_over(ronde: Terminal, played: Path) -> None:
    before = played.read_bytes()

    assert ronde("standings", played, "-o", played, "--force").status == 1
    assert played.read_bytes() == before


@pytest.mark.full
def test_a_hyphen_prints_and_a_report_with_status_1_is_written_too(ronde: Terminal, played: Path) -> None:
    assert ronde.done("standings", played, "-o", "-").out == ronde.done("standings", played).out
    Path("wrong.trf").write_text(
        in_process_of_its_own("fide", "generate", "--players", "6", "--rounds", "2").stdout
    )
    text = Path("wrong.trf").read_text().replace("\n001    1 ", "\n001    1 ", 1)
    line = next(line for line in text.splitlines() if line.startswith("001    1"))
    Path("wrong.trf").write_text(text.replace(line, line[:80] + " 9.5" + line[84:]))

    assert ronde("fide", "check", "wrong.trf", "-o", "report.txt").status == 1
    assert Path("report.txt").read_text()


@pytest.mark.full
def test_a_list_comes_from_standard_input(file: Path) -> None:
    done = in_process_of_its_own("player", "import", file, "-", "--json", stdin=LIST)

    assert json.loads(done.stdout)["entered"] == 2


@pytest.mark.full
def test_a_mistake_in_standard_input_is_told_by_that_name(file: Path) -> None:
    done = in_process_of_its_own("player", "import", file, "-", stdin="name;rating\nA;x\n", RONDE_LANG="en")

    assert done.returncode == 1
    assert done.stderr.startswith("standard input, line 2")


@pytest.mark.full
def test_a_tournament_comes_from_standard_input_and_is_named_after_its_file(tmp_path: Path) -> None:
    made = tmp_path / "Spring.ronde"

    refused = in_process_of_its_own("import", "-", "--as", "csv", stdin=LIST)
    done = in_process_of_its_own("import", "-", "--as", "csv", "-o", made, "--json", stdin=LIST)

    assert (refused.returncode, done.returncode) == (2, 0)
    assert (json.loads(done.stdout)["name"], json.loads(done.stdout)["players"]) == ("Spring", 2)


def test_exports_and_backups_are_printed_too(ronde: Terminal, played: Path) -> None:
    assert ronde.done("export", played, "--as", "csv", "-o", "-").out == (
        ronde.done("export", played, "--as", "csv").out
    )
    assert ronde("export", played, "--as", "papp", "-o", "-").status == 2
    assert not Path("-").exists()
    assert in_process_of_its_own("backup", played, "-o", "-").stdout.startswith("SQLite format 3")


def test_a_hyphen_where_a_file_is_needed_is_refused_in_a_sentence(ronde: Terminal, played: Path) -> None:
    said = ronde("standings", "-")

    assert said.status == 2
    assert "./-" in said.err
    assert ronde("copy", played, "-").status == 2
    assert not Path("-").exists()


def test_slips_may_begin_with_o(ronde: Terminal, file: Path) -> None:
    ronde.done("player", "add", file, "OBERLIN, Ada", "--id", "90")
    ronde.done("table", "add", file, "90", "1")
    ronde.done("result", file, "90", "40")

    ronde.done("result", file, "-obe")

    assert ronde.data("status", file)["missing"] == [1]
