"""Lines of play a second: Reversi and super-morpion, beside a naive program in the same run.

Run `python bench/perft.py [--reversi 9] [--supermorpion 6]`. Every count is checked against the published
one; the naive programs walk over lists of cells, as a first version would, and go less deep.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from ronde.arena.games import GAMES, Game
from ronde.arena.games.base import bits
from ronde.arena.games.reversi import flips, mobility

# Aart Bik, "Perft for Reversi" (2009); spec/games.md sections 8 and 10.
REVERSI = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800)
SUPERMORPION = (81, 720, 6336, 55080, 473256, 4020960, 33782544, 281067408)

COMPASS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def through_the_door(game: Game[Any], position: Any, depth: int, dead: int) -> int:
    asked = game.to_move(position)
    if not asked:
        return dead
    (side,) = asked
    moves = list(game.moves(position, side))
    if depth == 1:
        return len(moves)
    return sum(through_the_door(game, game.play(position, {side: m}), depth - 1, dead) for m in moves)


def bit_boards(own: int, foe: int, depth: int) -> int:
    legal = mobility(own, foe)
    if not legal:
        if not mobility(foe, own):
            return 1
        return 1 if depth == 1 else bit_boards(foe, own, depth - 1)
    if depth == 1:
        return legal.bit_count()
    total = 0
    for square in bits(legal):
        turned = flips(own, foe, square)
        total += bit_boards(foe ^ turned, own | turned | 1 << square, depth - 1)
    return total


def naive_flips(board: list[int], square: int, side: int) -> list[int]:
    turned: list[int] = []
    for across, down in COMPASS:
        column, row, line = square % 8 + across, square // 8 + down, []
        while 0 <= column < 8 and 0 <= row < 8 and board[8 * row + column] == 3 - side:
            line.append(8 * row + column)
            column, row = column + across, row + down
        if line and 0 <= column < 8 and 0 <= row < 8 and board[8 * row + column] == side:
            turned += line
    return turned


def naive_reversi(board: list[int], side: int, depth: int) -> int:
    def legal(mover: int) -> list[int]:
        return [square for square in range(64) if not board[square] and naive_flips(board, square, mover)]

    moves = legal(side)
    if not moves and not legal(3 - side):
        return 1
    if depth == 1:
        return max(1, len(moves))
    if not moves:
        return naive_reversi(board, 3 - side, depth - 1)
    total = 0
    for square in moves:
        after = list(board)
        for disc in [square, *naive_flips(board, square, side)]:
            after[disc] = side
        total += naive_reversi(after, 3 - side, depth - 1)
    return total


def naive_owner(cells: list[int]) -> int:
    return next((cells[a] for a, b, c in LINES if cells[a] and cells[a] == cells[b] == cells[c]), 0)


def naive_supermorpion(boards: list[list[int]], side: int, sent: int, depth: int) -> int:
    owners = [naive_owner(board) for board in boards]
    if naive_owner(owners):
        return 0
    open_boards = [at for at in range(9) if not owners[at] and 0 in boards[at]]
    aims = [sent] if sent in open_boards else open_boards
    moves = [(at, cell) for at in aims for cell in range(9) if not boards[at][cell]]
    if depth == 1:
        return len(moves)
    total = 0
    for at, cell in moves:
        after = [list(board) for board in boards]
        after[at][cell] = side
        total += naive_supermorpion(after, 3 - side, cell, depth - 1)
    return total


def timed(label: str, depth: int, known: tuple[int, ...], count: Callable[[int], int]) -> float:
    """Run, check and print one count; the answer is leaves a second."""
    begun = perf_counter()
    found = count(depth)
    seconds = perf_counter() - begun
    verdict = "ok" if found == known[depth - 1] else f"WRONG, expected {known[depth - 1]:,}"
    pace = f"{seconds:7.2f} s  {found / seconds:>12,.0f} leaves/s"
    print(f"  {label:16} depth {depth:2}  {found:>12,} leaves {pace}  {verdict}")
    return found / seconds


def bench_reversi(depth: int) -> None:
    print("reversi")
    game = GAMES["reversi"]
    start = game.start(Random(0))
    board = [{"0": 0, "3": 1, "4": 2}[disc] for disc in game.write(start).split()[0]]
    shallow = min(depth, 7)
    naive = timed("naive lists", shallow, REVERSI, lambda deep: naive_reversi(board, 1, deep))
    door = timed("through the door", shallow, REVERSI, lambda deep: through_the_door(game, start, deep, 1))
    bare = timed("bit boards", shallow, REVERSI, lambda deep: bit_boards(start.black, start.white, deep))
    print(f"  at depth {shallow}: door {door / naive:.1f} x naive, bit boards {bare / naive:.1f} x naive")
    timed("through the door", depth, REVERSI, lambda deep: through_the_door(game, start, deep, 1))
    timed("bit boards", depth, REVERSI, lambda deep: bit_boards(start.black, start.white, deep))


def bench_supermorpion(depth: int) -> None:
    print("supermorpion")
    game = GAMES["supermorpion"]
    start = game.start(Random(0))
    empty = [[0] * 9 for _ in range(9)]
    shallow = min(depth, 5)
    naive = timed("naive lists", shallow, SUPERMORPION, lambda deep: naive_supermorpion(empty, 1, -1, deep))
    door = timed(
        "through the door", shallow, SUPERMORPION, lambda deep: through_the_door(game, start, deep, 0)
    )
    print(f"  at depth {shallow}: door {door / naive:.1f} x naive")
    timed("through the door", depth, SUPERMORPION, lambda deep: through_the_door(game, start, deep, 0))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reversi", type=int, default=9, choices=range(1, 12), help="depth, 1 to 11")
    parser.add_argument("--supermorpion", type=int, default=6, choices=range(1, 9), help="depth, 1 to 8")
    depths = parser.parse_args()
    bench_reversi(depths.reversi)
    bench_supermorpion(depths.supermorpion)


if __name__ == "__main__":
    main()
