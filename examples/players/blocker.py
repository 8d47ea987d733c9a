#!/usr/bin/env python3
"""Takes the game, then a board, then blocks a board, else plays by chance."""

import random
import re
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def spell(found):
    """A digit stands for so many empty cells, a capital for a whole board."""
    sign = found[0]
    return "." * int(sign) if sign.isdigit() else sign.lower() * 9


def lined(nine, who):
    """Whether somebody has three in line."""
    return any(all(nine[cell] == who for cell in line) for line in LINES)


def owner(nine):
    """Who won a board: o, x, nobody yet (.) or nobody ever (=)."""
    for who in "ox":
        if lined(nine, who):
            return who
    return "." if "." in nine else "="


def read(fen):
    """The boards cell by cell, the last move and the side to move."""
    boards, last, side = fen.split(" ")
    cells = re.sub("[1-9OX]", spell, boards)
    return [cells[at : at + 9] for at in range(0, 81, 9)], last, side


def moves(boards, last):
    """The legal moves, as board and cell from 0."""
    owners = [owner(nine) for nine in boards]
    sent = int(last[1]) - 1
    aims = [sent] if sent >= 0 and owners[sent] == "." else [b for b in range(9) if owners[b] == "."]
    return [(b, c) for b in aims for c in range(9) if boards[b][c] == "."]


def with_mark(nine, cell, who):
    """A board with one more mark."""
    return nine[:cell] + who + nine[cell + 1 :]


def worth(boards, move, side):
    """How good a move looks at first sight."""
    board, cell = move
    foe = "x" if side == "o" else "o"
    mine = with_mark(boards[board], cell, side)
    owners = [owner(nine) for nine in boards]
    owners[board] = owner(mine)
    value = 1000 if lined(owners, side) else 100 if owners[board] == side else 0
    if lined(with_mark(boards[board], cell, foe), foe):
        value += 50
    if owners[cell] != ".":  # the opponent may then play anywhere
        value -= 30
    elif any(lined(with_mark(boards[cell], c, foe), foe) for c in range(9) if boards[cell][c] == "."):
        value -= 40
    return value + random.random()


def choose(fen):
    """The best move of a position."""
    boards, last, side = read(fen)
    board, cell = max(moves(boards, last), key=lambda move: worth(boards, move, side))
    return f"{board + 1}{cell + 1}"


def session():
    """One line in, one line out, for programs that stay alive."""
    for line in sys.stdin:
        fen, _, _ = line.partition("\t")
        if fen != "new":
            print(choose(fen), flush=True)


if __name__ == "__main__":
    session() if sys.argv[1:] == ["session"] else print(choose(sys.argv[1]))
