"""Performance and estimated ratings."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.support.keizer_states import CHESS, GOLDEN, RESULTS, load

from ronde.model.events import Event, PlayerEntered, ResultEntered, RoundClosed, RoundPaired, TournamentOpened
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems import frozen_values
from ronde.systems.keizer.points import estimates, performance, performances

SMALL = load(GOLDEN / "small_functions.json")
KNOWN = SMALL["estimated_ratings"]


@pytest.mark.parametrize("case", SMALL["performance"])
def test_the_performance_is_the_real_programs(case: dict[str, Any]) -> None:
    made = performance(case["sum_of_opponent_ratings"], round(2 * case["points"]), case["games"])

    assert made == case["performance"]


def estimated_hall() -> Tournament:
    """Six players, three rounds, paired as the golden data tell."""
    facts: list[Event] = [TournamentOpened("E", "", Settings(system="keizer", board=CHESS))]
    for number, name, rating, groups in KNOWN["players"]:
        categories = tuple(group for group in re.split("[ ,]+", groups) if group)
        facts.append(PlayerEntered(Player(number, name, rating=rating, categories=categories), 1))
    hall = replay(facts)
    for number in (1, 2, 3):
        games = [game for game in KNOWN["games"] if game[0] == number]
        pairs = {board: Pair(white, black) for _, board, white, black, _ in games}
        facts = [RoundPaired(number, pairs, None, "keizer", 0, 0, frozen_values(hall))]
        facts += [ResultEntered(number, board, RESULTS[result]) for _, board, _, _, result in games]
        hall = replay([*facts, RoundClosed(number)], hall)
    return hall


@pytest.mark.parametrize("after", [1, 2, 3])
def test_estimates_move_game_by_game_as_in_the_real_program(after: int) -> None:
    known = {int(player): rating for player, rating in KNOWN["estimated_after_round"][str(after)].items()}

    assert estimates(estimated_hall(), after) == known


def test_performances_count_games_really_played() -> None:
    known = {int(player): made for player, made in KNOWN["performance_after_round_3"].items()}

    assert performances(estimated_hall(), 3) == known
