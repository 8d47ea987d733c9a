"""Reports that cannot be: one sentence with file, line and column, and no tournament is made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.formats.trf.test_trf import SAMPLE

from ronde.cli.main import main
from ronde.formats.trf import parse_trf

ADAM = next(line for line in SAMPLE.splitlines() if "Adam" in line)
GIL = next(line for line in SAMPLE.splitlines() if "Gil" in line)
LAST = len(SAMPLE.splitlines()) + 1
BROKEN = {
    "a line cut in its number": (SAMPLE.replace(ADAM, "001"), 9, 5),
    "a line cut in its name": (SAMPLE.replace(ADAM, ADAM[:14]), 9, 15),
    "a line cut in a game": (SAMPLE.replace(ADAM, ADAM[:97]), 9, 92),
    "a line cut before its last game": (SAMPLE.replace(ADAM, ADAM[:99]), 10, 102),
    "a row one column to the right": (SAMPLE.replace(ADAM, f"001 {ADAM[3:]}"), 9, 5),
    "a row one column to the left": (SAMPLE.replace(ADAM, f"001{ADAM[4:]}"), 9, 92),
    "a result of one side only": (SAMPLE.replace(GIL, GIL[:99]), 11, 102),
    "opponents who do not agree": (SAMPLE.replace("    4 w 1", "    4 w 0"), 9, 99),
    "two with the same colour": (SAMPLE.replace("    4 w 1", "    4 b 1"), 9, 97),
    "a player twice in a round": (SAMPLE.replace("     5 w =", "     1 w ="), 13, 102),
    "a player against himself": (SAMPLE.replace("    4 w 1", "    1 w 1"), 9, 92),
    "an unknown result": (SAMPLE.replace("    4 w 1", "    4 w ?"), 9, 99),
    "an unknown opponent": (SAMPLE.replace("    4 w 1", "   44 w 1"), 9, 92),
    "a number twice": (SAMPLE.replace("001    7", "001    6"), 15, 5),
    "a number of five digits": (SAMPLE.replace("001    7 w", "00110000 w"), 15, 5),
    "rounds told twice, XXR and 142": (f"{SAMPLE}XXR 5\n", LAST, 5),
    "byes told twice, XXZ and 240": (f"{SAMPLE}XXZ 1 5\n", LAST, 7),
    "a bye for somebody paired": (f"{SAMPLE}240 H 002    1\n", LAST, 14),
    "a bye for nobody": (f"{SAMPLE}240 H 003   55\n", LAST, 13),
    "acceleration told twice, XXA and 250": (
        f"{SAMPLE}250       1.0 001 002    1    2\nXXA    1  1.0  0.5\n",
        LAST + 1,
        15,
    ),
    "no player": ("012 Nobody came\n", 1, 1),
}
"""The text of each, and the place of its first mistake."""


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_broken_report_is_refused_with_line_and_column_and_nothing_is_made(
    what: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line, column = BROKEN[what]
    report = tmp_path / "bad.trf"
    report.write_text(text, "utf-8")

    for arguments in (
        ["import", str(report), "-o", str(tmp_path / "open.ronde")],
        ["fide", "check", str(report)],
    ):
        assert main(["--lang", language, *arguments]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        place = told.err.splitlines()[0].partition("bad.trf")[2]
        assert re.findall(r"\d+", place)[:2] == [str(line), str(column)]
        assert "Traceback" not in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.trf"]


def test_points_that_do_not_sum_are_told_and_counted_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "sums.trf"
    report.write_text(SAMPLE.replace("  2.0    1 ", "  3.0    1 "), "utf-8")

    assert main(["--lang", "en", "fide", "check", str(report)]) == 1
    assert "Player 1: the file gives 3.0 points, the rounds add up to 2.0." in capsys.readouterr().out
    assert main(["--lang", "en", "import", str(report), "-o", str(tmp_path / "open.ronde")]) == 0
    told = capsys.readouterr()
    assert "computed again, player 1" in told.out + told.err


def test_numbers_may_have_gaps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "gaps.trf"
    text = SAMPLE.replace("001    7", "001   70").replace("     7 w 1", "    70 w 1")
    report.write_text(text, "utf-8")

    assert [player.number for player in parse_trf(text).players] == [1, 2, 3, 4, 5, 6, 70]
    assert main(["fide", "check", str(report)]) in (0, 1)
    assert main(["import", str(report), "-o", str(tmp_path / "open.ronde")]) == 0
    assert capsys.readouterr().err.count("Traceback") == 0


def test_99_rounds_and_9999_players_are_read() -> None:
    rows = [
        f"001 {number:4} m    {name}".ljust(91) + f"{opponent:4} {colour} =  " * 99
        for number, name, opponent, colour in ((1, "Ann", 2, "w"), (2, "Bob", 1, "b"))
    ]
    assert parse_trf("\n".join(rows)).played == 99

    many = "\n".join(f"001 {number:4} m    Player {number}" for number in range(1, 10_000))
    assert len(parse_trf(many).players) == 9999
