"""Every picture is sound SVG with words for those who do not see it."""

from __future__ import annotations

import pytest
from tests.render.charts.pictures import HOSTILE, read

from ronde.render import charts

DRAWINGS = {
    "form": charts.result_strip("WlD-+", HOSTILE),
    "bump": charts.bump_chart({1: [2, 1], 2: [1, 2]}, HOSTILE),
    "margin": charts.margin_bar(2, 20, 64, first=True),
    "axis": charts.no_margin(),
    "places": charts.place_line([3, 1, 2], 1, 3),
    "field": charts.opposition(1500, [(1400, 2, True), (1700, 0, False)], HOSTILE, "own"),
    "matrix": charts.matrix([HOSTILE, "B"], {(0, 1): ("v2", "+8"), (1, 0): ("l2", "−8")}, HOSTILE),
    "stack": charts.keizer_stack([("own", 20, "20"), ("draw", 4, "4"), ("bye", 2, "2")], 26, HOSTILE),
    "arrivals": charts.arrivals([("R1", [10, 20]), ("R2", [5])], 12.0, 3, HOSTILE),
    "interval": charts.interval(20, -40, 80),
    "record": charts.record_bar(3, 1, 2, HOSTILE),
    "spark": charts.sparkline([1, 3, 2], HOSTILE),
    "attendance": charts.attendance("gb-g", HOSTILE),
    "present": charts.present_bars([8, 6], 10, HOSTILE),
    "tide": charts.score_chart([(0, 0), (3, 1), (3, 6)], [[(1, 40)], [(2, 700)]], HOSTILE, counts="discs"),
    "tree": charts.tree([[charts.Fixture((charts.TieSide(HOSTILE), charts.TieSide("B")))]], [HOSTILE]),
    "bill": charts.cost_bars([("colour", 40), ("float", 20_000), ("same", 0)], HOSTILE),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_picture_is_sound_and_says_what_it_shows_or_is_silent(name: str) -> None:
    picture, strut, rest = DRAWINGS[name].partition('<svg width="208" height="0"')  # it keeps a bracket wide
    drawing = read(picture)
    told = drawing.get("aria-label")

    assert not strut or rest == ' aria-hidden="true"></svg>'
    assert drawing.get("viewBox") or drawing.get("width") == "100%"
    assert (drawing.get("role") == "img" and told == HOSTILE) or drawing.get("aria-hidden") == "true"
    assert not list(drawing.iter("script"))
    assert "style" not in drawing.attrib  # the policy of the pages forbids it
