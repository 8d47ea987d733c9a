"""Systems of equations that ratings solve."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.scoring.linear import factor, inverse, inverse_of

numbers = st.floats(-5, 5, allow_nan=False)


@st.composite
def positive(draw: st.DrawFn) -> list[list[float]]:
    """A symmetric positive matrix: any matrix times its mirror image, and a little more on the diagonal."""
    size = draw(st.integers(1, 6))
    rows = draw(st.lists(st.lists(numbers, min_size=size, max_size=size), min_size=size, max_size=size))
    return [
        [sum(a * b for a, b in zip(one, two, strict=True)) + (at == to) for to, two in enumerate(rows)]
        for at, one in enumerate(rows)
    ]


@given(positive())
def test_the_factor_times_its_mirror_image_is_the_matrix(matrix: list[list[float]]) -> None:
    lower = factor(matrix)
    for row, line in enumerate(matrix):
        for column, value in enumerate(line[: row + 1]):
            product = sum(lower[row][at] * lower[column][at] for at in range(column + 1))
            assert product == pytest.approx(value, abs=1e-6)


@given(positive())
def test_the_inverse_times_the_matrix_is_one(matrix: list[list[float]]) -> None:
    turned = inverse(matrix)
    size = len(matrix)
    for row in range(size):
        for column in range(size):
            product = sum(matrix[row][at] * turned[at][column] for at in range(size))
            assert product == pytest.approx(float(row == column), abs=1e-5)


@given(positive())
def test_an_inverse_is_as_symmetric_as_its_matrix(matrix: list[list[float]]) -> None:
    turned = inverse_of(factor(matrix))

    assert all(turned[one][two] == turned[two][one] for one in range(len(matrix)) for two in range(one))


def test_nobody_has_no_inverse() -> None:
    assert inverse([]) == []
