"""The FEN of super-morpion: nine boards, the last move, the side to move (games 10.1).

A board is two masks of nine bits, noughts and crosses, cell 1 lowest.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ronde.games.errors import bad_position

FULL: Final = 0b111_111_111
_LINES: Final = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

# Whether three of nine cells in line are among the bits: of a board, and of the board of boards.
ALIGNED: Final = tuple(any(mask & line == line for line in _LINES) for mask in range(512))


@cache
def write_board(noughts: int, crosses: int) -> str:
    """One board: `O` or `X` when won, else letters and runs of empty cells."""
    if ALIGNED[noughts]:
        return "O"
    if ALIGNED[crosses]:
        return "X"
    text, empty = "", 0
    for cell in range(9):
        if not (noughts | crosses) >> cell & 1:
            empty += 1
            continue
        text += f"{empty or ''}{'o' if noughts >> cell & 1 else 'x'}"
        empty = 0
    return f"{text}{empty or ''}"


def read_boards(field: str, text: str) -> list[tuple[int, int]]:
    """The boards written in `field`, a won board as a full mask of its owner; `text` is for the error."""
    boards: list[tuple[int, int]] = []
    noughts = crosses = cell = 0
    for sign in field:
        if sign in "OX" and cell == 0:
            boards.append((FULL, 0) if sign == "O" else (0, FULL))
            continue
        if sign == "o":
            noughts |= 1 << cell
        elif sign == "x":
            crosses |= 1 << cell
        elif sign not in "123456789":
            raise bad_position("board", text)
        cell += int(sign) if sign.isdecimal() else 1
        if cell > 9:
            raise bad_position("board", text)
        if cell == 9:
            if ALIGNED[noughts] or ALIGNED[crosses]:
                raise bad_position("unmarked", text)
            boards.append((noughts, crosses))
            noughts = crosses = cell = 0
    if cell:
        raise bad_position("board", text)
    return boards


def read_last(field: str, text: str) -> int:
    """The last move as nine times the board plus the cell, from 0; -1 for `00`."""
    if field == "00":
        return -1
    if len(field) != 2 or field.strip("123456789"):
        raise bad_position("last", text)
    return 9 * (int(field[0]) - 1) + int(field[1]) - 1


def write_last(last: int) -> str:
    """Board digit and cell digit, `00` before the first move."""
    return "00" if last < 0 else f"{last // 9 + 1}{last % 9 + 1}"
