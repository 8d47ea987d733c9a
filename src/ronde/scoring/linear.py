"""The linear algebra that ratings need, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

Matrix = list[list[float]]


def factor(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The lower triangle whose product with its mirror image is the matrix (Cholesky)."""
    lower: Matrix = []
    for row, values in enumerate(matrix):
        line: list[float] = []
        for column in range(row):
            above = lower[column]
            inner = sum(map(mul, line, above))  # as far as the shorter goes
            line.append((values[column] - inner) / above[column])
        rest = values[row] - sum(value * value for value in line)
        line.append(max(rest, 1e-12) ** 0.5)
        lower.append(line)
    return lower


def inverse(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The inverse of a symmetric positive matrix."""
    return inverse_of(factor(matrix))


def inverse_of(lower: Sequence[Sequence[float]]) -> Matrix:
    """The inverse of the matrix of which this is the lower triangle by Cholesky."""
    size = len(lower)
    columns: Matrix = []  # of the inverse of the triangle, each from its diagonal on
    for column in range(size):
        line = [1 / lower[column][column]]
        for row in range(column + 1, size):
            inner = sum(map(mul, lower[row][column:row], line))
            line.append(-inner / lower[row][row])
        columns.append(line)
    inverted: Matrix = [[0.0] * size for _ in range(size)]
    for one in range(size):
        own = columns[one]
        for two in range(one, size):
            inverted[one][two] = inverted[two][one] = sum(map(mul, own[two - one :], columns[two]))
    return inverted
