"""The picture of Mastermind: two boards of pegs with their key pegs, and the pegs to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ronde.games.notation import HIDDEN
from ronde.games.picture import UNIT, box, dot, group, touch, word

_PEG: Final = 15
_COLUMN: Final = 5.4 * UNIT
_GAP: Final = 16
WIDE: Final = 2 * _COLUMN + 3 * _GAP
_TOP: Final = 18
_COLOURS: Final = ("blue", "orange")

Line = tuple[str, str]
"""Four letters and two digits of marks, or no marks."""


def height(rows: int, *, choose: bool) -> float:
    """The height of boards with so many rows of guesses, and of the pegs below them."""
    return _TOP + UNIT * (rows + 1) + 30 + (1.6 * UNIT if choose else 0)


def peg(letter: str, x: float, y: float) -> Iterator[str]:
    """A peg with its letter, so that the colour is not the only sign."""
    yield dot(x, y, _PEG, "peg unseen-peg" if letter == HIDDEN else f"peg p{letter}")
    yield word(x, y, letter, "peg-letter", 13)


def boards(columns: Sequence[Sequence[Line]], rows: int, slots: tuple[int, int] | None) -> Iterator[str]:
    """Both boards, each under the code it looks for; `slots` is the column and row to be filled."""
    for at, lines in enumerate(columns):
        x = _GAP + (_COLUMN + _GAP) * at
        yield box(x, _TOP, _COLUMN, UNIT * (rows + 1) + 20, "peg-tray", 10)
        yield box(x, _TOP - 8, _COLUMN, 6, f"band {_COLOURS[at]}", 3)
        for row in range(rows + 1):
            given = lines[row] if row < len(lines) else ("", "")
            yield from _row(given, x, _row_middle(row), row, slots == (at, row))


def _row_middle(row: int) -> float:
    return _TOP + UNIT * (row + 0.5) + (14 if row else 4)


def _row(line: Line, x: float, y: float, row: int, is_asked: bool) -> Iterator[str]:
    letters, marks = line
    if marks == "40":
        yield box(x + 4, y - UNIT / 2 + 2, _COLUMN - 8, UNIT - 4, "found-row", 8)
    if row:
        yield word(x + 14, y, str(row), "cell-name", 11)
    for at in range(4):
        middle = x + UNIT * (at + 1.1)
        if is_asked:
            hole = [dot(0, 0, _PEG, "slot")]
            yield group(hole, kind="peg-place", touch=touch("slot", str(at)), at=(middle, y))
        elif letters:
            yield from peg(letters[at], middle, y)
        else:
            yield dot(middle, y, 4, "peg-hole")
    yield from _keys(marks, x + UNIT * 4.6, y)


def _keys(marks: str, x: float, y: float) -> Iterator[str]:
    """Black keys for the right place, white ones for the right colour."""
    if not marks:
        return
    keys = ["peg-key black"] * int(marks[0]) + ["peg-key white"] * int(marks[1])
    keys += ["peg-key none"] * (4 - len(keys))
    for at, kind in enumerate(keys):
        yield dot(x + 12 * (at % 2) + 2, y - 6 + 12 * (at // 2), 4.5, kind)


def palette(letters: str, rows: int) -> Iterator[str]:
    y = height(rows, choose=False) + 0.6 * UNIT
    for at, letter in enumerate(letters):
        x = WIDE / 2 + 1.3 * UNIT * (at - (len(letters) - 1) / 2)
        inside = [dot(0, 0, _PEG + 5, "touch"), *peg(letter, 0, 0)]
        yield group(inside, kind="choose", touch=touch("sign", letter), at=(x, y))
