"""Edits a players file one person at a time, leaving every other byte unchanged (papp 3.3).

The bytes are read as Latin-1, in which each byte is a character: in any encoding PAPP's own marks are ASCII,
and so is everything that is written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ronde.core.player import Player, PlayerId
from ronde.formats.papp.comments import card_note, read_notes, write_note
from ronde.formats.papp.read.lexer import NOTE, Token
from ronde.formats.papp.read.players import PIECES
from ronde.formats.papp.write.playerstext import names_text

_BYTES = "latin-1"
_MARK = "\ufeff".encode().decode(_BYTES)
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_END = re.compile(r"\r\n|\r|\n")
_NUMBER = re.compile(r"(?:[\0 \t]|%_)*([0-9]+)")


class PlayerLine:
    """One line of a players file: its tokens by kind, each with its position in the line."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start
        view = text.replace(_MARK, "   ")
        self.pieces = [piece for piece in PIECES.finditer(view) if piece.lastgroup != "blank"]

    def kind(self, at: int) -> str:
        """The kind of a token, a mark being its own kind; empty beyond the last."""
        if at >= len(self.pieces):
            return ""
        piece = self.pieces[at]
        return piece.group() if piece.lastgroup == "mark" else str(piece.lastgroup)

    @property
    def number(self) -> PlayerId:
        """The player of the line; 0 if it has no name."""
        named = self.kind(0) == "number" and self.kind(1) not in ("", "{", "hidden", "note", "message")
        return int(self.pieces[0].group()) if named else 0

    @property
    def noted(self) -> PlayerId:
        """The player of its note; 0 if it has none."""
        texts = [piece.group().removeprefix(NOTE) for piece in self.pieces if piece.lastgroup == "note"]
        cards = read_notes([Token("note", text, 0) for text in texts]).cards
        return next(iter(cards), 0)

    def span(self, first: str, last: str) -> tuple[int, int] | None:
        """From one mark to the next other one, both included; None if they are missing."""
        starts = [at for at in range(len(self.pieces)) if self.kind(at) == first]
        ends = [at for at in range(len(self.pieces)) if self.kind(at) == last]
        if not starts or not ends:
            return None
        return self.pieces[starts[0]].start(), self.pieces[ends[0]].end()

    def of(self, kind: str) -> tuple[int, int] | None:
        """The position of the first token of a kind."""
        return next((piece.span() for piece in self.pieces if piece.lastgroup == kind), None)

    def names(self) -> tuple[int, int]:
        """The position of the names: after the number, up to country, rating, comment or end."""
        stop = ("{", "<", "comment", "hidden", "note", "message", "eof", "")
        last = next(at for at in range(1, len(self.pieces) + 1) if self.kind(at) in stop)
        return self.pieces[1].start(), self.pieces[last - 1].end()


def texts(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines up to `__eof__`, where parsing ends, each with its position."""
    for match in _LINE.finditer(data.decode(_BYTES)):
        if "__eof__" in match[1] and PlayerLine(match[1], 0).of("eof") is not None:
            return
        yield match.start(), match[1]


def line_of(data: bytes, number: PlayerId) -> PlayerLine | None:
    """The line with the name of a player."""
    for start, text in texts(data):
        head = _NUMBER.match(text.replace(_MARK, "   "))
        if head is not None and int(head[1]) == number:
            line = PlayerLine(text, start)
            if line.number == number:
                return line
    return None


def with_card(data: bytes, before: Player, after: Player, country: str) -> bytes:
    """The file with the line of one player changed.

    What PAPP cannot store goes into a note. The country is stored elsewhere, unless it was removed.
    """
    plain = without_note(data, after.id)
    line = line_of(plain, after.id)
    if line is None:
        return data
    text = _rewritten(line, before, after)
    note = card_note(after, country)
    if PlayerLine(text, 0).of("comment") is not None:
        note.pop("comment", None)  # it is in the line
    if note.keys() > {"player"}:
        text = _noted(text, write_note(note).rstrip("\n"), _ending(plain))
    return _replaced(plain, line.start, line.start + len(line.text), text)


def _noted(text: str, note: str, ending: str) -> str:
    """The line with a note at its end; after a comment the note would be part of it and gets its own line."""
    line = PlayerLine(text, 0)
    if any(line.of(kind) for kind in ("comment", "hidden", "message")):
        return f"{text}{ending}{note}"
    return f"{text.rstrip()} {note}"


def _rewritten(line: PlayerLine, before: Player, after: Player) -> str:
    """The line with only the changed parts replaced, the last part first."""
    text = line.text
    comment = line.of("comment")
    if comment is not None and before.comment != after.comment:
        text = text[
            : comment[0]
        ].rstrip()  # 1.36 and 1.37 expect different marks before it: it goes into the note
    if before.rating != after.rating:
        rating = line.span("<", ">")
        place = rating or _behind(line)
        written = f"<{after.rating}>" if rating else f"\t%_<{after.rating}>"
        text = text[: place[0]] + written + text[place[1] :]
    braces = line.span("{", "}")
    if braces is not None and before.country != after.country and not after.country:
        text = text[: braces[0]] + text[braces[1] :]
    if (before.name, before.first_name) != (after.name, after.first_name):
        start, end = line.names()
        text = text[:start] + names_text(after) + text[end:]
    return text


def _behind(line: PlayerLine) -> tuple[int, int]:
    """The position after country and names, where a rating belongs."""
    braces = line.span("{", "}")
    end = braces[1] if braces else line.names()[1]
    return end, end


def without_note(data: bytes, number: PlayerId) -> bytes:
    """The file without our own notes on a player."""
    noted = [PlayerLine(text, start) for start, text in texts(data) if NOTE in text]
    for line in reversed([line for line in noted if line.noted == number]):
        note = line.of("note")
        assert note is not None
        start, end = line.start + note[0], line.start + len(line.text)
        if not line.text[: note[0]].strip():
            start, end = line.start, _line_end(data, end)
        else:
            start = line.start + len(line.text[: note[0]].rstrip(" "))
        data = _replaced(data, start, end, "")
    return data


def without(data: bytes, number: PlayerId) -> bytes:
    """The file without the line of a player, and without our notes on him."""
    plain = without_note(data, number)
    line = line_of(plain, number)
    if line is None:
        return data
    return _replaced(plain, line.start, _line_end(plain, line.start + len(line.text)), "")


def appended(data: bytes, text: str) -> bytes:
    """The file with some lines after all that is parsed, with its own line ends."""
    if not text:
        return data
    last = max((start + len(line) for start, line in texts(data)), default=0)
    at = _line_end(data, last)
    ending = _ending(data)
    start = "" if at == 0 or data[:at].endswith((b"\n", b"\r")) else ending
    return _replaced(data, at, at, start + text.replace("\n", ending))


def _line_end(data: bytes, at: int) -> int:
    """The position after the end of the line that stops at `at`."""
    match = _END.match(data[at : at + 2].decode(_BYTES))
    return at + (match.end() if match else 0)


def _ending(data: bytes) -> str:
    match = _END.search(data.decode(_BYTES))
    return match.group() if match else "\n"


def _replaced(data: bytes, start: int, end: int, text: str) -> bytes:
    return data[:start] + text.encode(_BYTES) + data[end:]
