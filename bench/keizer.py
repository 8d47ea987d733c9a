"""How fast a Keizer round is paired and scored, and eighteen players who never meet twice.

    .venv/bin/python bench/keizer.py [--quick]

Processor seconds for round 10 of a simulated season. KeizerForClubs, pairing / last result entered, on a RAM
disk: 20 players 0.5 / 0.3, 50: 1.0 / 1.1, 100: 1.5 / 1.6, 200: 4.5 / 3.2 (orders of magnitude).
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ronde.app.simulation import play, spread_ratings
from ronde.model.errors import CannotPair
from ronde.model.replay import replay
from ronde.model.result import BOARDS
from ronde.model.settings import Settings
from ronde.model.system_settings import KeizerSettings
from ronde.model.tournament import Tournament
from ronde.systems import keizer_table
from ronde.systems.rounds import complete_round, pair_round

SIZES = (20, 50, 100, 200, 1000)
ROUNDS = 9
EIGHTEEN = 18


def season(**options: object) -> Settings:
    """A Keizer season of chess."""
    keizer = KeizerSettings(**options)  # type: ignore[arg-type]
    return Settings(system="keizer", board=BOARDS["chess"], tiebreaks=(), keizer=keizer, rounds=99)


def timed(task: Callable[[], object], times: int = 3) -> float:
    """The median processor time of some runs."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        task()
        spent.append(time.process_time() - start)
    return sorted(spent)[len(spent) // 2]


def with_keizer(hall: Tournament, **changes: object) -> Tournament:
    """The tournament under other settings."""
    keizer = replace(hall.settings.keizer, **changes)  # type: ignore[arg-type]
    return replace(hall, settings=replace(hall.settings, keizer=keizer))


def growth(sizes: list[int], seconds: list[float]) -> str:
    """The power of the number of players by which the time grows, between neighbours."""
    powers = [
        math.log(max(later, 1e-6) / max(earlier, 1e-6)) / math.log(big / small)
        for small, big, earlier, later in zip(sizes, sizes[1:], seconds, seconds[1:], strict=False)
    ]
    return " ".join(f"{power:.1f}" for power in powers)


def rounds_of_ten(sizes: tuple[int, ...]) -> None:
    """Pair and score round 10 for several sizes, in every reading and both ways."""
    tasks: dict[str, Callable[[Tournament], object]] = {
        "pair": lambda hall: pair_round(hall, seed=1),
        "pair, colour limit 3": lambda hall: pair_round(with_keizer(hall, colour_limit=3), seed=1),
        "pair, balanced": lambda hall: pair_round(with_keizer(hall, pairing="balanced"), seed=1),
        "score, frozen": keizer_table,
        "score, recomputed": lambda hall: keizer_table(with_keizer(hall, values="recomputed")),
        "score, fixed point": lambda hall: keizer_table(with_keizer(hall, values="fixed-point")),
    }
    halls = [play(season(), spread_ratings(size, 2400, 1200), seed=size, stop=ROUNDS) for size in sizes]
    print(f"{'round 10, players':<24}" + "".join(f"{size:>10}" for size in sizes) + "   growth")
    for name, task in tasks.items():
        spent = [timed(partial(task, hall)) for hall in halls]
        cells = "".join(f"{one:>10.4f}" for one in spent)
        print(f"{name:<24}{cells}   {growth(list(sizes), spent)}")


def to_the_last_round(seed: int) -> tuple[int, float]:
    """How many rounds eighteen players can play without a repeat, and the longest draw."""
    chance = random.Random(seed)
    ratings = [chance.randint(1000, 2400) for _ in range(EIGHTEEN)]
    longest, played = 0.0, 0
    hall = play(season(repeat_distance=99), ratings, seed, stop=0)
    while played < EIGHTEEN - 1:
        start = time.process_time()
        try:
            replay(complete_round(hall, seed=1), hall)
        except CannotPair:
            break
        longest = max(longest, time.process_time() - start)
        played += 1
        hall = play(season(repeat_distance=99), ratings, seed, stop=played)
    return played, longest


def main() -> None:
    quick = "--quick" in sys.argv
    rounds_of_ten(SIZES[:3] if quick else SIZES)
    print("\neighteen players, nobody meets twice; the original gave up in rounds 9 to 15:")
    for seed in range(2 if quick else 8):
        played, longest = to_the_last_round(seed)
        end = "all 17 rounds" if played == EIGHTEEN - 1 else f"{played} rounds, then no legal pairing is left"
        print(f"  seed {seed}: {end}; longest draw {longest:.4f} s")


if __name__ == "__main__":
    main()
