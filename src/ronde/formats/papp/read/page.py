"""A source file: its text with line numbers, and the list of its errors."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from ronde.core.errors import FormatError, Problem
from ronde.core.player import unprintable

MOST_PROBLEMS = 15
"""PAPP gives up after this many errors (papp 3.1)."""

LONGEST_QUOTE = 60
LONGEST_MESSAGE = 200

_LINE_END = re.compile(r"\r\n|\r|\n")
_MARK = "\ufeff".encode()


def decode(data: bytes) -> str:
    """The text of a file: each line in UTF-8, or else in Latin-1; byte-order marks are removed anywhere."""
    plain = data.replace(_MARK, b"")
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(_decoded_line(line) for line in plain.split(b"\n"))[:-1]


def _decoded_line(line: bytes) -> str:
    """One line with its end: an old editor may add a comment in Latin-1 to a file of ours."""
    try:
        return line.decode("utf-8") + "\n"
    except UnicodeDecodeError:
        return line.decode("latin-1") + "\n"


def printable(text: str) -> str:
    """The text without control characters, lone surrogates and bidirectional overrides."""
    return text if text.isprintable() else "".join(char for char in text if not unprintable(char))


class Enough(Exception):
    """Too many errors; reading stops."""


@dataclass(slots=True)
class SourceText:
    """One file being read, with the problems and remarks so far."""

    path: str
    text: str
    outside: bool = False
    """Whether the files it names may be outside the folder: allowed locally, not for uploads."""
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, path: str, data: bytes, *, outside: bool = False) -> SourceText:
        return cls(path, decode(data), outside)

    def refuse(self, key: str, at: int, text: str = "") -> None:
        """Record something PAPP does not accept; raises Enough once there are too many."""
        self.problems.append(self.problem(key, at, text))
        if len(self.problems) >= MOST_PROBLEMS:
            raise Enough

    def remark(self, key: str, at: int, text: str = "") -> None:
        """Record something the arbiter should know although it is accepted."""
        self.remarks.append(self.problem(key, at, text))

    def message(self, at: int, text: str) -> None:
        """Record a message of the file itself: the text after `%!` (papp 3.1)."""
        shown = printable(text).strip()[:LONGEST_MESSAGE]
        self.remarks.append(Problem(self.path, *self.place(at), "papp.message", shown))

    def settle(self) -> None:
        """Refuse the whole file if anything in it was wrong."""
        if self.problems:
            raise FormatError(self.problems)

    def problem(self, key: str, at: int, text: str) -> Problem:
        line, column = self.place(at)
        quoted = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
        return Problem(self.path, line, column, f"papp.{key}", quoted)

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, both from 1, of a position in the text."""
        if not self._starts:
            self._starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1
