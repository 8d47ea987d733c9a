"""QR codes as pictures inside a page: one at a time, or one for every player of a tournament.

A code by itself takes three milliseconds. QR codes are linear: a bit that is flipped in the text changes the
same squares in every code of that size. So the codes of many texts alike are added up from few, and are
exactly those that each text would have had by itself, under one mask for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import Final

import segno

_QUIET: Final = 4
"""Light squares around a code."""
_DIGITS: Final = bytes.maketrans(b"\0\1", b"01")


def qr_svg(text: str, title: str = "") -> str:
    """A QR code as a picture to stand inside a page, dark on light in every theme."""
    made = segno.make(text, error="m", micro=False)
    return _picture(_squares(made), len(made.matrix), title)


def qr_svgs(texts: Iterable[str]) -> dict[str, str]:
    """The codes of many texts, by text; if they are about equally long they cost little more than one."""
    return {text: _one_of_many(text) for text in texts}


@lru_cache(2_000)
def _one_of_many(text: str) -> str:
    """The same players are printed again after every round."""
    if not text.isascii():
        return qr_svg(text)
    letters = text.encode()
    family = _family(*_size_for(len(letters)))
    return _picture(family.squares(letters), family.size)


@cache
def _size_for(length: int) -> tuple[int, str]:
    """The version and the error level of a code for so many bytes: the best level that has room in it."""
    made = segno.make(bytes(length), error="m", mode="byte", micro=False)
    return int(made.version), str(made.error)


@cache
def _family(version: int, error: str) -> _Family:
    return _Family(version, error)


class _Family:
    """All codes of one size; a code is a number with a bit for each square."""

    def __init__(self, version: int, error: str) -> None:
        self._version, self._error = version, error
        self._mask = 2
        self._longest = self._most_bytes()
        self.size = len(self._made(b"").matrix)
        self._first: dict[int, tuple[bytes, int]] = {}
        """The first text of each length, and its code."""
        self._changed: dict[tuple[int, int], int] = {}
        """The squares that change with a bit, by the place of its byte and by the bit."""

    def _made(self, letters: bytes) -> segno.QRCode:
        return segno.make(
            letters, error=self._error, version=self._version, mode="byte", mask=self._mask,
            boost_error=False, micro=False,
        )  # fmt: skip

    def _most_bytes(self) -> int:
        fits, too_many = 1, 4_096
        while too_many - fits > 1:
            middle = (fits + too_many) // 2
            try:
                self._made(bytes(middle))
                fits = middle
            except segno.DataOverflowError:
                too_many = middle
        return fits

    def squares(self, letters: bytes) -> int:
        """The code of a text: that of the first one as long, with what differs between them."""
        first, code = self._first_like(letters)
        for place, (one, other) in enumerate(zip(first, letters, strict=True)):
            flipped = one ^ other
            while flipped:
                code ^= self._changes(place, flipped & -flipped)
                flipped &= flipped - 1
        return code

    def _first_like(self, letters: bytes) -> tuple[bytes, int]:
        if len(letters) not in self._first:
            self._first[len(letters)] = letters, _squares(self._made(letters))
        return self._first[len(letters)]

    def _changes(self, place: int, bit: int) -> int:
        """Found in the longest text there is room for: they are the same in all of them."""
        if (place, bit) not in self._changed:
            plain, code = self._first_like(bytes(self._longest))
            text = bytearray(plain)
            text[place] ^= bit
            self._changed[place, bit] = code ^ _squares(self._made(bytes(text)))
        return self._changed[place, bit]


def _squares(code: segno.QRCode) -> int:
    """The squares row by row, each row filled up to whole bytes."""
    fill = b"0" * (-len(code.matrix) % 8)
    return int(b"".join(bytes(row).translate(_DIGITS) + fill for row in code.matrix), 2)


def _picture(squares: int, size: int, title: str = "") -> str:
    width, whole, strokes = (size + 7) // 8, size + 2 * _QUIET, _strokes()
    eights = [strokes[eight] for eight in squares.to_bytes(size * width, "big")]
    rows = ["".join(eights[start : start + width]) for start in range(0, size * width, width)]
    path = "".join([f"M{_QUIET} {at}.5{row}" for at, row in enumerate(rows, start=_QUIET)])
    named = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" class="qr">{named}'
        f'<path fill="#fff" d="M0 0h{whole}v{whole}h-{whole}z"/><path stroke="#000" d="{path}"/></svg>'
    )


@cache
def _strokes() -> list[str]:
    """How eight squares are drawn from the left to the right, for each of their 256 patterns."""
    return [_stroke(f"{eight:08b}") for eight in range(256)]


def _stroke(eight: str) -> str:
    """Strokes over dark squares, steps over light ones.

    >>> _stroke("01100001")
    'm1 0h2m4 0h1'
    """
    drawn = ""
    while eight:
        rest = eight.lstrip(eight[0])
        count = len(eight) - len(rest)
        drawn += f"h{count}" if eight[0] == "1" else f"m{count} 0"
        eight = rest
    return drawn
