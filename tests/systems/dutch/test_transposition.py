"""The first transposition: the earliest of all optimal ways to join two halves."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

from ronde.systems.dutch.remainder import first_transposition


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_first_of_the_cheapest_among_all_permutations(seed: int) -> None:
    chance = random.Random(seed)
    size, kinds, factor = chance.randint(1, 6), chance.randint(1, 3), chance.choice((1, 2**40))
    costs = [
        np.array([[factor * chance.randint(0, 1) for _ in range(size)] for _ in range(size)])
        for _ in range(kinds)
    ]
    allowed = np.array(
        [[chance.random() < 0.8 or one == other for one in range(size)] for other in range(size)]
    )
    ways = [
        way
        for way in permutations(range(size))
        if all(allowed[row, column] for row, column in enumerate(way))
    ]

    def paid(way: tuple[int, ...]) -> list[int]:
        """Each kind of cost alone: Python adds what 64 bits could not hold together."""
        return [sum(int(part[row, column]) for row, column in enumerate(way)) for part in costs]

    best = min(map(paid, ways))
    optimal = [way for way in ways if paid(way) == best]

    assert first_transposition(costs, allowed, list(chance.choice(optimal)), size) == list(min(optimal))
