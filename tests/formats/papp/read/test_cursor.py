"""The cursor over the tokens of a file."""

from __future__ import annotations

import pytest

from ronde.formats.papp.tokens import Cursor, SourceText, Unexpected
from ronde.model.player import LONGEST_NAME


def over(text: str) -> Cursor:
    return Cursor(SourceText("x", text))


def test_a_line_is_taken_token_by_token() -> None:
    cursor = over('Penalites = 7; "Open"')

    assert cursor.accept_word("penalites") == "penalites"
    assert cursor.accept("=")
    assert cursor.integer() == 7
    assert not cursor.accept("=")
    assert cursor.accept(";")
    assert cursor.string() == "Open"
    assert cursor.take().kind == cursor.take().kind == "end"


def test_what_was_not_wanted_is_quoted_with_its_place() -> None:
    cursor = over('x "y"')
    with pytest.raises(Unexpected) as word:
        cursor.integer()
    cursor.take()
    with pytest.raises(Unexpected) as quoted:
        cursor.expect_word("z")

    assert (word.value.at, word.value.text) == (0, "x")
    assert (quoted.value.at, quoted.value.text) == (2, '"y"')


def test_the_end_of_the_file_has_its_own_complaint() -> None:
    with pytest.raises(Unexpected) as early:
        over("").integer()

    assert early.value.key == "end-of-file"


def test_a_number_has_a_largest() -> None:
    assert over("2.5").number(3) == 2.5
    with pytest.raises(Unexpected) as large:
        over("4").number(3)
    assert large.value.key == "number-too-big"


def test_a_string_longer_than_any_name_is_cut_and_remarked() -> None:
    cursor = over(f'"{"a" * 300}"')

    assert cursor.string() == "a" * LONGEST_NAME
    assert [remark.key for remark in cursor.page.remarks] == ["papp.text-cut"]


def test_after_a_mistake_it_goes_on_behind_the_next_mark() -> None:
    cursor = over("one two ; three")

    assert cursor.skip_past(";") == ";"
    assert cursor.take().text == "three"
    assert cursor.skip_past(";") == "end"
