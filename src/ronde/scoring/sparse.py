"""Sparse systems of linear equations."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final

from ronde.scoring.linear import Matrix

_CLOSE: Final = 1e-4
"""How much of the first error may remain, by its square: what asks corrects itself by asking again."""


class Sparse:
    """A symmetric positive matrix by its diagonal and, for every row, what lies beside it."""

    def __init__(self, diagonal: Sequence[float], beside: Sequence[dict[int, float]]) -> None:
        self.diagonal = diagonal
        self.rows = [(list(row), list(row.values())) for row in beside]

    def times(self, vector: Sequence[float]) -> list[float]:
        """The product with a vector, at the cost of what there is."""
        of = vector.__getitem__
        return [
            own * value + sum(map(mul, weights, map(of, places)))
            for own, value, (places, weights) in zip(self.diagonal, vector, self.rows, strict=True)
        ]

    def whole(self) -> Matrix:
        """All of it, with its zeros."""
        lines = []
        for at, (places, weights) in enumerate(self.rows):
            line = [0.0] * len(self.rows)
            line[at] = self.diagonal[at]
            for place, weight in zip(places, weights, strict=True):
                line[place] = weight
            lines.append(line)
        return lines


def relaxed(matrix: Sparse, right: Sequence[float]) -> list[float]:
    """The solution of a system, nearly: conjugate gradients, each unknown measured by its own diagonal."""
    solution, rest = [0.0] * len(right), list(right)
    eased = list(map(_over, rest, matrix.diagonal))
    way, size = eased, sum(map(mul, rest, eased))
    enough = _CLOSE * size
    for _ in range(2 * len(right)):
        if size <= enough:
            break
        pushed = matrix.times(way)
        far = size / sum(map(mul, way, pushed))
        solution = [value + far * step for value, step in zip(solution, way, strict=True)]
        rest = [value - far * push for value, push in zip(rest, pushed, strict=True)]
        eased = list(map(_over, rest, matrix.diagonal))
        before, size = size, sum(map(mul, rest, eased))
        turn = size / before
        way = [value + turn * step for value, step in zip(eased, way, strict=True)]
    return solution


def _over(value: float, own: float) -> float:
    return value / own
