"""Tokens of the configuration and of the workfile (papp 3.1)."""

from __future__ import annotations

import re
from typing import NamedTuple


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
