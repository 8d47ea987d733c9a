"""The little linear algebra that ratings need, in plain numbers."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = list[list[float]]


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system with a symmetric positive matrix."""
    lower = factor(matrix)
    size = len(lower)
    middle = [0.0] * size
    for row in range(size):
        known = sum(value * middle[at] for at, value in enumerate(lower[row][:row]))
        middle[row] = (right[row] - known) / lower[row][row]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(lower[below][row] * solution[below] for below in range(row + 1, size))
        solution[row] = (middle[row] - known) / lower[row][row]
    return solution


def factor(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The lower triangle whose product with its mirror image is the matrix (Cholesky)."""
    lower: Matrix = []
    for row, values in enumerate(matrix):
        line: list[float] = []
        for column in range(row):
            above = lower[column]
            inner = sum(map(float.__mul__, line, above[:column]))
            line.append((values[column] - inner) / above[column])
        rest = values[row] - sum(value * value for value in line)
        line.append(max(rest, 1e-12) ** 0.5)
        lower.append(line)
    return lower


def inverse(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The inverse of a symmetric positive matrix."""
    lower = factor(matrix)
    size = len(lower)
    turned: Matrix = [[0.0] * size for _ in range(size)]  # the inverse of the triangle, column by column
    for column in range(size):
        turned[column][column] = 1 / lower[column][column]
        line = turned[column]
        for row in range(column + 1, size):
            inner = sum(map(float.__mul__, lower[row][column:row], line[column:row]))
            line[row] = -inner / lower[row][row]
    return [[_inner(turned[one], turned[two], max(one, two)) for two in range(size)] for one in range(size)]


def _inner(one: Sequence[float], two: Sequence[float], start: int) -> float:
    return sum(map(float.__mul__, one[start:], two[start:]))
