"""Pente: five in a row or five captured pairs on nineteen by nineteen points (games 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from ronde.arena.games.base import (
    BOTH,
    INIT,
    NOTHING,
    OPEN,
    Description,
    Outcome,
    Side,
    bad_position,
    cell_names,
    mover,
    or_nothing,
    other,
    put,
    read_fields,
    read_last,
    read_number,
    read_tray,
    read_turn,
    sole_move,
    turn_beside,
    with_side,
)
from ronde.arena.games.grid import Grid, GridGame, has_run, rays, runs
from ronde.arena.games.pictures import UNIT, box, stone, text_board, word

_SIZE: Final = 19
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRS"
_NAMES: Final = cell_names(_LETTERS, _LETTERS)
_CELLS: Final = {name: cell for cell, name in enumerate(_NAMES)}
_EMPTY: Final = "0" * 361
_GRID: Final = Grid(_LETTERS, _LETTERS, "wood", points=True, foot=UNIT)
_PAIRS_TO_WIN: Final = 5


@dataclass(frozen=True, slots=True)
class Position:
    """The stones, the turn, the last point played, the captured pairs, and the opening restriction."""

    tray: str = _EMPTY
    turn: int = 1
    last: str = ""
    pairs: tuple[int, int] = (0, 0)
    first_stone: str = ""
    """White's first stone while it restricts the second one (spec PEN-1)."""
    five: bool = False
    """Whether the last stone made a line."""


def captured(tray: str, cell: int, side: Side) -> list[int]:
    """The points of the pairs that a stone of `side` in `cell` captures."""
    own, foe = str(side), str(other(side))
    points: list[int] = []
    for both in rays(_SIZE)[cell]:
        for ray in both:
            if len(ray) > 2 and tray[ray[0]] == foe and tray[ray[1]] == foe and tray[ray[2]] == own:
                points += ray[:2]
    return points


def _near(one: int, two: int) -> bool:
    return abs(one % _SIZE - two % _SIZE) < 3 and abs(one // _SIZE - two // _SIZE) < 3


@dataclass(frozen=True, slots=True)
class Pente(GridGame[Position]):
    """The rules, with the opening restriction (PEN-1) and lines of six or more (PEN-2) as switches."""

    name: ClassVar[str] = "pente"
    set_name: ClassVar[str] = "Pente"
    description: ClassVar[Description] = Description(
        colours=("white", "black"), counts="pairs", photo_of=turn_beside, open_points=("opening", "six")
    )
    reasons: ClassVar[tuple[str, ...]] = ("five", "captures", "full")
    refusals: ClassVar[tuple[str, ...]] = ("occupied", "too-near")
    # 361 points, and at most four pairs a side are captured before the one that ends the game.
    most_moves: ClassVar[int] = 361 + 2 * 2 * (_PAIRS_TO_WIN - 1)
    grid: ClassVar[Grid] = _GRID
    stars: ClassVar[Sequence[tuple[float, float]]] = tuple(
        (x + 0.5, y + 0.5) for x in (3, 9, 15) for y in (3, 9, 15)
    )
    cells: ClassVar[Mapping[str, int]] = _CELLS
    marks: ClassVar[Mapping[str, str]] = {"0": "", "1": "white", "2": "black"}
    initial: ClassVar[str] = _EMPTY

    restricted_opening: bool = True
    overlines_win: bool = True
    explicit_tray: bool = False

    def start(self, rng: Random) -> Position:
        return Position()

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `Tray [Turn [last [pairs1 [pairs2 [first stone]]]]]`."""
        if text == INIT:
            return self.start(rng)
        field, turn, last, one, two, stone = read_fields(text, ("", "", "", "0", "0", NOTHING))
        tray = read_tray(field, 361, "012", text)
        pairs = read_number(one, 0, _PAIRS_TO_WIN - 1, text), read_number(two, 0, _PAIRS_TO_WIN - 1, text)
        if "0" not in tray or has_run(tray, _SIZE, exact=not self.overlines_win):
            raise bad_position("over", text)
        number = read_turn(turn, tray, text)
        return Position(
            tray, number, read_last(last, _CELLS, text), pairs, _read_stone(stone, tray, number, text)
        )

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`Tray Turn last pairs1 pairs2 first-stone`."""
        one, two = position.pairs
        stone = or_nothing(position.first_stone)
        return f"{position.tray} {position.turn} {or_nothing(position.last)} {one} {two} {stone}"

    def is_over(self, position: Position) -> bool:
        return position.five or max(position.pairs) >= _PAIRS_TO_WIN or "0" not in position.tray

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """The empty points, except those too near for White's second stone."""
        if side in self.to_move(position):
            for cell, mark in enumerate(position.tray):
                if mark == "0" and not self._too_near(position, cell):
                    yield _NAMES[cell]

    def obstacle(self, position: Position, cell: int) -> str:
        if position.tray[cell] != "0":
            return "occupied"
        return "too-near" if self._too_near(position, cell) else ""

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        """The position after the stone is placed and its captures are removed (spec PEN-4)."""
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        cell = _CELLS[move]
        tray = put(position.tray, cell, str(side))
        taken = captured(tray, cell, side)
        for point in taken:
            tray = put(tray, point, "0")
        pairs = with_side(position.pairs, side, position.pairs[side - 1] + len(taken) // 2)
        return Position(
            tray,
            position.turn + 1,
            move,
            pairs,
            self._next_first_stone(position, move),
            self._five(tray, cell),
        )

    def outcome(self, position: Position) -> Outcome:
        """Won by `five` in a line or by `captures`, drawn when the board is `full`, or open."""
        if not self.is_over(position):
            return OPEN
        side = other(mover(position.turn))
        if position.five:
            return Outcome("five", side, position.pairs)
        if max(position.pairs) >= _PAIRS_TO_WIN:
            return Outcome("captures", side, position.pairs)
        return Outcome("full", None, position.pairs)

    def score(self, position: Position) -> tuple[int, int]:
        """The pairs captured by both sides, above five too."""
        return position.pairs

    def gains(self, position: Position) -> tuple[int, int]:
        one, two = position.pairs
        return min(one, _PAIRS_TO_WIN), min(two, _PAIRS_TO_WIN)

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """Nineteen rows with their names, then the pairs taken."""
        stones = position.tray.translate({48: ".", 49: "O", 50: "X"})
        one, two = position.pairs
        return f"{text_board(stones, _LETTERS, _LETTERS)}\nO {one}  X {two}"

    def below(self, position: Position) -> Iterator[str]:
        """The square where White's second stone may not be."""
        if position.turn == 3 and position.first_stone:
            row, column = divmod(_CELLS[position.first_stone], _SIZE)
            left, top = max(0, column - 2), max(0, row - 2)
            wide, high = min(_SIZE, column + 3) - left, min(_SIZE, row + 3) - top
            yield box(*_GRID.corner(_SIZE * top + left), UNIT * wide, UNIT * high, "barred", 8)

    def above(self, position: Position) -> Iterator[str]:
        return _taken(position)

    def lines(self, position: Position) -> Iterator[tuple[int, ...]]:
        if position.five:
            for _, run in runs(position.tray, _CELLS[position.last], _SIZE):
                if self.overlines_win or len(run) == 5:
                    yield run

    def _five(self, tray: str, cell: int) -> bool:
        return any(self.overlines_win or len(run) == 5 for _, run in runs(tray, cell, _SIZE))

    def _too_near(self, position: Position, cell: int) -> bool:
        stone = position.first_stone
        return position.turn == 3 and stone != "" and _near(cell, _CELLS[stone])

    def _next_first_stone(self, position: Position, move: str) -> str:
        if position.turn == 1 and position.tray == _EMPTY and self.restricted_opening:
            return move
        return position.first_stone if position.turn == 2 else ""


def _taken(position: Position) -> Iterator[str]:
    """The captured pairs, each side's on its half of the rim."""
    y = _GRID.height + UNIT / 2 - 6
    for side, colour, taken in ((1, "white", position.pairs[0]), (2, "black", position.pairs[1])):
        x = UNIT if side == 1 else _GRID.width / 2 + UNIT
        yield stone(colour, x, y, 13)
        yield word(x + 1.2 * UNIT, y, f"{taken} / {_PAIRS_TO_WIN}", "pair-number", 20)
        # The captured stones are the other side's.
        other_colour = "black" if side == 1 else "white"
        for pair in range(min(taken, _PAIRS_TO_WIN)):
            for half in (0, 1):
                yield stone(other_colour, x + UNIT * (2.4 + pair * 1.15) + 16 * half, y, 9)


def _read_stone(field: str, tray: str, turn: int, text: str) -> str:
    if field and (
        turn not in (2, 3) or tray.count("1") != 1 or field not in _CELLS or tray[_CELLS[field]] != "1"
    ):
        raise bad_position("first-stone", text)
    return field
