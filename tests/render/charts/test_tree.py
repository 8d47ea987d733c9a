"""The bracket as boxes and lines."""

from __future__ import annotations

from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest
from tests.render.charts.pictures import HOSTILE, read

from ronde.render.charts import Fixture, TieSide, tree
from ronde.render.charts.tournaments import HEIGHT, NARROW, top

PAIR = (TieSide(HOSTILE, "1", "+289 993", "won"), TieSide("B", "8", "-289 993", "out"))
CUP = [[Fixture(PAIR)] * 4, [Fixture(PAIR, ((0, 0), (0, 1))), Fixture(PAIR, ((0, 2), (0, 3)), "on", "#x")]]


def drawing(columns: list[list[Fixture]]) -> Element:
    """The tree, with what keeps it from getting too narrow."""
    return read(f"<div>{tree(columns, [])}</div>")


def test_boxes_of_a_column_do_not_overlap_and_lie_within_the_drawing() -> None:
    high = float(str(drawing(CUP)[0].get("height")))
    for at, column in enumerate(CUP):
        tops = [top(CUP, at, row) for row in range(len(column))]
        assert all(below - above >= HEIGHT for above, below in pairwise(tops))
        assert all(0 <= y <= high - HEIGHT for y in tops)


def test_the_columns_share_the_width_of_the_page_and_the_last_one_ends_with_it() -> None:
    whole, least = drawing(CUP)
    boxes = [one for one in whole.iter("svg") if "tie" in str(one.get("class"))]
    ends = [sum(float(str(one.get(name)).rstrip("%")) for name in ("x", "width")) for one in boxes]

    assert whole.get("width") == "100%"
    assert max(ends) == pytest.approx(100, abs=0.1)
    assert int(str(least.get("width"))) == 2 * NARROW


def test_a_line_leads_from_every_tie_to_the_one_its_winner_goes_on_to() -> None:
    whole = drawing(CUP)

    assert len([one for one in whole.iter("line") if one.get("class") == "way"]) == 3 * 4
    assert [one.get("href") for one in whole.iter("a")] == ["#x"]


def test_a_long_name_ends_in_dots_and_is_whole_in_its_title() -> None:
    name = "un-programme-au-nom-vraiment-tres-long"
    shown = next(drawing([[Fixture((TieSide(name, "1", "+289 993"), TieSide("B")))]]).iter("div"))
    seat = next(shown.iter("foreignObject"))

    assert [(one.get("class"), one.get("title")) for one in seat] == [("clip", name)]
    assert int(str(seat.get("width")).rstrip("%")) < 50
