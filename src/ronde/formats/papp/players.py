"""Players files: one player a line, and names that PAPP can read back (papp 1.14, 3.3 and 3.4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from ronde.formats.papp.statements import BIGGEST_NUMBER
from ronde.formats.papp.tokens import NOTE, SourceText, Token, TooManyErrors, Unexpected, printable
from ronde.model.player import LEAST_RATING, LONGEST_NAME, MOST_RATING, Player, PlayerId

# Players files and new-players files: one player a line (papp 3.3 and 3.4).


WORD = r"[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_'.\-\x80-\U0010ffff]*"
"""Unlike PAPP's, with accents: clubs type them, and the desk accepts them (papp 1.14)."""
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
PIECES = re.compile(
    rf"""
      (?P<blank>(?: [\0\ \t\ufeff] | %_ )+)
    | (?P<eof>__eof__ (?![A-Za-z0-9_'.\-]))
    | (?P<word>{WORD} | [+/])
    | (?P<number>[0-9]+)
    # An apostrophe starts a comment, unless a single word follows it to the end of the line (papp 1.1).
    | (?P<late>'[A-Za-z0-9_'.\-]*+ \Z)
    | (?P<comment>[`'].*)
    | (?P<note>{NOTE.strip()}\ .*)
    | (?P<message>%!.*)
    | (?P<hidden>[%\#].*)
    | (?P<string>"[^"]*"?)
    | (?P<mark>.)
    """,
    re.VERBOSE,
)
# Matches nearly every line of a rating list; 15,000 lines are read at every start.
_USUAL = re.compile(
    rf"[ \t]*([0-9]{{1,9}})[ \t]+({WORD}(?:[ ]{WORD})*)(?:,[ \t]*({WORD}(?:[ ]{WORD})*))?[ \t]*"
    rf"(?:\{{({WORD})\}}[ \t]*)?(?:(?:%_)?<(-?[0-9]{{1,9}})>[ \t]*)?"
)


@dataclass(slots=True)
class PappPeople:
    """Everybody in the files, by number, in order."""

    players: dict[PlayerId, Player] = field(default_factory=dict)
    notes: list[Token] = field(default_factory=list)


def read_players(page: SourceText, base: PappPeople, *, new: bool = False) -> None:
    """Add the people of a page to the base; FormatError if anything in it is wrong."""
    with suppress(TooManyErrors):
        _Reader(page, base, new).read()
    page.settle()


class _Reader:
    """Reads the lines, with the country that applies until the next `pays` line."""

    def __init__(self, page: SourceText, base: PappPeople, new: bool) -> None:
        self.page, self.base, self.new = page, base, new
        self.country = ""
        self.stated = False

    def read(self) -> None:
        for line in _LINE.finditer(self.page.text):
            if not self._line(line[1], line.start(), ended=bool(line[2])):
                return
        # An empty file is fine, one of comments and blank lines is not (papp 3.3).
        if not self.stated and not {"\r", "\n"}.isdisjoint(self.page.text):
            self.page.refuse("nobody", len(self.page.text))

    def _line(self, text: str, start: int, *, ended: bool) -> bool:
        """Read a line; returns whether to continue."""
        usual = _USUAL.fullmatch(text) if text.isascii() else None
        if usual is not None and ended and "__eof__" not in text:
            self._usual(usual, start)
            return True
        all_parts = list(_parts(text, start))
        over = bool(all_parts) and all_parts[-1].kind == "eof"
        self.base.notes += [part for part in all_parts if part.kind == "note"]
        for part in all_parts:
            if part.kind == "message":
                self.page.message(part.at, part.text)
        parts = [part for part in all_parts if part.kind not in ("note", "message", "eof")]
        if parts:
            self._statement(text, parts, start, ended=ended and not over)
        return not over

    def _statement(self, text: str, parts: list[Token], start: int, *, ended: bool) -> None:
        self.stated = True
        try:
            if not ended:
                raise Unexpected("newline-missing", start + len(text))
            self._perform(parts, start)
        except Unexpected as error:
            self.page.refuse(error.key, error.at, error.text)

    def _perform(self, parts: list[Token], start: int) -> None:
        first = parts[0]
        if first.at == start and first.text in ("pays", "Pays"):
            self.country = _Line(self.page, parts[1:]).country_line()
        elif first.at == start and first.text in ("federation", "Federation"):
            return
        elif first.kind == "number":
            self._numbered(_number(first), _Line(self.page, parts[1:]), first.at)
        else:
            raise Unexpected("number-missing", first.at, first.text)

    def _numbered(self, number: PlayerId, line: _Line, at: int) -> None:
        if line.kind == "{":
            country = line.braces()
            line.end()
            if number in self.base.players:
                self.base.players[number] = replace(self.base.players[number], country=country)
            return
        name, first_name = line.names()
        country = line.braces() if line.kind == "{" else self.country
        rating = line.rating() if line.kind == "<" else 0
        comment = printable(line.take().text[1:]).strip()[:LONGEST_NAME] if line.kind == "comment" else ""
        line.end()
        self._add(Player(number, name, first_name, country, "", rating, (), comment, self.new), at)

    def _usual(self, line: re.Match[str], start: int) -> None:
        number, family, first, country, rating = line.groups()
        if first is None:
            family, _, first = family.rpartition(" ") if " " in family else (family, "", "")
        at = start + line.start(1)
        self.stated = True
        try:
            card = Player(int(number), family, first, country or self.country, "", int(rating or 0))
            self._add(card if not self.new else replace(card, new=True), at)
        except Unexpected as error:
            self.page.refuse(error.key, error.at, error.text)

    def _add(self, player: Player, at: int) -> None:
        if player.id == 0:
            raise Unexpected("number-zero", at)
        if player.id in self.base.players:
            raise Unexpected("number-twice", at, str(player.id))
        longest = max(len(player.name), len(player.first_name), len(player.country))
        if longest > LONGEST_NAME or not LEAST_RATING <= player.rating <= MOST_RATING:
            self.page.remark("card-cut", at, f"{player.full_name[:20]}… <{player.rating}>")
            player = _cut(player)
        self.base.players[player.id] = player


def _cut(card: Player) -> Player:
    """A player with fields cut to our limits; PAPP has none."""
    return replace(
        card,
        name=card.name[:LONGEST_NAME].strip(),
        first_name=card.first_name[:LONGEST_NAME],
        country=card.country[:LONGEST_NAME],
        rating=max(LEAST_RATING, min(card.rating, MOST_RATING)),
    )


def _parts(text: str, start: int) -> Iterator[Token]:
    for match in PIECES.finditer(text):
        kind = str(match.lastgroup)
        if kind in ("blank", "hidden"):
            continue
        piece, at = match.group(), start + match.start()
        if kind == "string":
            closed = len(piece) > 1 and piece.endswith('"')
            yield Token("word", printable(piece[1:-1]), at) if closed else Token("bad", "string-open", at)
        elif kind == "mark":
            good = piece.isascii() and piece.isprintable()
            yield Token(piece, piece, at) if good else Token("bad", "byte", at)
        elif kind in ("note", "message"):
            yield Token(kind, piece.removeprefix(NOTE if kind == "note" else "%!"), at)
        elif kind == "word" and not piece.isprintable():
            yield Token("bad", "byte", at)
        else:
            yield Token("word" if kind == "late" else kind, piece, at)
        if kind == "eof":
            return


def _number(token: Token) -> int:
    if len(token.text) > 10 or int(token.text) > BIGGEST_NUMBER:
        raise Unexpected("number-too-big", token.at, token.text)
    return int(token.text)


class _Line:
    """The tokens after the number."""

    def __init__(self, page: SourceText, parts: Sequence[Token]) -> None:
        self._page = page
        self._parts = [*parts, Token("end", "", parts[-1].at + len(parts[-1].text) if parts else 0)]
        self._next = 0

    @property
    def kind(self) -> str:
        return self._parts[self._next].kind

    def take(self) -> Token:
        token = self._parts[self._next]
        self._next = min(self._next + 1, len(self._parts) - 1)
        return token

    def expect(self, kind: str, key: str) -> Token:
        if self.kind != kind:
            token = self._parts[self._next]
            if token.kind == "bad":
                raise Unexpected(token.text, token.at, self._page.text[token.at : token.at + 1])
            raise Unexpected(key, token.at, token.text)
        return self.take()

    def country_line(self) -> str:
        self.expect("=", "country-unreadable")
        country = self.expect("word", "country-unreadable").text
        self.end()
        return country

    def braces(self) -> str:
        self.expect("{", "country-unreadable")
        country = self.expect("word", "country-unreadable").text
        self.expect("}", "country-unreadable")
        return country

    def rating(self) -> int:
        self.expect("<", "rating-unreadable")
        sign = self.take().text if self._parts[self._next].text in ("+", "-") else "+"
        digits = _number(self.expect("number", "rating-unreadable"))
        self.expect(">", "rating-unreadable")
        return -digits if sign == "-" else digits

    def words(self) -> list[str]:
        texts = []
        while self.kind == "word":
            texts.append(self.take().text)
        return texts

    def names(self) -> tuple[str, str]:
        """Family and first names; the author of a program keeps his parentheses."""
        at = self._parts[self._next].at
        family = self.words()
        if not any(word.strip() for word in family):
            self.expect("word", "name-missing")
            raise Unexpected("name-missing", at)
        if self.kind == ",":
            self.take()
            return " ".join(family), " ".join(self.words())
        if self.kind == "(":
            self.take()
            author = " ".join(self.words())
            self.expect(")", "line-unreadable")
            return " ".join(family), f"({author})"
        return (" ".join(family[:-1]), family[-1]) if len(family) > 1 else (family[0], "")

    def end(self) -> None:
        self.expect("end", "line-unreadable")


# Names that PAPP can read back: ASCII letters, no word that starts with a digit (papp 1.14 and 3.3).


LONGEST_STRING = 255
"""Maximum length in bytes; longer strings overrun PAPP's buffer (papp 2)."""

_LETTERS = str.maketrans(
    {
        "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th",
        "Þ": "Th", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i", "’": "'", "‘": "'", "‐": "-",
        "–": "-", "—": "-", "`": "'",
    }
)  # fmt: skip
_WORDS = re.compile(r"[+/]|[^+/\s]+")
_FOREIGN = re.compile(r"[^A-Za-z0-9_'.\-]")
_WORD = re.compile(WORD)


def _ascii(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(char for char in apart if not unicodedata.combining(char))


def plain_words(text: str) -> str:
    """The words of a name as PAPP will have them, `+` and `/` standing alone.

    >>> plain_words("Zoë O’Hara (2nd)"), plain_words("A+B")
    ("Zoe O'Hara _2nd_", 'A + B')
    """
    words = _WORDS.findall(_ascii(text))
    return " ".join(_plain_word(word) for word in words) if words or not text.strip() else "_"


def _plain_word(word: str) -> str:
    if word in "+/":
        return word
    kept = _FOREIGN.sub("_", word)
    if kept == "__eof__":
        return "_eof_"  # the word that ends every file
    return kept if _WORD.fullmatch(kept) else f"_{kept}"


def plain_author(first_name: str) -> str | None:
    """The words between the parentheses of a program's name, or None if these are first names."""
    if not (first_name.startswith("(") and first_name.endswith(")") and len(first_name) > 1):
        return None
    return plain_words(first_name[1:-1])


def plain_first(first_name: str) -> str:
    """First names for PAPP, the author of a program in parentheses."""
    author = plain_author(first_name)
    return plain_words(first_name) if author is None else f"({author})"


def plain_country(text: str) -> str:
    """A country in one word.

    >>> plain_country("Côte d’Ivoire"), plain_country("")
    ("Cote_d'Ivoire", '')
    """
    return _plain_word(re.sub(r"[\s+/]", "_", _ascii(text.strip()))) if text.strip() else ""


def plain_string(text: str) -> str:
    """A text PAPP can read between quotes: one line, no quotes, not too long.

    >>> plain_string('The "Open"')
    "The 'Open'"
    """
    line = " ".join(re.split(r"[\r\n]+", text)).replace('"', "'")
    return line.encode(errors="ignore")[:LONGEST_STRING].decode(errors="ignore")
