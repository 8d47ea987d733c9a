"""When results came in."""

from __future__ import annotations

from tests.render.charts.pictures import read

from ronde.render import charts


def test_results_to_come_stand_behind_the_line_of_now() -> None:
    drawing = read(charts.arrivals([("R1", [10, 20]), ("R2", [5])], 12.0, 3, ""))
    gone = [float(one.get("cx") or 0) for one in drawing.iter("circle") if one.get("class") == "gone"]
    came = [float(one.get("cx") or 0) for one in drawing.iter("circle") if one.get("class") == "win"]

    assert len(gone) == 3
    assert max(came) < min(gone)
