"""What all games share: sides, outcomes, errors, notation, descriptions, the parameters on the wire."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

# The two sides of a game, and which of them moves.


Side = Literal[1, 2]

FIRST: Final[Side] = 1
SECOND: Final[Side] = 2
SIDES: Final[tuple[Side, Side]] = (FIRST, SECOND)

T = TypeVar("T")

NOBODY: Final[frozenset[Side]] = frozenset()
BOTH: Final[frozenset[Side]] = frozenset((FIRST, SECOND))
ALONE: Final[Mapping[Side, frozenset[Side]]] = {FIRST: frozenset((FIRST,)), SECOND: frozenset((SECOND,))}


def other(side: Side) -> Side:
    return 2 if side == 1 else 1


def mover(turn: int) -> Side:
    """The side asked at a turn: odd turns are the first player's (manual 002, Turn)."""
    return 1 if turn & 1 else 2


def with_side(pair: tuple[T, T], side: Side, value: T) -> tuple[T, T]:
    return (value, pair[1]) if side == 1 else (pair[0], value)


# How a game stands: open, won or drawn, and why.


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and the code of the reason; `open` is the reason of a game that goes on."""

    reason: str
    winner: Side | None = None
    score: tuple[int, int] = (0, 0)
    """Discs, points, pairs, markers or chips of both sides, for games that count something."""
    counts: bool = True
    """False for a game that must not score, such as one spoilt by the referee."""

    @property
    def over(self) -> bool:
        return self.reason != "open"

    @property
    def drawn(self) -> bool:
        """Whether the game ended, counts, and nobody won it."""
        return self.over and self.counts and self.winner is None


OPEN: Final = Outcome("open")


def by_score(reason: str, score: tuple[int, int]) -> Outcome:
    """The outcome of a game that ended for `reason` and goes to the higher score."""
    first, second = score
    winner: Side | None = None if first == second else 1 if first > second else 2
    return Outcome(reason, winner, score)


def forfeit(side: Side, reason: str, score: tuple[int, int]) -> Outcome:
    """The outcome when `side` is at fault; the score stays."""
    return Outcome(reason, other(side), score)


def annulled(reason: str, score: tuple[int, int]) -> Outcome:
    """The outcome of a game that ends here and does not score."""
    return Outcome(reason, None, score, counts=False)


# What can go wrong with a move, a position or a record, as a tree:
#
# * GameError             carries a code, a reason and facts; never a sentence
#   x IllegalMove         code `unreadable` (not in the notation) or `illegal` (readable but forbidden)
#   x BadPosition         a text that is no position of this game
#   x BadRecord           plain data that is no record of a game
#   x BadSetting          a switch that the rule book does not have, or a value it cannot take
#   x UnknownGame         a name that no rule book has


# Why any game may refuse a move: not in its notation, not this side's turn, the game is over.
COMMON_REFUSALS: Final = ("notation", "turn", "over")


class GameError(Exception):
    """Base of the errors of games; `code` and `reason` are stable, `facts` fill the message."""

    def __init__(self, code: str, reason: str, **facts: object) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}: {self.reason} {facts}".rstrip()


class IllegalMove(GameError):
    """A move that cannot be played; its facts are the text offered and the position."""

    @property
    def unreadable(self) -> bool:
        """Whether the text was not even a move of this game."""
        return self.code == "unreadable"


class BadPosition(GameError):
    """A text that is not a position of the game."""


class BadRecord(GameError):
    """Data that is not a game record."""


class BadSetting(GameError):
    """A switch of a rule book that does not exist or cannot take this value."""


class UnknownGame(GameError):
    """A game that does not exist."""


def bad_position(reason: str, text: str, **facts: object) -> BadPosition:
    return BadPosition("bad-position", reason, text=text, **facts)


def bad_setting(name: str, value: object) -> BadSetting:
    return BadSetting("bad-setting", name, value=value)


def unreadable(text: str, position: object, reason: str = "notation") -> IllegalMove:
    return IllegalMove("unreadable", reason, text=text, position=position)


def illegal(reason: str, text: str, position: object) -> IllegalMove:
    return IllegalMove("illegal", reason, text=text, position=position)


def out_of_turn(to_move: frozenset[Side], text: str, position: object) -> IllegalMove:
    """The refusal of a move by a side that is not asked: after the end, or at the other's turn."""
    return illegal("turn" if to_move else "over", text, position)


def sole_move(moves: Mapping[Side, str], position: object) -> tuple[Side, str]:
    """The only side and move of an alternating game, or the refusal."""
    if len(moves) != 1:
        raise illegal("turn", " ".join(moves.values()), position)
    ((side, text),) = moves.items()
    return side, text


# What the notations share: normalised answers, names of cells, and the fields of a written position.
#
# A position is written on one line, fields separated by one space, the Tray first; `-` stands for an empty
# field and `?` for a hidden one. A Tray alone is a photo (spec GEN-8).


WHITE: Final = " \t\r\n\v\f"
NOTHING: Final = "-"
HIDDEN: Final = "?"
INIT: Final = "Init"


def tidy(text: str) -> str:
    """An answer stripped and in capitals (spec GEN-6); empty if it is not plain ASCII."""
    return text.strip(WHITE).upper() if text.isascii() else ""


def cell_names(columns: str, rows: str) -> tuple[str, ...]:
    """Names of the cells row by row, top row first, column letter before row."""
    return tuple(column + row for row in rows for column in columns)


def put(tray: str, cell: int, mark: str) -> str:
    return f"{tray[:cell]}{mark}{tray[cell + 1 :]}"


def bits(mask: int) -> Iterator[int]:
    """The indices of the bits set in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def or_nothing(text: str) -> str:
    """`text`, or the sign for nothing when it is empty."""
    return text or NOTHING


def read_fields(text: str, defaults: tuple[str, ...], *, may_hide: bool = False) -> list[str]:
    """The fields of a written position; missing fields at the end take their defaults."""
    fields = text.split(" ")
    if len(fields) > len(defaults) or "" in fields:
        raise bad_position("fields", text)
    if HIDDEN in fields and not may_hide:
        raise bad_position("hidden", text)
    filled = fields + list(defaults[len(fields) :])
    return ["" if field == NOTHING else field for field in filled]


def read_tray(field: str, size: int, alphabet: str, text: str) -> str:
    """A tray of `size` characters of `alphabet`, or the refusal of `text`."""
    for at, character in enumerate(field):
        check_character(character, alphabet, at, text)
    if len(field) != size:
        raise bad_position("length", text, found=len(field), wanted=size)
    return field


def check_character(character: str, allowed: str, at: int, text: str) -> None:
    """Refuse a character that no tray has at this index."""
    if character not in allowed:
        raise bad_position("character", text, character=character, place=at + 1, allowed=" ".join(allowed))


def turn_beside(tray: str, side: Side) -> str:
    """A photo of a shared board, with the side to move."""
    marks = len(tray) - tray.count("0")
    turn = marks + 1 if mover(marks + 1) == side else marks + 2
    return f"{tray} {turn}"


def board_of(tray: str, side: Side) -> str:
    """A photo of the board of one side, in a game in which each side has its own."""
    return tray if side == 1 else f"{NOTHING} {tray}"


def read_number(field: str, least: int, most: int, text: str) -> int:
    """A plain decimal number between `least` and `most`, or the refusal of `text`."""
    digits = field.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 19):
        raise bad_position("number", text)
    if not least <= int(field) <= most:
        raise bad_position("range", text)
    return int(field)


def read_turn(field: str, tray: str, text: str) -> int:
    """The turn of a written position; counted from the marks on the tray if the field is missing."""
    if field:
        return read_number(field, 1, 9999, text)
    first, second = tray.count("1"), tray.count("2")
    if first - second not in (0, 1):
        raise bad_position("turn", text)
    return first + second + 1


def read_last(field: str, names: Container[str], text: str) -> str:
    """The last move of a written position, which must be one of `names` or nothing."""
    if field and field not in names:
        raise bad_position("last", text)
    return field


# The score of a cup match of super-morpion, home and away (manual 003, programme tournoi; games 10.3).


_WIN: Final = 100_000
_MARKER: Final = 10_000


@dataclass(frozen=True, slots=True)
class Leg:
    """One game of a match: which player had the noughts, how it ended, and whole seconds left to o and x."""

    noughts: Side
    outcome: Outcome
    """Side 1 of the game is noughts; its score is the markers of noughts and crosses."""
    seconds: tuple[int, int]

    @property
    def terms(self) -> tuple[int, int, int]:
        """The points of noughts for the win, for the markers and for the seconds."""
        won = {1: 1, 2: -1, None: 0}[self.outcome.winner]
        (markers_o, markers_x), (left_o, left_x) = self.outcome.score, self.seconds
        return _WIN * won, _MARKER * (markers_o - markers_x), left_o - left_x

    @property
    def score(self) -> int:
        """The points of noughts; crosses get the negative."""
        return sum(self.terms)


def match_score(legs: Sequence[Leg]) -> tuple[int, int]:
    """The points of both players over all legs."""
    first = sum(leg.score if leg.noughts == 1 else -leg.score for leg in legs)
    return first, -first


# The properties of a game, so that no other package tests for its name.


Argument = Literal["position", "seconds", "side"]
"""What a local program may be given on its command line."""
Colour = Literal["black", "white", "cross", "nought", "blue", "orange"]
"""How a side is marked beside its name, and which words name it (`games.side-...`)."""
Choice = tuple[str, str]
"""A move a person may choose by a button: the code of its word (`games.choice-...`) and the move."""


def _as_it_is(text: str) -> str:
    return text


def _open(move: str) -> bool:
    return False


def _anywhere(position: Any) -> str:
    return ""


def _never(moves: Iterable[str]) -> bool:
    return False


def _no_choices(game: Any, position: Any, side: Side) -> Iterable[Choice]:
    return ()


@dataclass(frozen=True, slots=True)
class Description:
    colours: tuple[Colour, Colour] = ("blue", "orange")
    """The colours of the first and the second side."""
    counts: str = ""
    """What the score counts, by the code of its word (`games.counts-...`); empty if it counts nothing."""
    picked: bool = True
    """Whether a person plays on the picture, so that typing is only an alternative."""
    arguments: tuple[Argument, ...] = ("position", "seconds", "side")
    """The arguments, in order, of a local program that is started for every move."""
    levels: int = 1
    """The number of levels of its rules; with more than one, the switch `level` chooses."""
    hides: bool = False
    """Whether a side knows something that the other and the public may not see."""
    secret: Callable[[str], bool] = _open
    """Whether a move of this text reveals what its side hides."""
    say: Callable[[str], str] = _as_it_is
    """A move as people write it."""
    hear: Callable[[str], str] = _as_it_is
    """What a person typed, in the notation of programs."""
    choices: Callable[[Any, Any, Side], Iterable[Choice]] = _no_choices
    """The moves offered as buttons: called with the rules, the position and the side."""
    free_choice: Callable[[Iterable[str]], bool] = _never
    """Whether these moves are those of a side that is usually bound to a part of the board, but not here."""
    hard: tuple[tuple[str, str], ...] = ()
    """Positions that random games hardly reach and programs fail in: the code of the stage, the position."""
    open_points: tuple[str, ...] = ()
    """What the manual leaves open and is decided here: codes of sentences (`arbitre.holds-...`)."""
    photo_of: Callable[[str, Side], str] | None = None
    """Writes a Tray and the side to move as a position; None where the Tray tells the side."""
    tried: str = ""
    """The name in `tries.js` of the rules by which pages try moves without a server; empty if none."""
    place: Callable[[Any], str] = _anywhere
    """The part of the board where the side to move must play; empty if it is free."""
    match_score: Callable[[Sequence[Leg]], tuple[int, int]] | None = None
    """The points of both players over a match, for a game that has such a rule."""

    def given(self, view: str, seconds: int, side: Side) -> list[str]:
        """The arguments of a local program of `side` that sees this position and has that many seconds."""
        values = {"position": view, "seconds": str(seconds), "side": str(side)}
        return [values[name] for name in self.arguments]


# The parameters of the Tournoyons protocol that depend on the game (manual 002, chapters III and IV).
#
# The HTTP engine adds those of the transport: Game, MoveId, TimeOut and Referee.


IN_PROGRESS: Final = "0"
IN_ERROR: Final = "9"

Call = dict[str, str]


def ask(
    set_name: str,
    side: Side,
    *,
    turn: int,
    tray: str,
    last: str = "",
    gains: tuple[object, object] | None = None,
) -> Call:
    """The parameters of a request for a move; what must not be sent is absent (spec GEN-2)."""
    call = {"Set": set_name, "Turn": str(turn), "Tray": tray, "Status": IN_PROGRESS}
    if last:
        call[f"Move{other(side)}"] = last
    if gains is not None:
        call["Gain1"], call["Gain2"] = str(gains[0]), str(gains[1])
    return call


def close(set_name: str, *, tray: str, status: str, gains: tuple[object, object] | None = None) -> Call:
    """The parameters of the last request of a game, which needs no answer (spec GEN-4)."""
    call = {"Set": set_name, "Tray": tray, "Status": status}
    if gains is not None:
        call["Gain1"], call["Gain2"] = str(gains[0]), str(gains[1])
    return call


def status(outcome: Outcome, side: Side, *, at_fault: Side | None = None) -> str:
    """The Status sent to `side`: 0 open, 1 to 5 as the game ended, 9 to a side at fault (spec GEN-3)."""
    if not outcome.over:
        return IN_PROGRESS
    if at_fault == side or not outcome.counts:
        return IN_ERROR
    if outcome.winner is None:
        return "5"
    return str(side if outcome.winner == side else side + 2)


def with_opponent(call: Call, opponent: str) -> Call:
    """The call of a competition game, which names the opponent; any other call unchanged."""
    return {**call, "Opponent": opponent} if opponent else call
