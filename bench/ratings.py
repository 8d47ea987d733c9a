"""How often true strengths lie inside their intervals, and how fast a ladder is rated.

    .venv/bin/python bench/ratings.py [--quick]

Coverage: leagues and Swiss tournaments of known strengths, about 2,000 players a figure (100 with --quick).
Speed: processor seconds for ladders with 30 rivals each.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median

from ronde.standings.likelihood import Bout, fit
from ronde.standings.ratings import RatedMeeting, elos, expected, ratings

SPREADS = (120, 400, 600, 900)
FIRST_MOVE, DRAWN = 35, 60
SIZES = (100, 300, 1000)
RIVALS = 30


def played(gap: float, chance: Random) -> int:
    """One game from the first mover's side: 0 won, 1 drawn, 2 lost."""
    luck = chance.random()
    if luck < expected(gap + FIRST_MOVE - DRAWN):
        return 0
    return 2 if luck > 1 - expected(-gap - FIRST_MOVE - DRAWN) else 1


def league(true: list[float], chance: Random, games: int) -> Iterator[Bout[int]]:
    """Everybody against everybody, so many games from each side."""
    for first, one in enumerate(true):
        for second, other in enumerate(true):
            for _ in range(games if first != second else 0):
                yield _bout(first, second, played(one - other, chance))


def swiss(true: list[float], chance: Random, rounds: int) -> Iterator[Bout[int]]:
    """Neighbours in points meet, whoever has not met before."""
    points, met = [0.0] * len(true), set[frozenset[int]]()
    for _ in range(rounds):
        left = sorted(range(len(true)), key=lambda one: (-points[one], chance.random()))
        while left:
            one = left.pop(0)
            two = next((other for other in left if frozenset((one, other)) not in met), left[0])
            left.remove(two)
            met.add(frozenset((one, two)))
            result = played(true[one] - true[two], chance)
            points[one] += 1 - result / 2
            points[two] += result / 2
            yield _bout(one, two, result)


def _bout(first: int, second: int, result: int) -> Bout[int]:
    return Bout(first, second, *(int(result == kind) for kind in (0, 1, 2)))


Plan = Callable[[list[float], Random], Iterator[Bout[int]]]


def covered(spread: float, players: int, plan: Plan, times: int) -> str:
    """How many true strengths were inside, how many intervals were open, and how wide the others were."""
    chance, inside, widths = Random(round(spread)), 0, []
    for _ in range(times):
        true = [chance.gauss(0, spread) for _ in range(players)]
        found = fit(plan(true, chance)).ratings
        for player, strength in enumerate(true):
            rating = found[player]
            inside += rating.low <= strength - sum(true) / players <= rating.high
            widths.append(rating.high - rating.low)
    closed = [width for width in widths if width < math.inf]
    opened = 1 - len(closed) / len(widths)
    return f"{inside / len(widths):>8.1%}{opened:>8.1%}{median(closed):>8.0f}"


def coverage(times: int) -> None:
    """All plans at all spreads."""
    plans: dict[str, tuple[int, Plan, int]] = {
        "8 players, 14 games": (8, partial(league, games=1), times),
        "8 players, 56 games": (8, partial(league, games=4), times),
        "20 players, 38 games": (20, partial(league, games=1), times // 5),
        "24 players, Swiss of 8": (24, partial(swiss, rounds=8), times // 3),
    }
    print(f"{'spread, inside, open, width':<32}" + "".join(f"{spread:>24}" for spread in SPREADS))
    for name, (players, plan, often) in plans.items():
        cells = "".join(covered(spread, players, plan, often) for spread in SPREADS)
        print(f"{name:<32}{cells}", flush=True)


def ladder(engines: int) -> list[RatedMeeting[int]]:
    """Two games with some rivals near in strength, as a ladder pairs."""
    chance, meetings = Random(engines), []
    true = sorted(chance.gauss(0, 300) for _ in range(engines))
    for one in range(engines):
        for other in chance.sample(
            range(one + 1, min(engines, one + 2 * RIVALS)), k=min(RIVALS // 2, engines - one - 1)
        ):
            wins = sum(chance.random() < expected(true[one] - true[other]) for _ in range(2))
            meetings.append(RatedMeeting(one, other, wins, 0, 2 - wins))
    return meetings


def timed(task: Callable[[], object]) -> float:
    """The processor time of one run."""
    start = time.process_time()
    task()
    return time.process_time() - start


def speed(sizes: tuple[int, ...]) -> None:
    """Ratings alone, and with errors."""
    print(f"\n{'engines':>8}{'pairs':>8}{'elo s':>8}{'+ error':>9}")
    for engines in sizes:
        meetings = ladder(engines)
        bare, full = timed(partial(elos, meetings)), timed(partial(ratings, meetings))
        print(f"{engines:>8}{len(meetings):>8}{bare:>8.2f}{full:>9.2f}")


if __name__ == "__main__":
    quick = "--quick" in sys.argv
    speed(SIZES[:2] if quick else SIZES)
    coverage(12 if quick else 250)
