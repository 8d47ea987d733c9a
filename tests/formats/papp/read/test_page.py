"""The text of a file with its places and complaints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.papp import decode
from ronde.formats.papp.tokens import MOST_PROBLEMS, SourceText, TooManyErrors, printable
from ronde.model.errors import FormatError


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\ufeff")))
def test_utf8_is_read_as_it_is(text: str) -> None:
    assert decode(text.encode()) == text
    assert decode(b"\xef\xbb\xbf" + text.encode()) == text


def test_a_line_in_latin_1_does_not_spoil_the_others() -> None:
    assert decode("é\n".encode() + "é\n".encode("latin-1") + b"x") == "é\né\nx"


def test_every_place_has_its_line_and_column_whatever_ends_the_lines() -> None:
    page = SourceText("x", "ab\r\nc\rd\n\ne")

    assert [page.place(page.text.index(letter)) for letter in "abcde"] == [
        (1, 1), (1, 2), (2, 1), (3, 1), (5, 1),
    ]  # fmt: skip


def test_a_file_is_refused_with_all_its_problems_until_there_are_enough() -> None:
    page = SourceText("x", "abc")
    page.settle()
    for _ in range(MOST_PROBLEMS - 1):
        page.refuse("syntax", 2, "c" * 100)
    with pytest.raises(TooManyErrors):
        page.refuse("syntax", 2)
    with pytest.raises(FormatError) as refused:
        page.settle()

    first = refused.value.problems[0]
    assert (first.line, first.column, first.key, len(first.text)) == (1, 3, "papp.syntax", 61)
    assert len(refused.value.problems) == MOST_PROBLEMS


def test_what_the_file_wants_to_be_said_is_a_remark_without_controls() -> None:
    page = SourceText("x", "")
    page.message(0, " hello\x1b[2J ")

    assert page.remarks[0].text == "hello[2J"
    assert printable("a\u202eb\x00c") == "abc"
