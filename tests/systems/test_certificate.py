"""Certificates of pairings."""

from __future__ import annotations

import numpy as np
import pytest

from ronde.model.decisions.players import enter_player, forbid_pair
from ronde.model.decisions.rounds import open_tournament
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.systems.certificate import BYE, certificate
from ronde.systems.matching.proof import Matching, check
from ronde.systems.rounds import pair_round


def hall(people: int, settings: Settings | None = None) -> Tournament:
    tournament = replay(open_tournament(Tournament(), name="a", settings=settings))
    for number in range(1, people + 1):
        player = Player(number, f"P{number}", rating=1500 - number)
        tournament = replay(enter_player(tournament, player=player), tournament)
    return tournament


@pytest.mark.parametrize("people", [12, 13, 31])
def test_it_holds_the_pairs_of_the_draw_and_our_own_checker_takes_it(people: int) -> None:
    tournament = hall(people)
    drawn = pair_round(tournament, seed=5)

    found = certificate(tournament, seed=5)

    assert found is not None
    check(np.array(found.costs), Matching(found.partner, found.total, found.proof))
    pairs = {frozenset((found.players[one], found.players[two])) for one, two in enumerate(found.partner)}
    expected = {frozenset((pair.first, pair.second)) for pair in drawn.tables.values()}
    assert pairs == expected | ({frozenset((drawn.bye.player, BYE))} if drawn.bye else set())
    assert found.total == drawn.total


def test_a_forbidden_pair_is_named_and_dearer_than_everything() -> None:
    tournament = hall(12)
    tournament = replay(forbid_pair(tournament, first=3, second=7), tournament)

    found = certificate(tournament, seed=1)

    assert found is not None
    ((one, two),) = found.forbidden
    assert {found.players[one], found.players[two]} == {3, 7}
    assert found.costs[one][two] > found.total


def test_a_fixed_schedule_has_none() -> None:
    assert certificate(hall(6, Settings(system="berger")), seed=1) is None
