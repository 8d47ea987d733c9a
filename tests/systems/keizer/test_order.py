"""The two orders of a Keizer table, and the sort that leaves exact ties where the program leaves them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ronde.systems.keizer.standings import internal_order, printed_order, shell_sorted

weights = st.lists(st.integers(0, 3), max_size=130)


def told_again(keys: list[int]) -> list[int]:
    """Places by descending key, sorted as section 1.6 tells it: gaps 40, 13, 4, 1, insertion by swaps."""
    row = list(range(len(keys)))
    for gap in (40, 13, 4, 1):
        if gap > len(row):
            continue
        for start in range(gap, len(row)):
            for at in range(start, gap - 1, -gap):
                if keys[row[at]] <= keys[row[at - gap]]:
                    break
                row[at - gap : at + 1 : gap] = row[at], row[at - gap]
    return row


@given(weights)
def test_ties_come_out_as_the_specification_sorts_them(keys: list[int]) -> None:
    ours = shell_sorted(range(len(keys)), lambda one, other: keys[one] > keys[other])

    assert ours == told_again(keys)
    assert [keys[place] for place in ours] == sorted(keys, reverse=True)


def test_with_forty_one_players_the_last_jumps_over_an_equal_one() -> None:
    """The gap of 40 carries the forty-first to the front; whoever stood there lands behind his equal."""
    keys = [1, *[2] * 38, 1, 2]

    row = shell_sorted(range(41), lambda one, other: keys[one] > keys[other])

    assert row[0] == 40, "carried by the gap of 40 alone"
    assert row[-2:] == [39, 0], "equal, and the one who stood first is now the last"


def test_printed_goes_by_cents_games_and_rating_and_internal_by_the_raw_total() -> None:
    totals = {1: 10.001, 2: 10.002, 3: 10.0, 4: 10.01}
    halves = {1: 4, 2: 2, 3: 4, 4: 0}
    ratings = {1: 1500, 2: 1900, 3: 1600, 4: 0}

    assert printed_order(totals, halves, ratings) == [4, 3, 1, 2]
    assert internal_order(totals, ratings) == [4, 2, 1, 3]


def test_equal_totals_go_by_rating_and_then_by_number() -> None:
    totals = {3: 7.0, 1: 7.0, 2: 7.0}

    assert internal_order(totals, {1: 1200, 2: 1500, 3: 1200}) == [2, 1, 3]
