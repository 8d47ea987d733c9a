from __future__ import annotations

import pytest

from ronde.formats.papp.tokens import tokens


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(text)][:-1]


@pytest.mark.parametrize(
    "blank", ["", " ", "\t", "\0", "\r\n", "\r", "\ufeff", "%_", "% word\n", "# word\r", "%! word\n"]
)
def test_blanks_and_comments_say_nothing(blank: str) -> None:
    assert kinds(f"{blank}XML{blank} true{blank}") == [("word", "xml"), ("word", "true")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("34", "int"),
        ("34.5", "half"),
        ("34.0", "half"),
        (".5", "half"),
        ("3.25", "real"),
        (".75", "real"),
        ("6.000000", "real"),
    ],
)
def test_numbers_are_whole_half_or_real(text: str, kind: str) -> None:
    assert kinds(text) == [(kind, text)]


def test_what_was_hidden_from_older_programs_is_read() -> None:
    assert kinds("%_#_Date") == [("header", "#_Date")]


def test_a_string_keeps_every_character_of_its_line() -> None:
    assert kinds('"é %# ; \\"') == [("string", "é %# ; \\")]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('"open\n', "string-open"),
        ("#_Toto", "header-unknown"),
        ("é", "byte"),
        ("9" * 30, "number-too-big"),
        ("\x07", "byte"),
    ],
)
def test_what_papp_stumbles_over_is_marked(text: str, key: str) -> None:
    assert kinds(text)[0] == ("bad", key)


def test_nothing_counts_after_the_end_mark() -> None:
    assert kinds('XML __eof__ "@@@ é') == [("word", "xml")]


def test_a_note_of_ours_is_no_comment_to_us() -> None:
    assert kinds('%ronde {"round":1}\n;') == [("note", '{"round":1}'), (";", ";")]
