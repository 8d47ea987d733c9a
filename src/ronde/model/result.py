"""Results of a game: discs of the two players, forfeits, adjourned and unplayed games."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum

from ronde.model.errors import ResultImpossible


class Kind(StrEnum):
    """How a result came about."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double-forfeit"
    ADJOURNED = "adjourned"
    UNPLAYED = "unplayed"
    BOTH_WIN = "both-win"
    BOTH_LOSE = "both-lose"
    DRAW_BY_DEFAULT = "draw-by-default"
    BOTH_WIN_BY_DEFAULT = "both-win-by-default"
    UNKNOWN = "unknown"
    """A game whose result nobody knows, in files of other programs."""


# What both players of a game without one winner get, in half-points.
_ALIKE = {
    Kind.DOUBLE_FORFEIT: 0, Kind.UNPLAYED: 0, Kind.BOTH_LOSE: 0, Kind.UNKNOWN: 0, Kind.BOTH_WIN: 2,
    Kind.BOTH_WIN_BY_DEFAULT: 2, Kind.DRAW_BY_DEFAULT: 1,
}  # fmt: skip
BY_DEFAULT = frozenset((Kind.FORFEIT, Kind.DOUBLE_FORFEIT, Kind.DRAW_BY_DEFAULT, Kind.BOTH_WIN_BY_DEFAULT))
"""Results of games that were not played, because somebody did not come."""


@dataclass(frozen=True, slots=True)
class Result:
    """The scores of the first and of the second player, in discs with halves, and how they came about."""

    first: float
    second: float
    kind: Kind = Kind.PLAYED

    @property
    def swapped(self) -> Result:
        return Result(self.second, self.first, self.kind)

    @property
    def over_the_board(self) -> bool:
        """Whether the game was begun: it then counts for colours and meetings."""
        return self.kind in (Kind.PLAYED, Kind.ADJOURNED, Kind.BOTH_WIN, Kind.BOTH_LOSE, Kind.UNKNOWN)

    @property
    def half_points(self) -> tuple[int, int]:
        """Two for a win, one for a draw; nothing for either side of an unplayed game or double forfeit."""
        if self.kind in _ALIKE:
            return (_ALIKE[self.kind], _ALIKE[self.kind])
        if self.first == self.second:
            return (1, 1)
        return (2, 0) if self.first > self.second else (0, 2)


@dataclass(frozen=True, slots=True)
class Board:
    """What a game is scored on: its total of discs, the bye's score and the names of the two colours.

    A total of 1 is a game without discs (chess, Go): won, drawn or lost.
    """

    total: int = 64
    bye: float = 24
    colours: tuple[str, str] = ("black", "white")
    relative: bool = False

    @property
    def discless(self) -> bool:
        """Whether only the winner counts. PAPP's manual says a total of at most 2; only 1 does (papp 1.2)."""
        return self.total == 1

    @property
    def bye_discs(self) -> float:
        return self.total - self.bye

    @property
    def bye_half_points(self) -> int:
        return Result(self.bye_discs, self.bye).half_points[0]


BOARDS = {
    "othello": Board(),
    "othello10": Board(total=100, bye=35),
    "go": Board(total=1, bye=0),
    "chess": Board(total=1, bye=0, colours=("white", "black")),
}

# PAPP reads numbers as C does: a second sign, an exponent and a hexadecimal are accepted (papp 5.7).
_MARGIN = re.compile(r"(?P<sign>[+-])(?P<margin>[+-]?[0-9]{1,6})")
_DISCS = re.compile(
    r"0[xX](?P<hex>[0-9a-fA-F]{1,4})|(?P<discs>(?:[0-9]{1,6}\.?[0-9]{0,9}|\.[0-9]{1,9})(?:[eE][+-]?[0-9]{1,2})?)"
)


_HALF = re.compile(r"(?<=[0-9])½")
_HALF_ALONE = re.compile(r"½|(?<![0-9/])1/2(?![0-9/])")
_SIDE = r"[0-9]{1,6}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}"
_BOTH = re.compile(rf"(?P<first>{_SIDE})[-:](?P<second>{_SIDE})")


def parse_score(text: str, board: Board) -> Result:
    """Read `35`, `34.5`, `35-29`, `+6`, `-8` or `=` as the score of the player just named.

    Without discs also `+`, `-`, `1-0`, `0-1`, `1/2` and `½`.

    >>> parse_score("+6", Board())
    Result(first=35.0, second=29.0, kind=<Kind.PLAYED: 'played'>)
    """
    half = _HALF_ALONE if board.discless else _HALF  # half a disc alone would be taken for a draw
    typed = half.sub(".5", text.strip().replace(",", "."))
    discs = _draw(typed, board) or _by_margin(typed, board) or _by_discs(typed) or _by_both(typed, board)
    if discs is None:
        raise ResultImpossible(text=text, total=board.total, reason="unreadable")
    if not 0 <= discs[0] <= board.total:
        raise ResultImpossible(text=text, total=board.total, reason="outside")
    return Result(discs[0], board.total - discs[0])


def _draw(typed: str, board: Board) -> tuple[float] | None:
    return (board.total / 2,) if typed.startswith("=") else None  # whatever follows is ignored, as in PAPP


def _by_margin(typed: str, board: Board) -> tuple[float] | None:
    if board.discless and typed in ("+", "-"):
        return (float(typed == "+"),)
    match = _MARGIN.fullmatch(typed)
    if match is None:
        return None
    margin = int(match["margin"])
    return ((board.total + (margin if match["sign"] == "+" else -margin)) / 2,)


def _by_discs(typed: str) -> tuple[float] | None:
    match = _DISCS.fullmatch(typed)
    if match is None:
        return None
    return (float(int(match["hex"], 16)),) if match["hex"] else (to_half(float(match["discs"])),)


def _by_both(typed: str, board: Board) -> tuple[float] | None:
    match = _BOTH.fullmatch(typed)
    if match is None:
        return None
    return (valid_result(Result(float(match["first"]), float(match["second"])), board).first,)


def to_half(discs: float) -> float:
    """The nearest half disc, exact quarters downwards, as PAPP rounds (papp 15).

    >>> [to_half(d) for d in (40.2, 40.25, 40.3, 40.75, 40.8)]
    [40.0, 40.0, 40.5, 40.5, 41.0]
    """
    return math.ceil(discs * 2 - 0.5) / 2


def write_number(value: float) -> str:
    """Format points or discs without a trailing `.0`.

    >>> write_number(35.0), write_number(34.5)
    ('35', '34.5')
    """
    return str(int(value)) if value == int(value) else str(value)


def valid_result(result: Result, board: Board) -> Result:
    """The result itself, if its two scores fit the board and its kind."""
    first, second = result.first, result.second
    if not (0 <= first <= board.total and 0 <= second <= board.total):
        raise ResultImpossible(text=_score_text(result), total=board.total, reason="outside")
    if (first * 2) % 1 or (second * 2) % 1:
        raise ResultImpossible(text=_score_text(result), total=board.total, reason="half")
    if result.kind is Kind.PLAYED or result.kind is Kind.FORFEIT:
        if first + second != board.total:
            raise ResultImpossible(text=_score_text(result), total=board.total, reason="sum")
        if result.kind is Kind.FORFEIT and first == second:
            raise ResultImpossible(text=_score_text(result), total=board.total, reason="winner")
    elif first != second or first != _score_of_both(result.kind, board):
        raise ResultImpossible(text=_score_text(result), total=board.total, reason="kind")
    return result


def _score_of_both(kind: Kind, board: Board) -> float:
    """The score of each player of a game without one winner."""
    if kind in (Kind.ADJOURNED, Kind.DRAW_BY_DEFAULT):
        return board.total / 2
    return float(board.total) if kind in (Kind.BOTH_WIN, Kind.BOTH_WIN_BY_DEFAULT) else 0.0


def _score_text(result: Result) -> str:
    return f"{result.first:g}-{result.second:g}"


def forfeit(board: Board, *, winner_first: bool) -> Result:
    """The result if one player does not come: the other scores as against the bye, but always wins."""
    discs = board.bye_discs if board.bye_discs > board.total / 2 else float(board.total)
    won = Result(discs, board.total - discs, Kind.FORFEIT)
    return won if winner_first else won.swapped


def double_forfeit() -> Result:
    """The result if neither player comes: nothing for both."""
    return Result(0, 0, Kind.DOUBLE_FORFEIT)


def adjourned(board: Board) -> Result:
    """A game to be finished later counts as a draw until then."""
    return Result(board.total / 2, board.total / 2, Kind.ADJOURNED)


def without_winner(kind: Kind, board: Board) -> Result:
    """The result of a game that both won, both lost, or drew without playing."""
    score = _score_of_both(kind, board)
    return Result(score, score, kind)


GO_KINDS = (
    Kind.BOTH_WIN, Kind.BOTH_LOSE, Kind.DRAW_BY_DEFAULT, Kind.BOTH_WIN_BY_DEFAULT, Kind.UNKNOWN,
)  # fmt: skip
"""Results that only Go has."""


def unplayed() -> Result:
    """A pair that was announced but never played: no points, no meeting, no colour."""
    return Result(0, 0, Kind.UNPLAYED)
