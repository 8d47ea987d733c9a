"""A QR code in characters, for terminals and plain lists."""

from __future__ import annotations

import io

QUIET = 2
"""Modules of the quiet zone; cameras need some."""


def qr_text(text: str) -> str:
    """The code of a text in half blocks, light modules filled, for a dark terminal."""
    import segno

    made = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(made, border=QUIET, compact=True)
    return made.getvalue().rstrip("\n")
