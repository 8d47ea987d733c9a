from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import after

from ronde.arena.games import BadPosition, BadSetting
from ronde.arena.games.base import cell_names
from ronde.arena.games.morpion import Morpion, Position, alignments, write_alignment
from ronde.i18n import LANGUAGES, say

GAME = Morpion()
MOST = Morpion(mode="most")
NAMES = cell_names("ABCDEFGHIJ", "0123456789")
STEPS = {"horizontal": (1, 0), "vertical": (0, 1), "falling": (1, 1), "rising": (-1, 1)}


def tray(first: str = "", second: str = "") -> str:
    """A tray with the named cells marked."""
    marks = ["0"] * 100
    for names, mark in ((first, "1"), (second, "2")):
        for name in names.split():
            marks[NAMES.index(name)] = mark
    return "".join(marks)


def naive_runs(marks: str, cell: int) -> list[str]:
    """The alignments of five or more through a cell, found by looking at every window of the board."""
    found = []
    for across, down in STEPS.values():
        line = [(cell % 10 + at * across, cell // 10 + at * down) for at in range(-9, 10)]
        inside = [10 * y + x for x, y in line if 0 <= x < 10 and 0 <= y < 10]
        here = inside.index(cell)
        low = high = here
        while low > 0 and marks[inside[low - 1]] == marks[cell]:
            low -= 1
        while high + 1 < len(inside) and marks[inside[high + 1]] == marks[cell]:
            high += 1
        if high - low >= 4:
            found.append(NAMES[inside[low]] + NAMES[inside[high]])
    return found


@given(st.text("0112", min_size=100, max_size=100), st.integers(0, 99))
def test_the_last_mark_wins_with_every_line_it_closes(marks: str, cell: int) -> None:
    board = marks[:cell] + "0" + marks[cell + 1 :]
    end = GAME.play(Position(board, 1), {1: NAMES[cell]})

    assert end.gains[0] == "".join(naive_runs(end.tray, cell))
    assert (GAME.outcome(end).winner == 1) == bool(end.gains[0])


def test_one_mark_may_close_four_lines_in_the_order_of_the_ruling() -> None:
    board = tray("D5 E5 G5 H5 F3 F4 F6 F7 D3 E4 G6 H7 H3 G4 E6 D7")
    end = GAME.play(Position(board, 1), {1: "F5"})

    assert end.gains == ("D5H5F3F7D3H7H3D7", "")
    assert GAME.outcome(end).score == (4, 0)


def test_six_in_a_row_are_one_alignment() -> None:
    end = GAME.play(Position(tray("B5 C5 D5 F5 G5"), 1), {1: "E5"})

    assert end.gains == ("B5G5", "")


def test_lines_do_not_run_over_the_edge() -> None:
    end = GAME.play(Position(tray("H0 I0 J0 A1"), 1), {1: "B1"})

    assert end.gains == ("", "")


def test_a_full_board_without_a_line_is_a_draw() -> None:
    rows = ["1122112211", "2211221122"] * 5
    board = "".join(rows)
    end = GAME.play(Position("0" + board[1:], 101), {1: "A0"})

    assert (GAME.outcome(end).reason, GAME.outcome(end).drawn) == ("full", True)


def test_the_example_of_the_specification_is_called_as_printed() -> None:
    moves = ["D3", "A0", "E3"]
    middle = after(GAME, moves)
    call = GAME.call(middle, 2)

    assert (call["Turn"], call["Move1"], call["Gain1"], call["Gain2"]) == ("4", "E3", "", "")
    assert call["Tray"] == tray("D3 E3", "A0")
    assert GAME.call(after(GAME, []), 1) == {
        "Set": "BigTicTacToe",
        "Turn": "1",
        "Tray": "Init",
        "Status": "0",
    }


def test_most_mode_scores_five_and_goes_on() -> None:
    four = tray("B5 C5 D5 E5")
    five = MOST.play(Position(four, 1), {1: "F5"})
    six = MOST.play(Position(five.tray, 3, gains=five.gains), {1: "G5"})

    assert five.gains == ("B5F5", "")
    assert six.gains == five.gains
    assert MOST.to_move(five) == {2}


def test_most_mode_scores_a_second_five_that_shares_no_mark_in_its_direction() -> None:
    ready = Position(tray("A0 B0 C0 D0 E0 F0 G0 H0 I0"), 1, gains=("A0E0", ""))
    end = MOST.play(ready, {1: "J0"})

    assert end.gains == ("A0E0F0J0", "")


def test_most_mode_may_use_a_mark_again_in_another_direction() -> None:
    ready = Position(tray("A0 B0 C0 D0 E0 A1 A2 A3"), 1, gains=("A0E0", ""))
    end = MOST.play(ready, {1: "A4"})

    assert end.gains == ("A0E0A0A4", "")


def test_most_mode_takes_the_earliest_window_in_reading_order() -> None:
    ready = Position(tray("A0 B0 C0 D0 F0 G0 H0 I0"), 1)

    assert MOST.play(ready, {1: "E0"}).gains == ("A0E0", "")


@given(st.integers(0, 99), st.sampled_from(sorted(STEPS)), st.integers(5, 10))
def test_an_alignment_is_read_as_it_was_written(cell: int, direction: str, length: int) -> None:
    across, down = STEPS[direction]
    line = [(cell % 10 + at * across, cell // 10 + at * down) for at in range(length)]
    if all(0 <= x < 10 and 0 <= y < 10 for x, y in line):
        cells = tuple(10 * y + x for x, y in line)
        assert alignments(write_alignment(cells)) == [cells]


@pytest.mark.parametrize("gain", ["D3H", "D3H4", "D3", "K0K4", "D3G3", "E3I3", "D3D3"])
def test_a_gain_that_the_board_does_not_show_is_refused(gain: str) -> None:
    with pytest.raises(BadPosition):
        MOST.place(f"{tray('D3 E3 F3 G3 H3')} 2 H3 {gain}", Random(0))


def test_a_photo_with_a_line_is_over_in_mode_first_only() -> None:
    text = f"{tray('D3 E3 F3 G3 H3')} 2"

    with pytest.raises(BadPosition, match="over"):
        GAME.place(text, Random(0))
    assert MOST.place(text, Random(0)).gains == ("", "")


def test_a_mode_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSetting):
        Morpion(mode="last")  # type: ignore[arg-type]


def test_the_drawing_strokes_every_alignment() -> None:
    end = GAME.play(Position(tray("D3 E3 F3 G3"), 1), {1: "H3"})

    assert GAME.svg(end).count('class="winning"') == 1
    assert GAME.as_text(end).splitlines()[4] == "3 . . . X X X X X . ."


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_that_five_in_line_were_three(language: str) -> None:
    ended = GAME.outcome(after(GAME, ["D3", "A0", "E3", "B0", "F3", "C0", "G3", "D0", "H3"]))
    told = say(f"games.reason-{ended.reason}", language)

    assert ended.winner == 1
    assert not [word for word in ("three", "trois", "drei", "drie") if word in told]
