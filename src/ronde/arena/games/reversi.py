"""Reversi: more discs win on eight by eight squares (games 8).

Bit 8 * row + column, `A1` lowest. A side is one number of 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from ronde.arena.games import base
from ronde.arena.games.base import (
    BOTH,
    INIT,
    OPEN,
    Choice,
    Description,
    Outcome,
    Side,
    bad_position,
    bits,
    by_score,
    cell_names,
    illegal,
    or_nothing,
    read_fields,
    read_last,
    read_number,
    read_tray,
    sole_move,
    tidy,
    turn_beside,
)
from ronde.arena.games.grid import Grid, GridGame
from ronde.arena.games.pictures import text_board

# Discs of Reversi on two bit boards: legal squares, and what a move flips.
#
# Bit 8 * row + column, `A1` lowest. A side is one number of 64 bits.


ALL: Final = (1 << 64) - 1
# A disc shifted sideways must not wrap around at the other edge.
_INNER: Final = 0x7E7E7E7E7E7E7E7E
_SHIFTS: Final = ((1, _INNER), (8, ALL), (7, _INNER), (9, _INNER))


def _ray(square: int, across: int, down: int) -> tuple[int, ...]:
    column, row = square % 8, square // 8
    cells = []
    while 0 <= (column := column + across) < 8 and 0 <= (row := row + down) < 8:
        cells.append(1 << (8 * row + column))
    return tuple(cells)


_COMPASS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
# A ray of one cell cannot hold a disc to flip and the disc behind it.
_RAYS: Final = tuple(
    tuple(ray for dx, dy in _COMPASS if len(ray := _ray(square, dx, dy)) > 1) for square in range(64)
)


def mobility(own: int, foe: int) -> int:
    """The empty squares where `own` flips at least one disc of `foe`."""
    reached = 0
    for shift, inner in _SHIFTS:
        inside = foe & inner
        up = inside & (own << shift)
        down = inside & (own >> shift)
        if up:
            up |= inside & (up << shift)
            pairs = inside & (inside << shift)
            up |= pairs & (up << 2 * shift)
            up |= pairs & (up << 2 * shift)
            reached |= up << shift
        if down:
            down |= inside & (down >> shift)
            pairs = inside & (inside >> shift)
            down |= pairs & (down >> 2 * shift)
            down |= pairs & (down >> 2 * shift)
            reached |= down >> shift
    return reached & ALL & ~(own | foe)


def flips(own: int, foe: int, square: int) -> int:
    """The discs of `foe` that turn over when `own` plays on `square`."""
    turned = 0
    for ray in _RAYS[square]:
        line = 0
        for cell in ray:
            if cell & foe:
                line |= cell
            else:
                if cell & own:
                    turned |= line
                break
    return turned


# Reversi: more discs win on eight by eight squares (games 8).


_COLUMNS: Final = "ABCDEFGH"
_ROWS: Final = "12345678"
_NAMES: Final = cell_names(_COLUMNS, _ROWS)
_SQUARES: Final = {name: square for square, name in enumerate(_NAMES)}
_START: Final = "0000000000000000000000000004300000034000000000000000000000000000"
PASS: Final = "XX"

# The manual gives these words, or their translation, as values of Legend (002, Reversi).
_I_PASS: Final = "Je passe"
_THEY_PASSED: Final[Mapping[Side, str]] = {1: "Les blancs passent", 2: "Les noirs passent"}


@dataclass(frozen=True, slots=True)
class Position:
    """Discs as bit boards, the turn, the last move, and the squares the side to move may take."""

    black: int
    white: int
    turn: int
    last: str
    legal: int
    over: bool


def _after(black: int, white: int, turn: int, last: str) -> Position:
    own, foe = (black, white) if turn & 1 else (white, black)
    legal = mobility(own, foe)
    return Position(black, white, turn, last, legal, legal == 0 and mobility(foe, own) == 0)


def read_discs(tray: str) -> tuple[int, int]:
    """The black and the white discs of a tray of 64 characters 0, 3 and 4."""
    black = sum(1 << square for square, disc in enumerate(tray) if disc == "3")
    white = sum(1 << square for square, disc in enumerate(tray) if disc == "4")
    return black, white


def write_discs(black: int, white: int) -> str:
    """The tray of 64 characters: 0 empty, 3 black, 4 white."""
    # Three times the black bits plus four times the white ones, read as decimal digits.
    return str(3 * int(f"{black:b}") + 4 * int(f"{white:b}")).zfill(64)[::-1]


def _choices(game: Reversi, position: Position, side: Side) -> Iterator[Choice]:
    if not position.legal:
        yield "pass", PASS


@dataclass(frozen=True, slots=True)
class Reversi(GridGame[Position]):
    """The rules; black is the first player (REV-1) and a forced pass is asked for (REV-2)."""

    name: ClassVar[str] = "reversi"
    set_name: ClassVar[str] = "Reversi"
    description: ClassVar[Description] = Description(
        colours=("black", "white"),
        counts="discs",
        choices=_choices,
        photo_of=turn_beside,
        open_points=("end",),
        tried="discs",
    )
    reasons: ClassVar[tuple[str, ...]] = ("full", "wiped-out", "no-moves")
    refusals: ClassVar[tuple[str, ...]] = ("occupied", "flips-nothing", "needless-pass")
    # There are no two passes in a row: the game is over before (REV-3).
    most_moves: ClassVar[int] = 128
    grid: ClassVar[Grid] = Grid(_COLUMNS, _ROWS, "green")
    stars: ClassVar[Sequence[tuple[float, float]]] = ((2, 2), (6, 2), (2, 6), (6, 6))
    cells: ClassVar[Mapping[str, int]] = _SQUARES
    marks: ClassVar[Mapping[str, str]] = {"0": "", "3": "black", "4": "white"}
    initial: ClassVar[str] = _START

    explicit_tray: bool = False

    def start(self, rng: Random) -> Position:
        """White on D4 and E5, black on E4 and D5, black to move."""
        return _after(*read_discs(_START), 1, "")

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `Tray [Turn [last]]`; odd turns are black's, discs tell a missing one."""
        if text == INIT:
            return self.start(rng)
        field, turn, last = read_fields(text, ("", "", ""))
        tray = read_tray(field, 64, "034", text)
        number = read_number(turn, 1, 9999, text) if turn else max(1, 61 - tray.count("0"))
        position = _after(*read_discs(tray), number, read_last(last, {PASS, *_NAMES}, text))
        if position.over:
            raise bad_position("over", text)
        return position

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`Tray Turn last`."""
        return f"{self.tray(position)} {position.turn} {or_nothing(position.last)}"

    def tray(self, position: Position) -> str:
        return write_discs(position.black, position.white)

    def is_over(self, position: Position) -> bool:
        return position.over

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """The squares that flip something, or the pass alone."""
        if side in self.to_move(position):
            yield from (_NAMES[square] for square in bits(position.legal))
            if not position.legal:
                yield PASS

    def read(self, position: Position, side: Side, text: str) -> str:
        """A column A to H and a row 1 to 8 that flips something, or `XX` when nothing does."""
        if text in _SQUARES or tidy(text) != PASS or side not in self.to_move(position):
            return GridGame.read(self, position, side, text)
        if position.legal:
            raise illegal("needless-pass", text, position)
        return PASS

    def obstacle(self, position: Position, cell: int) -> str:
        if position.legal >> cell & 1:
            return ""
        return "occupied" if (position.black | position.white) >> cell & 1 else "flips-nothing"

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        black, white, turn = position.black, position.white, position.turn + 1
        if move == PASS:
            return _after(black, white, turn, move)
        square = _SQUARES[move]
        if side == 1:
            turned = flips(black, white, square)
            return _after(black | turned | 1 << square, white ^ turned, turn, move)
        turned = flips(white, black, square)
        return _after(black ^ turned, white | turned | 1 << square, turn, move)

    def outcome(self, position: Position) -> Outcome:
        """Open while somebody can move; then more discs win (`full`, `wiped-out` or `no-moves`)."""
        if not position.over:
            return OPEN
        discs = self.score(position)
        reason = "full" if sum(discs) == 64 else "no-moves" if all(discs) else "wiped-out"
        return by_score(reason, discs)

    def score(self, position: Position) -> tuple[int, int]:
        return position.black.bit_count(), position.white.bit_count()

    def call(self, position: Position, side: Side) -> base.Call:
        """Includes the Legend of passes."""
        call = GridGame.call(self, position, side)
        if not position.legal:
            call["Legend"] = _I_PASS
        elif position.last == PASS:
            call["Legend"] = _THEY_PASSED[side]
        return call

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """Eight rows with their names, then the discs; a star where the side to move may play."""
        marks = list(self.tray(position).translate({48: ".", 51: "X", 52: "O"}))
        for square in bits(position.legal):
            marks[square] = "*"
        count = f"X {position.black.bit_count()}  O {position.white.bit_count()}"
        return f"{text_board(marks, _COLUMNS, _ROWS)}\n{count}"

    def above(self, position: Position) -> Iterator[str]:
        """Dots where the side to move may play."""
        return self.grid.hints(bits(position.legal))
