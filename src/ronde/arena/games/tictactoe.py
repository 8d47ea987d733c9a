"""TicTacToe: three in a row on nine cells (games 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar, Final

from ronde.arena.games.base import (
    BOTH,
    INIT,
    OPEN,
    Description,
    Outcome,
    Side,
    bad_position,
    or_nothing,
    put,
    read_fields,
    read_last,
    read_tray,
    read_turn,
    sole_move,
    turn_beside,
)
from ronde.arena.games.grid import NINE, Grid, GridGame
from ronde.arena.games.pictures import word

_CELLS: Final = {str(number): number - 1 for number in range(1, 10)}
_EMPTY: Final = "000000000"


@dataclass(frozen=True, slots=True)
class Position:
    """Nine marks, the number of the turn, and the last cell played."""

    tray: str = _EMPTY
    turn: int = 1
    last: str = ""


def _won(tray: str) -> list[tuple[int, int, int]]:
    return [line for line in NINE if tray[line[0]] == tray[line[1]] == tray[line[2]] != "0"]


@cache
def _verdict(tray: str) -> Outcome:
    owners = {tray[line[0]] for line in _won(tray)}
    if owners:
        return Outcome("line", 1 if "1" in owners else 2)
    return OPEN if "0" in tray else Outcome("full")


@dataclass(frozen=True, slots=True)
class TicTacToe(GridGame[Position]):
    """The rules; `explicit_tray` sends nine zeros instead of `Init` (spec GEN-1)."""

    name: ClassVar[str] = "tictactoe"
    set_name: ClassVar[str] = "TicTacToe"
    description: ClassVar[Description] = Description(
        colours=("cross", "nought"), photo_of=turn_beside, tried="three"
    )
    reasons: ClassVar[tuple[str, ...]] = ("line", "full")
    refusals: ClassVar[tuple[str, ...]] = ("occupied",)
    most_moves: ClassVar[int] = 9
    grid: ClassVar[Grid] = Grid("   ", "   ", "plain")
    cells: ClassVar[Mapping[str, int]] = _CELLS
    marks: ClassVar[Mapping[str, str]] = {"0": "", "1": "cross", "2": "nought"}
    initial: ClassVar[str] = _EMPTY

    explicit_tray: bool = False

    def start(self, rng: Random) -> Position:
        return Position()

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `Tray [Turn [last cell]]`; a missing turn follows from the marks."""
        if text == INIT:
            return self.start(rng)
        field, turn, last = read_fields(text, ("", "", ""))
        tray = read_tray(field, 9, "012", text)
        if _verdict(tray).over:
            raise bad_position("over", text)
        return Position(tray, read_turn(turn, tray, text), read_last(last, _CELLS, text))

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`Tray Turn last-cell`."""
        return f"{position.tray} {position.turn} {or_nothing(position.last)}"

    def is_over(self, position: Position) -> bool:
        return _verdict(position.tray) is not OPEN

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        if side in self.to_move(position):
            yield from (move for move, cell in _CELLS.items() if position.tray[cell] == "0")

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        return Position(put(position.tray, _CELLS[move], str(side)), position.turn + 1, move)

    def outcome(self, position: Position) -> Outcome:
        """Won by a `line`, drawn when the board is `full`, or open."""
        return _verdict(position.tray)

    def score(self, position: Position) -> tuple[int, int]:
        return 0, 0

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """Three rows; an empty cell shows its number."""
        marks = [
            {"1": "X", "2": "O"}.get(mark, str(cell)) for cell, mark in enumerate(position.tray, start=1)
        ]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))

    def below(self, position: Position) -> Iterator[str]:
        """The numbers of the empty cells."""
        for move, cell in _CELLS.items():
            if position.tray[cell] == "0":
                yield word(*self.grid.centre(cell), move, "cell-number", 14)

    def lines(self, position: Position) -> list[tuple[int, int, int]]:
        return _won(position.tray)
