"""Ties and the seed: people take places at random, and every pair gets a random term below one unit of cost.

The terms of a whole matching stay below one unit together, so sums of true costs decide first, always. The
places make the draw fair in itself: whatever the solver does with ties that remain, it cannot know the list.

Only raw words of PCG64 are drawn: numpy promises that they never change, so a draw can be repeated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ronde.pairing.fractional import Numbers

NOISE_BITS = 31
"""Bits of each random term where there is room; doubled, it fits in half a raw word."""

COST_BITS = 57
"""The solver works with up to 32 times the dearest pair (`fractional.py`); the result must fit in 63 bits."""


@dataclass(frozen=True, slots=True)
class TieBreaker:
    """The doubled, scaled and perturbed costs between places, and who sits where."""

    seats: NDArray[np.intp]
    """The person at each place."""
    doubled: Numbers
    scale: int
    """What one unit of true cost is in `doubled`."""
    noise: int
    """The most that was added to a pair."""


def perturb(costs: Numbers, *, seed: int) -> TieBreaker:
    """Seat everybody at random and break the ties."""
    people = len(costs)
    crowd = (people - 1).bit_length()
    bits = min(NOISE_BITS, COST_BITS - crowd - int(costs.max(initial=0)).bit_length())
    if bits < 0:
        costs, bits = costs.astype(object), NOISE_BITS
    chance = np.random.PCG64(seed)
    seats = np.argsort(chance.random_raw(people), kind="stable")
    doubled: Numbers = costs.take(seats, axis=0).take(seats, axis=1)
    doubled *= 2 ** (bits + crowd)
    doubled += _terms(chance, people, bits)
    return TieBreaker(seats, doubled, scale=2 ** (bits + crowd), noise=2 * (2**bits - 1))


def _terms(chance: np.random.PCG64, people: int, bits: int) -> NDArray[np.uint32]:
    """Twice a random number of so many bits for every pair."""
    words = chance.random_raw(people * people // 2).view(np.uint32).reshape(people, people)
    # The exclusive or of two independent uniform numbers is uniform again, and here symmetric.
    terms: NDArray[np.uint32] = words ^ words.T
    terms >>= np.uint32(31 - bits)
    terms &= ~np.uint32(1)
    return terms
