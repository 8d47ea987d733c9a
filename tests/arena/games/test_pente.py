from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import after, golden

from ronde.arena.games import BadPosition, IllegalMove
from ronde.arena.games.base import cell_names
from ronde.arena.games.grid import has_run
from ronde.arena.games.pente import Pente, Position, captured

GAME = Pente()
LETTERS = "ABCDEFGHIJKLMNOPQRS"
NAMES = cell_names(LETTERS, LETTERS)


def tray(first: str = "", second: str = "") -> str:
    marks = ["0"] * 361
    for names, mark in ((first, "1"), (second, "2")):
        for name in names.split():
            marks[NAMES.index(name)] = mark
    return "".join(marks)


def naive_captures(marks: str, cell: int, own: str, foe: str) -> set[int]:
    """The capture rule once more: look for own-foe-foe-own in every direction, by coordinates."""
    stones = {(at % 19, at // 19): mark for at, mark in enumerate(marks)}
    column, row = cell % 19, cell // 19
    taken = set()
    for across in (-1, 0, 1):
        for down in (-1, 0, 1):
            line = [(column + at * across, row + at * down) for at in (1, 2, 3)]
            if (across or down) and [stones.get(point) for point in line] == [foe, foe, own]:
                taken |= {19 * y + x for x, y in line[:2]}
    return taken


@given(st.text("01122", min_size=361, max_size=361), st.integers(0, 360))
def test_two_ways_to_capture_agree(marks: str, cell: int) -> None:
    assert set(captured(marks, cell, 1)) == naive_captures(marks, cell, "1", "2")
    assert set(captured(marks, cell, 2)) == naive_captures(marks, cell, "2", "1")


@pytest.mark.parametrize("recorded", golden("pente")["games"], ids=lambda game: game["id"])
def test_every_recorded_capture_empties_the_recorded_points(recorded: Any) -> None:
    position = GAME.start(Random(0))
    for ply in recorded["ply"]:
        (side,) = GAME.to_move(position)
        after_it = GAME.play(position, {side: ply["value"]})
        emptied = [at for at in range(361) if position.tray[at] != "0" == after_it.tray[at]]
        assert sorted(NAMES[at] for at in emptied) == ply["captured"]
        position = after_it


def test_eight_pairs_may_be_taken_at_once() -> None:
    ring = "GG JG MG GJ MJ GM JM MM"
    pairs = "HH II JH JI LH KI HJ IJ LJ KJ HL IK JL JK LL KK"
    end = GAME.play(Position(tray(ring, pairs), 9), {1: "JJ"})

    assert end.pairs == (8, 0)
    assert (GAME.outcome(end).winner, GAME.outcome(end).reason) == (1, "captures")
    assert GAME.last_call(end, 1, "1")["Gain1"] == "5"


def test_entering_between_two_enemy_stones_is_safe() -> None:
    ready = Position(tray("JJ MJ", "KJ"), 6)

    assert GAME.play(ready, {2: "LJ"}).pairs == (0, 0)


def test_one_or_three_flanked_stones_are_not_taken() -> None:
    one = GAME.play(Position(tray("JJ", "KJ"), 5), {1: "LJ"})
    three = GAME.play(Position(tray("JJ", "KJ LJ MJ"), 5), {1: "NJ"})

    assert one.pairs == three.pairs == (0, 0)


def test_pairs_at_the_edge_do_not_wrap_around() -> None:
    ready = Position(tray("AB", "RA SA"), 5)

    assert GAME.play(ready, {1: "QA"}).pairs == (0, 0)


def test_the_second_stone_of_white_keeps_its_distance() -> None:
    ready = after(GAME, ["JJ", "AA"])
    legal = set(GAME.moves(ready, 1))

    assert len(legal) == 361 - 25 - 1
    assert "LL" not in legal
    assert "MJ" in legal
    with pytest.raises(IllegalMove, match="too-near"):
        GAME.read(ready, 1, "KK")


def test_the_restriction_is_a_switch_and_does_not_bind_photos() -> None:
    free = Pente(restricted_opening=False)
    photo = GAME.place(f"{tray('JJ', 'AA')} 3", Random(0))

    assert free.read(after(free, ["JJ", "AA"]), 1, "KK") == "KK"
    assert GAME.read(photo, 1, "KK") == "KK"
    assert GAME.read(after(GAME, ["JJ", "AA", "MM", "AB"]), 1, "KK") == "KK"


def test_a_written_opening_keeps_its_restriction() -> None:
    ready = after(GAME, ["JJ", "AA"])

    assert GAME.place(GAME.write(ready), Random(0)) == ready


def test_six_in_a_line_win_unless_the_switch_says_exactly_five() -> None:
    ready = Position(tray("CJ DJ EJ GJ HJ"), 11)

    assert GAME.outcome(GAME.play(ready, {1: "FJ"})).reason == "five"
    assert not Pente(overlines_win=False).outcome(Pente(overlines_win=False).play(ready, {1: "FJ"})).over


def test_a_full_board_is_a_draw() -> None:
    rows = ["1122" * 5, "2211" * 5]
    board = "".join(rows[row % 2][:19] for row in range(19))
    end = Position(board, 362, pairs=(1, 2))

    assert (GAME.outcome(end).reason, GAME.outcome(end).winner) == ("full", None)


@pytest.mark.parametrize(
    "fields",
    ["3 AA 5 0", "3 AA 0 -1", "3 AA 0 0 KK", "4 AA 0 0 JJ", "3 TT", "3 AA 0 0 JJ x", "3 AA 0 0 AA"],
)
def test_a_text_that_is_no_position_is_refused(fields: str) -> None:
    with pytest.raises(BadPosition):
        GAME.place(f"{tray('JJ', 'AA')} {fields}", Random(0))


def test_a_photo_with_captures_must_tell_the_turn() -> None:
    with pytest.raises(BadPosition, match="turn"):
        GAME.place(tray("JJ KK LL"), Random(0))
    assert GAME.place(f"{tray('JJ KK LL')} 2 - 2 1", Random(0)).pairs == (2, 1)


def test_the_example_of_the_specification_is_called_as_printed() -> None:
    ready = after(GAME, ["JJ", "KJ", "CC", "LJ"])
    call = GAME.call(ready, 1)
    taken = GAME.call(GAME.play(ready, {1: "MJ"}), 2)

    assert (call["Turn"], call["Move2"], call["Gain1"], call["Gain2"]) == ("5", "LJ", "0", "0")
    assert call["Tray"] == tray("CC JJ", "KJ LJ")
    assert (taken["Gain1"], taken["Gain2"]) == ("1", "0")


@given(
    st.text("000012", min_size=361, max_size=361), st.integers(4, 300), st.integers(0, 4), st.integers(0, 4)
)
def test_what_is_written_is_read_back(marks: str, turn: int, one: int, two: int) -> None:
    position = Position(marks, turn, "AA", (one, two))
    if has_run(marks, 19):
        with pytest.raises(BadPosition, match="over"):
            GAME.place(GAME.write(position), Random(0))
    else:
        assert GAME.place(GAME.write(position), Random(0)) == position
