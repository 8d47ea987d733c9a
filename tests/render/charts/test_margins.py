"""Margins of games, and places between them."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.render.charts.pictures import read

from ronde.render import charts


@pytest.mark.parametrize(
    ("half_points", "margin", "first", "x", "width", "kind"),
    [
        (2, 32, True, "100", "50", "win"),
        (0, -64, False, "0", "100", "lost hollow"),
        (1, 0, True, "97", "6", "drawn"),
        (2, 2, False, "100", "4", "win hollow"),
    ],
)
def test_a_margin_goes_right_when_won_and_is_hollow_with_the_second_colour(
    half_points: int, margin: float, first: bool, x: str, width: str, kind: str
) -> None:
    bar = next(read(charts.margin_bar(half_points, margin, 64, first=first)).iter("rect"))

    assert (bar.get("x"), bar.get("width"), bar.get("class")) == (x, width, kind)


def test_a_game_without_discs_fills_its_side() -> None:
    bar = next(read(charts.margin_bar(2, 1, 0, first=True)).iter("rect"))

    assert bar.get("width") == "100"


@given(st.lists(st.integers(1, 30), min_size=2, max_size=12))
def test_the_pieces_of_a_line_of_places_meet_between_the_rows(places: list[int]) -> None:
    pieces = [charts.place_line(places, at, 30) for at in range(len(places))]
    points = [re.findall(r"([\d.]+) (\d+)", next(read(one).iter("path")).get("d") or "") for one in pieces]

    for above, below in pairwise(points):
        assert above[-1][1] == "40"
        assert below[0][1] == "0"
        assert above[-1][0] == below[0][0]


@pytest.mark.parametrize("place", [1, 500])
def test_the_dot_of_the_first_and_of_the_last_place_is_not_cut(place: int) -> None:
    dot = list(read(charts.place_line([place], 0, 500)).iter("path"))[-1]
    x = float((dot.get("d") or "")[1:].split()[0])

    assert 2.8 <= x <= 97.2  # four pixels of a cell of nine rem
