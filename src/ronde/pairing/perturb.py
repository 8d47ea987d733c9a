"""Ties and the seed: people take places at random, and every pair gets a random term below one unit of cost.

The terms of a whole matching sum to less than one unit, so true costs always decide first. The random places
make the draw fair: the solver may treat remaining ties in any way, as it does not know the list.

Only raw words of PCG64 are drawn: numpy promises that they never change, so a draw can be reproduced.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ronde.pairing.fractional import Numbers

NOISE_BITS = 31
"""Bits of each random term where possible; doubled, it fits in half a raw word."""

COST_BITS = 57
"""The solver uses up to 32 times the largest cost (`fractional.py`); the result must fit in 63 bits."""


@dataclass(frozen=True, slots=True)
class TieBreaker:
    """The doubled, scaled and perturbed costs between places, and who sits where."""

    seats: NDArray[np.intp]
    """The person at each place."""
    doubled: Numbers
    scale: int
    """One unit of true cost in `doubled`."""
    noise: int
    """The largest term added to a pair."""


def perturb(costs: Numbers, *, seed: int) -> TieBreaker:
    """Seat everybody at random and add the random terms."""
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
    """Twice a random number of that many bits for every pair."""
    words = chance.random_raw(people * people // 2).view(np.uint32).reshape(people, people)
    # The exclusive or of two independent uniform numbers is uniform again, and here symmetric.
    terms: NDArray[np.uint32] = words ^ words.T
    terms >>= np.uint32(31 - bits)
    terms &= ~np.uint32(1)
    return terms
