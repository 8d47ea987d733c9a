"""Super-morpion (Ultimate Tic-Tac-Toe): each cell sends the other side to a board (games 10)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar, Final, Literal

from ronde.games import wire
from ronde.games.cupscore import match_score
from ronde.games.description import Description
from ronde.games.errors import bad_position, bad_setting, illegal, out_of_turn, sole_move, unreadable
from ronde.games.fen import ALIGNED, FULL, read_boards, read_last, write_board, write_last
from ronde.games.nineboards import (
    Position,
    aims,
    assemble,
    check_last,
    free_cells,
    markers,
    refusal,
    settle,
)
from ronde.games.ninepicture import SIZE, nine_boards
from ronde.games.notation import INIT, WHITE, bits
from ronde.games.outcome import OPEN, Outcome, by_score
from ronde.games.picture import picture
from ronde.games.side import ALONE, BOTH, NOBODY, SIDES, Side

_MOVES: Final = tuple(write_last(at) for at in range(81))
_CELLS: Final = {move: at for at, move in enumerate(_MOVES)}
_LETTERS: Final[Mapping[Side, str]] = {1: "o", 2: "x"}
_NO_WHITE: Final = dict.fromkeys(map(ord, WHITE))
_SPOKEN: Final = re.compile(r"([1-9])\s*([a-cA-C])\s*([1-3])")


def hear(text: str) -> str:
    """What a person typed, `6 c2` or `65`, in the notation of programs; other text unchanged.

    >>> hear("3 c3")
    '33'
    """
    match = _SPOKEN.fullmatch(text.strip())
    if match is None:
        return text
    board, column, row = match.groups()
    return f"{board}{3 * (3 - int(row)) + 'abc'.index(column.lower()) + 1}"


def say(move: str) -> str:
    """A move such as `66` as people write it: the board, a column a to c, a row with 3 on top.

    >>> say("66")
    '6 c2'
    """
    if move not in _CELLS:
        return move
    row, column = divmod(int(move[1]) - 1, 3)
    return f"{move[0]} {'abc'[column]}{3 - row}"


def board_to_play(position: Position) -> str:
    """The number of the only board where the side to move may play; empty if there are several or none."""
    open_boards = aims(position)
    return str(open_boards[0] + 1) if len(open_boards) == 1 else ""


def _on_several_boards(moves: Iterable[str]) -> bool:
    """Whether the side may play on any open board."""
    return len({move[0] for move in moves}) > 1


@dataclass(frozen=True, slots=True)
class SuperMorpion:
    """The rules; side 1 is noughts, who start by default (`first`, UTT-1); `majority` undoes UTT-2."""

    name: ClassVar[str] = "supermorpion"
    set_name: ClassVar[str] = "SuperMorpion"
    description: ClassVar[Description] = Description(
        colours=("nought", "cross"),
        counts="boards",
        arguments=("position", "seconds"),
        say=say,
        hear=hear,
        place=board_to_play,
        match_score=match_score,
        free_choice=_on_several_boards,
        tried="nine",
        hard=(  # a side has five boards without a line, and the game goes on
            ("five-markers", "OO1oxooxxx1Oxx1x1xoxxOX1ox2ooxxO 36 o"),
            ("five-markers", "OO1oxoo1xx1Oxx1x1xoxxOX1ox2ooxxO 97 x"),
        ),
    )
    reasons: ClassVar[tuple[str, ...]] = ("line", "no-moves", "majority")
    refusals: ClassVar[tuple[str, ...]] = ("occupied", "closed-board", "wrong-board")
    most_moves: ClassVar[int] = 81

    first: Literal["o", "x"] = "o"
    majority: bool = False

    def __post_init__(self) -> None:
        if self.first not in ("o", "x"):
            raise bad_setting("first", self.first)

    def start(self, rng: Random) -> Position:
        return Position() if self.first == "o" else Position(side=2, turn=2)

    def place(self, text: str, rng: Random) -> Position:
        """The position of a FEN, read strictly (UTT-4)."""
        if text == INIT:
            return self.start(rng)
        fields = text.split(" ")
        if len(fields) != 3:
            raise bad_position("fields", text)
        if fields[2] not in ("o", "x"):
            raise bad_position("side", text)
        side: Side = 1 if fields[2] == "o" else 2
        boards, last = read_boards(fields[0], text), read_last(fields[1], text)
        if len(boards) != 9:
            raise bad_position("boards", text)
        position = assemble(boards, last, side)
        check_last(position, text)
        if self.outcome(position).over:
            raise bad_position("over", text)
        return position

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """The FEN: boards, last move, side to move."""
        noughts, crosses = position.noughts, position.crosses
        boards = "".join(write_board(noughts >> at & FULL, crosses >> at & FULL) for at in range(0, 81, 9))
        return f"{boards} {write_last(position.last)} {_LETTERS[position.side]}"

    def to_move(self, position: Position) -> frozenset[Side]:
        return NOBODY if self._over(position) else ALONE[position.side]

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """The empty cells of the board one is sent to, or of all open boards."""
        if side in self.to_move(position):
            for board in aims(position):
                yield from _named(board, free_cells(position, board))

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        return rng.choice(list(self.moves(position, side)))

    def read(self, position: Position, side: Side, text: str) -> str:
        """A board digit and a cell digit; white space, also between them, is dropped (UTT-6)."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        move = text if text in _CELLS else text.translate(_NO_WHITE)
        if move not in _CELLS:
            raise unreadable(text, position)
        if reason := refusal(position, *divmod(_CELLS[move], 9)):
            raise illegal(reason, text, position)
        return move

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        side, text = sole_move(moves, position)
        at = _CELLS[self.read(position, side, text)]
        noughts, crosses, turn = position.noughts, position.crosses, position.turn + 1
        if side == 1:
            noughts |= 1 << at
            won, closed = settle(position, 1, noughts, crosses, at // 9)
            return Position(noughts, crosses, won, closed, at, 2, turn)
        crosses |= 1 << at
        won, closed = settle(position, 2, crosses, noughts, at // 9)
        return Position(noughts, crosses, won, closed, at, 1, turn)

    def outcome(self, position: Position) -> Outcome:
        """Won by a `line` of boards, or when there are `no-moves` drawn or by `majority`; or open."""
        for side in SIDES:
            if ALIGNED[position.won[side - 1]]:
                return Outcome("line", side, markers(position))
        if position.closed != FULL:
            return OPEN
        if self.majority:
            return by_score("majority", markers(position))
        return Outcome("no-moves", None, markers(position))

    def score(self, position: Position) -> tuple[int, int]:
        return markers(position)

    def call(self, position: Position, side: Side) -> wire.Call:
        """An HTTP engine; Tournoyons itself had no such game."""
        last = write_last(position.last) if position.last >= 0 else ""
        return wire.ask(self.set_name, side, turn=position.turn, tray=self.write(position), last=last)

    def last_call(self, position: Position, side: Side, status: str) -> wire.Call:
        """Includes the markers of both."""
        return wire.close(self.set_name, tray=self.write(position), status=status, gains=markers(position))

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """The boards by their numbers, cells by letter and row; a won one is full of its owner's capitals."""
        rows = ["   a b c   a b c   a b c"]
        for row in range(9):
            cells = [
                _sign(position, 27 * (row // 3) + 9 * (at // 3) + 3 * (row % 3) + at % 3) for at in range(9)
            ]
            if row % 3 == 0:
                rows.append(f"   --{row + 1}---+---{row + 2}---+---{row + 3}--")
            rows.append(f"{3 - row % 3}  " + " | ".join(" ".join(cells[at : at + 3]) for at in (0, 3, 6)))
        return "\n".join(rows)

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        """Nine boards with their numbers, large marks on won boards, dots on the cells free to play."""
        free = {move: _CELLS[move] for move in self.moves(position, position.side)}
        touched = free if hand in self.to_move(position) else {}
        parts = nine_boards(position, free, over=self._over(position), touched=touched)
        return picture(self.name, title, SIZE, SIZE, parts, playable=bool(touched))

    def _over(self, position: Position) -> bool:
        won = position.won
        return position.closed == FULL or ALIGNED[won[0]] or ALIGNED[won[1]]


@cache
def _named(board: int, cells: int) -> tuple[str, ...]:
    return tuple(_MOVES[9 * board + cell] for cell in bits(cells))


def _sign(position: Position, at: int) -> str:
    for letter, won in zip("OX", position.won, strict=True):
        if won >> at // 9 & 1:
            return letter
    return "o" if position.noughts >> at & 1 else "x" if position.crosses >> at & 1 else "."
