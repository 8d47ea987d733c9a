"""Reads a report file: its records, then checks across them."""

from __future__ import annotations

import re
from pathlib import Path

from ronde.core.errors import FormatError
from ronde.formats.csv import decoded
from ronde.formats.trf.consistency import check, put_together
from ronde.formats.trf.model import Trf
from ronde.formats.trf.reading import Reading
from ronde.formats.trf.records import READERS, TEXT

MOST_PROBLEMS = 15


def read_trf(path: Path) -> Trf:
    """The file, or `FormatError` with the line and column of each mistake."""
    return parse_trf(decoded(path), str(path))


def parse_trf(text: str, path: str = "") -> Trf:
    """The report in a text; lines may end with CR, LF or both."""
    reading = Reading(path)
    for at, line in enumerate(re.split(r"\r\n|\r|\n", text)):
        _take(reading, at + 1, line.rstrip())
    check(reading)
    if reading.problems:
        raise FormatError(reading.problems[:MOST_PROBLEMS])
    return put_together(reading)


def _take(reading: Reading, number: int, line: str) -> None:
    reading.line = number
    code = line[:3]
    reader = READERS.get(code)
    if reader is not None:
        reader(reading, line)
    elif code in TEXT:
        reading.head.setdefault(code, []).append(line[4:])
    elif line:
        reading.others.append(line)
