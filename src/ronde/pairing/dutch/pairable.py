"""Whether a group of players can all be paired, computed as cheaply as possible."""

from __future__ import annotations

import numpy as np

from ronde.pairing.dutch.field import Bits
from ronde.pairing.matching import solve


def pairable(allowed: Bits) -> bool:
    """Whether a perfect matching exists among people who may meet according to this matrix."""
    size = len(allowed)
    if size % 2:
        return False
    degrees = np.sort(allowed.sum(axis=1))
    if not size or degrees[0] == 0:
        return not size
    return bool(2 * degrees[0] >= size) or _enough_degrees(degrees) or _matched(allowed)


def _enough_degrees(degrees: np.ndarray[tuple[int], np.dtype[np.int64]]) -> bool:
    """Chvátal 1972: such degrees imply a Hamiltonian cycle, and every second of its edges pairs everybody."""
    size = len(degrees)
    at = np.arange(1, (size + 1) // 2)
    few: Bits = degrees[at - 1] <= at
    return bool((~few | (degrees[size - at - 1] >= size - at)).all())


def _matched(allowed: Bits) -> bool:
    partner = solve(np.where(allowed, 0, 2).astype(np.int64)).partner
    return all(allowed[one, other] for one, other in enumerate(partner))


def with_bye(allowed: Bits, eligible: Bits) -> Bits:
    """The matrix with one more person, the bye, whom only some may meet."""
    size = len(allowed)
    wider = np.zeros((size + 1, size + 1), dtype=bool)
    wider[:size, :size] = allowed
    wider[:size, size] = wider[size, :size] = eligible
    return wider
