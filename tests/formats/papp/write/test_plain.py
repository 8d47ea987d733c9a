"""Names as PAPP can read them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.papp import plain_country
from ronde.formats.papp.players import (
    LONGEST_STRING,
    WORD,
    plain_author,
    plain_first,
    plain_string,
    plain_words,
)


@given(st.text(min_size=1))
def test_every_word_is_one_that_papp_reads(text: str) -> None:
    for word in plain_words(text).split():
        assert word in "+/" or re.fullmatch(WORD, word)
        assert word != "__eof__"


@given(st.text())
def test_what_is_plain_stays_as_it_is(text: str) -> None:
    once = plain_words(text)

    assert plain_words(once) == once


def test_letters_lose_their_accents_and_not_their_sound() -> None:
    assert plain_words("Bjørn Łukasz Straße Æsop") == "Bjorn Lukasz Strasse AEsop"


def test_a_program_has_an_author_in_parentheses() -> None:
    assert plain_author("(Zoë)") == "Zoe"
    assert plain_author("Zoë") is None
    assert (plain_first("(Zoë)"), plain_first("Zoë")) == ("(Zoe)", "Zoe")


@given(st.text())
def test_a_country_is_one_word_and_a_string_one_line(text: str) -> None:
    assert len(plain_country(text).split()) <= 1
    line = plain_string(text)
    assert not set('\r\n"') & set(line)
    assert len(line.encode()) <= LONGEST_STRING
