"""TicTacToe: looks to the end of every game, and never loses."""

from __future__ import annotations

import random
from functools import cache

from tournoyons import Ask, board, seat, serve

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def played(tray: str, cell: int, me: str) -> str:
    """The tray with my mark in that cell."""
    return tray[:cell] + me + tray[cell + 1 :]


@cache
def worth(tray: str, me: str) -> int:
    """What the position is worth to me when it is my turn: 1 won, 0 drawn, -1 lost."""
    other = "21"[int(me) - 1]
    if any(all(tray[cell] == other for cell in line) for line in LINES):
        return -1
    if "0" not in tray:
        return 0
    return max(-worth(played(tray, cell, me), other) for cell in range(9) if tray[cell] == "0")


def choose(ask: Ask, chance: random.Random) -> str:
    """One of the best cells, 1 to 9."""
    tray, me = board(ask, 9), str(seat(ask))
    other = "21"[int(me) - 1]
    worths = {cell: -worth(played(tray, cell, me), other) for cell in range(9) if tray[cell] == "0"}
    best = max(worths.values())
    return str(chance.choice([cell for cell in worths if worths[cell] == best]) + 1)


if __name__ == "__main__":
    serve("TicTacToe", choose)
