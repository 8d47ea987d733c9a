"""Morpion 10x10: counts for every cell the fives it would help, its own and the opponent's."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tournoyons import Ask, board, seat, serve

SIZE = 10
MINE = (1, 12, 150, 4_000, 1_000_000)
THEIRS = (1, 10, 120, 3_000, 100_000)
"""What a cell is worth in a five that already holds 0 to 4 marks of one side and none of the other."""


def fives() -> Iterator[tuple[int, ...]]:
    """Every row of five cells on the board."""
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for y in range(SIZE - 4 * down):
            for x in range(4 if right < 0 else 0, SIZE - 4 * max(right, 0)):
                yield tuple((y + step * down) * SIZE + x + step * right for step in range(5))


FIVES = list(fives())


def choose(ask: Ask, chance: random.Random) -> str:
    """The free cell that is worth most."""
    tray, me = board(ask, SIZE * SIZE), str(seat(ask))
    worth = {cell: 0 for cell, mark in enumerate(tray) if mark == "0"}
    for five in FIVES:
        marks = [tray[cell] for cell in five if tray[cell] != "0"]
        if len(set(marks)) < 2 and len(marks) < 5:
            scale = MINE if me in marks else THEIRS
            for cell in five:
                if cell in worth:
                    worth[cell] += scale[len(marks)]
    best = max(worth.values())
    row, column = divmod(chance.choice([cell for cell in worth if worth[cell] == best]), SIZE)
    return "ABCDEFGHIJ"[column] + str(row)


if __name__ == "__main__":
    serve("Morpion", choose)
