"""The habits of real entrants of the course, each written by us as a small program that otherwise plays well.

Each answers the first legal move; what it does besides is what one of them did.
"""

from __future__ import annotations

from pathlib import Path

from tests.arena.programs.workshop import script

_LEGAL = """#!/usr/bin/env python3
import sys, time
boards, last, side = sys.argv[1].split(" ")
cells = []
for sign in boards:
    if sign in "OX":
        cells.append(sign * 9)
    else:
        if not cells or len(cells[-1]) == 9:
            cells.append("")
        for one in (" " * int(sign) if sign.isdigit() else sign):
            if len(cells[-1]) == 9:
                cells.append("")
            cells[-1] += one
closed = lambda board: board[0] in "OX" or " " not in board
aim = int(last[1]) - 1 if last != "00" else -1
aims = [aim] if aim >= 0 and not closed(cells[aim]) else [at for at in range(9) if not closed(cells[at])]
board = aims[0]
move = f"{board + 1}{cells[board].index(' ') + 1}"
"""
ENDINGS = {
    "tidy": "print(move)\n",
    "no-newline": "sys.stdout.write(move)\n",
    "exit-status": "sys.exit(int(move))\n",
    "files-here": "open('book.txt').read()\nprint(move)\n",
    "rewrites-its-depth": (
        "depth = int(open('depth.txt').read())\nopen('depth.txt', 'w').write(str(depth + 1))\nprint(move)\n"
    ),
    "late-with-crosses": "if side == 'x':\n    time.sleep(30)\nprint(move)\n",
    "five-is-the-end": (
        "if max(sum(b[0] == o for b in cells) for o in 'OX') >= 5:\n    sys.exit(0)\nprint(move)\n"
    ),
}


def habit(folder: Path, name: str) -> Path:
    """The program with that habit."""
    return script(folder, f"j_{name}", _LEGAL + ENDINGS[name])
