"""Icons: our own drawings, within their square."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ronde.render.shell import ICONS


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_is_a_drawing_within_its_square(name: str) -> None:
    drawing = ElementTree.fromstring(f"<symbol>{ICONS[name]}</symbol>")

    assert len(drawing)
    for circle in drawing.iter("circle"):
        assert float(circle.get("cx", "")) - float(circle.get("r", "")) >= 0
        assert float(circle.get("cx", "")) + float(circle.get("r", "")) <= 16
