"""Lines of a report that contradict each other, and what is adjusted while reading."""

from __future__ import annotations

import pytest
from tests.formats.trf.test_trf import SAMPLE

from ronde.formats.trf import PointSystem, parse_trf
from ronde.formats.trf.records import ByeRequest, VirtualPoints
from ronde.i18n import LANGUAGES, problem_text
from ronde.model.errors import FormatError

LAST = len(SAMPLE.splitlines()) + 1


@pytest.mark.parametrize(
    ("extra", "column", "key"),
    [
        ("240 H 002    1", 14, "bye-but-paired"),
        ("240 Z 002    4", 14, "byes-differ"),
        ("240 Z 003    5", 14, "byes-differ"),
        ("240 H 003    1   55", 18, "unknown-player"),
        ("XXZ 1 5", 7, "byes-differ"),
        ("XXR 5", 5, "rounds-differ"),
        ("260 001 999    1   44", 20, "unknown-player"),
        ("XXP 1 44", 7, "unknown-player"),
        ("250       1.0 003 001    1    4", 15, "range"),
        ("250       1.0 001 002    4    1", 15, "range"),
        ("001    8 m", 15, "no-name"),
        (
            "001    8 m    Hall, Sue                         1500" + " " * 29 + "0.0    8     1 w",
            92,
            "opponent-and-result",
        ),
    ],
)
def test_a_contradiction_is_told_with_its_line_and_column(extra: str, column: int, key: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_trf(f"{SAMPLE}{extra}\n", "open.trf")

    first = refused.value.problems[0]
    assert (first.line, first.column, first.key) == (LAST, column, f"trf.{key}")
    for language in LANGUAGES:
        assert problem_text(first, language).startswith("open.trf")


def test_two_people_left_over_in_one_round_are_refused() -> None:
    with pytest.raises(FormatError) as refused:
        parse_trf(
            SAMPLE.replace("0000 - H", "0000 - U").replace("0000 - U     3 b 0", "0000 - H     3 b 0") + ROW
        )

    assert [(one.line, one.column, one.key) for one in refused.value.problems] == [
        (LAST, 102, "trf.two-byes")
    ]


ROW = "001    8 m    Hall, Sue                         1500" + " " * 29 + "1.0    8  0000 - Z  0000 - U\n"


def test_virtual_points_told_twice_count_once_and_must_agree() -> None:
    by_range = "250       1.0 001 002    1    2\n"
    trf = parse_trf(SAMPLE + by_range + "XXA    1  1.0  1.0\nXXA    2  1.0  1.0\n")
    assert trf.virtual == (VirtualPoints(10, 1, 2, 1, 2),)

    with pytest.raises(FormatError) as refused:
        parse_trf(SAMPLE + by_range + "XXA    1  1.0  0.5\n")

    first = refused.value.problems[0]
    assert (first.line, first.column, first.key) == (LAST + 1, 15, "trf.virtual-differ")


def test_byes_told_twice_count_once() -> None:
    trf = parse_trf(SAMPLE + "240 H 003    5    6\n240 Z 003    1\nXXZ 1\n")

    assert trf.byes == (ByeRequest("H", 3, (5, 6)), ByeRequest("Z", 3, (1,)))


def test_a_forfeit_without_colours_gets_them_and_that_is_told() -> None:
    trf = parse_trf(SAMPLE.replace("6 w +", "6 - +").replace("3 b -", "3 - -"))

    assert [trf.players[at].rounds[0].colour for at in (2, 5)] == ["w", "b"]
    assert [(one.key, one.line, one.column) for one in trf.remarks] == [
        ("trf.colour-given", 11, 97),
        ("trf.colour-given", 14, 97),
    ]


def test_points_by_side_that_no_record_can_say_are_told() -> None:
    trf = parse_trf(SAMPLE + "XXS WW=1.0 BW=1.5 HPB=0.0 ZPB=0.0\n")

    assert trf.points == PointSystem()
    assert [(one.key, one.text, one.line) for one in trf.remarks] == [
        ("trf.points-lost", "BW=1.5 HPB=0", LAST)
    ]


def test_the_points_of_baku_are_computed_where_the_file_only_names_it() -> None:
    trf = parse_trf(SAMPLE.replace("192 FIDE_DUTCH", "192 FIDE_DUTCH_BAKU"))

    assert trf.virtual == (VirtualPoints(10, 1, 1, 1, 4), VirtualPoints(5, 2, 2, 1, 4))
    assert [one.key for one in trf.remarks] == ["trf.baku-computed"]
