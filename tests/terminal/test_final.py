"""A final from the terminal: how many play, who, how many games."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.talking import NAMES, conversation, typed

from ronde.terminal.widgets import menu_line


def test_empty_lines_mean_the_numbers_in_brackets(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES, rounds=1)

    screen = typed(at, "a", "r", "?", "!", "", "g", "", "", "", "n", "x")

    assert "How many play for the first place [2]:" in screen
    assert "Most games of a match [1]:" in screen
    assert at.tournament.final is not None
    assert len(at.tournament.final.players) == 2


def test_a_word_instead_of_a_number_is_refused_and_asked_for_again(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES, rounds=1)

    screen = typed(at, "a", "r", "?", "!", "", "g", "4", "", "three", "3", "n", "x")

    assert "three" in screen
    assert screen.count("Most games of a match") == 2
    assert at.tournament.final is not None
    assert at.tournament.final.best_of == 3


def test_the_end_of_the_announced_rounds_names_the_key_of_a_final(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES, rounds=1)
    assert "Final" not in menu_line(at, 78).plain

    screen = typed(at, "a", "r", "?", "!", "", "", "x")

    assert "G begins a final" in screen
    assert "  G  Begin a final" in screen
    assert "G Final" in menu_line(at, 78).plain


def test_a_round_of_a_final_is_closed_with_the_state_of_its_match(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES, rounds=1)
    typed(at, "a", "r", "?", "!", "", "g", "", "", "3", "n", "x")

    screen = typed(at, "a", "r", "?", "!", "", "x")

    assert "Round 2 is closed." in screen
    assert "announced" not in screen
    assert "Final, game 1 of 3: " in screen
    assert "(game 2 follows)" in screen
