"""Mastermind: each side hides a code of four pegs and looks for the other's (games 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import ClassVar, Final

from ronde.games import pegboard, wire
from ronde.games.description import Description
from ronde.games.errors import bad_position, bad_setting, out_of_turn, sole_move, unreadable
from ronde.games.notation import (
    HIDDEN,
    INIT,
    NOTHING,
    board_of,
    or_nothing,
    read_fields,
    read_number,
    tidy,
)
from ronde.games.outcome import OPEN, Outcome
from ronde.games.pegphoto import COLOURS, WIDTH, check_board, completed, marks, read_lines
from ronde.games.picture import picture
from ronde.games.side import ALONE, BOTH, NOBODY, SIDES, Side, mover, other, with_side
from ronde.games.text_board import beside

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

    def call(self, position: Position, side: Side) -> wire.Call:
        return wire.ask(self.set_name, side, turn=position.turn, tray=self._tray(position, side))

    def last_call(self, position: Position, side: Side, status: str) -> wire.Call:
        return wire.close(self.set_name, tray=self._tray(position, side), status=status)

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
        parts = [*pegboard.boards(columns, self.lines, self._slots(position) if playable else None)]
        parts += pegboard.palette(COLOURS, self.lines) if playable else ()
        high = pegboard.height(self.lines, choose=playable)
        return picture(self.name, title, pegboard.WIDE, high, parts, playable=playable)

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
