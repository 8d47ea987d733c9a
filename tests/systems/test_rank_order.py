"""The proof of a Keizer pairing of neighbours: everybody nearer was forbidden, or led to a dead end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tests.support.proofs import desk_of

from ronde.model.settings import Settings
from ronde.model.system_settings import KeizerSettings
from ronde.systems.keizer.pairing import rank_order
from ronde.systems.matching.proof import Matching, check
from ronde.systems.rounds import pair_round

KEIZER = Settings(system="keizer", keizer=KeizerSettings(repeat_distance=9))


def test_a_pair_that_leaves_others_alone_is_proved_to_be_a_dead_end(tmp_path: Path) -> None:
    tournament = desk_of(tmp_path, 8, 5, KEIZER).tournament

    found = rank_order(tournament, seed=6)

    assert found is not None
    assert found.dead_ends
    barred = {frozenset(pair) for pair in found.barred}
    for end in found.dead_ends:
        assert frozenset((end.upper, end.lower)) not in barred
        assert end.least > 0
        assert len(end.proof.y) % 2 == 0


def test_the_players_are_those_of_the_draw_by_rank_without_the_bye(tmp_path: Path) -> None:
    tournament = desk_of(tmp_path, 9, 1, KEIZER).tournament
    drawn = pair_round(tournament, seed=2)

    found = rank_order(tournament, seed=2)

    assert found is not None
    assert drawn.bye is not None
    assert drawn.bye.player not in found.players
    assert sorted((*found.players, drawn.bye.player)) == list(range(1, 10))


def test_the_duals_of_a_dead_end_satisfy_our_own_checker(tmp_path: Path) -> None:
    found = rank_order(desk_of(tmp_path, 8, 5, KEIZER).tournament, seed=6)
    assert found is not None
    barred = {frozenset(pair) for pair in found.barred}
    end = next(one for one in found.dead_ends if one.upper == 0)
    left = [place for place in range(1, 8) if place != end.lower]
    costs = np.array([[int(frozenset((one, other)) in barred) for other in left] for one in left])
    partner = tuple(_cheapest(costs))

    check(costs, Matching(partner, end.least, end.proof))


def _cheapest(costs: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> list[int]:
    """Any cheapest way to pair six people, by trying all fifteen."""
    ways = [[(0, a), *rest] for a in range(1, 6) for rest in _rest([one for one in range(1, 6) if one != a])]
    best = min(ways, key=lambda way: sum(costs[pair] for pair in way))
    partner = {one: other for pair in best for one, other in (pair, pair[::-1])}
    return [partner[place] for place in range(6)]


def _rest(left: list[int]) -> list[list[tuple[int, int]]]:
    first, *others = left
    return [
        [(first, other), (others[other_at - 1], others[other_at - 2])]
        for other_at, other in enumerate(others)
    ]


def test_other_systems_have_none(tmp_path: Path) -> None:
    assert rank_order(desk_of(tmp_path, 6, 0).tournament, seed=1) is None
