"""Sparse systems against whole ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.scoring.linear import inverse
from ronde.scoring.sparse import Sparse, relaxed

edges = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0.1, 5)), max_size=20)


def network(ties: list[tuple[int, int, float]]) -> Sparse:
    """Springs between eight points, each held a little."""
    own, beside = [0.3] * 8, [dict[int, float]() for _ in range(8)]
    for one, two, weight in ties:
        if one != two:
            own[one] += weight
            own[two] += weight
            beside[one][two] = beside[two][one] = beside[one].get(two, 0.0) - weight
    return Sparse(own, beside)


def exactly(matrix: Sparse, right: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, right, strict=True)) for row in inverse(matrix.whole())]


@given(edges, st.lists(st.floats(-9, 9), min_size=8, max_size=8))
def test_a_product_is_that_of_the_whole_matrix(
    ties: list[tuple[int, int, float]], vector: list[float]
) -> None:
    matrix = network(ties)
    whole = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix.whole()]

    assert matrix.times(vector) == pytest.approx(whole, abs=1e-9)


@given(edges, st.lists(st.floats(-9, 9), min_size=8, max_size=8))
def test_asked_again_about_the_rest_a_solution_becomes_exact(
    ties: list[tuple[int, int, float]], right: list[float]
) -> None:
    matrix, found = network(ties), [0.0] * 8
    for _ in range(9):
        rest = [want - have for want, have in zip(right, matrix.times(found), strict=True)]
        found = [value + step for value, step in zip(found, relaxed(matrix, rest), strict=True)]

    assert found == pytest.approx(exactly(matrix, right), abs=1e-6)


def test_one_answer_takes_away_most_of_the_error() -> None:
    matrix = network([(0, 1, 1.0), (1, 2, 3.0), (2, 3, 0.5), (0, 3, 2.0), (4, 5, 1.0)])
    right = [1.0, -2.0, 0.5, 0.0, 3.0, -1.0, 0.0, 2.0]

    assert relaxed(matrix, right) == pytest.approx(exactly(matrix, right), abs=0.1)


def test_nothing_and_nobody_are_solved() -> None:
    assert relaxed(Sparse([], []), []) == []
    assert relaxed(Sparse([2.0], [{}]), [0.0]) == [0.0]
