"""A checksum in every row, so that a changed byte on disk is detected.

SQLite notices a page whose structure is broken, but a letter changed inside a text is to it another text.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32


def checksum_of(cells: Iterable[object]) -> int:
    """The sum of a row's cells, in their order."""
    checksum = 0
    for cell in cells:
        data = cell if isinstance(cell, bytes) else str(cell).encode()
        checksum = crc32(data, crc32(b"%d:" % len(data), checksum))  # the length keeps neighbours apart
    return checksum


def with_checksum(row: tuple[object, ...]) -> tuple[object, ...]:
    """The row with its checksum behind it, as the tables hold it in their column `seal`."""
    return *row, checksum_of(row)


def check_row(cells: tuple[object, ...], checksum: object) -> None:
    """ValueError if the row is no longer what was written; None is a row of before there were checksums."""
    if checksum is not None and checksum != checksum_of(cells):
        raise ValueError("the checksum does not match")
