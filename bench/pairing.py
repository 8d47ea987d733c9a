"""How fast a round is paired: penalties + matching + proof, beside networkx and rustworkx on the same costs.

    .venv/bin/python bench/pairing.py [--quick]

Processor seconds. After 0 rounds every pair costs the same; otherwise the next round of a tournament that was
simulated so far with the default penalties is paired.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable

import networkx
import numpy as np
import rustworkx

from ronde.app.simulation import play, spread_ratings
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.systems.matching.match import match
from ronde.systems.matching.proof import check
from ronde.systems.swiss.costs import Matrix, oriented_costs, pair_costs
from ronde.systems.swiss.pairing import penalties
from ronde.systems.swiss.price import PenaltyTable, pairing_histories

SIZES = (50, 100, 200, 500, 1000, 2000)
AFTER = (0, 1, 5, 9)
NETWORKX_UPTO, RUSTWORKX_UPTO = 200, 1000


def timed(task: Callable[[], object], times: int) -> float:
    """The median processor time of some runs."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        task()
        spent.append(time.process_time() - start)
    return sorted(spent)[len(spent) // 2]


def before_round(players: int, played: int) -> Tournament:
    """A tournament after some rounds by chance."""
    return play(
        Settings(rounds=max(played, 1)), spread_ratings(players, 2400, 1200), seed=players, stop=played
    )


def round_costs(tournament: Tournament) -> Matrix:
    """The costs of all pairs of the open round."""
    tariff = PenaltyTable(tournament.settings.penalties, tournament.open_round.number)
    return pair_costs(oriented_costs(list(pairing_histories(tournament).values()), tariff), tariff)


def by_networkx(costs: Matrix) -> int:
    graph = networkx.Graph()
    top = int(costs.max()) + 1
    for row, column in zip(*np.triu_indices(len(costs), 1), strict=True):
        graph.add_edge(int(row), int(column), weight=top - int(costs[row, column]))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sum(int(costs[one, other]) for one, other in pairs)


def by_rustworkx(costs: Matrix) -> int:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(costs)))
    top = int(costs.max()) + 1
    rows, columns = np.triu_indices(len(costs), 1)
    weights = (top - costs[rows, columns]).tolist()
    graph.add_edges_from(list(zip(rows.tolist(), columns.tolist(), weights, strict=True)))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(int(costs[one, other]) for one, other in pairs)


OTHERS = (("rustworkx", by_rustworkx, RUSTWORKX_UPTO), ("networkx", by_networkx, NETWORKX_UPTO))


def measure(players: int, played: int) -> tuple[float, float]:
    """One line of the table; the times of the whole draw and of the matching."""
    tournament = before_round(players, played)
    costs = round_costs(tournament)
    times = 5 if players <= 500 else 3
    matching = match(costs, seed=1)
    whole = timed(lambda: penalties(tournament, seed=1), times)
    matched = timed(lambda: match(costs, seed=1), times)
    proof = timed(lambda: check(costs, matching), times)
    matrix = timed(lambda: round_costs(tournament), times)
    others = []
    for name, other, upto in (
        ("rustworkx", by_rustworkx, RUSTWORKX_UPTO),
        ("networkx", by_networkx, NETWORKX_UPTO),
    ):
        if players <= upto:
            start = time.process_time()
            total = other(costs)
            spent = time.process_time() - start
            assert total == matching.total, f"{name} found {total}, we {matching.total}"
            others.append(f"{name} {spent:8.3f} s = {spent / matched:6.1f} x")
    print(
        f"{players:>5} {played:>6} {whole * 1e3:9.1f} {matrix * 1e3:8.1f} {matched * 1e3:9.1f}",
        f"{proof * 1e3:7.1f}",
        "  " + "; ".join(others),
        flush=True,
    )
    return whole, matched


def main() -> None:
    sizes = SIZES[:4] if "--quick" in sys.argv else SIZES
    print(
        "    n  after  draw ms  matrix  match ms   proof   others, as ratios to our matching (proof included)"
    )
    spent: dict[tuple[int, int], tuple[float, float]] = {}
    for played in AFTER:
        for players in sizes:
            spent[players, played] = measure(players, played)
    if 2000 in sizes:
        for played in AFTER:
            ratio = spent[2000, played][1] / spent[500, played][1]
            print(
                f"growth of the matching from 500 to 2000 after {played} rounds: n^{math.log(ratio, 4):.2f}"
            )


if __name__ == "__main__":
    main()
