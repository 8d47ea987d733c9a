"""FIDE's rating list as published: a text with fixed columns, or the ZIP that contains it."""

from __future__ import annotations

import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ronde.formats.files import check_regular, file_error
from ronde.model.errors import FormatError, Problem, RondeError
from ronde.model.player import TITLES, FidePlayer
from ronde.system import BINARY, CLOEXEC, NONBLOCK

MOST_PROBLEMS = 15
_LARGEST = 2_000_000_000
"""Maximum size of the text in bytes; the list of 2026 has 316 million."""
_LONGEST_LINE = 1_000
_HEAD = re.compile(r"ID Number|\S+")
_MONTH = re.compile(r"[A-Z]{3}\d\d")
"""The head of the only rating in the lists of one speed: `OCT26`."""
_NUMBERS = {
    "standard": ("SRtng",), "rapid": ("RRtng",), "blitz": ("BRtng",),
    "standard-k": ("SK", "K"), "rapid-k": ("Rk", "RK"), "blitz-k": ("BK",),
}  # fmt: skip
Columns = Mapping[str, slice]


def is_fide_list(path: Path) -> bool:
    """Whether a file begins like the list."""
    try:
        with _opened(path) as lines:
            return "list" in _columns(lines.readline(_LONGEST_LINE))
    except RondeError:
        return False


def read_fide_list(path: Path) -> Iterator[FidePlayer]:
    """Yields every row; raises `FormatError` at the end of the list if some are broken."""
    problems: list[Problem] = []
    with _opened(path) as lines:
        columns = _columns(lines.readline(_LONGEST_LINE))
        if "list" not in columns:
            raise FormatError([Problem(str(path), 1, 1, "fidelist.no-head")])
        row = _Row(str(path), columns, problems)
        for at, line in enumerate(iter(lambda: lines.readline(_LONGEST_LINE), ""), start=2):
            if line.strip():
                yield from row.read(at, line)
            if len(problems) >= MOST_PROBLEMS:
                break
    if problems:
        raise FormatError(problems)


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    """The text of the list, unzipped if necessary."""
    try:
        handle = os.open(path, os.O_RDONLY | NONBLOCK | CLOEXEC | BINARY)  # opening a pipe must not block
        with os.fdopen(handle, "rb") as file:
            check_regular(path, os.fstat(file.fileno()).st_mode)
            packed = file.read(4) == b"PK\x03\x04"
            file.seek(0)
            with _unpacked(path, file) if packed else _bounded(path, file) as content:
                yield io.TextIOWrapper(content, encoding="latin-1")
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise FormatError([Problem(str(path), 1, 1, "fidelist.zip", str(error))]) from error
    except (OSError, ValueError) as error:
        raise file_error(path, error, reading=True) from error


@contextmanager
def _bounded(path: Path, file: IO[bytes]) -> Iterator[IO[bytes]]:
    _check_size(path, os.fstat(file.fileno()).st_size)
    yield file


@contextmanager
def _unpacked(path: Path, file: IO[bytes]) -> Iterator[IO[bytes]]:
    with zipfile.ZipFile(file) as packed:
        inside = next((one for one in packed.infolist() if one.filename.lower().endswith(".txt")), None)
        if inside is None:
            raise FormatError([Problem(str(path), 1, 1, "fidelist.zip", ".txt")])
        _check_size(path, inside.file_size)
        with packed.open(inside) as content:
            yield content


def _check_size(path: Path, size: int) -> None:
    if size > _LARGEST:
        raise FormatError([Problem(str(path), 1, 1, "formats.too-large", str(_LARGEST))])


def _columns(head: str) -> Columns:
    """The position of each column, by the head line; contains `list` if this is FIDE's list."""
    heads = [(match[0], match.start()) for match in _HEAD.finditer(head)]
    ends = [*(start for _, start in heads[1:]), None]
    spans = {name: slice(start, end) for (name, start), end in zip(heads, ends, strict=True)}
    columns = {key: spans[name] for key, names in _NUMBERS.items() for name in names if name in spans}
    month = next((span for name, span in spans.items() if _MONTH.fullmatch(name)), None)
    if month is not None and "standard" not in columns:
        columns["standard"] = month
    usual = {"number": "ID Number", "name": "Name", "federation": "Fed", "sex": "Sex", "title": "Tit",
             "womens-title": "WTit", "birth": "B-day", "flag": "Flag"}  # fmt: skip
    columns |= {key: spans[name] for key, name in usual.items() if name in spans}
    whole = {"number", "name", "federation", "standard"} <= columns.keys()
    return columns | ({"list": slice(0)} if whole else {})


class _Row:
    """Parses rows and collects their problems."""

    def __init__(self, path: str, columns: Columns, problems: list[Problem]) -> None:
        self.path = path
        self.columns = columns
        self.problems = problems
        self.numbers = [
            tuple((key, columns[key]) if key in columns else (key, None) for key in keys)
            for keys in (("standard", "rapid", "blitz"), ("standard-k", "rapid-k", "blitz-k"))
        ]

    def read(self, at: int, line: str) -> Iterator[FidePlayer]:
        """The player of a line; none, and a problem, if it is broken."""
        columns = self.columns
        number, name = line[columns["number"]].strip(), " ".join(line[columns["name"]].split())
        if not (number.isdecimal() and number.isascii()) or not int(number):
            self._wrong(at, "number", "number", number)
        elif not name or not name.isprintable():
            self._wrong(at, "name", "name", name)
        else:
            figures = [[self._figure(at, line, key, span) for key, span in keys] for keys in self.numbers]
            if None not in (*figures[0], *figures[1]):
                yield self._player(int(number), name, line, figures)

    def _player(self, number: int, name: str, line: str, figures: list[list[int | None]]) -> FidePlayer:
        title = self._text(line, "title").upper()
        womens = self._text(line, "womens-title").upper()
        birth = self._text(line, "birth")[:4]
        standard, rapid, blitz = (one or 0 for one in figures[0])
        slow, quick, quickest = (one or 0 for one in figures[1])
        return FidePlayer(
            number=number,
            name=name,
            federation=self._text(line, "federation"),
            sex={"M": "m", "F": "w", "W": "w"}.get(self._text(line, "sex").upper(), ""),
            title=title if title in TITLES else womens if womens in TITLES else "",
            birth=birth if birth.isdecimal() and len(birth) == 4 and birth != "0000" else "",
            inactive="i" in self._text(line, "flag").lower(),
            ratings=(standard, rapid, blitz),
            coefficients=(slow, quick, quickest),
        )

    def _text(self, line: str, key: str) -> str:
        span = self.columns.get(key)
        return line[span].strip() if span is not None else ""

    def _figure(self, at: int, line: str, key: str, span: slice | None) -> int | None:
        text = line[span].strip() if span is not None else ""
        if not text:
            return 0
        if text.isdecimal() and text.isascii() and len(text) <= 4:
            return int(text)
        self._wrong(at, key, "rating", text)
        return None

    def _wrong(self, at: int, column: str, key: str, text: str) -> None:
        begin = self.columns[column].start + 1
        self.problems.append(Problem(self.path, at, begin, f"fidelist.{key}", text[:40]))
