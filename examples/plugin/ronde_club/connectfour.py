"""Connect Four: four discs in a row on seven columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from ronde.arena.games import BOTH, OPEN, Description, Outcome, Side
from ronde.arena.games.base import (
    INIT,
    bad_position,
    or_nothing,
    put,
    read_fields,
    read_last,
    read_tray,
    read_turn,
    sole_move,
)
from ronde.arena.games.grid import Grid, GridGame
from ronde.arena.games.pictures import text_board

_COLUMNS: Final = "ABCDEFG"
_EMPTY: Final = "0" * 42
_STEPS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Position:
    """Forty-two cells row by row from the top, the turn, and the last column played."""

    tray: str = _EMPTY
    turn: int = 1
    last: str = ""


def _top(tray: str, column: int) -> int:
    """The lowest empty cell of a column, or -1."""
    return next((cell for cell in range(35 + column, -1, -7) if tray[cell] == "0"), -1)


def _lines(tray: str) -> Iterator[tuple[int, ...]]:
    """The fours that stand on the tray."""
    for cell, sign in enumerate(tray):
        for across, down in _STEPS:
            column, row = cell % 7 + 3 * across, cell // 7 + 3 * down
            run = tuple(cell + at * (across + 7 * down) for at in range(4))
            if sign != "0" and 0 <= column < 7 and row < 6 and {tray[one] for one in run} == {sign}:
                yield run


@dataclass(frozen=True, slots=True)
class ConnectFour(GridGame[Position]):
    """The rule book; `explicit_tray` sends zeros instead of `Init`."""

    name: ClassVar[str] = "connectfour"
    set_name: ClassVar[str] = "ConnectFour"
    description: ClassVar[Description] = Description(colours=("blue", "orange"))
    reasons: ClassVar[tuple[str, ...]] = ("line", "full")
    refusals: ClassVar[tuple[str, ...]] = ("occupied",)
    most_moves: ClassVar[int] = 42
    grid: ClassVar[Grid] = Grid(_COLUMNS, " " * 6)
    cells: ClassVar[Mapping[str, int]] = {name: column for column, name in enumerate(_COLUMNS)}
    marks: ClassVar[Mapping[str, str]] = {"0": "", "1": "blue", "2": "orange"}
    initial: ClassVar[str] = _EMPTY

    explicit_tray: bool = False

    def start(self, rng: Random) -> Position:
        """The empty rack."""
        return Position()

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `Tray [Turn [last column]]`."""
        if text == INIT:
            return self.start(rng)
        field, turn, last = read_fields(text, ("", "", ""))
        tray = read_tray(field, 42, "012", text)
        position = Position(tray, read_turn(turn, tray, text), read_last(last, _COLUMNS, text))
        if self.outcome(position).over or any(tray[at] != "0" == tray[at + 7] for at in range(35)):
            raise bad_position("over" if self.outcome(position).over else "tray", text)
        return position

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`Tray Turn last-column`."""
        return f"{position.tray} {position.turn} {or_nothing(position.last)}"

    def is_over(self, position: Position) -> bool:
        return self.outcome(position).over

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """The columns that are not full."""
        if side in self.to_move(position):
            yield from (name for name, sign in zip(_COLUMNS, position.tray, strict=False) if sign == "0")

    def cell(self, position: Position, move: str) -> int:
        """Where a disc falls that is dropped into that column; -1 if the column is full."""
        return _top(position.tray, self.cells[move])

    def last_cell(self, position: Position) -> int:
        return self.cell(position, position.last) + 7 if position.last else -1

    def obstacle(self, position: Position, cell: int) -> str:
        return "occupied" if cell < 0 else ""

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        """The position once the disc has fallen."""
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        return Position(put(position.tray, self.cell(position, move), str(side)), position.turn + 1, move)

    def outcome(self, position: Position) -> Outcome:
        """Won by a `line`, drawn when the rack is `full`, or open."""
        line = next(_lines(position.tray), None)
        if line:
            return Outcome("line", 1 if position.tray[line[0]] == "1" else 2)
        return OPEN if "0" in position.tray else Outcome("full")

    def score(self, position: Position) -> tuple[int, int]:
        """Nothing is counted here."""
        return 0, 0

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """Six rows under the names of the columns."""
        return text_board(position.tray.translate({48: ".", 49: "X", 50: "O"}), _COLUMNS, " " * 6)

    def lines(self, position: Position) -> Iterator[tuple[int, ...]]:
        """The fours that win."""
        return _lines(position.tray)
