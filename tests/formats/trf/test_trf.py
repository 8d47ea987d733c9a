"""Report files: golden tournaments paired again, round trips, and every kind of mistake."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.root import TESTS

from ronde.formats.trf import (
    PointSystem,
    RandomReport,
    Trf,
    check_rounds,
    generate,
    parse_trf,
    position_before,
    read_trf,
    wrong_points,
)
from ronde.formats.trf.check import report_after
from ronde.formats.trf.records import ByeRequest, NoMeeting, VirtualPoints
from ronde.formats.trf.write import write_trf
from ronde.model.errors import FormatError
from ronde.standings.fide import parse_code
from ronde.standings.fide.values import Values
from ronde.systems.dutch.pairing import pair

GOLDEN = TESTS / "golden" / "fide"
FILES = [pytest.param(path, id=path.stem) for path in sorted((GOLDEN / "dutch").glob("*.trf"))]
"""The golden tournaments."""
TIEBREAKS = json.loads((GOLDEN / "tiebreaks" / "swiss.json").read_text("utf-8"))
DOUBLE_FORFEIT = "STD"
"""The reference gives 0 for a double forfeit, the text of C.07 a half (fide 3.3)."""
BY_DUMMY = {("SB/C2", "n180_r08_s8070.trf", 93)}
"""The reference picks the unplayed round to cut by its stand-in's score (fide 3.8, finding B)."""
SAMPLE = """\
012 Sample Open
142 4
152 W
162  W 1.0    D 0.5    P 1.0
192 FIDE_DUTCH
202 BH/C1,BH,SB,DE
### byes for the round to be paired
240 H 003    5
001    1 m GM Adam, Paul                        2510 FRA      100001 1990/01/01  2.0    1     4 w 1     2 b 1
001    2 wWIM Berg, Lena                        2320 SWE      100002 1995/05/05  0.5    5     5 b =     1 w 0
001    3 m    Costa, Rui                        2210 POR      100003 2001/02/03  2.0    2     6 w +     7 w 1
001    4 m    Dunn, Ian                         2105 IRL      100004 1988/08/08  0.5    6     1 b 0  0000 - H
001    5 w    Egger, Ida                        2000 AUT      100005 2008/03/04  1.0    4     2 w =     6 b =
001    6 m    Fox, Tom                          1850 ENG      100006 2010/10/10  0.5    7     3 b -     5 w =
001    7 w    Gil, Ana                             0 ESP                         1.0    3  0000 - U     3 b 0
"""


@pytest.mark.parametrize("path", FILES)
def test_every_golden_round_is_paired_as_the_reference_paired_it(path: Path) -> None:
    trf = read_trf(path)

    assert [one.round for one in check_rounds(trf) if not one.equal] == []
    assert wrong_points(trf) == []


@pytest.mark.parametrize("path", FILES)
def test_every_golden_tie_break_has_the_value_of_the_reference(path: Path) -> None:
    trf, table = read_trf(path), TIEBREAKS[path.name]
    values = Values(report_after(trf, trf.played))
    doubles = {
        player.number
        for player in trf.players
        for at, one in enumerate(player.rounds)
        if one.result == "-" and trf.players[one.opponent - 1].rounds[at].result == "-"
    }
    for at, code in enumerate(table["columns"]):
        if code in ("StartNo", "Rank", "DE"):
            continue
        found = values.of(parse_code(code))
        for row in table["rows"]:
            number = int(row[0])
            if (code == DOUBLE_FORFEIT and number in doubles) or (code, path.name, number) in BY_DUMMY:
                continue
            rounded = Fraction(1, 200) if code == "AOB" else 0
            assert abs(found[number].amount - Fraction(row[at])) <= rounded, (code, number)


def test_the_sample_of_the_specification_is_paired_as_expected() -> None:
    paired = pair(position_before(parse_trf(SAMPLE), 3))

    assert (paired.pairs, paired.bye) == (((1, 3), (7, 2), (4, 6)), 0)


def test_the_tie_breaks_of_the_sample_are_those_of_the_specification() -> None:
    values = Values(report_after(parse_trf(SAMPLE), 2))

    def column(code: str) -> list[float]:
        return [float(value.amount) for value in values.of(parse_code(code)).values()]

    assert column("BH/C1") == [0.5, 2, 1, 2, 0.5, 1, 2]
    assert column("BH") == [1, 3, 1.5, 2.5, 1, 1.5, 3]
    assert column("SB") == [1, 0.5, 1.5, 0.25, 0.5, 0.5, 1]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings_make_no_difference(end: str, encoding: str, tmp_path: Path) -> None:
    text = SAMPLE.replace("Adam", "Adám")
    file = tmp_path / "open.trf"
    file.write_bytes(text.replace("\n", end).encode(encoding))

    assert read_trf(file) == parse_trf(text)


def test_comments_and_unknown_records_survive() -> None:
    trf = parse_trf(SAMPLE + "FRA    1 m    Adam, Paul\nDAT 1 KEY value\n")

    assert trf.others == (
        "### byes for the round to be paired",
        "FRA    1 m    Adam, Paul",
        "DAT 1 KEY value",
    )
    assert parse_trf(write_trf(trf)).others == trf.others


def test_the_older_words_for_rounds_byes_colours_and_forbidden_pairs_are_read() -> None:
    old = "XXR 9\nXXC black1\nXXZ 2 3\nXXP 1 4\nXXA    1  1.0  1.0\nBBW 3.0\nBBD 1.0\nBBU 3.0\n"
    trf = parse_trf(old + SAMPLE.split("\n", 8)[8])

    assert (trf.rounds, trf.white_first) == (9, False)
    assert trf.byes == (ByeRequest("Z", 3, (2, 3)),)
    assert trf.forbidden == (NoMeeting(1, 999, (1, 4)),)
    assert trf.virtual == (VirtualPoints(10, 1, 1, 1, 1), VirtualPoints(10, 2, 2, 1, 1))
    assert trf.points == PointSystem(30, 10, 0, 0, 30)


@pytest.mark.parametrize(
    ("before", "after", "line", "column", "key"),
    [
        ("    4 w 1", "    4 w 0", 9, 99, "results-differ"),
        ("    4 w 1", "    4 b 1", 9, 97, "same-colour"),
        ("    4 w 1", "    5 w 1", 9, 92, "one-sided"),
        ("    4 w 1", "   44 w 1", 9, 92, "unknown-opponent"),
        ("    4 w 1", "    4 w ?", 9, 99, "result"),
        ("    4 w 1", "    4 x 1", 9, 97, "colour"),
        ("    4 w 1", "   4a w 1", 9, 92, "number"),
        ("0000 - H", "0000 - 1", 12, 102, "opponent-and-result"),
        ("001    7", "001    6", 15, 5, "number-twice"),
        ("001    7", "001    x", 15, 5, "number"),
        ("2510 FRA", "25x0 FRA", 9, 49, "number"),
        ("  2.0    1 ", "  2,,    1 ", 9, 81, "points"),
        ("142 4", "142 four", 2, 5, "number"),
        ("142 4", "142 4\nXXR 5", 3, 5, "rounds-differ"),
        ("152 W", "152 G", 3, 5, "first-colour"),
        ("240 H", "240 Q", 8, 5, "bye-kind"),
        ("D 0.5", "D half", 4, 15, "point-system"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_column(
    before: str, after: str, line: int, column: int, key: str
) -> None:
    assert before in SAMPLE

    with pytest.raises(FormatError) as refused:
        parse_trf(SAMPLE.replace(before, after, 1), "open.trf")

    first = refused.value.problems[0]
    assert (first.line, first.column, first.key) == (line, column, f"trf.{key}")


def test_a_file_without_players_is_refused() -> None:
    with pytest.raises(FormatError, match="format-error"):
        parse_trf("012 Nobody came\n")


def test_points_that_do_not_add_up_are_reported_and_not_believed() -> None:
    wrong = wrong_points(parse_trf(SAMPLE.replace("  2.0    1 ", "  3.0    1 ")))

    assert [(one.number, one.written, one.counted, one.line) for one in wrong] == [(1, 30, 20, 9)]


def _wishes() -> st.SearchStrategy[RandomReport]:
    rate = st.sampled_from([0.0, 0.1, 0.3])
    return st.builds(
        RandomReport,
        players=st.integers(2, 24),
        rounds=st.integers(1, 6),
        seed=st.integers(0, 10**6),
        forfeits=rate,
        byes=rate,
        retired=rate,
        points=st.sampled_from([PointSystem(), PointSystem(30, 10, 0, 0, 30), PointSystem(bye=5)]),
        baku=st.booleans(),
    )


def _without_lines(trf: Trf) -> Trf:
    return replace(trf, players=tuple(replace(player, line=0) for player in trf.players))


@settings(max_examples=25)
@given(_wishes())
def test_what_is_generated_is_read_back_and_passes_the_check(wishes: RandomReport) -> None:
    trf = generate(wishes)
    read = parse_trf(write_trf(trf))

    assert _without_lines(read) == trf
    assert all(one.equal for one in check_rounds(read))
    assert generate(wishes) == trf
