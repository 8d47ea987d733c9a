from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.model.names import NameIndex, common_part, fold

NAMES = {
    1: "MARTIN Bob",
    2: "MARTIN Zoé",
    3: "MARTINEZ Al",
    4: "DE LA RUE Jo",
    5: "O'DELL Pat",
    6: "SMITH-JONES Kim",
    7: "ØRSTED Åse",
    8: "Straße Uli",
    9: "ŁUKASIEWICZ Ewa",
}
INDEX = NameIndex(NAMES)

letters = st.characters(exclude_categories=["Cs", "Cn", "Co", "Cc"])
texts = st.text(letters, max_size=12)
crowds = st.dictionaries(st.integers(1, 50), st.text(letters, min_size=1, max_size=8), max_size=12)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Élodie", "elodie"),
        ("ŁÓDŹ", "lodz"),
        ("Straße", "strasse"),
        ("ØRSTED", "orsted"),
        ("Ǿrsted", "orsted"),
        ("Ǽther", "aether"),
        ("Œuvre", "oeuvre"),
        ("Þór", "thor"),
        ("İSTANBUL", "istanbul"),
        ("ısparta", "isparta"),
        ("O’DELL", "o'dell"),
        ("Jean‐Luc", "jean-luc"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
        ("Ёлкин", "елкин"),
        ("ＷＩＤＥ", "wide"),
        ("Nº™", "notm"),
        ("山田", "山田"),
        ("", ""),
    ],
)
def test_folding_takes_away_accents_and_case(text: str, plain: str) -> None:
    assert fold(text) == plain


@given(texts)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(texts, texts)
def test_the_start_of_a_name_folds_to_the_start_of_its_folding(start: str, rest: str) -> None:
    assert fold(start + rest).startswith(fold(start))


def test_a_start_finds_all_names_with_it_in_alphabetical_order() -> None:
    assert INDEX.starting("mart") == (1, 2, 3)
    assert INDEX.starting("MARTIN ") == (1, 2)
    assert INDEX.starting("orst") == (7,)
    assert INDEX.starting("luka") == (9,)
    assert INDEX.starting("STRASS") == (8,)
    assert INDEX.starting("xyz") == ()


@given(crowds, texts)
def test_a_start_finds_exactly_the_names_that_begin_so(names: dict[int, str], start: str) -> None:
    expected = {number for number, name in names.items() if fold(name).startswith(fold(start))}

    found = NameIndex(names).starting(start)

    assert set(found) == expected
    assert len(found) == len(expected)
    assert [fold(names[number]) for number in found] == sorted(fold(names[number]) for number in found)


def test_completion_stops_where_the_names_part_as_the_tab_key_of_papp() -> None:
    assert INDEX.complete("m").common == "MARTIN"
    assert INDEX.complete("m").candidates == (1, 2, 3)
    assert INDEX.complete("martin ").common == "MARTIN "
    assert INDEX.complete("martin z").common == "MARTIN Zoé"
    assert INDEX.complete("martin zoe").candidates == (2,)
    assert INDEX.complete("or").common == "ØRSTED Åse"


def test_a_start_that_fits_nobody_completes_to_itself() -> None:
    completion = INDEX.complete("xyz")

    assert (completion.common, completion.candidates) == ("xyz", ())


def test_completion_does_not_take_away_letters_that_share_a_letter_with_the_next() -> None:
    index = NameIndex({1: "Straße", 2: "Strasz"})

    assert index.complete("stras").common == "stras"


@given(crowds, texts)
def test_completion_goes_on_from_what_was_typed_and_excludes_no_candidate(
    names: dict[int, str], start: str
) -> None:
    index = NameIndex(names)

    completion = index.complete(start)

    assert fold(completion.common).startswith(fold(start))
    assert completion.candidates == index.starting(start)
    assert set(index.starting(completion.common)) == set(completion.candidates)


def test_the_common_part_is_spelt_as_in_the_first_name() -> None:
    assert common_part(["Élodie A", "ELODIE B"]) == "Élodie "
    assert common_part(["Ana"]) == "Ana"
    assert common_part(["Ana", "Bob"]) == ""
    assert common_part([]) == ""


def test_an_index_tells_names_as_they_were_given() -> None:
    assert INDEX.name(8) == "Straße Uli"


def test_a_search_prefers_names_that_start_so_to_names_with_such_a_word() -> None:
    index = NameIndex({1: "RUE Ana", 2: "DE LA RUE Jo", 3: "RUEDA Eva"})

    assert index.search("rue") == (1, 3, 2)


def test_a_search_finds_words_in_any_order_and_behind_hyphens_and_apostrophes() -> None:
    assert INDEX.search("jo") == (4, 6)
    assert INDEX.search("jo rue") == (4,)
    assert INDEX.search("kim smith") == (6,)
    assert INDEX.search("jones") == (6,)
    assert INDEX.search("dell") == (5,)
    assert INDEX.search("zoe mar") == (2,)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("matrin bob", 1), ("lukasievicz", 9), ("smit jone kim", 6), ("orstet ase", 7), ("marttinez al", 3)],
)
def test_a_misspelt_name_is_found_all_the_same(typed: str, meant: int) -> None:
    assert INDEX.search(typed)[0] == meant


@pytest.mark.parametrize("typed", ["", "   ", "¨", "´", "¸ ", "\u0301", "qqqq wwww"])
def test_text_that_resembles_nobody_finds_nobody(typed: str) -> None:
    assert INDEX.search(typed) == ()


def test_one_letter_in_the_middle_of_names_is_not_enough() -> None:
    assert INDEX.search("j") == ()


def test_a_search_answers_at_most_as_many_names_as_asked() -> None:
    index = NameIndex({number: f"SMITH {number}" for number in range(100)})

    assert len(index.search("smith")) == 12
    assert len(index.search("smith", most=3)) == 3
    assert index.search("smith", most=3) == index.starting("smith")[:3]


@given(crowds, texts)
def test_a_search_answers_known_numbers_once_each_for_any_text(names: dict[int, str], typed: str) -> None:
    found = NameIndex(names).search(typed)

    assert len(set(found)) == len(found)
    assert set(found) <= names.keys()


@given(crowds.filter(bool))
def test_a_full_name_finds_its_player_first_or_namesakes(names: dict[int, str]) -> None:
    index = NameIndex(names)
    for number, name in names.items():
        if fold(name).strip():
            found = index.search(name, most=50)
            assert number in found


def test_a_base_of_twenty_thousand_names_is_searched_and_completed() -> None:
    syllables = ("ba", "cé", "di", "fo", "gu", "lha", "mø", "ni", "pra", "to")
    names = {
        number: "".join(syllables[int(digit)] for digit in f"{number:05d}").upper() + f" Ana{number % 7}"
        for number in range(20_000)
    }
    index = NameIndex(names)

    assert index.starting("cedifogulha") == (12345,)
    assert index.search("cedifogulha") == (12345,)
    assert 12345 in index.search("cedyfogulha")
    assert len(index.starting("ba")) == 10_000
    assert index.complete("moxx").candidates == ()
