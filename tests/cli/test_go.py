"""Go on the command line: lists with ranks, handicap and komi; checking the rounds of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.go_weekend import weekend, weekend_file

from ronde.cli.main import main

GOLDEN = Path(__file__).parents[1] / "golden" / "go" / "opengotha-3.51"


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    capsys.readouterr()
    assert main(["--lang", "en", *words]) == status
    return capsys.readouterr().out


@pytest.mark.parametrize("name", ["mm08-defaults", "mm40-special-results", "sc30-three"])
def test_every_round_that_opengotha_paired_was_best(capsys: pytest.CaptureFixture[str], name: str) -> None:
    file = str(GOLDEN / name / "tournament.xml")
    recorded = json.loads((GOLDEN / name / "recorded.json").read_text())["rounds"]

    rounds = json.loads(said(capsys, "check", file, "--rules", "3.51", "--json"))["rounds"]

    assert [one["number"] for one in rounds] == [one["round"] for one in recorded]
    assert all(one["equal"] and one["total"] == one["best"] for one in rounds)
    assert [one["total"] for one in rounds] == [one["total"] for one in recorded]
    assert "all pairs were best" in said(capsys, "check", file, "--rules", "3.51")


def test_a_round_that_was_not_best_is_told_with_both_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "swapped.xml"
    text = weekend_file(tmp_path).read_text()
    swapped = text.replace('blackPlayer="FAUREF."', 'blackPlayer="X"').replace(
        'blackPlayer="DUVALD."', 'blackPlayer="FAUREF."'
    )
    file.write_text(swapped.replace('blackPlayer="X"', 'blackPlayer="DUVALD."'))

    told = said(capsys, "check", str(file), status=1)
    data = json.loads(said(capsys, "check", str(file), "--json", status=1))["rounds"][0]

    assert f"Round 1: the pairs weigh {data['total']}, the best ones {data['best']}" in told
    assert data["equal"] is False
    assert data["same_pairs"] is False


def test_one_command_checks_a_tournament_of_go_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = json.loads(said(capsys, "check", str(weekend(tmp_path)), "--json"))["rounds"]
    assert [one["number"] for one in rounds] == [1]


def test_a_file_that_is_not_of_opengotha_is_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.xml"
    file.write_text("<Other/>")

    assert main(["--lang", "en", "check", str(file)]) == 1
    assert "other.xml" in capsys.readouterr().err


def test_lists_tell_ranks_handicap_komi_and_the_wall_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(weekend(tmp_path))

    tables = said(capsys, "round", file, "1")
    assert "Faure F. 7k (6)  Egger E. 4k (5)  H2, komi 0.5  both lose" in tables
    assert "komi 7.5" in tables
    wall = " ".join(said(capsys, "crosstable", file).split())
    assert "1 1 Berg B. (2) 4d BeGo FR 2+/b0 34" in wall
    assert "Berg B. (2) 4d FR 34" in " ".join(said(capsys, "standings", file).split())
    sheet = said(capsys, "sheet", file, "Berg")
    assert "Aoki A. 5d (1), komi 7.5" in sheet
    assert "EGF rating: +8 points" in sheet


def test_typed_results_of_go_are_taken_in_go_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(weekend(tmp_path))
    said(capsys, "pair", file)

    told = json.loads(said(capsys, "result", file, "1 ll", "--json"))
    assert told["kind"] == "both-lose"
    assert (told["handicap"], told["komi"]) in [(0, 7.5), (told["handicap"], 0.5)]

    other = str(tmp_path / "chess.ronde")
    said(capsys, "new", other, "--game", "chess")
    for name in ("Aoki", "Berg"):
        said(capsys, "player", "add", other, name)
    said(capsys, "pair", other)
    assert main(["result", other, "1 ll"]) == 1


def test_a_line_of_go_that_is_refused_shows_lines_of_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(weekend(tmp_path))
    said(capsys, "pair", file)
    capsys.readouterr()

    assert main(["--lang", "en", "result", file, "aoki"]) == 1
    told = capsys.readouterr().err
    assert "try poi+" in told
    assert "poi35" not in told


@pytest.mark.parametrize("command", ["import", "export"])
def test_help_names_the_files_of_go(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = "".join(said(capsys, command, "--help").split())

    assert "opengotha" in told.partition("Arguments")[0].lower()
    assert "egf" in told.partition("Arguments")[0]
