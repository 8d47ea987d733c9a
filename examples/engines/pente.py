"""Pente: counts the fives that a stone would help, the pairs it takes and those it would lose."""

from __future__ import annotations

import random

from tournoyons import Ask, board, seat, serve

SIZE = 19
LETTERS = "ABCDEFGHIJKLMNOPQRS"
WAYS = [(1, 0), (0, 1), (1, 1), (-1, 1)]
ALL_WAYS = WAYS + [(-right, -down) for right, down in WAYS]
MINE = (1, 12, 150, 4_000, 1_000_000)
THEIRS = (1, 10, 120, 3_000, 100_000)
PAIR = (400, 600, 1_000, 2_500, 900_000)
"""What a pair is worth after 0 to 4 pairs; the fifth wins."""


def at(tray: str, x: int, y: int) -> str:
    """The mark there, or a wall beyond the edge."""
    return tray[y * SIZE + x] if 0 <= x < SIZE and 0 <= y < SIZE else "#"


def lines_worth(tray: str, x: int, y: int, me: str) -> int:
    """The fives through a point that are still open to one side."""
    total = 0
    for right, down in WAYS:
        row = [at(tray, x + step * right, y + step * down) for step in range(-4, 5)]
        for start in range(5):
            marks = [mark for mark in row[start : start + 5] if mark != "0"]
            if "#" not in marks and len(set(marks)) < 2 and len(marks) < 5:
                total += (MINE if me in marks else THEIRS)[len(marks)]
    return total


def pairs(tray: str, x: int, y: int, me: str, other: str) -> int:
    """How many pairs of the other a stone of mine takes there."""
    return sum(
        [at(tray, x + step * right, y + step * down) for step in (1, 2, 3)] == [other, other, me]
        for right, down in ALL_WAYS
    )


def exposed(tray: str, x: int, y: int, me: str, other: str) -> int:
    """How many pairs of mine the other could take after my stone there."""
    return sum(
        sorted(at(tray, x + step * right, y + step * down) for step in (-1, 2)) == ["0", other]
        and at(tray, x + right, y + down) == me
        for right, down in ALL_WAYS
    )


def near(tray: str) -> list[int]:
    """The free points not far from any stone; the middle if there is none."""
    stones = [divmod(point, SIZE) for point, mark in enumerate(tray) if mark != "0"]
    return [
        point
        for point, mark in enumerate(tray)
        if mark == "0" and any(max(abs(y - point // SIZE), abs(x - point % SIZE)) <= 3 for y, x in stones)
    ] or ([180] if tray[180] == "0" else [point for point, mark in enumerate(tray) if mark == "0"])


def permitted(tray: str, points: list[int], ask: Ask, me: str) -> list[int]:
    """The points open now: at Turn 3 White stays three points away from his first stone."""
    if ask.get("Turn") != "3" or tray.count(me) != 1:
        return points
    y, x = divmod(tray.index(me), SIZE)
    return [point for point in points if max(abs(point // SIZE - y), abs(point % SIZE - x)) >= 3]


def choose(ask: Ask, chance: random.Random) -> str:
    """The point that is worth most."""
    tray, me = board(ask, SIZE * SIZE), str(seat(ask))
    other = "21"[int(me) - 1]
    mine, theirs = (min(4, int(ask.get(f"Gain{side}") or 0)) for side in (me, other))
    worth = {}
    for point in permitted(tray, near(tray), ask, me):
        y, x = divmod(point, SIZE)
        worth[point] = (
            lines_worth(tray, x, y, me)
            + PAIR[mine] * pairs(tray, x, y, me, other)
            + PAIR[theirs] * pairs(tray, x, y, other, me) * 4 // 5
            - PAIR[theirs] * exposed(tray, x, y, me, other) // 2
        )
    best = max(worth.values())
    y, x = divmod(chance.choice([point for point in worth if worth[point] == best]), SIZE)
    return LETTERS[x] + LETTERS[y]


if __name__ == "__main__":
    serve("Pente", choose)
