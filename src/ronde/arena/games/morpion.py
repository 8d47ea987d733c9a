"""Morpion: five in a row on ten by ten cells (games 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final, Literal

from ronde.arena.games.base import (
    BOTH,
    INIT,
    OPEN,
    Description,
    Outcome,
    Side,
    bad_position,
    bad_setting,
    by_score,
    cell_names,
    or_nothing,
    put,
    read_fields,
    read_last,
    read_tray,
    read_turn,
    sole_move,
    turn_beside,
    with_side,
)
from ronde.arena.games.grid import DIRECTIONS, Grid, GridGame, has_run, runs
from ronde.arena.games.pictures import text_board

_SIZE: Final = 10
_COLUMNS: Final = "ABCDEFGHIJ"
_ROWS: Final = "0123456789"
_NAMES: Final = cell_names(_COLUMNS, _ROWS)
_CELLS: Final = {name: cell for cell, name in enumerate(_NAMES)}
_EMPTY: Final = "0" * 100
_STEPS: Final = tuple(dx + _SIZE * dy for dx, dy in DIRECTIONS)


@dataclass(frozen=True, slots=True)
class Position:
    """A hundred marks, the turn, the last cell played, and the alignments of both players."""

    tray: str = _EMPTY
    turn: int = 1
    last: str = ""
    gains: tuple[str, str] = ("", "")


def alignments(gain: str) -> list[tuple[int, ...]]:
    """The cells of every alignment in a Gain such as `D3H3`; the reader of `write_alignment`.

    >>> alignments("D3H3")
    [(33, 34, 35, 36, 37)]
    """
    return [_between(gain[at : at + 2], gain[at + 2 : at + 4]) for at in range(0, len(gain), 4)]


def write_alignment(cells: tuple[int, ...]) -> str:
    """An alignment as its first and its last cell (spec MOR-3)."""
    return _NAMES[cells[0]] + _NAMES[cells[-1]]


def _between(first: str, last: str) -> tuple[int, ...]:
    start, end = _CELLS[first], _CELLS[last]
    across, down = end % _SIZE - start % _SIZE, end // _SIZE - start // _SIZE
    length = max(abs(across), abs(down))
    step = next(step for step in _STEPS if start + length * step == end)
    return tuple(start + at * step for at in range(length + 1))


def _step(cells: tuple[int, ...]) -> int:
    return cells[1] - cells[0]


def _whole_runs(tray: str, cell: int) -> str:
    return "".join(write_alignment(run) for _, run in runs(tray, cell, _SIZE))


def _fresh_fives(tray: str, cell: int, gain: str) -> str:
    """The alignments of exactly five that a new mark scores in mode `most` (spec MOR-2)."""
    fives = ""
    for direction, run in runs(tray, cell, _SIZE):
        used = {mark for five in alignments(gain) if _step(five) == _STEPS[direction] for mark in five}
        windows = (run[at : at + 5] for at in range(len(run) - 4))
        fives += next((write_alignment(w) for w in windows if cell in w and used.isdisjoint(w)), "")
    return fives


@dataclass(frozen=True, slots=True)
class Morpion(GridGame[Position]):
    """The rules; `mode`: the `first` alignment wins (MOR-1), or `most` on a full board (MOR-2)."""

    name: ClassVar[str] = "morpion"
    set_name: ClassVar[str] = "BigTicTacToe"
    description: ClassVar[Description] = Description(
        colours=("cross", "nought"), counts="lines", photo_of=turn_beside, open_points=("end",)
    )
    reasons: ClassVar[tuple[str, ...]] = ("line", "alignments", "full")
    refusals: ClassVar[tuple[str, ...]] = ("occupied",)
    most_moves: ClassVar[int] = 100
    grid: ClassVar[Grid] = Grid(_COLUMNS, _ROWS)
    cells: ClassVar[Mapping[str, int]] = _CELLS
    marks: ClassVar[Mapping[str, str]] = {"0": "", "1": "cross", "2": "nought"}
    initial: ClassVar[str] = _EMPTY

    mode: Literal["first", "most"] = "first"
    explicit_tray: bool = False

    def __post_init__(self) -> None:
        if self.mode not in ("first", "most"):
            raise bad_setting("mode", self.mode)

    def start(self, rng: Random) -> Position:
        return Position()

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `Tray [Turn [last [Gain1 [Gain2]]]]`."""
        if text == INIT:
            return self.start(rng)
        field, turn, last, gain1, gain2 = read_fields(text, ("", "", "", "", ""))
        tray = read_tray(field, 100, "012", text)
        position = Position(
            tray,
            read_turn(turn, tray, text),
            read_last(last, _CELLS, text),
            (_read_gain(gain1, tray, "1", text), _read_gain(gain2, tray, "2", text)),
        )
        if self.outcome(position).over or (self.mode == "first" and has_run(tray, _SIZE)):
            raise bad_position("over", text)
        return position

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`Tray Turn last Gain1 Gain2`."""
        gain1, gain2 = map(or_nothing, position.gains)
        return f"{position.tray} {position.turn} {or_nothing(position.last)} {gain1} {gain2}"

    def is_over(self, position: Position) -> bool:
        return "0" not in position.tray or (self.mode == "first" and position.gains != ("", ""))

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        if side in self.to_move(position):
            yield from (move for move, mark in zip(_NAMES, position.tray, strict=True) if mark == "0")

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        cell = _CELLS[move]
        tray = put(position.tray, cell, str(side))
        gain = position.gains[side - 1]
        made = _whole_runs(tray, cell) if self.mode == "first" else _fresh_fives(tray, cell, gain)
        return Position(tray, position.turn + 1, move, with_side(position.gains, side, gain + made))

    def outcome(self, position: Position) -> Outcome:
        """Won by a `line` or by more `alignments`, drawn when the board is `full`, or open."""
        if not self.is_over(position):
            return OPEN
        one, two = self.score(position)
        if self.mode == "first":
            return by_score("line" if one or two else "full", (one, two))
        return by_score("full" if one == two else "alignments", (one, two))

    def score(self, position: Position) -> tuple[int, int]:
        """The number of alignments of both sides."""
        return len(position.gains[0]) // 4, len(position.gains[1]) // 4

    def gains(self, position: Position) -> tuple[str, str]:
        return position.gains

    def lines(self, position: Position) -> Iterator[tuple[int, ...]]:
        """Every alignment."""
        return (run for gain in position.gains for run in alignments(gain))

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        return text_board(position.tray.translate({48: ".", 49: "X", 50: "O"}), _COLUMNS, _ROWS)


def _read_gain(field: str, tray: str, mark: str, text: str) -> str:
    try:
        held = alignments(field)
    except (KeyError, StopIteration):
        raise bad_position("gain", text) from None
    if any(len(run) != 5 or {tray[cell] for cell in run} != {mark} for run in held):
        raise bad_position("gain", text)
    return field
