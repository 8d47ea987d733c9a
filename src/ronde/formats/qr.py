"""A QR code in characters, for terminals and plain lists."""

from __future__ import annotations

import io

QUIET = 2
"""Blank squares around the code; cameras want some."""


def qr_text(text: str) -> str:
    """The code of a text by half blocks, light squares filled: right side up on a dark terminal."""
    import segno

    made = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(made, border=QUIET, compact=True)
    return made.getvalue().rstrip("\n")
