"""Plain text in columns, for terminals, pipes and screen readers."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """How many columns a text takes on a terminal: wide letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Rows under a head; the columns named in `right` by their letter of the alphabet are right-aligned."""
    table = [list(head), *(list(row) for row in rows)]
    widths = [max(width(row[place]) for row in table) for place in range(len(head))]
    flush = {ord(letter) - ord("a") for letter in right}
    lines = [
        "  ".join(_aligned(cell, widths[place], place in flush) for place, cell in enumerate(row)).rstrip()
        for row in table
    ]
    return "\n".join(lines)


def _aligned(cell: str, wide: int, flush_right: bool) -> str:
    gap = " " * (wide - width(cell))
    return gap + cell if flush_right else cell + gap
