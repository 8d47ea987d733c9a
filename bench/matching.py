"""CPU time of the matcher on PAPP-shaped costs, beside rustworkx and networkx.

Run as `python bench/matching.py [largest n]`. Rounds are simulated with PAPP's default penalties (colour,
float, repetition, elitism; no cap), each paired by the matcher itself. In round 1 everything is tied.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import log
from typing import Any

import networkx
import numpy as np
import rustworkx
from numpy.typing import NDArray

from ronde.systems.matching.match import match
from ronde.systems.matching.proof import check

Ints = NDArray[np.int64]

SIZES = (50, 100, 200, 500, 1000, 2000)
GOALS = {200: 0.007, 500: 0.030, 1000: 0.115, 2000: 0.360}
RUSTWORKX_UP_TO = 1000
NETWORKX_UP_TO = 200

COLOUR = np.array([0, 20, 105, 225, 530, 1075])
COLOUR_AGAIN = 15
FLOAT = np.array(
    [0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582]
)
FLOAT_AGAIN, FLOAT_COMPENSATED = 25, 10
SAME_COLOURS, OTHER_COLOURS, AGAIN = 10_000_000, 5_000_000, 1
ELITISM = (100, 100, 100, 200, 200, 300, 300, 300, 300)


@dataclass
class Field:
    """A tournament being simulated; arrays hold one number per player, `met` counts black v white."""

    players: int
    chance: np.random.Generator
    rounds: int = 0
    strength: NDArray[np.float64] = field(init=False)
    points: Ints = field(init=False)
    balance: Ints = field(init=False)
    colour: Ints = field(init=False)
    floated: Ints = field(init=False)
    result: Ints = field(init=False)
    met: Ints = field(init=False)
    just_met: Ints = field(init=False)

    def __post_init__(self) -> None:
        self.strength = self.chance.normal(size=self.players)
        for name in ("points", "balance", "colour", "floated", "result"):
            setattr(self, name, np.zeros(self.players, dtype=np.int64))
        self.met = np.zeros((self.players, self.players), dtype=np.int64)
        self.just_met = np.zeros_like(self.met)

    def penalties(self) -> Ints:
        """What each player as black (row) against each as white (column) costs."""
        black = COLOUR[np.minimum(abs(self.balance + 1), 5)] + COLOUR_AGAIN * (self.colour == 1)
        white = COLOUR[np.minimum(abs(self.balance - 1), 5)] + COLOUR_AGAIN * (self.colour == -1)
        return np.asarray(black[:, None] + white + self.float_penalties() + self.repetition())

    def float_penalties(self) -> Ints:
        gap = self.points[:, None] - self.points
        cost = FLOAT[np.minimum(abs(gap), len(FLOAT) - 1)]
        cost += ELITISM[self.rounds] * (self.points[:, None] + self.points) * abs(gap) // 2
        direction = np.sign(gap) * np.sign(self.floated)[:, None]
        excused = ((self.floated < 0) & (self.result == 0)) | ((self.floated > 0) & (self.result == 2))
        own = FLOAT_AGAIN * (direction > 0)
        if self.rounds >= 2:
            own = own - FLOAT_COMPENSATED * ((direction < 0) & excused[:, None])
        return np.asarray(cost + own + own.T)

    def repetition(self) -> Ints:
        return (
            self.met * SAME_COLOURS + self.met.T * OTHER_COLOURS + (self.just_met + self.just_met.T) * AGAIN
        )

    def costs(self) -> Ints:
        """The cheaper orientation of every pair."""
        penalties = self.penalties()
        return np.minimum(penalties, penalties.T)

    def play(self) -> None:
        """Pair and play a round."""
        penalties = self.penalties()
        partner = np.array(match(self.costs(), seed=self.rounds).partner)
        one = np.flatnonzero(np.arange(self.players) < partner)
        other = partner[one]
        cheaper = penalties[one, other] - penalties[other, one]
        turned = np.where(cheaper == 0, self.chance.random(len(one)) < 0.5, cheaper > 0)
        self.record(black=np.where(turned, other, one), white=np.where(turned, one, other))

    def record(self, *, black: Ints, white: Ints) -> None:
        edge = self.strength[black] - self.strength[white]
        wins = self.chance.random(len(black)) < 1 / (1 + np.exp(-1.5 * edge))
        gap = self.points[black] - self.points[white]
        self.floated[black], self.floated[white] = gap, -gap
        self.result[black], self.result[white] = 2 * wins, 2 - 2 * wins
        self.points += self.result
        self.balance[black] += 1
        self.balance[white] -= 1
        self.colour[black], self.colour[white] = 1, -1
        self.just_met = np.zeros_like(self.met)
        self.just_met[black, white] = 1
        self.met += self.just_met
        self.rounds += 1


def costs_after(rounds: int, *, players: int, seed: int = 1) -> Ints:
    """The costs of the round that follows so many simulated ones."""
    tournament = Field(players, np.random.default_rng(seed))
    for _ in range(rounds):
        tournament.play()
    return tournament.costs()


def timed(work: Callable[[], Any], *, times: int = 1) -> float:
    """The least CPU time of a few runs."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def ours(costs: Ints) -> tuple[float, float]:
    """The median over seeds of the whole `match`, proof and all, and the time of the checker alone."""
    taken = sorted(timed(partial(match, costs, seed=seed), times=3) for seed in range(7))
    proven = match(costs, seed=0)
    return taken[len(taken) // 2], timed(lambda: check(costs, proven), times=3)


def rustworkx_time(costs: Ints) -> float:
    """Time of rustworkx on the complete graph (built outside the clock)."""
    people = range(len(costs))
    graph: Any = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(people))
    top = int(costs.max()) + 1
    graph.add_edges_from([(i, j, top - int(costs[i, j])) for i in people for j in range(i)])
    return timed(lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def networkx_time(costs: Ints) -> float:
    """Time of networkx on the complete graph (built outside the clock)."""
    people = range(len(costs))
    graph: Any = networkx.Graph()
    graph.add_weighted_edges_from((i, j, -int(costs[i, j])) for i in people for j in range(i))
    return timed(lambda: networkx.max_weight_matching(graph, maxcardinality=True))


def others(costs: Ints, mine: float) -> str:
    """The other solvers' columns."""
    cells = []
    for solver, limit in ((rustworkx_time, RUSTWORKX_UP_TO), (networkx_time, NETWORKX_UP_TO)):
        taken = solver(costs) if len(costs) <= limit else None
        cells.append(f"{'-':>17}" if taken is None else f"{1000 * taken:9.1f} {taken / mine:6.1f}x")
    return " ".join(cells)


def table(rounds: int, sizes: list[int]) -> None:
    """Print one table and the growth exponent."""
    print(f"\nround {rounds + 1}: milliseconds of CPU" + (" (everything tied)" if rounds == 0 else ""))
    print(f"{'n':>6} {'ours':>9} {'of it proof':>11} {'goal':>6} {'rustworkx':>17} {'networkx':>17}")
    measured: dict[int, float] = {}
    for size in sizes:
        costs = costs_after(rounds, players=size)
        measured[size], proof = ours(costs)
        goal = f"{1000 * GOALS[size]:.0f}" if size in GOALS else "-"
        mine = f"{size:6} {1000 * measured[size]:9.1f} {1000 * proof:11.1f} {goal:>6}"
        print(mine, others(costs, measured[size]), flush=True)
    if 500 in measured and 2000 in measured:
        print(f"growth 500 -> 2000: n^{log(measured[2000] / measured[500]) / log(4):.2f}")


def main() -> None:
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else max(SIZES)
    for rounds in (0, 1, 5, 8):
        table(rounds, [size for size in SIZES if size <= largest])


if __name__ == "__main__":
    main()
