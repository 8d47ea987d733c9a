from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.render.text import columns, width


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("", 0),
        ("DOE", 3),
        ("LEFÈVRE", 7),
        ("LEFE\u0300VRE", 7),
        ("健", 2),
        ("伊藤 健", 7),
        ("ｗｉｄｅ", 8),
        ("한국", 4),
        ("ที่", 1),
        ("فا\u200cطمه", 5),
        ("a\u0301\u0328", 1),
    ],
)
def test_the_width_of_a_text_is_what_it_takes_on_a_terminal(text: str, wide: int) -> None:
    assert width(text) == wide


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    table = columns(["no", "name", "points"], [["1", "DOE", "10"], ["22", "LEFÈVRE", "9.5"]], right="ac")

    assert table.split("\n") == [
        "no  name     points",
        " 1  DOE          10",
        "22  LEFÈVRE     9.5",
    ]


def test_wide_and_combining_letters_keep_the_columns_straight() -> None:
    names = ["健", "LEFE\u0300VRE", "DOE", "ที่", "伊藤 健"]
    lines = columns(["name", "points"], [[name, "7"] for name in names], right="b").split("\n")

    assert {width(line) for line in lines} == {width("LEFEVRE") + 2 + len("points")}


def test_no_line_ends_in_blanks() -> None:
    assert columns(["a", "b"], [["1", ""], ["22", "x"]]).split("\n") == ["a   b", "1", "22  x"]


def test_a_head_without_rows_is_a_head() -> None:
    assert columns(["a", "b"], []) == "a  b"


@given(
    st.lists(
        st.lists(
            st.text("ab é健\u0301", max_size=5).filter(lambda cell: cell == cell.strip()),
            min_size=3,
            max_size=3,
        ),
        max_size=5,
    )
)
def test_the_last_column_always_starts_at_the_same_place(rows: list[list[str]]) -> None:
    marked = [[*row[:2], "|"] for row in rows]
    lines = columns(["one", "two", "|"], marked).split("\n")

    assert len({width(line[: line.index("|")]) for line in lines}) == 1
