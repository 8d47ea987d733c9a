"""TicTacToe: three in a row on nine cells (games 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar, Final

from ronde.games import wire
from ronde.games.description import Description
from ronde.games.errors import bad_position, illegal, out_of_turn, sole_move, unreadable
from ronde.games.grid import Grid
from ronde.games.notation import (
    INIT,
    or_nothing,
    put,
    read_fields,
    read_last,
    read_tray,
    read_turn,
    tidy,
    turn_beside,
)
from ronde.games.outcome import OPEN, Outcome
from ronde.games.picture import word
from ronde.games.side import ALONE, BOTH, NOBODY, Side, mover

_CELLS: Final = {str(number): number - 1 for number in range(1, 10)}
_LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_EMPTY: Final = "000000000"
_MARKS: Final = {"0": "", "1": "cross", "2": "nought"}
_GRID: Final = Grid("   ", "   ", "plain")


@dataclass(frozen=True, slots=True)
class Position:
    """Nine marks, the number of the turn, and the last cell played."""

    tray: str = _EMPTY
    turn: int = 1
    last: str = ""


def _won(tray: str) -> list[tuple[int, int, int]]:
    return [line for line in _LINES if tray[line[0]] == tray[line[1]] == tray[line[2]] != "0"]


@cache
def _verdict(tray: str) -> Outcome:
    owners = {tray[line[0]] for line in _won(tray)}
    if owners:
        return Outcome("line", 1 if "1" in owners else 2)
    return OPEN if "0" in tray else Outcome("full")


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """The rules; `explicit_tray` sends nine zeros instead of `Init` (spec GEN-1)."""

    name: ClassVar[str] = "tictactoe"
    set_name: ClassVar[str] = "TicTacToe"
    description: ClassVar[Description] = Description(
        colours=("cross", "nought"), photo_of=turn_beside, tried="three"
    )
    reasons: ClassVar[tuple[str, ...]] = ("line", "full")
    refusals: ClassVar[tuple[str, ...]] = ("occupied",)
    most_moves: ClassVar[int] = 9

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

    def to_move(self, position: Position) -> frozenset[Side]:
        return ALONE[mover(position.turn)] if _verdict(position.tray) is OPEN else NOBODY

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        if side in self.to_move(position):
            yield from (move for move, cell in _CELLS.items() if position.tray[cell] == "0")

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        return rng.choice(list(self.moves(position, side)))

    def read(self, position: Position, side: Side, text: str) -> str:
        """One digit 1 to 9 of an empty cell."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        move = text if text in _CELLS else tidy(text)
        if move not in _CELLS:
            raise unreadable(text, position)
        if position.tray[_CELLS[move]] != "0":
            raise illegal("occupied", text, position)
        return move

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        return Position(put(position.tray, _CELLS[move], str(side)), position.turn + 1, move)

    def outcome(self, position: Position) -> Outcome:
        """Won by a `line`, drawn when the board is `full`, or open."""
        return _verdict(position.tray)

    def score(self, position: Position) -> tuple[int, int]:
        return 0, 0

    def call(self, position: Position, side: Side) -> wire.Call:
        tray = self._tray(position)
        return wire.ask(self.set_name, side, turn=position.turn, tray=tray, last=position.last)

    def last_call(self, position: Position, side: Side, status: str) -> wire.Call:
        return wire.close(self.set_name, tray=self._tray(position), status=status)

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """Three rows; an empty cell shows its number."""
        marks = [
            {"1": "X", "2": "O"}.get(mark, str(cell)) for cell, mark in enumerate(position.tray, start=1)
        ]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        """Crosses for the first player, noughts for the second, numbers in the empty cells."""
        tray, moves = position.tray, self._touched(position, hand)
        parts = [*_GRID.ground()]
        empty = ((move, cell) for move, cell in _CELLS.items() if tray[cell] == "0")
        parts += [word(*_GRID.centre(cell), move, "cell-number", 14) for move, cell in empty]
        parts += _GRID.marks((_MARKS[sign] for sign in tray), _CELLS.get(position.last, -1))
        parts += map(_GRID.line, _won(tray))
        parts += _GRID.touches(moves)
        return _GRID.picture(self.name, title, parts, playable=bool(moves))

    def _touched(self, position: Position, hand: Side | None) -> dict[str, int]:
        return {move: _CELLS[move] for move in self.moves(position, hand)} if hand else {}

    def _tray(self, position: Position) -> str:
        begun = position.turn > 1 or position.tray != _EMPTY
        return position.tray if begun or self.explicit_tray else INIT
