"""The codes of KeizerForClubs for results and states (keizer 1.4 and 3)."""

from __future__ import annotations

from enum import IntEnum

from ronde.core.player import Absence
from ronde.core.result import Board, Kind, Result, adjourned, double_forfeit, forfeit, unplayed

NONE = -1
"""No opponent."""
FIRST_SLOT = 100
"""Board numbers from here on are rows without a game."""


class ResultCode(IntEnum):
    """A result."""

    OPEN = -1
    WHITE = 1
    DRAW = 2
    BLACK = 3
    BYE = 4
    CLUB = 5
    EXCUSED = 6
    UNEXCUSED = 7
    WHITE_FORFEIT = 8
    BLACK_FORFEIT = 9
    BOTH_FORFEIT = 10
    ADJOURNED = 11
    LATE = 12


class State(IntEnum):
    """The state of a player."""

    PRESENT = 1
    CLUB = 5
    EXCUSED = 6
    UNEXCUSED = 7
    WITHDRAWN = 9
    DELETED = 10
    PREREGISTERED = 12


WITHOUT_GAME = (ResultCode.BYE, ResultCode.CLUB, ResultCode.EXCUSED, ResultCode.UNEXCUSED, ResultCode.LATE)
ABSENCES = {
    Absence.CLUB: ResultCode.CLUB,
    Absence.ABSENT: ResultCode.EXCUSED,
    Absence.EXCUSED: ResultCode.EXCUSED,
    Absence.UNEXCUSED: ResultCode.UNEXCUSED,
    Absence.LATE: ResultCode.LATE,
    Absence.PREREGISTERED: ResultCode.LATE,
    Absence.HALF_BYE: ResultCode.EXCUSED,
    Absence.FULL_BYE: ResultCode.EXCUSED,
}
"""The code of a round missed for that reason; withdrawn players have no row at all."""
REASONS = {
    ResultCode.CLUB: Absence.CLUB,
    ResultCode.EXCUSED: Absence.EXCUSED,
    ResultCode.UNEXCUSED: Absence.UNEXCUSED,
    ResultCode.LATE: Absence.LATE,
}
STATES = {
    Absence.CLUB: State.CLUB,
    Absence.ABSENT: State.EXCUSED,
    Absence.EXCUSED: State.EXCUSED,
    Absence.UNEXCUSED: State.UNEXCUSED,
    Absence.WITHDRAWN: State.WITHDRAWN,
    Absence.OUT: State.WITHDRAWN,
    Absence.LATE: State.PRESENT,
    Absence.PREREGISTERED: State.PREREGISTERED,
    Absence.HALF_BYE: State.EXCUSED,
    Absence.FULL_BYE: State.EXCUSED,
}


def code_of(result: Result | None) -> ResultCode:
    if result is None or result.kind is Kind.UNPLAYED:
        return ResultCode.OPEN
    if result.kind is Kind.DOUBLE_FORFEIT:
        return ResultCode.BOTH_FORFEIT
    if result.kind is Kind.ADJOURNED:
        return ResultCode.ADJOURNED
    white, black = result.half_points
    if result.kind is Kind.FORFEIT:
        return ResultCode.WHITE_FORFEIT if white > black else ResultCode.BLACK_FORFEIT
    return ResultCode.DRAW if white == black else ResultCode.WHITE if white > black else ResultCode.BLACK


def result_of(code: ResultCode, board: Board) -> Result:
    """The result of a code; an open one of a finished round was never played."""
    half = board.total / 2
    return {
        ResultCode.WHITE: Result(board.total, 0),
        ResultCode.DRAW: Result(half, half),
        ResultCode.BLACK: Result(0, board.total),
        ResultCode.WHITE_FORFEIT: forfeit(board, winner_first=True),
        ResultCode.BLACK_FORFEIT: forfeit(board, winner_first=False),
        ResultCode.BOTH_FORFEIT: double_forfeit(),
        ResultCode.ADJOURNED: adjourned(board),
    }.get(code, unplayed())
