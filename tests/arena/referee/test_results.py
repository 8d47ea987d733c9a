"""The strict ranking of a tournament of programs, and what decided between equal ones."""

from __future__ import annotations

from typing import Any

import pytest

from ronde.arena.referee.results import standing_rows
from ronde.model.events import GamePlayed
from ronde.model.player import Player
from ronde.model.tournament import Round, Tournament


def game(first: int, second: int, winner: int, *, score: int = 0, left: int = 0) -> GamePlayed:
    """A game with so many markers and seconds more for the first."""
    return GamePlayed(1, 1, 1, first, second, winner, "line", (score, 0), (left, 0))


def rows(*games: GamePlayed) -> list[dict[str, Any]]:
    players = {number: Player(number, f"j{number}") for number in (1, 2, 3)}
    return standing_rows(Tournament(players=players, rounds=(Round(1, games=games),)), {})


@pytest.mark.parametrize(
    ("games", "order", "ties"),
    [
        ([game(1, 2, 1), game(1, 3, 1), game(3, 2, 3)], [1, 3, 2], ["", "", ""]),
        ([game(1, 2, 1), game(2, 3, 2, score=4), game(3, 1, 3, score=1)], [2, 1, 3], ["", "score", "score"]),
        ([game(1, 2, 0, left=-5), game(2, 3, 0), game(3, 1, 0)], [2, 3, 1], ["", "time", "time"]),
        ([game(1, 2, 0), game(2, 3, 0), game(3, 1, 0)], [1, 2, 3], ["", "seed", "seed"]),
    ],
)
def test_points_then_scores_then_time_then_the_seed_decide(
    games: list[GamePlayed], order: list[int], ties: list[str]
) -> None:
    found = rows(*games)

    assert [row["id"] for row in found] == order
    assert [row["tie"] for row in found] == ties
    assert [row["rank"] for row in found] == [row["place"] for row in found] == [1, 2, 3]


def test_a_rating_means_something_after_a_dozen_games() -> None:
    few = rows(game(1, 2, 1), game(1, 3, 1), game(2, 3, 2))
    many = rows(
        *(game(one, other, one) for one, other in ((1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)) * 6)
    )

    assert not any(row["rated"] for row in few)
    assert all(row["rated"] for row in many)
