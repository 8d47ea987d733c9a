"""Single records: what their columns mean."""

from __future__ import annotations

import pytest

from ronde.formats.trf.records import READERS, ByeRequest, NoMeeting, Reading, TrfRound, VirtualPoints


def read(line: str) -> Reading:
    """A file of one line."""
    reading = Reading("x.trf")
    reading.line = 1
    READERS[line[:3]](reading, line)
    return reading


def test_a_row_has_its_fields_in_columns() -> None:
    line = f"001 9999 wWGM {'Berg, Lena':<33} 2320 SWE      100002 1995/05/05 11.5   12  0000 - h  9998 B +"
    (player,) = read(line).players.values()

    assert (player.number, player.sex, player.title, player.name) == (9999, "w", "WGM", "Berg, Lena")
    assert (player.rating, player.federation, player.fide_number) == (2320, "SWE", "100002")
    assert (player.birth, player.points, player.rank) == ("1995/05/05", 115, 12)
    assert player.rounds == (TrfRound(result="H"), TrfRound(9998, "b", "+"))


def test_a_row_may_have_ninety_nine_rounds() -> None:
    line = f"001    1      {'Fox':<33}" + " " * 44 + "  0000 - Z" * 99
    (player,) = read(line).players.values()

    assert len(player.rounds) == 99


def test_byes_virtual_points_and_forbidden_pairs_are_ranges_and_lists() -> None:
    assert read("240 F 002    3   14").byes[0].what == ByeRequest("F", 2, (3, 14))
    assert read("250       1.5 001 003    1   20").virtual[0].what == VirtualPoints(15, 1, 3, 1, 20)
    assert read("260 001 005    1   20    3").forbidden == [NoMeeting(1, 5, (1, 20, 3))]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("240 H", "trf.number"),
        ("250       x.0 001 003    1   20", "trf.points"),
        ("260 abc 005    1   20", "trf.number"),
        ("XXP 1 b", "trf.number"),
        ("BBW three", "trf.points"),
        ("XXS W=three", "trf.points"),
        ("001", "trf.number"),
        ("001 0000      Zero", "trf.start-number"),
    ],
)
def test_a_record_that_cannot_be_read_says_why(line: str, key: str) -> None:
    assert read(line).problems[0].key == key
