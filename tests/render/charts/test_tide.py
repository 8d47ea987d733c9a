"""How a game went: discs ahead, lines of scores, thinking time."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.render.charts.pictures import HOSTILE, kinds, read

from ronde.render import charts

COUNTS = st.sampled_from(["discs", "boards", ""])


def test_discs_ahead_are_black_above_the_line_and_white_below_it() -> None:
    picture = charts.score_chart(
        [(2, 2), (4, 1), (3, 6)], [[(1, 40.0)], [(2, 20.0)]], "", counts="discs", at=2
    )
    jet, ivory = (one for one in read(picture).iter("path") if one.get("class") in ("jet", "ivory"))
    above, below = ([float(y) for y in re.findall(r" ([\d.]+)", str(one.get("d")))] for one in (jet, ivory))

    assert min(above) < 60 == max(above)
    assert max(below) > 60 == min(below)


def test_other_counts_are_a_line_for_each_side() -> None:
    picture = charts.score_chart(
        [(0, 0), (1, 0), (1, 2)], [], "", counts="boards", colours=("nought", "cross")
    )

    assert [kind for kind in kinds(picture) if kind.startswith("led")] == ["led by-nought", "led by-cross"]


def test_a_game_without_a_count_shows_its_times_alone_and_marks_what_was_slow() -> None:
    picture = charts.score_chart([(0, 0)] * 3, [[(1, 10.0)], [(2, 90.0)]], "", counts="", slow={2})

    assert [one.get("class") for one in read(picture).iter("rect")] == ["pin by-black", "slowbar"]
    assert not [kind for kind in kinds(picture) if kind in ("jet", "ivory") or kind.startswith("led")]


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 64), st.integers(0, 64)), max_size=70), COUNTS)
def test_every_course_of_a_game_can_be_drawn(scores: list[tuple[int, int]], counts: str) -> None:
    times = [[(1 + move % 2, float(move))] for move in range(max(0, len(scores) - 1))]

    assert read(charts.score_chart(scores, times, HOSTILE, counts=counts)).get("aria-label") == HOSTILE
