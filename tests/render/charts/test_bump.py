"""Places round by round, a line a player."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.render.charts.pictures import read

from ronde.render import charts
from ronde.render.charts import CURVED
from ronde.render.charts.svg import number


@settings(max_examples=25)
@given(st.integers(1, 12), st.integers(1, 60))
def test_every_line_of_a_bump_chart_ends_in_its_row(rounds: int, many: int) -> None:
    places = {player: [player] * (rounds + 1) for player in range(1, many + 1)}
    drawing = read(charts.bump_chart(places))

    assert drawing.get("height") == str(30 * many)
    lines = {one.get("data-p"): one.get("d") or "" for one in drawing.iter("path") if one.get("data-p")}
    assert len(lines) == (many if many <= CURVED else 3)
    for player, line in lines.items():
        last = re.findall(r"([\d.]+) ([\d.]+)h\.12$", line)
        assert last == [(str(rounds), number(int(player or 0) - 0.5))]


def test_the_lines_of_a_crowd_are_one_path_of_whole_numbers() -> None:
    places = {player: [player, player] for player in range(1, 101)}
    heap = next(one for one in read(charts.bump_chart(places)).iter("path") if one.get("class") == "heap")

    assert (heap.get("d") or "").count("M") == 97
    assert "." not in (heap.get("d") or "")


def test_nobody_has_no_bump_chart() -> None:
    assert charts.bump_chart({}) == ""


@given(st.integers(1, 40))
def test_the_rules_stand_below_the_numbers_of_the_rounds_however_many_there_are(rounds: int) -> None:
    left, _, wide, _ = map(
        float, (read(charts.bump_chart({1: [1] * (rounds + 1)})).get("viewBox") or "").split()
    )
    ends = [(x - left) / wide * 447 for x in (0, rounds)]  # the chart has 447 pixels

    assert abs(ends[0] - 29) < 2  # where .plot ol begins and ends
    assert abs(ends[1] - 427) < 2
