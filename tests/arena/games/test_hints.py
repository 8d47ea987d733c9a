"""Hints: what wins is played, what loses is not."""

from __future__ import annotations

from random import Random

import pytest

from ronde.arena.games import GAMES, find_game, hint


@pytest.mark.parametrize(("tray", "best"), [("110220000", "3"), ("100022001", "4"), ("110020020", "3")])
def test_a_hint_wins_at_once_or_keeps_the_other_from_it(tray: str, best: str) -> None:
    game = find_game("tictactoe")
    position = game.place(tray, Random(0))
    side = min(game.to_move(position))

    assert hint(game, position, side, Random(1)) == best


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_legal_hint(name: str) -> None:
    game = find_game(name)
    position = game.start(Random(2))
    for _ in range(4):
        moves = {side: hint(game, position, side, Random(3)) for side in sorted(game.to_move(position))}
        position = game.play(position, moves)
