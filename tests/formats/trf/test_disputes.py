"""The three positions on which other engines disagree, and what the rules ask for (fide 1.7)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ronde.formats.trf import Trf, position_before
from ronde.formats.trf.records import TrfPlayer, TrfRound, VirtualPoints
from ronde.systems.dutch.pairing import Solver, pair, pair_exactly, pair_quickly

SEED_7073463 = (
    "7w0 8b= Z 4b= U 3w1 5w=",
    "3b0 6w0 U 5b1 8w1 7b0 9w1",
    "2w1 9b1 7w= 6b= 5w0 1b0 4w0 H",
    "6b= 7b= Z 1w= H 9w= 3b1",
    "8w0 U 9b1 2w0 3b1 6w0 1b= Z",
    "4w= 2b1 8w1 3w= 9b1 5b1 Z",
    "1b1 4w= 3b= H Z 2w1 8b1",
    "5b1 1w= 6b0 9w0 2b0 U 7w0",
    "U 3w0 5w0 8b1 6w0 4b= 2b0",
)
SEED_735265 = (
    "6w0 10b= U H 7w0 H",
    "7b= 5w0 10w0 Z 3b= U",
    "8w0 U 5b0 Z 2w= 6b0",
    "9b1 Z 7w1 H 5b= 8w0 H",
    "10w= 2b1 3w1 8b1 4w= 9b=",
    "1b1 8w0 Z 10b1 Z 3w1 H",
    "2w= H 4b0 9w0 1b1 10b1",
    "3b1 6b1 H 5w0 H 4b1",
    "4w0 H H 7b1 10w1 5w=",
    "5b= 1w= 2b1 6w0 9b0 7w0 H",
)
SEED_8848759 = (
    "5w1 3b1 7w0 H 8b1 Z 9w1 10b1",
    "7b= 9w1 Z 8b0 6w0 U 4w= H",
    "8w1 1w0 H 10b1 9b0 6w1 H 4b0",
    "9b0 7w0 5b0 U 10w0 8w0 2b= 3w1",
    "1b0 6w0 4w1 Z U Z Z 9b0",
    "Z 5b1 8w= 9w= 2b1 3b0 7w0 H H",
    "2w= 4b1 1b1 H Z 9w= 6b1 8b=",
    "3b0 H 6b= 2w1 1w0 4b1 10b1 7w= H",
    "4w1 2b0 10w= 6b= 3w1 7b= 1b0 5w1 Z",
    "U Z 9b= 3w0 4b1 H 8w0 1w0",
)
HALF_POINTS = (
    "020012102",
    "221110012",
    "201200120",
    "200020212",
    "000010210",
    "110212020",
    "002100010",
    "000221000",
    "000121012",
)
"""The virtual half-points of everybody in each round of the first position."""


def _cell(text: str) -> TrfRound:
    return TrfRound(int(text[:-2]), text[-2], text[-1]) if len(text) > 1 else TrfRound(result=text)


def _report(rows: Sequence[str], half_points: Sequence[str]) -> Trf:
    players = [
        TrfPlayer(number, f"Player {number}", rounds=tuple(_cell(cell) for cell in row.split()))
        for number, row in enumerate(rows, start=1)
    ]
    virtual = [
        VirtualPoints(5 * int(digit), at, at, number, number)
        for number, digits in enumerate(half_points, start=1)
        for at, digit in enumerate(digits, start=1)
    ]
    return Trf(players=tuple(players), rounds=9, white_first=True, virtual=tuple(virtual))


@pytest.mark.parametrize("path", [pair_quickly, pair_exactly])
@pytest.mark.parametrize(
    ("rows", "half_points", "pairs", "bye"),
    [
        (SEED_7073463, HALF_POINTS, ((9, 7), (2, 1), (4, 8)), 6),
        (SEED_735265, (), ((5, 1), (8, 2), (3, 9)), 7),
        (SEED_8848759, (), ((1, 4), (7, 10), (5, 2)), 3),
    ],
)
def test_a_disputed_round_is_paired_as_counters_without_overflow_pair_it(
    rows: Sequence[str], half_points: Sequence[str], pairs: object, bye: int, path: Solver
) -> None:
    trf = _report(rows, half_points)

    paired = pair(position_before(trf, trf.played + 1), path)

    assert (paired.pairs, paired.bye) == (pairs, bye)
