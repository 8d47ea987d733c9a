"""A checksum in every row, so that a changed byte on disk is detected.

SQLite notices a page whose structure is broken, but a letter changed inside a text is to it another text.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32


def seal_of(cells: Iterable[object]) -> int:
    """The sum of a row's cells, in their order."""
    seal = 0
    for cell in cells:
        data = cell if isinstance(cell, bytes) else str(cell).encode()
        seal = crc32(data, crc32(b"%d:" % len(data), seal))  # the length keeps neighbours apart
    return seal


def sealed(row: tuple[object, ...]) -> tuple[object, ...]:
    """The row with its seal behind it, as the tables hold it."""
    return *row, seal_of(row)


def check_seal(cells: tuple[object, ...], seal: object) -> None:
    """ValueError if the row is no longer what was written; None is a row of before there were seals."""
    if seal is not None and seal != seal_of(cells):
        raise ValueError("the seal is broken")
