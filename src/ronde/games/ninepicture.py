"""The picture of the nine boards of super-morpion: won boards tinted, the board to play framed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ronde.games.fen import FULL
from ronde.games.nineboards import Position, aims
from ronde.games.picture import UNIT, box, cross, dot, group, nought, path, stroke, touch, word

_GAP: Final = 22
_MARGIN: Final = 20
"""Above the boards, for their numbers."""
_LEFT: Final = 14
"""Beside the boards, as much on the right."""
_BOARD: Final = 3 * UNIT
SIZE: Final = _MARGIN + 3 * _BOARD + 2 * _GAP + 8
_LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def nine_boards(
    position: Position, free: dict[str, int], *, over: bool, touched: dict[str, int]
) -> Iterator[str]:
    """All boards, dots on the cells `free` to the side to move, the winning line, and clickable cells."""
    open_boards = () if over else aims(position)
    for board in range(9):
        yield from _board(position, board, is_open=board in open_boards)
    yield from (dot(*_middle(at), 4, "may") for at in free.values())
    yield from _winning(position)
    for move, at in touched.items():
        x, y = _middle(at)
        yield box(x - UNIT / 2, y - UNIT / 2, UNIT, UNIT, "touch", touch=touch("move", move))


def _corner(board: int) -> tuple[float, float]:
    row, column = divmod(board, 3)
    return _LEFT + (_BOARD + _GAP) * column, _MARGIN + (_BOARD + _GAP) * row


def _middle(at: int) -> tuple[float, float]:
    board, cell = divmod(at, 9)
    x, y = _corner(board)
    return x + UNIT * (cell % 3 + 0.5), y + UNIT * (cell // 3 + 0.5)


def _owner(position: Position, board: int) -> str:
    if position.won[0] >> board & 1:
        return "nought"
    return "cross" if position.won[1] >> board & 1 else ""


def _board(position: Position, board: int, *, is_open: bool) -> Iterator[str]:
    (x, y), owner = _corner(board), _owner(position, board)
    kind = f"plank won-{owner}" if owner else "plank open" if is_open else "plank"
    yield box(x - 4, y - 4, _BOARD + 8, _BOARD + 8, kind, 6)
    lines = f"M{x:g} {y + UNIT:g}h{_BOARD}m0 {UNIT}h{-_BOARD}M{x + UNIT:g} {y:g}v{_BOARD}m{UNIT} 0v{-_BOARD}"
    yield path(lines, "mesh")
    yield word(x + 4, y - 11.5, str(board + 1), "cell-name", 12)
    yield group(_marks(position, board), kind="faded") if owner else "".join(_marks(position, board))
    if owner == "nought":
        yield nought(*_middle(9 * board + 4), 44, "nought wide-mark")
    elif owner == "cross":
        yield cross(*_middle(9 * board + 4), 44, "cross wide-mark")


def _marks(position: Position, board: int) -> Iterator[str]:
    noughts, crosses = position.noughts >> 9 * board & FULL, position.crosses >> 9 * board & FULL
    if FULL in (noughts, crosses):  # a won board of a FEN, whose cells are unknown
        return
    for cell in range(9):
        at = 9 * board + cell
        if at == position.last:
            x, y = _middle(at)
            yield box(x - UNIT / 2 + 2, y - UNIT / 2 + 2, UNIT - 4, UNIT - 4, "spot", 4)
        if noughts >> cell & 1:
            yield nought(*_middle(at))
        elif crosses >> cell & 1:
            yield cross(*_middle(at))


def _winning(position: Position) -> Iterator[str]:
    for won in position.won:
        for line in _LINES:
            if all(won >> board & 1 for board in line):
                yield stroke(*_middle(9 * line[0] + 4), *_middle(9 * line[2] + 4))
