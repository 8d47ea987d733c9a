"""Openings are found in their lines, whatever stands between them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ronde.referee.openings import listed_openings

POSITIONS = st.lists(st.text("0123456789ox/ ", min_size=1).filter(str.strip), max_size=8)
BETWEEN = st.lists(st.sampled_from(["", "   ", "# a remark", "  # another", "#"]), min_size=8, max_size=8)


def test_empty_lines_and_remarks_say_nothing_but_count() -> None:
    assert listed_openings(["", "# first", " 100020000 ", "  ", "000010020"]) == [
        (3, "100020000"),
        (5, "000010020"),
    ]


def test_nothing_has_no_openings() -> None:
    assert listed_openings([]) == []
    assert listed_openings(["", "#"]) == []


@given(POSITIONS, BETWEEN)
def test_every_position_is_found_at_its_line(positions: list[str], between: list[str]) -> None:
    lines = [line for position, other in zip(positions, between, strict=False) for line in (other, position)]

    assert listed_openings(lines) == [(2 * at, text.strip()) for at, text in enumerate(positions, start=1)]
