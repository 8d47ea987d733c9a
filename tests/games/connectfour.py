"""Connect Four: four discs in a row on seven columns; the tenth game, which lives in the tests alone.

`docs/extending.md` copies this file into the package of the games, and a test does what the recipe says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from ronde.games import wire
from ronde.games.description import Description
from ronde.games.errors import bad_position, illegal, out_of_turn, sole_move, unreadable
from ronde.games.grid import Grid
from ronde.games.notation import INIT, or_nothing, put, read_fields, read_last, read_tray, read_turn, tidy
from ronde.games.outcome import OPEN, Outcome
from ronde.games.side import ALONE, BOTH, NOBODY, Side, mover
from ronde.games.text_board import text_board

_COLUMNS: Final = "ABCDEFG"
_EMPTY: Final = "0" * 42
_COLOURS: Final = {"0": "", "1": "blue", "2": "orange"}
_GRID: Final = Grid(_COLUMNS, " " * 6)
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
class ConnectFour:
    """The rule book; `explicit_tray` sends zeros instead of `Init`."""

    name: ClassVar[str] = "connectfour"
    set_name: ClassVar[str] = "ConnectFour"
    description: ClassVar[Description] = Description(colours=("blue", "orange"))
    reasons: ClassVar[tuple[str, ...]] = ("line", "full")
    refusals: ClassVar[tuple[str, ...]] = ("occupied",)
    most_moves: ClassVar[int] = 42

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

    def to_move(self, position: Position) -> frozenset[Side]:
        """The side whose turn it is; nobody after the end."""
        return NOBODY if self.outcome(position).over else ALONE[mover(position.turn)]

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """The columns that are not full."""
        if side in self.to_move(position):
            yield from (name for name, sign in zip(_COLUMNS, position.tray, strict=False) if sign == "0")

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        """A legal move by chance."""
        return rng.choice(list(self.moves(position, side)))

    def read(self, position: Position, side: Side, text: str) -> str:
        """A column A to G that is not full."""
        to_move, move = self.to_move(position), tidy(text)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        if len(move) != 1 or move not in _COLUMNS:
            raise unreadable(text, position)
        if _top(position.tray, _COLUMNS.index(move)) < 0:
            raise illegal("occupied", text, position)
        return move

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        """The position once the disc has fallen."""
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        cell = _top(position.tray, _COLUMNS.index(move))
        return Position(put(position.tray, cell, str(side)), position.turn + 1, move)

    def outcome(self, position: Position) -> Outcome:
        """Won by a `line`, drawn when the rack is `full`, or open."""
        line = next(_lines(position.tray), None)
        if line:
            return Outcome("line", 1 if position.tray[line[0]] == "1" else 2)
        return OPEN if "0" in position.tray else Outcome("full")

    def score(self, position: Position) -> tuple[int, int]:
        """Nothing is counted here."""
        return 0, 0

    def call(self, position: Position, side: Side) -> wire.Call:
        """What the engine of `side` is sent when it is asked."""
        tray = self._tray(position)
        return wire.ask(self.set_name, side, turn=position.turn, tray=tray, last=position.last)

    def last_call(self, position: Position, side: Side, status: str) -> wire.Call:
        """What the engine of `side` is sent when the game is over."""
        return wire.close(self.set_name, tray=self._tray(position), status=status)

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """Six rows under the names of the columns."""
        return text_board(position.tray.translate({48: ".", 49: "X", 50: "O"}), _COLUMNS, " " * 6)

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        """The discs, the last one marked, the line that wins, and the cells that may be clicked."""
        free = self.moves(position, hand) if hand else ()
        moves = {move: _top(position.tray, _COLUMNS.index(move)) for move in free}
        parts = [
            *_GRID.ground(),
            *_GRID.marks((_COLOURS[sign] for sign in position.tray), self._last_cell(position)),
            *map(_GRID.line, _lines(position.tray)),
            *_GRID.touches(moves),
        ]
        return _GRID.picture(self.name, title, parts, playable=bool(moves))

    def _last_cell(self, position: Position) -> int:
        return _top(position.tray, _COLUMNS.index(position.last)) + 7 if position.last else -1

    def _tray(self, position: Position) -> str:
        begun = position.tray != _EMPTY or position.turn > 1
        return position.tray if begun or self.explicit_tray else INIT
