"""Identical games of programs."""

from __future__ import annotations

from dataclasses import replace

from ronde.model.events import GamePlayed
from ronde.model.tournament import repeated_games

FIRST = GamePlayed(1, 1, 1, 1, 2, 1, "line", record="a", moves="abc")


def test_the_same_two_from_the_same_sides_with_the_same_moves_repeat_a_game() -> None:
    again = replace(FIRST, round=2, record="b")
    third = replace(FIRST, round=3, record="c")

    assert repeated_games([FIRST, again, third]) == {"b": FIRST, "c": FIRST}


def test_other_sides_other_moves_and_unknown_moves_repeat_nothing() -> None:
    away = replace(FIRST, first=2, second=1, record="b")
    other = replace(FIRST, moves="abd", record="c")
    unknown = [replace(FIRST, moves="", record=name) for name in "de"]

    assert repeated_games([FIRST, away, other, *unknown]) == {}
