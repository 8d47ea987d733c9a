from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import after, golden

from ronde.arena.games import ALONE, BadPosition, BadSetting, IllegalMove
from ronde.arena.games.mastermind import MasterMind, Position, marks, read_lines

GAME = MasterMind()
CODES = st.text("ABCDEFGH", min_size=4, max_size=4)
MASTERMIND = golden("mastermind")


def test_every_recorded_scoring_is_found_again() -> None:
    for item in MASTERMIND["scorings"]:
        assert marks(item["code"], item["guess"]) + item["guess"] == item["line"]


@pytest.mark.parametrize("code", MASTERMIND["answer_histograms"])
def test_all_guesses_at_a_code_share_out_as_known(code: str) -> None:
    found = Counter(marks(code, "".join(guess)) for guess in product("ABCDEFGH", repeat=4))

    assert found == MASTERMIND["answer_histograms"][code]


def naive_marks(code: str, guess: str) -> str:
    """The rule once more, peg by peg, crossing out what is used."""
    left_code = [peg for peg, other in zip(code, guess, strict=True) if peg != other]
    left_guess = [other for peg, other in zip(code, guess, strict=True) if peg != other]
    white = 0
    for peg in left_guess:
        if peg in left_code:
            left_code.remove(peg)
            white += 1
    return f"{4 - len(left_guess)}{white}"


@given(CODES, CODES)
def test_two_ways_to_mark_agree(code: str, guess: str) -> None:
    assert marks(code, guess) == naive_marks(code, guess) == marks(guess, code)


@given(st.lists(st.tuples(st.text("01234", min_size=2, max_size=2), CODES), max_size=8))
def test_lines_are_read_as_they_were_written(lines: list[tuple[str, str]]) -> None:
    assert read_lines("".join(mark + guess for mark, guess in lines)) == lines


def test_the_example_of_the_specification_is_called_as_printed() -> None:
    codes = ["ABCD", "GCCH"]

    assert [GAME.call(after(GAME, codes[:n]), 1 if n == 0 else 2)["Tray"] for n in (0, 1)] == ["Init", "Init"]
    assert GAME.call(after(GAME, codes), 1) == {
        "Set": "MasterMind",
        "Turn": "3",
        "Tray": "Init",
        "Status": "0",
    }
    assert GAME.call(after(GAME, [*codes, "AAAA"]), 2)["Tray"] == "Init", "his own board is still empty"
    later = after(GAME, [*codes, "00GCCB", "AABB", "00HCCG", "ABDC"])
    assert GAME.call(later, 1)["Tray"] == "30GCCB22HCCG"


def test_both_sides_get_the_same_number_of_lines() -> None:
    found = after(GAME, ["ABCD", "GCCH", "GCCH"])

    assert GAME.to_move(found) == {2}
    assert GAME.outcome(GAME.play(found, {2: "AAAA"})).winner == 1
    assert GAME.outcome(GAME.play(found, {2: "ABCD"})).reason == "both-found"


def test_the_first_to_find_wins_at_once_if_the_switch_says_so() -> None:
    quick = MasterMind(equal_lines=False)

    assert quick.outcome(after(quick, ["ABCD", "GCCH", "GCCH"])).winner == 1


def test_nobody_finds_in_eight_lines() -> None:
    end = after(GAME, ["ABCD", "GCCH", *["EEEE"] * 16])

    assert (end.turn, GAME.outcome(end).reason, GAME.outcome(end).drawn) == (19, "not-found", True)


def test_a_view_shows_own_lines_and_code_only() -> None:
    middle = after(GAME, ["ABCD", "GCCH", "GCCB", "AABB"])

    assert GAME.write(middle, ALONE[1]) == "30GCCB ? 5 ABCD ?"
    assert GAME.write(middle, ALONE[2]) == "? 11AABB 5 ? GCCH"
    assert GAME.as_text(middle, frozenset()) == "????   ????"


@pytest.mark.parametrize(
    "text",
    [
        "- - 3 ABCD",
        "- - 2 - -",
        "- - 1 ABCD -",
        "- - 3 ABCD ABCI",
        "20GCCB - 4 ABCD GCCH",
        "30GCCB - 5 ABCD GCCH",
        "30GCC - 4 ABCD GCCH",
        "40GCCH - 4 ABCD GCCH x",
        "40GCCH 00EEEE 5 ABCD GCCH",
        "? - 3 ABCD GCCH",
        "30GCCB ? 5 ABCD ?",
        "- - 20 ABCD GCCH",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.place(text, Random(0))


@pytest.mark.parametrize("text", ["ABC", "ABCI", "00ABCD", "A B C D", "ABCDE", "1234"])
def test_a_code_is_four_letters(text: str) -> None:
    with pytest.raises(IllegalMove, match="unreadable"):
        GAME.read(GAME.start(Random(0)), 1, text)


def test_a_whole_line_is_understood_from_the_second_players_first_answer_on() -> None:
    """Manual 002, Mastermind: if Turn is 1, Value is a Code, otherwise a ValeurLigne."""
    position = after(GAME, ["ABCD"])

    assert GAME.read(position, 2, "00GCCH") == GAME.read(position, 2, "GCCH") == "GCCH"
    assert GAME.play(position, {2: "00GCCH"}).codes == ("ABCD", "GCCH")


def test_settings_that_make_no_game_are_refused() -> None:
    with pytest.raises(BadSetting):
        MasterMind(lines=0)


@given(CODES, CODES, st.lists(CODES, max_size=15))
def test_what_is_written_is_read_back(one: str, two: str, guesses: list[str]) -> None:
    position: Any = after(GAME, [one, two])
    for guess in guesses:
        asked = GAME.to_move(position)
        if not asked:
            return
        assert GAME.place(GAME.write(position), Random(0)) == position
        (side,) = asked
        position = GAME.play(position, {side: guess})
    assert isinstance(position, Position)
