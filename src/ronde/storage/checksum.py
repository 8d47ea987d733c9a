"""A checksum in every row, so that a changed byte on disk is detected.

SQLite detects a broken page structure, but not a letter changed inside a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32


def checksum_of(cells: Iterable[object]) -> int:
    checksum = 0
    for cell in cells:
        data = cell if isinstance(cell, bytes) else str(cell).encode()
        checksum = crc32(data, crc32(b"%d:" % len(data), checksum))  # the length separates neighbouring cells
    return checksum


def with_checksum(row: tuple[object, ...]) -> tuple[object, ...]:
    """The row followed by its checksum, which the tables hold in the column `seal`."""
    return *row, checksum_of(row)


def check_row(cells: tuple[object, ...], checksum: object) -> None:
    """ValueError if the row is not what was written; rows without a checksum (None) are accepted."""
    if checksum is not None and checksum != checksum_of(cells):
        raise ValueError("the checksum does not match")
