"""A report file while it is being read: fields by their columns, mistakes with their positions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from ronde.core.errors import Problem
from ronde.formats.trf.model import ByeRequest, NoMeeting, TrfPlayer, VirtualPoints

T = TypeVar("T")


class LineRecord(NamedTuple, Generic[T]):
    """A record and its line."""

    line: int
    what: T


class Reading:
    """A file while it is being read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.head: dict[str, list[str]] = {}
        self.players: dict[int, TrfPlayer] = {}
        self.values: dict[str, int] = {}
        self.rounds: dict[str, tuple[int, int]] = {}
        self.white_first: bool | None = None
        self.byes: list[LineRecord[ByeRequest]] = []
        self.absent: list[tuple[int, tuple[int, ...]]] = []
        self.virtual: list[LineRecord[VirtualPoints]] = []
        self.virtual_by_person: list[LineRecord[VirtualPoints]] = []
        self.forbidden: list[NoMeeting] = []
        self.columns: dict[tuple[int, int], int] = {}
        """The column of a number in a line that names several; from 0."""
        self.others: list[str] = []
        self.remarks: list[Problem] = []
        self.line = 0

    def wrong(self, column: int, key: str, text: str = "", line: int = 0) -> None:
        """Record a mistake in the current line; columns count from 0 here and from 1 in the message."""
        self.problems.append(Problem(self.path, line or self.line, column + 1, f"trf.{key}", text))

    def remark(self, column: int, key: str, text: str = "", line: int = 0) -> None:
        """Record an adjustment in the current line; columns as in `wrong`."""
        self.remarks.append(Problem(self.path, line or self.line, column + 1, f"trf.{key}", text))

    def whole(self, line: str, begin: int, end: int, *, default: int | None = None) -> int | None:
        """The whole number in some columns, or None with a mistake recorded if there is none."""
        text = line[begin:end].strip()
        if not text and default is not None:
            return default
        if text.isdecimal() and text.isascii():
            return int(text)
        self.wrong(begin, "number", text)
        return None

    def tenths(self, text: str, column: int) -> int | None:
        """A number of points with one decimal."""
        match = re.fullmatch(r"\s*(-?)(\d{1,4})(?:[.,](\d))?\s*", text)
        if match is None:
            self.wrong(column, "points", text.strip())
            return None
        return (-1 if match[1] else 1) * (int(match[2]) * 10 + int(match[3] or 0))

    def numbers(self, line: str, begin: int) -> tuple[int, ...]:
        """A row of ids, four columns each with one between."""
        return self._placed(line, ((at, at + 4) for at in range(begin, len(line), 5)))

    def words(self, line: str, begin: int) -> tuple[int, ...]:
        """Ids separated by blanks or commas, as in the extensions."""
        return self._placed(line, (word.span() for word in re.compile(r"[^\s,]+").finditer(line, begin)))

    def _placed(self, line: str, spans: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """The numbers in some columns, each stored with its position."""
        numbers = []
        for begin, end in spans:
            number = self.whole(line, begin, end)
            if number:
                numbers.append(number)
                blanks = len(line[begin:end]) - len(line[begin:end].lstrip())
                self.columns.setdefault((self.line, number), begin + blanks)
        return tuple(numbers)

    def column_of(self, line: int, number: int) -> int:
        """The column of a number in a line."""
        return self.columns.get((line, number), 4)
