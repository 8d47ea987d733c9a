"""Plain text in columns, for terminals, pipes and screen readers."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """The columns of a text on a terminal: wide letters two, combining marks and joiners none."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
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


def in_columns(items: Sequence[str], room: int) -> str:
    """Items down as many equal columns as fit, like a directory listing."""
    wide = max((width(item) for item in items), default=0) + 2
    across = max(1, room // wide)
    down = -(-len(items) // across)
    rows = [items[at::down] for at in range(down)]
    return "\n".join("".join(_aligned(item, wide, False) for item in row).rstrip() for row in rows)
