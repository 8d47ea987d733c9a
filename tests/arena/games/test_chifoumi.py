from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.arena.games import BadPosition, BadSetting, IllegalMove
from ronde.arena.games.chifoumi import ChiFouMi, Position

GAME = ChiFouMi()


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [("1", "1", (0, 0)), ("2", "1", (1, 0)), ("3", "2", (1, 0)), ("1", "3", (1, 0)), ("1", "2", (0, 1))],
)
def test_paper_beats_stone_scissors_beat_paper_stone_beats_scissors(
    one: str, two: str, points: tuple[int, int]
) -> None:
    assert GAME.play(GAME.start(Random(0)), {1: one, 2: two}).points == points


def test_both_are_asked_at_once_and_neither_is_told_the_throw_of_this_round() -> None:
    first = GAME.start(Random(0))
    second = GAME.play(first, {1: "1", 2: "3"})

    assert GAME.to_move(first) == {1, 2}
    assert GAME.call(first, 2) == {"Set": "Rochambeau", "Turn": "2", "Tray": "Init", "Status": "0"}
    assert GAME.call(second, 1) == {
        "Set": "Rochambeau",
        "Turn": "3",
        "Tray": "Init",
        "Move2": "3",
        "Gain1": "1",
        "Gain2": "0",
        "Status": "0",
    }


@pytest.mark.parametrize("moves", [{1: "1"}, {2: "1"}, {}])
def test_one_throw_alone_is_refused(moves: dict[int, str]) -> None:
    with pytest.raises(IllegalMove, match="turn"):
        GAME.play(GAME.start(Random(0)), moves)  # type: ignore[arg-type]


def test_five_points_win() -> None:
    end = Position(12, (5, 2), ("1", "3"))

    assert (GAME.outcome(end).winner, GAME.outcome(end).reason) == (1, "points")


@pytest.mark.parametrize(("points", "winner"), [((2, 1), 1), ((0, 4), 2), ((3, 3), None)])
def test_the_last_round_ends_the_game(points: tuple[int, int], winner: int | None) -> None:
    end = Position(100, points, ("1", "1"))

    assert (GAME.outcome(end).winner, GAME.outcome(end).reason) == (winner, "rounds")


def test_a_fixed_number_of_rounds_is_a_switch() -> None:
    ten = ChiFouMi(target=0, rounds=10)

    assert not ten.outcome(Position(9, (8, 0))).over
    assert ten.outcome(Position(11, (8, 2))).winner == 1


@pytest.mark.parametrize(
    "text", ["", "0 0 0", "101 0 0", "3 5 0 1 2", "3 1 1 4 1", "3 -1 0", "x", "3 1 1 1 1 1"]
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.place(text, Random(0))


@pytest.mark.parametrize("switches", [{"target": -1}, {"rounds": 0}])
def test_settings_that_make_no_game_are_refused(switches: dict[str, int]) -> None:
    with pytest.raises(BadSetting):
        ChiFouMi(**switches)


@given(
    st.integers(1, 99), st.integers(0, 4), st.integers(0, 4), st.sampled_from("123"), st.sampled_from("123")
)
def test_what_is_written_is_read_back(number: int, one: int, two: int, throw1: str, throw2: str) -> None:
    position = Position(number, (one, two), (throw1, throw2))

    assert GAME.place(GAME.write(position), Random(0)) == position
