"""Reversi: corners first, the cells beside them last, and few choices for the opponent."""

from __future__ import annotations

import random

from tournoyons import Ask, seat, serve

START = "0" * 27 + "43" + "0" * 6 + "34" + "0" * 27
WAYS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]
WORTH = [
    120, -30, 15, 8, 8, 15, -30, 120,
    -30, -50, -5, -5, -5, -5, -50, -30,
    15, -5, 10, 3, 3, 10, -5, 15,
    8, -5, 3, 2, 2, 3, -5, 8,
]  # fmt: skip
WORTH = WORTH + WORTH[::-1]


def flips(tray: str, cell: int, me: str, other: str) -> list[int]:
    """The discs that turn when I play there."""
    turned: list[int] = []
    if tray[cell] != "0":
        return turned
    for right, down in WAYS:
        x, y, line = cell % 8 + right, cell // 8 + down, []
        while 0 <= x < 8 and 0 <= y < 8 and tray[y * 8 + x] == other:
            line.append(y * 8 + x)
            x, y = x + right, y + down
        if 0 <= x < 8 and 0 <= y < 8 and tray[y * 8 + x] == me:
            turned += line
    return turned


def moves(tray: str, me: str, other: str) -> dict[int, list[int]]:
    """My moves with what each turns."""
    return {cell: turned for cell in range(64) if (turned := flips(tray, cell, me, other))}


def played(tray: str, cell: int, turned: list[int], me: str) -> str:
    """The tray after a move of mine."""
    return "".join(me if place == cell or place in turned else mark for place, mark in enumerate(tray))


def balance(tray: str, me: str, other: str) -> int:
    """What I own against what he owns: places in the middle of the game, discs at its end."""
    if tray.count("0") < 8:
        return 10 * (tray.count(me) - tray.count(other))
    return sum(WORTH[place] * ((mark == me) - (mark == other)) for place, mark in enumerate(tray))


def worth(tray: str, cell: int, turned: list[int], me: str, other: str) -> int:
    """What a move is worth after the opponent's best reply; many replies are bad."""
    after = played(tray, cell, turned, me)
    replies = moves(after, other, me)
    if not replies:
        return balance(after, me, other) + 50
    ends = [balance(played(after, reply, lost, other), me, other) for reply, lost in replies.items()]
    return min(ends) - 5 * len(replies)


def choose(ask: Ask, chance: random.Random) -> str:
    """A cell, or XX if there is none."""
    tray = ask.get("Tray", "")
    tray = tray if len(tray) == 64 else START
    me, other = ("3", "4") if seat(ask) == 1 else ("4", "3")
    worths = {cell: worth(tray, cell, turned, me, other) for cell, turned in moves(tray, me, other).items()}
    if not worths:
        return "XX"
    best = max(worths.values())
    row, column = divmod(chance.choice([cell for cell in worths if worths[cell] == best]), 8)
    return "ABCDEFGH"[column] + str(row + 1)


if __name__ == "__main__":
    serve("Reversi", choose)
