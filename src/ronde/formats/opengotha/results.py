"""Results of games as OpenGotha names them; the first player has Black."""

from __future__ import annotations

from ronde.model.result import BOARDS, Kind, Result, double_forfeit, forfeit, without_winner

BOARD = BOARDS["go"]
UNKNOWN = "RESULT_UNKNOWN"
RESULTS = {
    UNKNOWN: without_winner(Kind.UNKNOWN, BOARD),
    "RESULT_WHITEWINS": Result(0, 1),
    "RESULT_BLACKWINS": Result(1, 0),
    "RESULT_EQUAL": Result(0.5, 0.5),
    "RESULT_BOTHWIN": without_winner(Kind.BOTH_WIN, BOARD),
    "RESULT_BOTHLOSE": without_winner(Kind.BOTH_LOSE, BOARD),
    "RESULT_WHITEWINS_BYDEF": forfeit(BOARD, winner_first=False),
    "RESULT_BLACKWINS_BYDEF": forfeit(BOARD, winner_first=True),
    "RESULT_EQUAL_BYDEF": without_winner(Kind.DRAW_BY_DEFAULT, BOARD),
    "RESULT_BOTHWIN_BYDEF": without_winner(Kind.BOTH_WIN_BY_DEFAULT, BOARD),
    "RESULT_BOTHLOSE_BYDEF": double_forfeit(),
}
_NAMES = {result: name for name, result in RESULTS.items()}


def result_name(result: Result | None) -> str:
    """The name of a result; an adjourned or cancelled game has none yet."""
    return UNKNOWN if result is None else _NAMES.get(result, UNKNOWN)
