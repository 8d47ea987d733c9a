from __future__ import annotations

from random import Random

import pytest

from ronde.arena.games import GAMES, OPEN, Outcome, Side, annulled, forfeit, status, with_opponent


@pytest.mark.parametrize(
    ("outcome", "first", "second"),
    [
        (OPEN, "0", "0"),
        (Outcome("line", 1), "1", "4"),
        (Outcome("line", 2), "3", "2"),
        (Outcome("full"), "5", "5"),
        (annulled("referee", (0, 0)), "9", "9"),
    ],
)
def test_each_side_is_told_how_the_game_ended_for_it(outcome: Outcome, first: str, second: str) -> None:
    assert (status(outcome, 1), status(outcome, 2)) == (first, second)


@pytest.mark.parametrize(("guilty", "told"), [(1, ("9", "2")), (2, ("1", "9"))])
def test_a_side_at_fault_is_told_nine_and_the_other_that_it_won(guilty: Side, told: tuple[str, str]) -> None:
    outcome = forfeit(guilty, "timeout", (0, 0))

    assert (status(outcome, 1, at_fault=guilty), status(outcome, 2, at_fault=guilty)) == told


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_ends_by_a_fault_at_once_still_has_its_last_calls(name: str) -> None:
    game = GAMES[name]
    start = game.start(Random(0))
    told = game.last_call(start, 1, "9")

    assert told["Status"] == "9"
    assert told["Set"] == game.set_name
    assert not {"Turn", "Move1", "Move2"} & told.keys()


def test_the_opponent_is_named_in_competitions_only() -> None:
    game = GAMES["tictactoe"]
    call = game.call(game.start(Random(0)), 1)

    assert with_opponent(call, "E42")["Opponent"] == "E42"
    assert with_opponent(call, "") == call


@pytest.mark.parametrize(
    ("name", "spelt"),
    [
        ("tictactoe", "TicTacToe"),
        ("chifoumi", "Rochambeau"),
        ("mastermind", "MasterMind"),
        ("morpion", "BigTicTacToe"),
        ("pente", "Pente"),
        ("poker", "Poker"),
        ("reversi", "Reversi"),
        ("seafight", "SeaFight"),
    ],
)
def test_sets_are_spelt_as_the_manual_spells_them(name: str, spelt: str) -> None:
    assert GAMES[name].set_name == spelt
