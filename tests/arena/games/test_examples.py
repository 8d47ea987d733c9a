"""The positions that explain the games: every one can be played, and says what its sentence says."""

from __future__ import annotations

from random import Random

import pytest

from ronde.arena.games import ALONE, GAMES, examples, find_game
from ronde.arena.games.supermorpion import SuperMorpion, aims, markers

GAME = SuperMorpion()


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_of_an_example_is_legal_and_its_position_can_be_sent(name: str) -> None:
    game = find_game(name)
    shown = list(examples(game))

    assert len(shown) >= 2
    for example in shown:
        assert game.read(example.position, example.side, example.value)
        assert game.call(example.position, example.side)["Tray"]
        assert game.description.given("x", 23, example.side)[0] == "x"


@pytest.mark.parametrize("name", GAMES)
def test_the_position_of_an_example_is_read_again_where_nothing_is_hidden(name: str) -> None:
    game = find_game(name)
    for example in examples(game):
        view = game.write(example.position, ALONE[example.side])
        if view == game.write(example.position):
            assert game.write(game.place(view, Random(0))) == view


def test_the_fen_examples_say_what_their_sentences_say() -> None:
    told = {example.code: example.position for example in examples(GAME)}

    assert len(list(GAME.moves(told["start"], 1))) == 81
    assert aims(told["sent"]) == (4,)
    assert markers(told["won"]) == (1, 0)
    assert aims(told["anywhere"]) == (0, 1, 2, 3, 5, 6, 7, 8)
    assert markers(told["five"])[0] == 5
    assert not GAME.outcome(told["five"]).over


def test_with_majority_five_markers_win_once_every_board_is_closed() -> None:
    def end(game: SuperMorpion) -> int | None:
        position = GAME.place("OOXxoxxooox1XOOXO 48 o", Random(0))
        return game.outcome(game.play(position, {1: "49"})).winner

    assert end(SuperMorpion()) is None
    assert end(SuperMorpion(majority=True)) == 1
