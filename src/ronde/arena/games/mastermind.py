"""The picture of Mastermind: two boards of pegs with their key pegs, and the pegs to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import ClassVar, Final

from ronde.arena.games import base
from ronde.arena.games.base import (
    ALONE,
    BOTH,
    HIDDEN,
    INIT,
    NOBODY,
    NOTHING,
    OPEN,
    SIDES,
    Description,
    Outcome,
    Side,
    bad_position,
    bad_setting,
    board_of,
    check_character,
    mover,
    or_nothing,
    other,
    out_of_turn,
    read_fields,
    read_number,
    sole_move,
    tidy,
    unreadable,
    with_side,
)
from ronde.arena.games.pictures import UNIT, beside, box, dot, group, picture, touch, word

# The picture of Mastermind: two boards of pegs with their key pegs, and the pegs to choose from.


_PEG: Final = 15
_COLUMN: Final = 5.4 * UNIT
_GAP: Final = 16
WIDE: Final = 2 * _COLUMN + 3 * _GAP
_TOP: Final = 18
_COLOURS: Final = ("blue", "orange")

Line = tuple[str, str]
"""Four letters and two digits of marks, or no marks."""


def height(rows: int, *, choose: bool) -> float:
    """The height of boards with so many rows of guesses, and of the pegs below them."""
    return _TOP + UNIT * (rows + 1) + 30 + (1.6 * UNIT if choose else 0)


def peg(letter: str, x: float, y: float) -> Iterator[str]:
    """A peg with its letter, so that the colour is not the only sign."""
    yield dot(x, y, _PEG, "peg unseen-peg" if letter == HIDDEN else f"peg p{letter}")
    yield word(x, y, letter, "peg-letter", 13)


def boards(columns: Sequence[Sequence[Line]], rows: int, slots: tuple[int, int] | None) -> Iterator[str]:
    """Both boards, each under the code it looks for; `slots` is the column and row to be filled."""
    for at, lines in enumerate(columns):
        x = _GAP + (_COLUMN + _GAP) * at
        yield box(x, _TOP, _COLUMN, UNIT * (rows + 1) + 20, "peg-tray", 10)
        yield box(x, _TOP - 8, _COLUMN, 6, f"band {_COLOURS[at]}", 3)
        for row in range(rows + 1):
            given = lines[row] if row < len(lines) else ("", "")
            yield from _row(given, x, _row_middle(row), row, slots == (at, row))


def _row_middle(row: int) -> float:
    return _TOP + UNIT * (row + 0.5) + (14 if row else 4)


def _row(line: Line, x: float, y: float, row: int, is_asked: bool) -> Iterator[str]:
    letters, marks = line
    if marks == "40":
        yield box(x + 4, y - UNIT / 2 + 2, _COLUMN - 8, UNIT - 4, "found-row", 8)
    if row:
        yield word(x + 14, y, str(row), "cell-name", 11)
    for at in range(4):
        middle = x + UNIT * (at + 1.1)
        if is_asked:
            hole = [dot(0, 0, _PEG, "slot")]
            yield group(hole, kind="peg-place", touch=touch("slot", str(at)), at=(middle, y))
        elif letters:
            yield from peg(letters[at], middle, y)
        else:
            yield dot(middle, y, 4, "peg-hole")
    yield from _keys(marks, x + UNIT * 4.6, y)


def _keys(marks: str, x: float, y: float) -> Iterator[str]:
    """Black keys for the right place, white ones for the right colour."""
    if not marks:
        return
    keys = ["peg-key black"] * int(marks[0]) + ["peg-key white"] * int(marks[1])
    keys += ["peg-key none"] * (4 - len(keys))
    for at, kind in enumerate(keys):
        yield dot(x + 12 * (at % 2) + 2, y - 6 + 12 * (at // 2), 4.5, kind)


def palette(letters: str, rows: int) -> Iterator[str]:
    y = height(rows, choose=False) + 0.6 * UNIT
    for at, letter in enumerate(letters):
        x = WIDE / 2 + 1.3 * UNIT * (at - (len(letters) - 1) / 2)
        inside = [dot(0, 0, _PEG + 5, "touch"), *peg(letter, 0, 0)]
        yield group(inside, kind="choose", touch=touch("sign", letter), at=(x, y))


# Photos of Mastermind: the lines of one side or of both, with codes that agree with them (spec GEN-8).


COLOURS: Final = "ABCDEFGH"
WIDTH: Final = 6
"""Characters of a line: two marks and four pegs."""
_MARKS: Final = "01234"

Pair = tuple[str, str]


def marks(code: str, guess: str) -> str:
    """Two digits: pegs of the right colour and place, then right colours in a wrong place.

    >>> marks("GCCB", "GCCH")
    '30'
    """
    placed = sum(map(str.__eq__, code, guess))
    shared = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return f"{placed}{shared - placed}"


def read_lines(board: str) -> list[tuple[str, str]]:
    """The marks and guesses of a board such as `30GCCH`, oldest first."""
    return [(board[at : at + 2], board[at + 2 : at + WIDTH]) for at in range(0, len(board), WIDTH)]


def check_board(board: str, text: str) -> None:
    """Refuse a board that is not made of lines, naming the character."""
    for at, character in enumerate(board):
        check_character(character, _MARKS if at % WIDTH < 2 else COLOURS, at, text)
    if len(board) % WIDTH:
        raise bad_position("lines", text, found=len(board))


def completed(one: str, two: str, rng: Random, text: str) -> tuple[int, Pair, Pair]:
    """Turn, codes and boards of a photo; what it does not show is random."""
    check_board(one, text)
    check_board(two, text)
    first, second = len(one) // WIDTH, len(two) // WIDTH
    known_first, known_second = bool(one) or not two, bool(two) or not one
    if not known_first:
        first = second + 1
    if not known_second:
        second = first
    if first - second not in (0, 1):
        raise bad_position("board", text)
    codes = _code(two, rng, text), _code(one, rng, text)
    one = one if known_first else _guesses(codes[1], first, rng)
    two = two if known_second else _guesses(codes[0], second, rng)
    return 3 + first + second, codes, (one, two)


def _code(board: str, rng: Random, text: str) -> str:
    """A code that gives all marks of a board."""
    lines = read_lines(board)
    codes = map("".join, product(COLOURS, repeat=4))
    possible = [code for code in codes if all(marks(code, guess) == mark for mark, guess in lines)]
    if not possible:
        raise bad_position("marks", text)
    return rng.choice(possible)


def _guesses(code: str, count: int, rng: Random) -> str:
    """Lines that do not find the code."""
    tried = ""
    while len(tried) < WIDTH * count:
        guess = "".join(rng.choices(COLOURS, k=4))
        tried += "" if guess == code else marks(code, guess) + guess
    return tried


# Mastermind: each side hides a code of four pegs and looks for the other's (games 4).


_CODE: Final = re.compile(r"[A-H]{4}")
_LINE: Final = re.compile(r"(?:[0-9]{2})?([A-H]{4})")
_FOUND: Final = "40"


@dataclass(frozen=True, slots=True)
class Position:
    """The turn, the hidden codes, and the lines each side has tried, with their marks."""

    turn: int = 1
    codes: tuple[str, str] = ("", "")
    boards: tuple[str, str] = ("", "")
    """Board i holds the guesses of side i (spec MAS-4)."""


def _is_solved(board: str) -> bool:
    return board[-WIDTH:].startswith(_FOUND)


def _secret(move: str) -> bool:
    """Codes and lines alike: a line tells what its side knows of the other's code."""
    return True


@dataclass(frozen=True, slots=True)
class MasterMind:
    """The rules; with `equal_lines` both sides get the same number of lines (MAS-5)."""

    name: ClassVar[str] = "mastermind"
    set_name: ClassVar[str] = "MasterMind"
    description: ClassVar[Description] = Description(
        hides=True, secret=_secret, photo_of=board_of, open_points=("code", "lines")
    )
    reasons: ClassVar[tuple[str, ...]] = ("found", "both-found", "not-found")
    refusals: ClassVar[tuple[str, ...]] = ()

    equal_lines: bool = True
    lines: int = 8
    explicit_tray: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.lines <= 99:
            raise bad_setting("lines", self.lines)

    @property
    def most_moves(self) -> int:
        """Two codes and all lines."""
        return 2 + 2 * self.lines

    def start(self, rng: Random) -> Position:
        return Position()

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `board1 board2 turn code1 code2`; or a photo, `board1 [board2]`.

        What a photo does not show is random; `- board2` shows the second side's lines only.
        """
        if text == INIT:
            return self.start(rng)
        one, two, turn, code1, code2 = read_fields(text, (NOTHING, NOTHING, "", NOTHING, NOTHING))
        if turn or code1 or code2:
            position = Position(read_number(turn, 1, self.most_moves + 1, text), (code1, code2), (one, two))
        else:
            position = Position(*completed(one, two, rng, text))
        _check_truth(position, text)
        if self.outcome(position).over:
            raise bad_position("over", text)
        return position

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`board1 board2 turn code1 code2`; boards and codes are visible to their own side only."""
        seen: list[str] = []
        for pair in (position.boards, position.codes):
            seen += (
                or_nothing(text) if side in eyes else HIDDEN for side, text in zip(SIDES, pair, strict=True)
            )
        return " ".join((*seen[:2], str(position.turn), *seen[2:]))

    def to_move(self, position: Position) -> frozenset[Side]:
        return NOBODY if self.outcome(position).over else ALONE[mover(position.turn)]

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """All 4,096 codes."""
        if side in self.to_move(position):
            yield from map("".join, product(COLOURS, repeat=4))

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        return "".join(rng.choice(COLOURS) for _ in range(4))

    def read(self, position: Position, side: Side, text: str) -> str:
        """Four letters A to H; after turn 1 two digits may come first and are ignored (spec MAS-3)."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        # The manual asks for a code at turn 1 only, "otherwise a ValeurLigne": the second player's code too.
        match = (_CODE if position.turn == 1 else _LINE).fullmatch(tidy(text))
        if match is None:
            raise unreadable(text, position)
        return match.group()[-4:]

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        side, text = sole_move(moves, position)
        move = self.read(position, side, text)
        turn = position.turn + 1
        if turn <= 3:
            return replace(position, turn=turn, codes=with_side(position.codes, side, move))
        line = marks(position.codes[other(side) - 1], move) + move
        return replace(
            position, turn=turn, boards=with_side(position.boards, side, position.boards[side - 1] + line)
        )

    def outcome(self, position: Position) -> Outcome:
        """Won by the side that `found` the code; drawn when `both-found` or nobody (`not-found`); or open."""
        if position.turn <= 3:
            return OPEN
        one, two = map(_is_solved, position.boards)
        if position.turn % 2 == 0:
            return Outcome("found", 1, (1, 0)) if one and not self.equal_lines else OPEN
        if one and two:
            return Outcome("both-found", None, (1, 1))
        if one or two:
            return Outcome("found", 1 if one else 2, self.score(position))
        return Outcome("not-found") if position.turn > self.most_moves else OPEN

    def score(self, position: Position) -> tuple[int, int]:
        return int(_is_solved(position.boards[0])), int(_is_solved(position.boards[1]))

    def call(self, position: Position, side: Side) -> base.Call:
        return base.ask(self.set_name, side, turn=position.turn, tray=self._tray(position, side))

    def last_call(self, position: Position, side: Side, status: str) -> base.Call:
        return base.close(self.set_name, tray=self._tray(position, side), status=status)

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """The boards that `eyes` may see, each under the code it looks for."""
        return beside(*("\n".join(self._column(position, side, eyes)) for side in SIDES))

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        """The boards that `eyes` may see, each under the code it looks for, and the pegs to choose from."""
        playable = hand in self.to_move(position)
        columns = [[(line[:4], line[5:]) for line in self._column(position, side, eyes)] for side in SIDES]
        parts = [*boards(columns, self.lines, self._slots(position) if playable else None)]
        parts += palette(COLOURS, self.lines) if playable else ()
        high = height(self.lines, choose=playable)
        return picture(self.name, title, WIDE, high, parts, playable=playable)

    def _slots(self, position: Position) -> tuple[int, int]:
        """The column and the row that the side to move fills: the code of the other board, or a line."""
        side = mover(position.turn)
        if position.turn <= 2:
            return other(side) - 1, 0
        return side - 1, 1 + len(position.boards[side - 1]) // WIDTH

    def _column(self, position: Position, side: Side, eyes: frozenset[Side]) -> list[str]:
        """The code that `side` looks for, as `eyes` know it, then the lines it tried."""
        code = position.codes[other(side) - 1] if other(side) in eyes else ""
        tried = read_lines(position.boards[side - 1]) if side in eyes else []
        return [code or HIDDEN * 4, *(f"{guess} {mark}" for mark, guess in tried)]

    def _tray(self, position: Position, side: Side) -> str:
        board = position.boards[side - 1]
        return board if board or self.explicit_tray else INIT


def _check_truth(position: Position, text: str) -> None:
    """Refuse codes and lines that do not fit this turn or whose marks are wrong."""
    for side in SIDES:
        code, board, target = (
            position.codes[side - 1],
            position.boards[side - 1],
            position.codes[other(side) - 1],
        )
        if bool(code) != (position.turn > side) or (code and not _CODE.fullmatch(code)):
            raise bad_position("code", text)
        check_board(board, text)
        if len(board) // WIDTH != max(0, (position.turn - side - 1) // 2):
            raise bad_position("board", text)
        if any(mark == _FOUND for mark, _ in read_lines(board)[:-1]) or any(
            marks(target, guess) != mark for mark, guess in read_lines(board)
        ):
            raise bad_position("marks", text)
