"""The text of PAPP's files: lines with their errors, tokens, and a cursor over them (papp 3.1)."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from ronde.model.errors import FormatError, Problem
from ronde.model.player import LONGEST_NAME, unprintable

# A source file: its text with line numbers, and the list of its errors.


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


class TooManyErrors(Exception):
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
            raise TooManyErrors

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


# Tokens of the configuration and of the workfile (papp 3.1).


class Token(NamedTuple):
    """A token: its kind, text and position.

    `kind` is `int`, `half`, `real`, `string`, `word`, `header`, `note`, `message`, `end`, the mark itself,
    or, if PAPP's lexer would fail on it, `bad` with the key of the error as text.
    """

    kind: str
    text: str
    at: int


HEADERS = ("#_Nom-Tournoi", "#_Nombre-Rondes", "#_BQ-double", "#_Date")
"""Keywords that look like comments to older programs; unlike all others they are case-sensitive."""

NOTE = "%ronde "
"""The prefix of Ronde's own data in a comment, which PAPP skips."""

LONGEST_NUMBER = 18
"""Maximum number of digits; larger numbers do not fit in 64 bits."""

_PIECES = re.compile(
    r"""
      (?P<blank>(?: [\0\ \t\r\n\ufeff] | %_ | %(?!_|!|ronde\ )[^\r\n]* | \#(?!_)[^\r\n]* )+)
    | (?P<int>[0-9]++(?!\.[0-9]))
    | (?P<decimal>[0-9]*\.[0-9]+)
    | (?P<word>[A-Za-z][A-Za-z-]*)
    | (?P<header>\#_[A-Za-z-]*)
    | (?P<string>"[^"\r\n]*"?)
    | (?P<note>%ronde\ [^\r\n]*)
    | (?P<message>%![^\r\n]*)
    | (?P<eof>__eof__)
    | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_HALF = re.compile(r"[0-9]*\.[05]")


def tokens(text: str) -> list[Token]:
    """All tokens except messages up to `__eof__` or the end; the last one is of kind `end`."""
    listed: list[Token] = []
    at = 0
    while not listed or listed[-1].kind != "end":
        token, at = token_at(text, at)
        if token.kind != "message":
            listed.append(token)
    return listed


def token_at(text: str, at: int) -> tuple[Token, int]:
    """The next token from a position on, and where it ends; of kind `end` at `__eof__` and at the end."""
    match = _PIECES.match(text, at)
    if match is not None and match.lastgroup == "blank":
        match = _PIECES.match(text, match.end())
    if match is None or match.lastgroup == "eof":
        return Token("end", "", len(text) if match is None else match.start()), len(text)
    kind, piece, at = str(match.lastgroup), match.group(), match.start()
    if kind == "int":
        short = len(piece) <= LONGEST_NUMBER
        token = Token(kind, piece, at) if short else Token("bad", "number-too-big", at)
    elif kind == "word":
        token = Token(kind, piece.lower(), at)
    else:
        token = _other(kind, piece, at)
    return token, match.end()


def _other(kind: str, piece: str, at: int) -> Token:
    if kind == "string":
        closed = len(piece) > 1 and piece.endswith('"')
        return Token(kind, piece[1:-1], at) if closed else Token("bad", "string-open", at)
    if kind == "decimal":
        if len(piece) > LONGEST_NUMBER:
            return Token("bad", "number-too-big", at)
        return Token("half" if _HALF.fullmatch(piece) else "real", piece, at)
    if kind == "header":
        return Token(kind, piece, at) if piece in HEADERS else Token("bad", "header-unknown", at)
    if kind in ("note", "message"):
        return Token(kind, piece.removeprefix(NOTE if kind == "note" else "%!"), at)
    return Token(piece, piece, at) if piece.isascii() and piece.isprintable() else Token("bad", "byte", at)


# A cursor over the tokens of a file.


class Unexpected(Exception):
    """The grammar expected something else here; `key` and `text` say what."""

    def __init__(self, key: str, at: int, text: str = "") -> None:
        super().__init__(key)
        self.key, self.at, self.text = key, at, text


class Cursor:
    """Moves along the tokens, and says where the grammar was violated."""

    def __init__(self, page: SourceText) -> None:
        self.page = page
        self.notes: list[Token] = []
        """The notes in comments passed so far."""
        self._end = 0
        self.token = self._read(0)
        """The current token."""

    def _read(self, at: int) -> Token:
        token, self._end = token_at(self.page.text, at)
        while token.kind in ("note", "message"):
            if token.kind == "note":
                self.notes.append(token)
            else:
                self.page.message(token.at, token.text)
            token, self._end = token_at(self.page.text, self._end)
        return token

    def take(self) -> Token:
        """Return the current token and advance; the end token stays."""
        token = self.token
        if token.kind != "end":
            self.token = self._read(self._end)
        return token

    def jump(self, at: int) -> None:
        """Continue at a later position, up to which somebody else has parsed."""
        self.token = self._read(at)

    def accept(self, kind: str) -> bool:
        """Advance over a token of that kind, if it is one."""
        if self.token.kind != kind:
            return False
        self.take()
        return True

    def expect(self, kind: str, key: str = "syntax") -> Token:
        """Advance over a token that must be of that kind."""
        token = self.token
        if token.kind != kind:
            raise self.unexpected(key)
        return self.take()

    def accept_word(self, *words: str) -> str | None:
        """Advance over one of the words, if it is one."""
        token = self.token
        if token.kind != "word" or token.text not in words:
            return None
        self.take()
        return token.text

    def expect_word(self, *words: str) -> str:
        """Advance over a token that must be one of the words."""
        word = self.accept_word(*words)
        if word is None:
            raise self.unexpected("syntax")
        return word

    def integer(self) -> int:
        return int(self.expect("int").text)

    def string(self) -> str:
        """The text between two quotes."""
        token = self.expect("string", "string-wanted")
        if len(token.text) > LONGEST_NAME:  # PAPP overruns its buffer here
            self.page.remark("text-cut", token.at, f"{token.text[:20]}…")
        return token.text[:LONGEST_NAME]

    def number(self, most: float) -> float:
        """A finite number, whole or not."""
        if self.token.kind not in ("int", "half", "real"):
            raise self.unexpected("syntax")
        token = self.take()
        if float(token.text) > most:
            raise Unexpected("number-too-big", token.at, token.text)
        return float(token.text)

    def unexpected(self, key: str) -> Unexpected:
        """The error that the current token is not what the grammar expects."""
        token = self.token
        if token.kind == "bad":
            return Unexpected(token.text, token.at, self.page.text[token.at : token.at + 1])
        if token.kind == "end":
            return Unexpected("end-of-file" if key == "syntax" else key, token.at)
        quotes = 2 if token.kind == "string" else 0  # a string's text is without its quotes
        return Unexpected(key, token.at, self.page.text[token.at :][: len(token.text) + quotes])

    def skip_past(self, *kinds: str) -> str:
        """Skip past the next token of one of the kinds, to find more mistakes; returns its kind."""
        while (token := self.take()).kind != "end":
            if token.kind in kinds:
                return token.kind
        return "end"
