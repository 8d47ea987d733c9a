from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import after, golden
from tests.arena.games.perft import perft

from ronde.arena.games import BadPosition, IllegalMove
from ronde.arena.games.supermorpion import SuperMorpion, hear, read_boards, say, write_board

GAME = SuperMorpion()
UTTT = golden("uttt")
EXAMPLE = "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o"


@pytest.mark.parametrize("depth", range(1, 6))
def test_the_start_has_as_many_lines_of_play_as_known(depth: int) -> None:
    assert perft(GAME, GAME.start(Random(0)), depth, dead=0) == UTTT["perft"][0]["nodes"][depth - 1]


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        (item["fen"], depth, nodes)
        for item in UTTT["perft"][1:]
        for depth, nodes in enumerate(item["nodes"], start=1)
        if nodes < 150_000
    ],
)
def test_other_positions_have_as_many_lines_of_play_as_recorded(fen: str, depth: int, nodes: int) -> None:
    assert perft(GAME, GAME.place(fen, Random(0)), depth, dead=0) == nodes


@pytest.mark.parametrize(
    "item", [item for item in UTTT["perft"] if item["moves_from_start"]], ids=lambda i: i["id"]
)
def test_the_recorded_moves_lead_to_the_recorded_position(item: Any) -> None:
    assert GAME.write(after(GAME, item["moves_from_start"])) == item["fen"]


@pytest.mark.parametrize("item", UTTT["fen_checks"], ids=lambda item: item["why"])
def test_a_fen_is_read_as_strictly_as_the_vectors_ask(item: Any) -> None:
    if item["valid"]:
        assert GAME.write(GAME.place(item["fen"], Random(0))) == item["fen"]
    else:
        with pytest.raises(BadPosition):
            GAME.place(item["fen"], Random(0))


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "fields"),
        ("999999999  00 o", "fields"),
        (" 999999999 00 o", "fields"),
        ("999999999 00 o\n", "side"),
        ("999999999 00 O", "side"),
        ("9999999999 00 o", "boards"),
        ("0999999999 00 o", "board"),
        ("99999999o 11 x", "board"),
        ("o8oO9999999 11 x", "board"),
        ("999999999 11 o", "last"),
        ("x899999999 00 o", "last"),
        ("o899999999 11 o", "last"),
        ("X99999999 15 x", "last"),
        ("o899999999 1٣ x", "last"),
        ("ooooooooo99999999 11 x", "unmarked"),
        ("oooxx4o899999999 11 x", "unmarked"),
        ("OOO999999 31 x", "over"),
        ("XOXXOOOXX 31 o", "over"),
    ],
)
def test_a_wrong_fen_is_refused_with_its_reason(fen: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.place(fen, Random(0))

    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    "fen", ["O99999999 15 x", "999999999 00 x", "12o11399999999 14 x", "oxoooxxox99999999 17 o"]
)
def test_a_sound_fen_is_read_even_if_its_runs_are_split(fen: str) -> None:
    position = GAME.place(fen, Random(0))

    assert GAME.place(GAME.write(position), Random(0)) == position


def test_the_example_of_the_course_lets_noughts_play_anywhere() -> None:
    position = GAME.place(EXAMPLE, Random(0))
    boards = {move[0] for move in GAME.moves(position, 1)}

    assert boards == {"1", "6", "8", "9"}
    assert GAME.read(position, 1, "65") == "65"
    with pytest.raises(IllegalMove, match="closed-board"):
        GAME.read(position, 1, "21")


@pytest.mark.parametrize("text", ["65", " 65\n", "6 5", "6\t5\r\n"])
def test_white_space_in_an_answer_is_dropped(text: str) -> None:
    assert GAME.read(GAME.start(Random(0)), 1, text) == "65"


@pytest.mark.parametrize(
    "text", ["6", "655", "6,5", "6-5", "c2", "6 c2", "60", "06", "65.", "move 65", "6 5 1"]
)
def test_programs_must_send_two_digits_and_nothing_else(text: str) -> None:
    with pytest.raises(IllegalMove, match="unreadable"):
        GAME.read(GAME.start(Random(0)), 1, text)


def test_a_cell_sends_the_opponent_to_its_board() -> None:
    position = after(GAME, ["55", "51"])

    assert [move[0] for move in GAME.moves(position, 1)] == ["1"] * 9
    with pytest.raises(IllegalMove, match="wrong-board"):
        GAME.read(position, 1, "21")
    with pytest.raises(IllegalMove, match="occupied"):
        GAME.read(after(GAME, ["55"]), 2, "55")


@pytest.mark.parametrize("item", UTTT["human_notation"], ids=lambda item: item["algebraic"])
def test_a_cell_is_said_and_heard_as_people_write_it(item: Any) -> None:
    assert hear(f"6 {item['algebraic']}") == f"6{item['cell']}"
    assert hear(f"6{item['algebraic'].upper()} ") == f"6{item['cell']}"
    assert say(f"6{item['cell']}") == f"6 {item['algebraic']}"


@pytest.mark.parametrize("text", ["65", "", "6 d1", "6 a4", "0 a1", "quit"])
def test_other_words_are_left_to_the_rules(text: str) -> None:
    assert hear(text) == text


@given(st.integers(1, 9), st.integers(1, 9))
def test_saying_and_hearing_agree(board: int, cell: int) -> None:
    assert hear(say(f"{board}{cell}")) == f"{board}{cell}"


@given(st.text("ox.", min_size=9, max_size=9))
def test_a_board_is_read_as_it_was_written(cells: str) -> None:
    noughts = sum(1 << at for at, sign in enumerate(cells) if sign == "o")
    crosses = sum(1 << at for at, sign in enumerate(cells) if sign == "x")
    text = write_board(noughts, crosses)

    (board,) = read_boards(text, text)

    assert board == {"O": (511, 0), "X": (0, 511)}.get(text, (noughts, crosses))


@given(st.text("ox123456789OX", max_size=30), st.text("0123456789", max_size=3), st.sampled_from("oxOX "))
def test_any_text_is_either_a_position_or_refused(boards: str, last: str, side: str) -> None:
    text = f"{boards} {last} {side}"
    try:
        position = GAME.place(text, Random(0))
    except BadPosition:
        return
    assert GAME.place(GAME.write(position), Random(0)) == position


@given(st.integers(0, 10**6), st.integers(0, 80))
def test_a_fen_tells_all_that_matters(seed: int, plies: int) -> None:
    rng = Random(seed)
    position = GAME.start(rng)
    for _ in range(plies):
        if not GAME.to_move(position):
            return
        side = position.side
        position = GAME.play(position, {side: GAME.any_move(position, side, rng)})
    if GAME.to_move(position):
        again = GAME.place(GAME.write(position), Random(0))
        assert list(GAME.moves(again, again.side)) == list(GAME.moves(position, position.side))


def test_markers_alone_do_not_win_unless_the_switch_says_so() -> None:
    drawn = next(
        game for game in UTTT["games"] if game["result"] == "draw" and game["markers_o"] > game["markers_x"]
    )
    end = after(GAME, drawn["moves"])

    assert (GAME.outcome(end).winner, GAME.outcome(end).reason) == (None, "no-moves")
    assert (
        SuperMorpion(majority=True).outcome(end).winner,
        SuperMorpion(majority=True).outcome(end).reason,
    ) == (
        1,
        "majority",
    )


def test_crosses_may_start() -> None:
    game = SuperMorpion(first="x")

    assert game.write(game.start(Random(0))) == "999999999 00 x"
    assert game.to_move(game.start(Random(0))) == {2}


def test_the_text_drawing_fills_won_boards() -> None:
    rows = GAME.as_text(GAME.place(EXAMPLE, Random(0))).splitlines()

    assert rows[:3] == [
        "   a b c   a b c   a b c",
        "   --1---+---2---+---3--",
        "3  . . . | O O O | O O O",
    ]
    assert len(rows) == 13


def test_the_boards_stand_in_the_middle_of_their_picture() -> None:
    drawn = GAME.svg(GAME.start(Random(0)))
    width = float(re.findall(r'viewBox="0 0 ([0-9.]+)', drawn)[0])
    planks = [float(x) for x in re.findall(r'<rect class="plank[^"]*" x="([0-9.]+)"', drawn)]

    assert min(planks) == width - (max(planks) + 128)
