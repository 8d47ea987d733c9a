from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.model.errors import NameImpossible
from ronde.model.player import LONGEST_NAME, Player, clean_name, split_name


def test_the_full_name_is_the_family_name_then_the_first_name() -> None:
    assert Player(1, "DE LA TOUR", "Ana Eva").full_name == "DE LA TOUR Ana Eva"
    assert Player(2, "PELÉ").full_name == "PELÉ"


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("DOE Jane", ("DOE", "Jane")),
        ("DE LA TOUR Ana", ("DE LA TOUR", "Ana")),
        ("DE LA TOUR, Ana Eva", ("DE LA TOUR", "Ana Eva")),
        ("DE LA TOUR,", ("DE LA TOUR", "")),
        ("Zebra (ANDERSSON G.)", ("Zebra", "(ANDERSSON G.)")),
        ("PELÉ", ("PELÉ", "")),
        ("  DOE   Jane  ", ("DOE", "Jane")),
        ("", ("", "")),
    ],
)
def test_a_typed_name_is_split_at_the_comma_the_parenthesis_or_the_last_blank(
    typed: str, names: tuple[str, str]
) -> None:
    assert split_name(typed) == names


@given(st.from_regex(r"[A-Z]{1,8}( [A-Z]{1,8}){0,2}", fullmatch=True), st.from_regex(r"[A-Z][a-z]{1,8}"))
def test_writing_both_names_with_a_comma_and_splitting_them_gives_both_back(family: str, first: str) -> None:
    assert split_name(f"{family}, {first}") == (family, first.strip())


def test_a_name_is_kept_with_single_blanks_and_composed_accents() -> None:
    assert clean_name("  DE   LA  TOUR ") == "DE LA TOUR"
    assert clean_name("E\u0301lodie") == "Élodie"


@pytest.mark.parametrize("name", ["Ирина", "محمد", "山田", "O'DELL", "نیم\u200cفاصله", "Zoë-Łódź", "R2-D2"])
def test_names_of_any_script_are_kept_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("DOE\nJane", "U+000A"),
        ("DOE\tJane", "U+0009"),
        ("DOE\x00", "U+0000"),
        ("\x1b[31mDOE", "U+001B"),
        ("abc\u202edef", "U+202E"),
        ("\ud800", "U+D800"),
        ("a\u2028b", "U+2028"),
    ],
)
def test_a_control_character_is_refused_and_named_by_its_number(text: str, told: str) -> None:
    with pytest.raises(NameImpossible) as refused:
        clean_name(text, field="club")

    assert refused.value.facts == {"field": "club", "reason": "control", "text": told}


@pytest.mark.parametrize("text", ["", "   ", "\u3000"])
def test_an_empty_name_is_refused_where_one_is_needed(text: str) -> None:
    with pytest.raises(NameImpossible) as refused:
        clean_name(text)

    assert refused.value.facts["reason"] == "empty"
    assert clean_name(text, needed=False) == ""


def test_a_name_as_long_as_a_document_is_refused_and_told_by_its_start() -> None:
    assert clean_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME

    with pytest.raises(NameImpossible) as refused:
        clean_name("x" * 10_000)

    assert refused.value.facts == {
        "field": "name",
        "reason": "long",
        "text": "x" * 20 + "…",
        "limit": LONGEST_NAME,
    }


@given(st.text(max_size=60))
def test_cleaning_a_clean_name_changes_nothing(text: str) -> None:
    try:
        once = clean_name(text)
    except NameImpossible:
        return

    assert clean_name(once) == once
    assert once == once.strip()
    assert "  " not in once
