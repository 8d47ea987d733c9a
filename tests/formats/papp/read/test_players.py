from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.papp.halls import cards

from ronde.formats.papp.comments import read_notes
from ronde.formats.papp.players import PappPeople, read_players
from ronde.formats.papp.players_files import write_players
from ronde.formats.papp.stored_folder import known_players
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FormatError
from ronde.model.player import Player


def people(*files: str) -> list[Player]:
    base = PappPeople()
    for at, text in enumerate(files):
        read_players(SourceText.of(f"file{at}", text.encode()), base, new=at > 0)
    return list(base.players.values())


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as error:
        people(text)
    return error.value.problems[0].key.removeprefix("papp.")


@pytest.mark.parametrize(
    ("line", "name", "first"),
    [
        ("1 ONE", "ONE", ""),
        ("1 TWO Three", "TWO", "Three"),
        ("1 DE LA TWO Three", "DE LA TWO", "Three"),
        ("1   DE   LA TWO,  Jean  Pierre ", "DE LA TWO", "Jean Pierre"),
        ("1 SOLO,", "SOLO", ""),
        ("1 PROG (AUTHOR Name)", "PROG", "(AUTHOR Name)"),
        ("1 PROG ()", "PROG", "()"),
        ("1 A+B, C", "A + B", "C"),
        ("1 O'NEIL-SMITH, J.P.", "O'NEIL-SMITH", "J.P."),
        ('1 "Zoë Ä", "Ö"', "Zoë Ä", "Ö"),
        ("1 SMITH 'BOB", "SMITH", "'BOB"),
        ("%_ 1 ONE, Ann", "ONE", "Ann"),
    ],
)
def test_names_are_family_then_first(line: str, name: str, first: str) -> None:
    found = people(f"{line}\n")[0]

    assert (found.name, found.first_name) == (name, first)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_letters_with_accents_are_letters(encoding: str) -> None:
    base = PappPeople()
    text = "pays = FRA\n1 BÉTA, Zoé\n2 LE GÖFF, Ñandú {ÉIR} <1500>\n"
    read_players(SourceText.of("joueurs", text.encode(encoding)), base)

    assert list(base.players.values()) == [
        Player(1, "BÉTA", "Zoé", "FRA"),
        Player(2, "LE GÖFF", "Ñandú", "ÉIR", rating=1500),
    ]


@pytest.mark.parametrize("odd", ["\u200b", "\x85", "\u202e"])
def test_characters_that_cannot_be_seen_are_no_letters(odd: str) -> None:
    assert refusal(f"1 BE{odd}TA, Zo\n") == "byte"


def test_country_rating_and_comment_follow_the_name() -> None:
    text = "pays = GBR\n1 A, B\n2 C, D {FRA} <-5>\n3 E, F %_<1500> 'paid up for 2024\n4 G, H {USA} <7> `one\n"

    assert people(text) == [
        Player(1, "A", "B", "GBR"),
        Player(2, "C", "D", "FRA", rating=-5),
        Player(3, "E", "F", "GBR", rating=1500, comment="paid up for 2024"),
        Player(4, "G", "H", "USA", rating=7, comment="one"),
    ]


def test_a_country_line_may_be_quoted_and_ends_with_the_file() -> None:
    assert [one.country for one in people('Pays = "GBR"\n1 A\n', "2 B\n")] == ["GBR", ""]


def test_nationality_changes_apply_to_known_numbers_only() -> None:
    first, second = people("1 A, B {GBR}\n", "%_      1 {USA}\n%_ 99 {ITA}\n 60000 NEW, One\t{FRA}\n")

    assert (first.country, first.new) == ("USA", False)
    assert (second.id, second.new) == (60000, True)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("1 A\n\n\n", 1),
        ("% x\n1 A\n% y", 1),
        ("1 A\r2 B\r", 2),
        ("1 A\r\n2 B\r\n", 2),
        ("Federation of all\n1 A\n", 1),
        ("1 A\n__eof__ é", 1),
        ("\ufeff1 A\n", 1),
    ],
)
def test_harmless_files_are_read(text: str, count: int) -> None:
    assert len(people(text)) == count


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("ONE, Ann\n", "number-missing"),
        (" pays = FRA\n1 A\n", "number-missing"),
        ("-1 ONE\n", "number-missing"),
        ("0 ONE\n", "number-zero"),
        ("1 ONE\n1 TWO\n", "number-twice"),
        ("1 ONE", "newline-missing"),
        ("\n\n", "nobody"),
        ("1 ONE 1500\n", "line-unreadable"),
        ("1 ONE {FR A}\n", "country-unreadable"),
        ("1 ONE {}\n", "country-unreadable"),
        ("1 ONE <x>\n", "rating-unreadable"),
        ("1 {FRA} ONE\n", "line-unreadable"),
        ("1 2ND, Ann\n", "name-missing"),
        ("1\n", "name-missing"),
        ("1 ONE, Ann (X)\n", "line-unreadable"),
        ('1 "ONE\n', "string-open"),
        ("99999999999 ONE\n", "number-too-big"),
        ("pays = \n1 A\n", "country-unreadable"),
        ("1 ONE {FRA} <7> 'word\n", "line-unreadable"),
    ],
)
def test_what_papp_refuses_is_refused(text: str, key: str) -> None:
    assert refusal(text) == key


@settings(max_examples=25)
@given(st.lists(cards(), max_size=6), st.sampled_from(["", "FRA"]))
def test_any_card_survives_a_players_file(listed: list[Player], country: str) -> None:
    wanted = [
        Player(
            number, one.name, one.first_name, one.country, one.club, one.rating, one.categories, one.comment
        )
        for number, one in enumerate(listed, start=1)
    ]
    base = PappPeople()

    read_players(SourceText.of("joueurs", write_players(wanted, country).encode()), base)

    assert list(known_players(base, read_notes(base.notes), country).values()) == wanted


def test_what_an_arbiter_changed_in_papp_wins_against_the_note() -> None:
    text = write_players([Player(7, "Zoë", "Ål", "FRA", club="Go")], "FRA").replace("ZOE", "Zoe")
    base = PappPeople()

    read_players(SourceText.of("joueurs", text.replace("Zoe", "ZAZA").encode()), base)

    found = known_players(base, read_notes(base.notes), "FRA")[7]
    assert (found.name, found.first_name, found.club) == ("ZAZA", "Ål", "Go")


@pytest.mark.parametrize(
    ("line", "name", "rating"),
    [
        (f"1 {'A' * 300}, Zoe", "A" * 200, 0),
        ("1 WEBB, Ann <999999999>", "WEBB", 99_999),
        ("1 WEBB, Ann <-999999>", "WEBB", -9_999),
    ],
)
def test_a_card_that_lists_cannot_carry_is_cut_with_a_remark(line: str, name: str, rating: int) -> None:
    base, page = PappPeople(), SourceText.of("joueurs", f"{line}\n".encode())
    read_players(page, base)

    assert (base.players[1].name, base.players[1].rating) == (name, rating)
    assert [remark.key for remark in page.remarks] == ["papp.card-cut"]


def test_marks_that_turn_the_direction_of_a_line_are_left_out() -> None:
    (card,) = people('1 "\u202eWEBB\u2066", Ann\n')

    assert card.name == "WEBB"


def test_a_comment_may_be_of_any_length() -> None:
    (card,) = people(f"1 WEBB, Ann 'paid {'x' * 500}\n")

    assert len(card.comment) == 200
