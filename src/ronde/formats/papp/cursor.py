"""A reader's finger on the tokens of a page."""

from __future__ import annotations

from ronde.formats.papp.lexer import Token, tokens
from ronde.formats.papp.page import Page


class Unexpected(Exception):
    """The grammar wanted something else here; `key` and `text` say what."""

    def __init__(self, key: str, at: int, text: str = "") -> None:
        super().__init__(key)
        self.key, self.at, self.text = key, at, text


class Cursor:
    """Moves along the tokens, and says where the grammar broke."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.notes: list[Token] = []
        listed = tokens(page.text)
        if any(token.kind == "note" for token in listed):
            self.notes = [token for token in listed if token.kind == "note"]
            listed = [token for token in listed if token.kind != "note"]
        self._tokens = listed
        self._next = 0

    @property
    def token(self) -> Token:
        """The token under the finger."""
        return self._tokens[self._next]

    def take(self) -> Token:
        """The token under the finger, and one step on; the end stays."""
        token = self._tokens[self._next]
        if token.kind != "end":
            self._next += 1
        return token

    def accept(self, kind: str) -> bool:
        """Step over a token of that kind, if it is one."""
        if self._tokens[self._next].kind != kind:
            return False
        self.take()
        return True

    def expect(self, kind: str, key: str = "syntax") -> Token:
        """Step over a token that must be of that kind."""
        token = self._tokens[self._next]
        if token.kind != kind:
            raise self.unexpected(key)
        return self.take()

    def accept_word(self, *words: str) -> str | None:
        """Step over one of the words, if it is one."""
        token = self._tokens[self._next]
        if token.kind != "word" or token.text not in words:
            return None
        self.take()
        return token.text

    def expect_word(self, *words: str) -> str:
        """Step over a token that must be one of the words."""
        found = self.accept_word(*words)
        if found is None:
            raise self.unexpected("syntax")
        return found

    def integer(self) -> int:
        """A whole number."""
        return int(self.expect("int").text)

    def string(self) -> str:
        """What stands between two quotes."""
        return self.expect("string", "string-wanted").text

    def number(self) -> float:
        """A number, whole or not."""
        if self.token.kind not in ("int", "half", "real"):
            raise self.unexpected("syntax")
        return float(self.take().text)

    def unexpected(self, key: str) -> Unexpected:
        """The complaint that the token under the finger is not what the grammar wants."""
        token = self.token
        if token.kind == "bad":
            return Unexpected(token.text, token.at, self.page.text[token.at : token.at + 1])
        if token.kind == "end":
            return Unexpected("end-of-file" if key == "syntax" else key, token.at)
        return Unexpected(key, token.at, self.page.text[token.at :][: len(token.text)])

    def skip_past(self, *kinds: str) -> str:
        """Go on after the next token of one of the kinds, to look for more mistakes; which one it was."""
        while (token := self.take()).kind != "end":
            if token.kind in kinds:
                return token.kind
        return "end"
