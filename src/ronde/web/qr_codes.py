"""QR codes as SVG, dark on light in every theme."""

from __future__ import annotations

import io
from functools import lru_cache

import segno


@lru_cache(2_000)  # a code takes three milliseconds, and the same cards are printed after every round
def qr_svg(text: str, title: str | None = None) -> str:
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, "svg", border=4, light="#fff", xmldecl=False, svgclass="qr", lineclass=None, omitsize=True,
        title=title, nl=False,
    )  # fmt: skip
    return drawn.getvalue().decode()
