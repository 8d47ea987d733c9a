"""Report files on the command line, and the engine that other programs call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.formats.trf.test_trf import GOLDEN, SAMPLE

from ronde.cli.main import main as ronde
from ronde.cli.pairings import main as pairings

TOURNAMENT = GOLDEN / "dutch" / "n012_r11_s8018.trf"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    file = tmp_path / "open.trf"
    file.write_text(SAMPLE, "utf-8")
    return file


def test_a_correct_file_is_confirmed_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert ronde(["fide", "check", str(TOURNAMENT), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["equal"] is True
    assert [one["round"] for one in told["rounds"]] == list(range(1, 12))
    assert told["rounds"][0]["ours"] == {"pairs": told["rounds"][0]["ours"]["pairs"], "bye": None}


def test_changed_colours_are_found_and_both_readings_are_told(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    swapped = SAMPLE.replace("    4 w 1", "    4 b 1").replace("    1 b 0  0000", "    1 w 0  0000")
    sample.write_text(swapped, "utf-8")

    assert ronde(["fide", "check", str(sample)]) == 1

    told = capsys.readouterr().out
    assert "Round 1: only in the file: 4-1, bye 7." in told
    assert "Round 1: by the rules: 1-4, bye 7." in told


def test_ranks_that_the_tie_breaks_do_not_give_are_reported(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample.write_text(SAMPLE.replace("  2.0    1 ", "  2.0    7 "), "utf-8")

    assert ronde(["fide", "check", str(sample), "--tiebreaks"]) == 1

    assert "Player 1: the file gives rank 7" in capsys.readouterr().out


def test_french_readers_are_told_in_french(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample.write_text(SAMPLE.replace("    4 w 1", "    4 w 0"), "utf-8")

    assert ronde(["--lang", "fr", "fide", "check", str(sample)]) == 1

    assert "les deux résultats de cette partie ne vont pas ensemble" in capsys.readouterr().err


def test_generate_writes_the_same_file_for_the_same_seed_and_overwrites_nothing(tmp_path: Path) -> None:
    one, other = tmp_path / "one.trf", tmp_path / "other.trf"
    line = ["fide", "generate", "--players", "14", "--rounds", "5", "--seed", "3", "--byes", "0.1"]

    assert ronde([*line, "-o", str(one)]) == ronde([*line, "-o", str(other)]) == 0
    assert one.read_bytes() == other.read_bytes()
    assert ronde([*line, "-o", str(one)]) == 1
    assert ronde(["fide", "check", str(one)]) == 0


def test_the_engine_pairs_the_next_round_in_the_agreed_form(sample: Path, tmp_path: Path) -> None:
    out, listed = tmp_path / "pairs.txt", tmp_path / "list.txt"

    assert pairings(["--dutch", str(sample), "-p", str(out), "-l", str(listed)]) == 0

    assert out.read_text() == "3\n1 3\n7 2\n4 6\n"
    assert listed.read_text().splitlines()[1].split("\t")[:4] == ["1", "2.0", "WB", "w"]


def test_the_engine_writes_the_bye_as_an_opponent_of_number_zero(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample.write_text(SAMPLE.replace("240 H 003    5\n", ""), "utf-8")

    assert pairings(["--dutch", str(sample), "-p"]) == 0

    assert capsys.readouterr().out.splitlines()[-1].endswith(" 0")


def test_the_engine_checks_and_generates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "made.trf"

    assert pairings(["--dutch", "-g", "-o", str(made), "-s", "5"]) == 0
    assert pairings(["--dutch", str(made), "-c"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "made: Round #7"


def test_the_engine_tells_by_its_exit_status_what_went_wrong(sample: Path, tmp_path: Path) -> None:
    sample.write_text(SAMPLE.replace("    4 w 1", "    4 w ?"), "utf-8")

    assert pairings(["--dutch", str(tmp_path / "none.trf"), "-p"]) == 5
    assert pairings(["--dutch", str(sample), "-p"]) == 3
    with pytest.raises(SystemExit) as refused:
        pairings(["--dutch", str(sample)])
    assert refused.value.code == 3


def test_the_engine_says_when_no_pairing_is_legal(tmp_path: Path) -> None:
    rows = SAMPLE.splitlines()
    met = [rows[8][:89] + "     2 w 1", rows[9][:89] + "     1 b 0"]
    file = tmp_path / "met.trf"
    file.write_text("\n".join(["142 3", *(row.replace("  0.5 ", "  0.0 ") for row in met)]), "utf-8")

    assert pairings(["--dutch", str(file), "-p"]) == 1
