"""Openings: found in the lines of a file, shipped with a game, or generated."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.arena.games import GAMES
from ronde.arena.referee import balanced_openings, has_openings, listed_openings, shipped_openings

POSITIONS = st.lists(st.text("0123456789ox/ ", min_size=1).filter(str.strip), max_size=8)
BETWEEN = st.lists(st.sampled_from(["", "   ", "# a remark", "  # another", "#"]), min_size=8, max_size=8)


def test_empty_lines_and_remarks_say_nothing_but_count() -> None:
    assert listed_openings(["", "# first", " 100020000 ", "  ", "000010020"]) == [
        (3, "100020000"),
        (5, "000010020"),
    ]


def test_nothing_has_no_openings() -> None:
    assert listed_openings([]) == []
    assert listed_openings(["", "#"]) == []


@given(POSITIONS, BETWEEN)
def test_every_position_is_found_at_its_line(positions: list[str], between: list[str]) -> None:
    lines = [line for position, other in zip(positions, between, strict=False) for line in (other, position)]

    assert listed_openings(lines) == [(2 * at, text.strip()) for at, text in enumerate(positions, start=1)]


ALIKE = sorted(name for name, game in GAMES.items() if has_openings(game))


def test_every_game_that_begins_alike_comes_with_a_set() -> None:
    assert ALIKE == ["morpion", "pente", "reversi", "supermorpion", "tictactoe"]


@pytest.mark.parametrize("name", ALIKE)
def test_the_openings_of_a_set_are_different_and_open(name: str) -> None:
    game, found = GAMES[name], shipped_openings(name)

    assert len(found) == len(set(found)) >= 20
    for text in found:
        position = game.place(text, Random(0))
        assert not game.outcome(position).over
        assert game.write(position) == text


def test_a_game_of_chance_has_no_set() -> None:
    assert shipped_openings("poker") == []


def test_generated_openings_favour_neither_side() -> None:
    """Another hundred random games from each position, by another chance than those that chose it."""
    game = GAMES["supermorpion"]
    found = balanced_openings(game, 3, 5)

    assert len(found) == 3
    for text in found:
        won = [_random_winner(game, text, Random(one)) for one in range(100)]
        assert 20 < won.count(1) + won.count(None) / 2 < 80


def _random_winner(game: Any, text: str, chance: Random) -> int | None:
    position = game.place(text, chance)
    while not game.outcome(position).over:
        sides = game.to_move(position)
        position = game.play(position, {side: game.any_move(position, side, chance) for side in sides})
    winner: int | None = game.outcome(position).winner
    return winner
