"""Costs in mixed radix: one whole number per pair whose digits are the criteria, the most important first.

The radix of a digit is one more than its largest possible total, so no digit can carry into the one above.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]

_ROOMY = 2**55
"""Costs below this fit in 64 bits: the matcher doubles them and uses 32 times the largest as infinity."""


class Digits:
    """The costs of all pairs among `size` people, digit by digit."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.parts: list[tuple[Numbers, int]] = []

    def add(self, costs: Numbers, largest: int | None = None) -> None:
        """Add the next digit; `largest` is the most that a perfect matching can add up to."""
        most = int(costs.max()) if costs.size else 0
        if most:
            self.parts.append((costs, self.size // 2 * most if largest is None else largest))

    def total(self) -> int:
        total = 1
        for _, largest in self.parts:
            total *= largest + 1
        return total

    def costs(self, allowed: NDArray[np.bool_]) -> Numbers:
        """The doubled costs for the matcher; a forbidden pair costs more than all others together."""
        total = self.total()
        wide = 4 * total * (self.size or 1) >= _ROOMY
        mixed: Numbers = np.zeros((self.size, self.size), dtype=object if wide else np.int64)
        for costs, largest in self.parts:
            mixed = mixed * (largest + 1) + costs
        mixed = np.where(allowed, mixed, total)
        return mixed * 2
