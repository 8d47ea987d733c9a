"""The Dutch system against itself: fast path and exact path, and up to eight players all candidates in order.

`python bench/dutch_paths.py [TOURNAMENTS [FIRST_SEED]]`; 5,000 hostile tournaments of 4 to 60 players take
about an hour on one core. The exit status is 1 if anything differs.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.systems.dutch.events import positions
from tests.systems.dutch.oracle import Oracle

from ronde.systems.dutch.exact import NotPairable
from ronde.systems.dutch.field import DutchPosition, Pairing
from ronde.systems.dutch.pairing import Solver, pair, pair_exactly, pair_quickly

EVERY = 50
"""After how many tournaments the figures so far are told."""
SMALL = 8
"""The most people of whom all candidates are tried."""


def paired(position: DutchPosition, solver: Solver) -> Pairing | None:
    try:
        return pair(position, solver)
    except NotPairable:
        return None


def by_definition(position: DutchPosition, found: Pairing | None) -> bool:
    asked = Oracle(position).pair()
    return (found and ({frozenset(one) for one in found.pairs}, found.bye)) == asked


def main(tournaments: int, first: int) -> int:
    rounds = refused = small = differ = 0
    begun = time.monotonic()
    for seed in range(first, first + tournaments):
        least, most = (4, SMALL) if seed % 5 == 0 else (4, 60)
        for position in positions(seed, least, most):
            found = paired(position, pair_quickly)
            rounds, refused = rounds + 1, refused + (found is None)
            equal = found == paired(position, pair_exactly)
            if most == SMALL:
                small, equal = small + 1, equal and by_definition(position, found)
            if not equal:
                differ += 1
                print(f"seed {seed}, round {len(position.entrants[0].past) + 1}: different", flush=True)
        if (seed - first) % EVERY == EVERY - 1:
            print(f"{seed - first + 1} tournaments, {rounds} rounds, {differ} differences", flush=True)
    seconds = time.monotonic() - begun
    print(
        f"{tournaments} tournaments, {rounds} rounds, {refused} of them not pairable, {small} by definition"
    )
    print(f"{differ} differences in {seconds:.0f} s")
    return int(differ > 0)


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    sys.exit(main(given[0] if given else 5_000, given[1] if len(given) > 1 else 1_000_000))
