from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import after, golden
from tests.arena.games.perft import perft

from ronde.arena.games import BadPosition, IllegalMove
from ronde.arena.games.reversi import ALL, Position, Reversi, flips, mobility, read_discs, write_discs

GAME = Reversi()
PERFT = {item["id"]: item for item in golden("reversi")["perft"]}
PASSING = golden("inputs")["inputs"]


def placed(item: Any) -> Position:
    return GAME.place(f"{item['tray']} {1 if item['to_move'] == 'black' else 2}", Random(0))


@pytest.mark.parametrize("depth", range(1, 9))
def test_the_start_has_as_many_lines_of_play_as_published(depth: int) -> None:
    nodes = PERFT["start"]["nodes"][depth - 1]

    assert perft(GAME, GAME.start(Random(0)), depth, dead=1) == nodes


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        (name, depth)
        for name, item in PERFT.items()
        for depth, nodes in enumerate(item["nodes"], start=1)
        if name != "start" and nodes < 100_000
    ],
)
def test_other_positions_have_as_many_lines_of_play_as_recorded(name: str, depth: int) -> None:
    assert perft(GAME, placed(PERFT[name]), depth, dead=1) == PERFT[name]["nodes"][depth - 1]


@pytest.mark.parametrize("name", [name for name, item in PERFT.items() if item.get("moves_from_start")])
def test_the_recorded_moves_lead_to_the_recorded_position(name: str) -> None:
    position = after(GAME, PERFT[name]["moves_from_start"])

    assert write_discs(position.black, position.white) == PERFT[name]["tray"]


def naive_flips(tray: str, square: int, own: str, foe: str) -> set[int]:
    """The capture rule once more, by walking over the tray."""
    turned: set[int] = set()
    if tray[square] != "0":
        return turned
    for across, down in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
        column, row, line = square % 8 + across, square // 8 + down, set()
        while 0 <= column < 8 and 0 <= row < 8 and tray[8 * row + column] == foe:
            line.add(8 * row + column)
            column, row = column + across, row + down
        if 0 <= column < 8 and 0 <= row < 8 and tray[8 * row + column] == own:
            turned |= line
    return turned


@given(st.text("0034", min_size=64, max_size=64))
def test_bit_boards_and_a_walk_over_the_tray_flip_the_same_discs(tray: str) -> None:
    black, white = read_discs(tray)
    movable = 0
    for square in range(64):
        turned = naive_flips(tray, square, "3", "4")
        movable |= bool(turned) << square
        if tray[square] == "0":
            assert flips(black, white, square) == sum(1 << disc for disc in turned)
    assert mobility(black, white) == movable
    assert movable <= ALL


@given(st.text("034", min_size=64, max_size=64))
def test_discs_are_written_as_they_were_read(tray: str) -> None:
    assert write_discs(*read_discs(tray)) == tray


@given(st.text("0034", min_size=64, max_size=64), st.integers(1, 99))
def test_what_is_written_is_read_back(tray: str, turn: int) -> None:
    text = f"{tray} {turn} -"
    black, white = read_discs(tray)
    if mobility(black, white) or mobility(white, black):
        assert GAME.write(GAME.place(text, Random(0))) == text
    else:
        with pytest.raises(BadPosition, match="over"):
            GAME.place(text, Random(0))


def test_a_forced_pass_is_asked_for_and_told() -> None:
    item = next(item for item in PASSING if item["game"] == "Reversi" and item["raw"] == "xx")
    before = after(GAME, item["after"])
    passed = GAME.play(before, {2: "xx"})

    assert list(GAME.moves(before, 2)) == ["XX"]
    assert GAME.call(before, 2)["Legend"] == "Je passe"
    assert GAME.call(passed, 1)["Legend"] == "Les blancs passent"
    assert GAME.call(passed, 1)["Move2"] == "XX"
    assert passed.turn == before.turn + 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [("D4", "occupied"), ("A1", "flips-nothing"), ("XX", "needless-pass"), ("PASS", "notation")],
)
def test_a_refusal_has_its_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        GAME.read(GAME.start(Random(0)), 1, text)

    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    ("discs", "winner", "reason"),
    [
        ("3" * 40 + "4" * 24, 1, "full"),
        ("3" * 32 + "4" * 32, None, "full"),
        ("3" + "0" * 63, 1, "wiped-out"),
        ("3" + "0" * 31 + "44" + "0" * 30, 2, "no-moves"),
    ],
)
def test_more_discs_win_when_nobody_can_move(discs: str, winner: int | None, reason: str) -> None:
    end = Position(*read_discs(discs), turn=61, last="", legal=0, over=True)

    assert (GAME.outcome(end).winner, GAME.outcome(end).reason) == (winner, reason)


def test_a_dead_position_is_no_start() -> None:
    with pytest.raises(BadPosition, match="over"):
        GAME.place("3" * 64 + " 1", Random(0))


def test_the_start_of_the_specification_is_init_to_black() -> None:
    start = GAME.start(Random(0))

    assert GAME.call(start, 1) == {"Set": "Reversi", "Turn": "1", "Tray": "Init", "Status": "0"}
    assert Reversi(explicit_tray=True).call(start, 1)["Tray"] == PERFT["start"]["tray"]
    assert GAME.as_text(start).splitlines()[-1] == "X 2  O 2"
