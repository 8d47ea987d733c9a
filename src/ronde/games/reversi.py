"""Reversi: more discs win on eight by eight squares (games 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from ronde.games import wire
from ronde.games.description import Choice, Description
from ronde.games.discs import flips, mobility
from ronde.games.errors import bad_position, illegal, out_of_turn, sole_move, unreadable
from ronde.games.grid import Grid
from ronde.games.notation import (
    INIT,
    bits,
    cell_names,
    or_nothing,
    read_fields,
    read_last,
    read_number,
    read_tray,
    tidy,
    turn_beside,
)
from ronde.games.outcome import OPEN, Outcome, by_score
from ronde.games.side import ALONE, BOTH, NOBODY, Side, mover
from ronde.games.text_board import text_board

_COLUMNS: Final = "ABCDEFGH"
_ROWS: Final = "12345678"
_NAMES: Final = cell_names(_COLUMNS, _ROWS)
_SQUARES: Final = {name: square for square, name in enumerate(_NAMES)}
_MARKS: Final = {"0": "", "3": "black", "4": "white"}
_GRID: Final = Grid(_COLUMNS, _ROWS, "green")
_STARS: Final = ((2, 2), (6, 2), (2, 6), (6, 6))
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
class Reversi:
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
        return f"{write_discs(position.black, position.white)} {position.turn} {or_nothing(position.last)}"

    def to_move(self, position: Position) -> frozenset[Side]:
        """The side whose turn it is, even if it must pass; nobody after the end."""
        return NOBODY if position.over else ALONE[mover(position.turn)]

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """The squares that flip something, or the pass alone."""
        if side in self.to_move(position):
            yield from (_NAMES[square] for square in bits(position.legal))
            if not position.legal:
                yield PASS

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        return rng.choice(list(self.moves(position, side)))

    def read(self, position: Position, side: Side, text: str) -> str:
        """A column A to H and a row 1 to 8 that flips something, or `XX` when nothing does."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        move = tidy(text)
        if move == PASS:
            if position.legal:
                raise illegal("needless-pass", text, position)
        elif move not in _SQUARES:
            raise unreadable(text, position)
        elif not position.legal >> _SQUARES[move] & 1:
            raise illegal(self._why_not(position, _SQUARES[move]), text, position)
        return move

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

    def call(self, position: Position, side: Side) -> wire.Call:
        """Includes the Legend of passes."""
        tray, last = self._tray(position), position.last
        call = wire.ask(self.set_name, side, turn=position.turn, tray=tray, last=last)
        if not position.legal:
            call["Legend"] = _I_PASS
        elif position.last == PASS:
            call["Legend"] = _THEY_PASSED[side]
        return call

    def last_call(self, position: Position, side: Side, status: str) -> wire.Call:
        return wire.close(self.set_name, tray=self._tray(position), status=status)

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """Eight rows with their names, then the discs; a star where the side to move may play."""
        marks = list(write_discs(position.black, position.white).translate({48: ".", 51: "X", 52: "O"}))
        for square in bits(position.legal):
            marks[square] = "*"
        count = f"X {position.black.bit_count()}  O {position.white.bit_count()}"
        return f"{text_board(marks, _COLUMNS, _ROWS)}\n{count}"

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        discs = write_discs(position.black, position.white)
        legal = list(bits(position.legal))
        moves = {_NAMES[square]: square for square in legal} if hand in self.to_move(position) else {}
        parts = [
            *_GRID.ground(_STARS),
            *_GRID.marks((_MARKS[disc] for disc in discs), _SQUARES.get(position.last, -1)),
            *_GRID.hints(legal),
            *_GRID.touches(moves),
        ]
        return _GRID.picture(self.name, title, parts, playable=bool(moves))

    def _why_not(self, position: Position, square: int) -> str:
        return "occupied" if (position.black | position.white) >> square & 1 else "flips-nothing"

    def _tray(self, position: Position) -> str:
        tray = write_discs(position.black, position.white)
        begun = position.turn > 1 or tray != _START
        return tray if begun or self.explicit_tray else INIT
