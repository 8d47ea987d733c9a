"""A report against what we would have paired and counted."""

from __future__ import annotations

from dataclasses import replace

from tests.formats.trf.samples import SMALL

from ronde.formats.trf import WrongPoints, check_rounds, parse_trf, wrong_points
from ronde.formats.trf.check import pairing_in_file

SWAPPED = (
    SMALL.replace("3 w 1     2 b 1", "2 w 1     3 b 1")
    .replace("4 b 1     1 w 0", "1 b 0     4 w 1")
    .replace("1 b 0     4 w 1\n001    4", "4 b 1     1 w 0\n001    4")
    .replace("2 w 0     3 b 0", "3 w 0     2 b 0")
)
"""Round 1 pairs the first with the second, which no Dutch pairing does."""


def test_a_round_paired_by_other_rules_shows_what_each_side_has() -> None:
    first, _ = check_rounds(parse_trf(SWAPPED))

    assert not first.equal
    assert first.differences == (((1, 2), (4, 3)), ((1, 3), (4, 2)))


def test_the_pairs_of_a_round_are_read_from_the_side_of_white() -> None:
    assert pairing_in_file(parse_trf(SMALL), 1).pairs == ((1, 3), (4, 2))
    assert pairing_in_file(parse_trf(SMALL), 2).bye == 0


def test_points_that_are_not_the_sum_of_the_rounds_are_found_with_their_line() -> None:
    trf = parse_trf(SMALL)
    players = (*trf.players[:3], replace(trf.players[3], points=5))

    assert wrong_points(trf) == []
    assert wrong_points(replace(trf, players=players)) == [WrongPoints(4, 9, 5, 0)]
