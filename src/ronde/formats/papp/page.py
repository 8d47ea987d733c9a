"""A file as PAPP sees it: text with places, and the list of what is wrong in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from ronde.core.errors import FormatError, Problem
from ronde.core.player import unprintable

MOST_PROBLEMS = 15
"""PAPP gives up after as many (spec 3.1)."""

LONGEST_QUOTE = 60

_LINE_END = re.compile(r"\r\n|\r|\n")
_MARK = "\ufeff".encode()


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or Latin-1 as the old machines wrote; byte-order marks vanish anywhere."""
    plain = data.replace(_MARK, b"")
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError:
        return plain.decode("latin-1")


def printable(text: str) -> str:
    """The text without characters that would garble a list: controls, lone surrogates, turns of direction."""
    return text if text.isprintable() else "".join(char for char in text if not unprintable(char))


class Enough(Exception):
    """So many problems that reading on helps nobody."""


@dataclass(slots=True)
class Page:
    """One file being read, with the problems and remarks so far."""

    path: str
    text: str
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, path: str, data: bytes) -> Page:
        """The page of a file's bytes."""
        return cls(path, decode(data))

    def refuse(self, key: str, at: int, text: str = "") -> None:
        """Note something PAPP does not accept; Enough once there are too many."""
        self.problems.append(self.problem(key, at, text))
        if len(self.problems) >= MOST_PROBLEMS:
            raise Enough

    def remark(self, key: str, at: int, text: str = "") -> None:
        """Note something the arbiter should know although it is accepted."""
        self.remarks.append(self.problem(key, at, text))

    def settle(self) -> None:
        """Refuse the whole file if anything in it was wrong."""
        if self.problems:
            raise FormatError(self.problems)

    def problem(self, key: str, at: int, text: str) -> Problem:
        """The complaint of that key about that place."""
        line, column = self.place(at)
        quoted = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
        return Problem(self.path, line, column, f"papp.{key}", quoted)

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, both from 1, of a position in the text."""
        if not self._starts:
            self._starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1
