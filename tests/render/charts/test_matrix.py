"""Who met whom, tinted by the margin."""

from __future__ import annotations

import pytest
from tests.render.charts.pictures import kinds, read

from ronde.render import charts


@pytest.mark.parametrize(
    ("half_points", "margin", "total", "tint"),
    [(2, 64, 64, "v3"), (2, 32, 64, "v3"), (2, 12, 64, "v2"), (2, 10, 64, "v1"), (1, 0, 64, "d1"),
     (0, -40, 64, "l3"), (0, -2, 64, "l1"), (2, 1, 1, "v2"), (0, -1, 1, "l2")],
)  # fmt: skip
def test_a_result_is_tinted_by_its_margin(half_points: int, margin: float, total: int, tint: str) -> None:
    assert charts.tint(half_points, margin, total) == tint


def test_who_met_whom_has_one_path_a_tint_and_a_sign_in_every_cell() -> None:
    met = {(0, 1): ("v2", "+8"), (1, 0): ("l2", "−8"), (0, 2): ("v2", "+9"), (2, 0): ("l2", "−9")}
    drawing = charts.matrix(["A", "B", "C"], met, "Who met whom")

    assert kinds(drawing) == ["self", "v2", "l2", "rule"]
    rows = [one for one in read(drawing).iter("text") if one.get("class") == "mid cell"]
    assert [[cell.text for cell in row] for row in rows] == [["+8", "+9"], ["−8"], ["−9"]]
    assert rows[0][1].get("x") == rows[0][0].get("x", "").replace("234.5", "273.5")
