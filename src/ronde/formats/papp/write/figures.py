"""Discs, points and tie-breaks as PAPP prints them (papp 3.6, 8 and 15)."""

from __future__ import annotations

import math

from ronde.core.result import Board, Result


def digits(board: Board) -> int:
    """The digits of every score: as many as the total has."""
    return len(str(board.total))


def discs(value: float, board: Board) -> str:
    """A count of discs with leading zeros, and its half.

    >>> discs(7, Board()), discs(9.5, Board()), discs(1, Board(1, 0))
    ('07', '09.5', '1')
    """
    whole = math.floor(value)
    return f"{whole:0{digits(board)}d}{'.5' if value != whole else ''}"


def score(result: Result, board: Board) -> str:
    """Both scores, black first, or the difference from black's side.

    >>> score(Result(40, 24), Board()), score(Result(29, 35), Board(relative=True))
    ('40/24', '-06')
    """
    if board.relative:
        return difference(result, board)
    return f"{discs(result.first, board)}/{discs(result.second, board)}"


def difference(result: Result, board: Board) -> str:
    """The difference in discs for the first player, with a sign that may be `=`."""
    ahead = int(result.first - result.second)
    sign = "=" if ahead == 0 else "+" if ahead > 0 else "-"
    return f"{sign}{abs(ahead):0{digits(board)}d}"


def total_difference(value: float, rounds: int, board: Board) -> str:
    """The balance of all rounds; PAPP counts the minus sign among the digits here.

    >>> total_difference(247, 5, Board(100)), total_difference(284, 5, Board(100))
    ('-06', '+068')
    """
    ahead = int(2 * value) - rounds * board.total
    sign = "=" if ahead == 0 else "+" if ahead > 0 else ""
    return f"{sign}{ahead:0{digits(board)}d}"


def points(half_points: int) -> str:
    """Points without a useless decimal.

    >>> points(4), points(3)
    ('2', '1.5')
    """
    return f"{half_points // 2}{'.5' if half_points % 2 else ''}"


def tiebreak(value: float) -> str:
    """A tie-break cut, nearly rounded, to one decimal.

    >>> tiebreak(442.75), tiebreak(285.5), tiebreak(297.0)
    ('442.7', '285.5', '297')
    """
    tenths = math.floor((value + 0.049999) * 10)
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
