"""Super-morpion (Ultimate Tic-Tac-Toe): each cell sends the other side to a board (games 10).

A board is two masks of nine bits, noughts and crosses, cell 1 lowest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import ClassVar, Final, Literal

from ronde.arena.games import base
from ronde.arena.games.base import (
    ALONE,
    BOTH,
    INIT,
    NOBODY,
    OPEN,
    SIDES,
    WHITE,
    Description,
    Outcome,
    Side,
    bad_position,
    bad_setting,
    bits,
    by_score,
    illegal,
    match_score,
    out_of_turn,
    sole_move,
    unreadable,
    with_side,
)
from ronde.arena.games.grid import NINE
from ronde.arena.games.pictures import (
    UNIT,
    box,
    cross,
    dot,
    group,
    nought,
    path,
    picture,
    stroke,
    touch,
    word,
)

# The FEN of super-morpion: nine boards, the last move, the side to move (games 10.1).
#
# A board is two masks of nine bits, noughts and crosses, cell 1 lowest.


FULL: Final = 0b111_111_111
_LINES: Final = tuple(sum(1 << cell for cell in line) for line in NINE)

# Whether three of nine cells in line are among the bits: of a board, and of the board of boards.
ALIGNED: Final = tuple(any(mask & line == line for line in _LINES) for mask in range(512))


@cache
def write_board(noughts: int, crosses: int) -> str:
    """One board: `O` or `X` when won, else letters and runs of empty cells."""
    if ALIGNED[noughts]:
        return "O"
    if ALIGNED[crosses]:
        return "X"
    text, empty = "", 0
    for cell in range(9):
        if not (noughts | crosses) >> cell & 1:
            empty += 1
            continue
        text += f"{empty or ''}{'o' if noughts >> cell & 1 else 'x'}"
        empty = 0
    return f"{text}{empty or ''}"


def read_boards(field: str, text: str) -> list[tuple[int, int]]:
    """The boards written in `field`, a won board as a full mask of its owner; `text` is for the error."""
    boards: list[tuple[int, int]] = []
    noughts = crosses = cell = 0
    for sign in field:
        if sign in "OX" and cell == 0:
            boards.append((FULL, 0) if sign == "O" else (0, FULL))
            continue
        if sign == "o":
            noughts |= 1 << cell
        elif sign == "x":
            crosses |= 1 << cell
        elif sign not in "123456789":
            raise bad_position("board", text)
        cell += int(sign) if sign.isdecimal() else 1
        if cell > 9:
            raise bad_position("board", text)
        if cell == 9:
            if ALIGNED[noughts] or ALIGNED[crosses]:
                raise bad_position("unmarked", text)
            boards.append((noughts, crosses))
            noughts = crosses = cell = 0
    if cell:
        raise bad_position("board", text)
    return boards


def read_last(field: str, text: str) -> int:
    """The last move as nine times the board plus the cell, from 0; -1 for `00`."""
    if field == "00":
        return -1
    if len(field) != 2 or field.strip("123456789"):
        raise bad_position("last", text)
    return 9 * (int(field[0]) - 1) + int(field[1]) - 1


def write_last(last: int) -> str:
    """Board digit and cell digit, `00` before the first move."""
    return "00" if last < 0 else f"{last // 9 + 1}{last % 9 + 1}"


# The nine boards of super-morpion: marks, boards won and closed, legal cells (games 10.2).


@dataclass(frozen=True, slots=True)
class Position:
    """The marks as masks of 81 bits, the boards won and closed, the last move, the side to move."""

    noughts: int = 0
    crosses: int = 0
    won: tuple[int, int] = (0, 0)
    closed: int = 0
    """The boards where nobody may play any more: won or full."""
    last: int = -1
    side: Side = 1
    turn: int = field(default=1, compare=False)
    """The number of the move; the FEN does not carry it."""


def markers(position: Position) -> tuple[int, int]:
    return position.won[0].bit_count(), position.won[1].bit_count()


def aims(position: Position) -> tuple[int, ...]:
    """The boards where the side to move may play: the one it is sent to, or all open ones (UTT-3)."""
    sent = position.last % 9
    if position.last >= 0 and not position.closed >> sent & 1:
        return (sent,)
    return tuple(bits(FULL & ~position.closed))


def free_cells(position: Position, board: int) -> int:
    """The empty cells of a board as nine bits."""
    return FULL & ~((position.noughts | position.crosses) >> 9 * board)


def refusal(position: Position, board: int, cell: int) -> str:
    """Why the side to move may not play there: a code, or empty if it may."""
    if position.closed >> board & 1:
        return "closed-board"
    if not free_cells(position, board) >> cell & 1:
        return "occupied"
    return "" if board in aims(position) else "wrong-board"


def settle(position: Position, side: Side, own: int, foe: int, board: int) -> tuple[tuple[int, int], int]:
    """The boards won and closed after `side` has played on `board`."""
    won, closed = position.won, position.closed
    mine = own >> 9 * board & FULL
    if ALIGNED[mine]:
        return with_side(won, side, won[side - 1] | 1 << board), closed | 1 << board
    full = mine | (foe >> 9 * board & FULL) == FULL
    return won, closed | full << board


def assemble(boards: list[tuple[int, int]], last: int, side: Side) -> Position:
    """The position of nine boards given as masks, a won board as a full mask of its owner."""
    noughts = sum(board[0] << 9 * at for at, board in enumerate(boards))
    crosses = sum(board[1] << 9 * at for at, board in enumerate(boards))
    won = (
        sum(1 << at for at, board in enumerate(boards) if board[0] == FULL),
        sum(1 << at for at, board in enumerate(boards) if board[1] == FULL),
    )
    closed = sum(1 << at for at, (o, x) in enumerate(boards) if o | x == FULL)
    return Position(noughts, crosses, won, closed, last, side, 1 if side == 1 else 2)


def check_last(position: Position, text: str) -> None:
    """Refuse a last move that the opponent of the side to move cannot have made (UTT-4)."""
    marks = position.noughts | position.crosses
    theirs = position.crosses if position.side == 1 else position.noughts
    held = not marks if position.last < 0 else theirs >> position.last & 1
    if not held:
        raise bad_position("last", text)


# The picture of the nine boards of super-morpion: won boards tinted, the board to play framed.


_GAP: Final = 22
_MARGIN: Final = 20
"""Above the boards, for their numbers."""
_LEFT: Final = 14
"""Beside the boards, as much on the right."""
_BOARD: Final = 3 * UNIT
SIZE: Final = _MARGIN + 3 * _BOARD + 2 * _GAP + 8


def nine_boards(
    position: Position, free: dict[str, int], *, over: bool, touched: dict[str, int]
) -> Iterator[str]:
    """All boards, dots on the cells `free` to the side to move, the winning line, and clickable cells."""
    open_boards = () if over else aims(position)
    for board in range(9):
        yield from _board(position, board, is_open=board in open_boards)
    yield from (dot(*_middle(at), 4, "may") for at in free.values())
    yield from _winning(position)
    for move, at in touched.items():
        x, y = _middle(at)
        yield box(x - UNIT / 2, y - UNIT / 2, UNIT, UNIT, "touch", touch=touch("move", move))


def _corner(board: int) -> tuple[float, float]:
    row, column = divmod(board, 3)
    return _LEFT + (_BOARD + _GAP) * column, _MARGIN + (_BOARD + _GAP) * row


def _middle(at: int) -> tuple[float, float]:
    board, cell = divmod(at, 9)
    x, y = _corner(board)
    return x + UNIT * (cell % 3 + 0.5), y + UNIT * (cell // 3 + 0.5)


def _owner(position: Position, board: int) -> str:
    if position.won[0] >> board & 1:
        return "nought"
    return "cross" if position.won[1] >> board & 1 else ""


def _board(position: Position, board: int, *, is_open: bool) -> Iterator[str]:
    (x, y), owner = _corner(board), _owner(position, board)
    kind = f"plank won-{owner}" if owner else "plank open" if is_open else "plank"
    yield box(x - 4, y - 4, _BOARD + 8, _BOARD + 8, kind, 6)
    lines = f"M{x:g} {y + UNIT:g}h{_BOARD}m0 {UNIT}h{-_BOARD}M{x + UNIT:g} {y:g}v{_BOARD}m{UNIT} 0v{-_BOARD}"
    yield path(lines, "mesh")
    yield word(x + 4, y - 11.5, str(board + 1), "cell-name", 12)
    yield group(_marks(position, board), kind="faded") if owner else "".join(_marks(position, board))
    if owner == "nought":
        yield nought(*_middle(9 * board + 4), 44, "nought wide-mark")
    elif owner == "cross":
        yield cross(*_middle(9 * board + 4), 44, "cross wide-mark")


def _marks(position: Position, board: int) -> Iterator[str]:
    noughts, crosses = position.noughts >> 9 * board & FULL, position.crosses >> 9 * board & FULL
    if FULL in (noughts, crosses):  # a won board of a FEN, whose cells are unknown
        return
    for cell in range(9):
        at = 9 * board + cell
        if at == position.last:
            x, y = _middle(at)
            yield box(x - UNIT / 2 + 2, y - UNIT / 2 + 2, UNIT - 4, UNIT - 4, "spot", 4)
        if noughts >> cell & 1:
            yield nought(*_middle(at))
        elif crosses >> cell & 1:
            yield cross(*_middle(at))


def _winning(position: Position) -> Iterator[str]:
    for won in position.won:
        for line in NINE:
            if all(won >> board & 1 for board in line):
                yield stroke(*_middle(9 * line[0] + 4), *_middle(9 * line[2] + 4))


# Super-morpion (Ultimate Tic-Tac-Toe): each cell sends the other side to a board (games 10).


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

    def call(self, position: Position, side: Side) -> base.Call:
        """An HTTP engine; Tournoyons itself had no such game."""
        last = write_last(position.last) if position.last >= 0 else ""
        return base.ask(self.set_name, side, turn=position.turn, tray=self.write(position), last=last)

    def last_call(self, position: Position, side: Side, status: str) -> base.Call:
        """Includes the markers of both."""
        return base.close(self.set_name, tray=self.write(position), status=status, gains=markers(position))

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
