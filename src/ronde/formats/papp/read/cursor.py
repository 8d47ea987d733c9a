"""A cursor over the tokens of a file."""

from __future__ import annotations

from ronde.core.player import LONGEST_NAME
from ronde.formats.papp.read.lexer import Token, token_at
from ronde.formats.papp.read.page import SourceText


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
