"""The score of cup matches, with both worked examples of manual 003."""

from __future__ import annotations

from ronde.arena.games import Leg, Outcome, forfeit
from ronde.arena.games.base import match_score


def test_the_first_example_of_the_manual() -> None:
    home = Leg(1, Outcome("line", 1, (3, 4)), (600, 600))
    away = Leg(2, Outcome("line", 1, (5, 2)), (600, 600))

    assert (home.score, away.score) == (90_000, 130_000)
    assert match_score([home, away]) == (-40_000, 40_000)


def test_the_second_example_of_the_manual() -> None:
    home = Leg(1, Outcome("line", 1, (3, 1)), (600, 600))
    away = Leg(2, Outcome("line", 1, (5, 4)), (600, 600))

    assert (home.score, -away.score) == (120_000, -110_000)
    assert match_score([home, away]) == (10_000, -10_000)


def test_seconds_decide_when_markers_are_equal() -> None:
    home = Leg(1, Outcome("no-moves", None, (4, 4)), (700, 650))
    away = Leg(2, Outcome("no-moves", None, (4, 4)), (600, 640))

    assert match_score([home, away]) == (90, -90)


def test_a_loser_by_fault_keeps_its_markers() -> None:
    assert Leg(1, forfeit(1, "timeout", (2, 1)), (0, 200)).score == -100_000 + 10_000 - 200
