from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import after, golden
from tests.arena.games.perft import perft

from ronde.arena.games import BadPosition, IllegalMove
from ronde.arena.games.tictactoe import Position, TicTacToe

GAME = TicTacToe()
TOTALS = golden("tictactoe")["totals"]


def test_the_whole_tree_has_the_known_totals() -> None:
    seen: set[str] = set()

    @cache
    def endings(position: Position) -> Counter[tuple[int, str]]:
        seen.add(position.tray)
        asked = GAME.to_move(position)
        if not asked:
            winner = {1: "first", 2: "second", None: "draw"}[GAME.outcome(position).winner]
            return Counter({(position.turn - 1, winner): 1})
        (side,) = asked
        children = (GAME.play(position, {side: move}) for move in GAME.moves(position, side))
        return sum((endings(Position(child.tray, child.turn)) for child in children), Counter())

    found = endings(GAME.start(Random(0)))

    assert found.total() == TOTALS["complete_games"]
    for winner, key in (("first", "first_wins"), ("second", "second_wins"), ("draw", "draws")):
        assert sum(count for (_, who), count in found.items() if who == winner) == TOTALS[key]
    for length, by_winner in TOTALS["by_length"].items():
        assert {who: found[int(length), who] for who in by_winner} == by_winner
    assert len(seen) == TOTALS["distinct_positions_including_empty"]


@pytest.mark.parametrize(("depth", "nodes"), list(enumerate(TOTALS["perft"][:6], start=1)))
def test_the_lines_of_play_are_as_many_as_known(depth: int, nodes: int) -> None:
    assert perft(GAME, GAME.start(Random(0)), depth, dead=0) == nodes


def test_the_example_of_the_specification_is_called_as_printed() -> None:
    middle = after(GAME, ["1", "4", "2"])

    assert GAME.call(middle, 2) == {
        "Set": "TicTacToe",
        "Turn": "4",
        "Tray": "110200000",
        "Move1": "2",
        "Status": "0",
    }


def test_the_empty_tray_is_init_or_zeros_as_the_switch_says() -> None:
    start = GAME.start(Random(0))

    assert GAME.call(start, 1)["Tray"] == "Init"
    assert TicTacToe(explicit_tray=True).call(start, 1)["Tray"] == "000000000"


@pytest.mark.parametrize(
    ("text", "turn"),
    [("100200000", 3), ("110200000", 4), ("110200000 2", 2), ("111000000 9", None), ("000000000 1 -", 1)],
)
def test_a_photo_starts_at_the_turn_of_its_marks_or_as_told(text: str, turn: int | None) -> None:
    if turn is None:
        with pytest.raises(BadPosition, match="over"):
            GAME.place(text, Random(0))
    else:
        assert GAME.place(text, Random(0)).turn == turn


def test_a_photo_is_never_sent_as_init() -> None:
    photo = GAME.place("110220000 1", Random(0))

    assert GAME.call(photo, 1)["Tray"] == "110220000"
    assert "Move2" not in GAME.call(photo, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "10020000",
        "1002000000",
        "100300000",
        "110000000",
        "100200000 0",
        "100200000 x",
        "100200000 3 X",
        "100200000  3",
        "100200000 3 1 1",
        "? 3",
        "100200000 -3",
        "100200000 ٣",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.place(text, Random(0))


def test_a_line_wins_and_says_so() -> None:
    end = after(GAME, ["1", "4", "2", "5", "3"])

    assert (GAME.outcome(end).winner, GAME.outcome(end).reason) == (1, "line")
    with pytest.raises(IllegalMove, match="over"):
        GAME.play(end, {2: "9"})


def test_the_text_drawing_shows_marks_and_free_numbers() -> None:
    assert GAME.as_text(after(GAME, ["5", "1"])) == "O 2 3\n4 X 6\n7 8 9"


@given(st.text("012", min_size=9, max_size=9), st.integers(1, 99), st.sampled_from(["", *"123456789"]))
def test_what_is_written_is_read_back(tray: str, turn: int, last: str) -> None:
    position = Position(tray, turn, last)
    if GAME.outcome(position).over:
        with pytest.raises(BadPosition):
            GAME.place(GAME.write(position), Random(0))
    else:
        assert GAME.place(GAME.write(position), Random(0)) == position
