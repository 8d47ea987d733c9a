"""Bataille navale: hides its fleet by chance, and shoots where most ships could lie."""

from __future__ import annotations

import random

from tournoyons import Ask, board, serve

SIZE = 10
SHIPS = (5, 4, 3, 3, 2)
COLUMNS = "ABCDEFGHIJ"


def places(size: int) -> list[tuple[str, int, int, list[int]]]:
    """Every way to lay a ship: direction, column, row, and its cells."""
    lying = [("H", x, y, [y * SIZE + x + step for step in range(size)])
             for y in range(SIZE) for x in range(SIZE - size + 1)]  # fmt: skip
    standing = [("V", x, y, [(y + step) * SIZE + x for step in range(size)])
                for x in range(SIZE) for y in range(SIZE - size + 1)]  # fmt: skip
    return lying + standing


PLACES = {size: places(size) for size in set(SHIPS)}


def fleet(chance: random.Random) -> str:
    """Five ships by chance, none on another."""
    taken: set[int] = set()
    written = ""
    for size in SHIPS:
        free = [place for place in PLACES[size] if not taken.intersection(place[3])]
        direction, x, y, cells = chance.choice(free)
        taken.update(cells)
        written += f"{direction}{size}{COLUMNS[x]}{y}1"
    return written


def shot(shots: str, chance: random.Random) -> str:
    """The cell that most ships could cover; a ship that was hit counts most."""
    worth = {cell: 1 for cell, mark in enumerate(shots) if mark == "0"}
    for size in SHIPS:
        for *_, cells in PLACES[size]:
            marks = [shots[cell] for cell in cells]
            if "1" not in marks and "3" not in marks:
                for cell in cells:
                    if cell in worth:
                        worth[cell] += 60 ** marks.count("2")
    best = max(worth.values())
    row, column = divmod(chance.choice([cell for cell in worth if worth[cell] == best]), SIZE)
    return f"{COLUMNS[column]}{row}"


def choose(ask: Ask, chance: random.Random) -> str:
    """The fleet at turns 1 and 2, a shot afterwards."""
    if int(ask.get("Turn") or 1) <= 2 and len(ask.get("Tray", "")) < 100:
        return fleet(chance)
    return shot(board(ask, 100) if len(ask["Tray"]) < 200 else ask["Tray"][:100], chance)


if __name__ == "__main__":
    serve("Bataille navale", choose)
