"""The nine boards of super-morpion: marks, boards won and closed, legal cells (games 10.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ronde.games.errors import bad_position
from ronde.games.fen import ALIGNED, FULL
from ronde.games.notation import bits
from ronde.games.side import Side, with_side


@dataclass(frozen=True, slots=True)
class Position:
    """The marks as masks of 81 bits, the boards won and closed, the last move, the side to move."""

    noughts: int = 0
    crosses: int = 0
    won: tuple[int, int] = (0, 0)
    closed: int = 0
    """The boards where nobody may play any more: won or full."""
    last: int = -1
    side: Side = 1
    turn: int = field(default=1, compare=False)
    """The number of the move; the FEN does not carry it."""


def markers(position: Position) -> tuple[int, int]:
    return position.won[0].bit_count(), position.won[1].bit_count()


def aims(position: Position) -> tuple[int, ...]:
    """The boards where the side to move may play: the one it is sent to, or all open ones (UTT-3)."""
    sent = position.last % 9
    if position.last >= 0 and not position.closed >> sent & 1:
        return (sent,)
    return tuple(bits(FULL & ~position.closed))


def free_cells(position: Position, board: int) -> int:
    """The empty cells of a board as nine bits."""
    return FULL & ~((position.noughts | position.crosses) >> 9 * board)


def refusal(position: Position, board: int, cell: int) -> str:
    """Why the side to move may not play there: a code, or empty if it may."""
    if position.closed >> board & 1:
        return "closed-board"
    if not free_cells(position, board) >> cell & 1:
        return "occupied"
    return "" if board in aims(position) else "wrong-board"


def settle(position: Position, side: Side, own: int, foe: int, board: int) -> tuple[tuple[int, int], int]:
    """The boards won and closed after `side` has played on `board`."""
    won, closed = position.won, position.closed
    mine = own >> 9 * board & FULL
    if ALIGNED[mine]:
        return with_side(won, side, won[side - 1] | 1 << board), closed | 1 << board
    full = mine | (foe >> 9 * board & FULL) == FULL
    return won, closed | full << board


def assemble(boards: list[tuple[int, int]], last: int, side: Side) -> Position:
    """The position of nine boards given as masks, a won board as a full mask of its owner."""
    noughts = sum(board[0] << 9 * at for at, board in enumerate(boards))
    crosses = sum(board[1] << 9 * at for at, board in enumerate(boards))
    won = (
        sum(1 << at for at, board in enumerate(boards) if board[0] == FULL),
        sum(1 << at for at, board in enumerate(boards) if board[1] == FULL),
    )
    closed = sum(1 << at for at, (o, x) in enumerate(boards) if o | x == FULL)
    return Position(noughts, crosses, won, closed, last, side, 1 if side == 1 else 2)


def check_last(position: Position, text: str) -> None:
    """Refuse a last move that the opponent of the side to move cannot have made (UTT-4)."""
    marks = position.noughts | position.crosses
    theirs = position.crosses if position.side == 1 else position.noughts
    held = not marks if position.last < 0 else theirs >> position.last & 1
    if not held:
        raise bad_position("last", text)
