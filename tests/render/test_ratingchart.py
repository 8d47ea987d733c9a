"""The chart of ratings over time."""

from __future__ import annotations

from xml.etree import ElementTree

from ronde.model.player import Player
from ronde.render.charts.tournaments import MOST_RATED, rating_chart
from ronde.standings.rating_lists import RatingEntry, RatingPoint

SVG = "{http://www.w3.org/2000/svg}"


def entry(name: str, *ratings: float) -> RatingEntry:
    points = tuple(RatingPoint(f"T{at}", f"2026-0{at}-01", rating) for at, rating in enumerate(ratings, 1))
    return RatingEntry(name, Player(1, name), ratings[-1] if ratings else 0.0, 0.0, 1, 1.0, points)


def test_every_player_has_a_line_with_a_dot_for_each_tournament() -> None:
    drawn = ElementTree.fromstring(rating_chart([entry("A", 1500, 1520, 1480), entry("B", 1400, 1410)], "t"))

    assert len(drawn.findall(f".//{SVG}polyline")) == 2
    assert len(drawn.findall(f".//{SVG}circle")) == 5


def test_a_better_rating_is_drawn_higher() -> None:
    drawn = ElementTree.fromstring(rating_chart([entry("A", 1500, 1600)], "t"))
    low, high = (float(dot.attrib["cy"]) for dot in drawn.findall(f".//{SVG}circle"))

    assert high < low


def test_names_and_titles_stay_inert() -> None:
    text = rating_chart([entry("<script>&", 1500)], '"><b>')

    ElementTree.fromstring(text)
    assert "<script>" not in text


def test_one_tournament_and_nobody_are_drawn_too() -> None:
    ElementTree.fromstring(rating_chart([entry("A", 1500)], "t"))
    ElementTree.fromstring(rating_chart([], "t"))


def test_no_more_lines_than_can_be_told_apart() -> None:
    drawn = ElementTree.fromstring(rating_chart([entry(str(at), 1500 + at) for at in range(20)], "t"))

    assert len(drawn.findall(f".//{SVG}polyline")) == MOST_RATED
