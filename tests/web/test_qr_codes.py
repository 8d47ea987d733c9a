"""Codes that phones read."""

from __future__ import annotations

from ronde.web.assets import qr_svg


def test_a_title_is_escaped_and_nothing_is_styled() -> None:
    drawn = qr_svg("http://example.org/t/open", "O'Neil & <Sons>")

    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "&lt;Sons&gt;" in drawn
    assert "style=" not in drawn
    assert 'viewBox="0 0 33 33"' in drawn
