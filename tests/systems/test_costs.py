from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from tests.support.builders import halls
from tests.support.papp_states import STATES
from tests.systems.states import State, golden, state_of

from ronde.model.settings import CAP, Penalties
from ronde.model.tournament import Tournament
from ronde.systems.swiss.costs import bye_costs, oriented_costs, pair_costs
from ronde.systems.swiss.price import PairingHistory, PastMeeting, PenaltyTable


def by_the_rules(state: State) -> list[list[int]]:
    """The matrix of the readable rules, its diagonal left out."""
    players = [form.player for form in state.free]
    return [[0 if one == other else state.cost(one, other) for other in players] for one in players]


def off_the_diagonal(matrix: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> list[list[int]]:
    np.fill_diagonal(matrix, 0)
    rows: list[list[int]] = matrix.tolist()
    return rows


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_both_readings_of_the_rules_agree_on_every_pair_and_bye_of_the_golden_states(path: Path) -> None:
    _, state = golden(path)

    assert off_the_diagonal(oriented_costs(state.free, state.tariff)) == by_the_rules(state)
    byes = bye_costs(state.free, state.lowest, state.tariff).tolist()
    assert byes == [state.bye_cost(form.player) for form in state.free]


@given(halls())
def test_both_readings_of_the_rules_agree_on_any_history(hall: Tournament) -> None:
    state = state_of(hall)

    assert off_the_diagonal(oriented_costs(state.free, state.tariff)) == by_the_rules(state)
    byes = bye_costs(state.free, state.lowest, state.tariff).tolist()
    assert byes == [state.bye_cost(form.player) for form in state.free]


def test_nobody_has_no_costs() -> None:
    assert oriented_costs([], PenaltyTable(Penalties(), 1)).shape == (0, 0)
    assert bye_costs([], 0, PenaltyTable(Penalties(), 1)).shape == (0,)


def test_meetings_with_players_who_are_not_to_be_paired_cost_nothing_here() -> None:
    costs = oriented_costs(
        [PairingHistory(1, meetings={9: (PastMeeting(1, True),)}), PairingHistory(2)],
        PenaltyTable(Penalties(), 3),
    )

    assert costs.max() < CAP


def test_a_pair_costs_its_cheaper_orientation_cut_where_the_tariff_cuts() -> None:
    oriented = np.array([[0, 7, CAP + 5], [3, 0, CAP + 9], [CAP + 1, CAP + 9, 0]], dtype=np.int64)

    exact = pair_costs(oriented, PenaltyTable(Penalties(), 1))
    capped = pair_costs(oriented, PenaltyTable(Penalties(), 1, CAP))

    assert exact.tolist() == [[0, 3, CAP + 1], [3, 0, CAP + 9], [CAP + 1, CAP + 9, 0]]
    assert capped.tolist() == [[0, 3, CAP], [3, 0, CAP], [CAP, CAP, 0]]


def test_many_replays_do_not_overflow() -> None:
    """128 rounds of the same two: more than fits in 32 bits."""
    games = tuple(PastMeeting(number, True) for number in range(1, 1001))
    turned = tuple(PastMeeting(number, False) for number in range(1, 1001))
    pair = [
        PairingHistory(1, meetings={2: games}, balance=1000),
        PairingHistory(2, meetings={1: turned}, balance=-1000),
    ]

    costs = oriented_costs(pair, PenaltyTable(Penalties(), 1001))

    assert costs[0, 1] >= 1000 * CAP
    assert costs.dtype == np.int64
