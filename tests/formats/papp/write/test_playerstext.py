"""The players file: what is written is read again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.papp.players_files import country_change_line, names_text, write_players
from ronde.model.player import Player

words = st.text(alphabet="ABCdefé'-", min_size=1, max_size=10)


def test_a_line_has_number_names_country_and_rating() -> None:
    assert (
        write_players([Player(7, "DOE", "Al", "FRA", rating=1500)], "") == "     7 DOE, Al\t{FRA}\t%_<1500>\n"
    )
    assert write_players([Player(7, "EDAX", "(Abdala)")], "") == "     7 EDAX (Abdala)\n"
    assert write_players([], "FRA") == ""


def test_somebody_without_a_name_has_one_all_the_same() -> None:
    assert names_text(Player(1, "語")).startswith("_")


@given(st.lists(words, min_size=1, max_size=5))
def test_there_is_a_line_a_player_and_notes_begin_with_a_percent_sign(names: list[str]) -> None:
    cards = [Player(at, name) for at, name in enumerate(names, 1)]
    lines = write_players(cards, "").splitlines()

    assert [int(line.split()[0]) for line in lines if not line.startswith("%")] == [card.id for card in cards]


def test_an_emigrant_is_a_comment_to_older_programs() -> None:
    assert country_change_line(12, "Côte d'Ivoire") == "%_     12 {Cote_d'Ivoire}\n"
