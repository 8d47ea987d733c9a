"""The interface of a game, the registry of games, examples, hints and photos of positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import islice
from random import Random
from typing import Any, Final, Protocol, TypeVar

from ronde.arena.games import catalogue
from ronde.arena.games.base import (
    BOTH,
    INIT,
    BadPosition,
    Call,
    Description,
    Outcome,
    Side,
    UnknownGame,
    bad_setting,
    other,
)

# Positions that explain a game: what an engine or a program is sent there, and what it may answer.


_LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "tictactoe": ("5", "1", "9", "3", "2"),
    "morpion": ("E5", "E4", "F5", "D5", "G5", "H5", "F4", "D6", "G3"),
    "pente": ("JJ", "KJ", "NJ", "KK", "LJ", "KL", "KM"),
    "reversi": ("F5", "D6", "C3", "D3", "C4", "F4"),
}
"""Moves from the start; the last one is the answer. Games with chance or secrets use random moves."""
_BY_CHANCE: Final = 8
CASES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "supermorpion": (
        ("start", "999999999 00 o"),
        ("sent", "999994o4999 65 x"),
        ("won", "x8999O9999 51 x"),
        ("anywhere", "4x4999O9999 15 o"),
        ("five", "OOXx8XOOXO 41 o"),
    )
}
"""Positions with a sentence of their own (`play.fen-...`), as a program is given them."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position, the side that is asked, and an answer it may give."""

    position: Any
    side: Side
    value: str
    code: str = ""
    """Of the sentence that explains it, if it has one."""


def examples(game: Any) -> Iterator[Example]:
    """The start of a game and a later moment, or the positions that have their own sentences."""
    if game.name in CASES:
        for code, text in CASES[game.name]:
            position = game.place(text, Random(0))
            yield _asked(game, position, code=code)
        return
    line = _LINES.get(game.name, ())
    position = game.start(Random(0))
    yield _asked(game, position, line[0] if line else "")
    for move in line[:-1]:
        position = game.play(position, {min(game.to_move(position)): move})
    for turn in range(0 if line else _BY_CHANCE):
        sides = sorted(game.to_move(position))
        position = game.play(position, {side: game.any_move(position, side, Random(turn)) for side in sides})
    yield _asked(game, position, line[-1] if line else "")


def _asked(game: Any, position: Any, value: str = "", code: str = "") -> Example:
    side: Side = min(game.to_move(position))
    return Example(position, side, value or game.any_move(position, side, Random(1)), code)


# A hint for a person: looks one move ahead.


_MOST: Final = 120
"""A game with more moves gets a random hint."""


def hint(game: Any, position: Any, side: Side, rng: Random) -> str:
    """A move that wins at once, else one that lets nobody win and gains most; random among equals."""
    moves = list(islice(game.moves(position, side), _MOST + 1))
    if game.description.hides or len(game.to_move(position)) > 1 or len(moves) > _MOST:
        return str(game.any_move(position, side, rng))
    return str(max(moves, key=lambda move: (*_worth(game, position, side, move), rng.random())))


def _worth(game: Any, position: Any, side: Side, move: str) -> tuple[int, int]:
    """Won 2, safe 1, then 0; and the lead in what the game counts."""
    after = game.play(position, {side: move})
    mine, theirs = game.score(after)[side - 1], game.score(after)[2 - side]
    outcome = game.outcome(after)
    if outcome.over:
        return 2 if outcome.winner == side else 0 if outcome.winner else 1, mine - theirs
    return 0 if _loses(game, after, other(side)) else 1, mine - theirs


def _loses(game: Any, position: Any, rival: Side) -> bool:
    replies = islice(game.moves(position, rival), _MOST)
    return any(game.outcome(game.play(position, {rival: reply})).winner == rival for reply in replies)


# The public names of the games: the interface, all games, and their records.


P = TypeVar("P")


class Game(Protocol[P]):
    """The rules of a game: a frozen dataclass whose fields are its switches."""

    @property
    def name(self) -> str:
        """Its name in commands and files."""

    @property
    def set_name(self) -> str:
        """Its name on the wire, the parameter Set."""

    @property
    def description(self) -> Description:
        """Its properties for other packages."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The codes of all reasons for which it ends, faults apart."""

    @property
    def refusals(self) -> tuple[str, ...]:
        """The codes of all reasons for which it alone refuses a move; see also COMMON_REFUSALS."""

    @property
    def most_moves(self) -> int:
        """An upper bound on the plies of a game from the start."""

    def start(self, rng: Random) -> P:
        """The start position; randomness comes from `rng` only."""

    def place(self, text: str, rng: Random) -> P:
        """The position that `write` wrote, or that a Tray shows; BadPosition if it is invalid or over."""

    def write(self, position: P, eyes: frozenset[Side] = BOTH) -> str:
        """The position on one line, with the secrets of the sides in `eyes` only."""

    def to_move(self, position: P) -> frozenset[Side]:
        """The sides asked: one, both at once, or none at the end."""

    def moves(self, position: P, side: Side) -> Iterator[str]:
        """The legal moves of `side`, canonical, one by one; there may be very many."""

    def any_move(self, position: P, side: Side, rng: Random) -> str:
        """A random legal move."""

    def read(self, position: P, side: Side, text: str) -> str:
        """The canonical move that `text` means, or IllegalMove."""

    def play(self, position: P, moves: Mapping[Side, str]) -> P:
        """The position after the moves of exactly the sides asked, or IllegalMove."""

    def outcome(self, position: P) -> Outcome:
        """How the game stands, and why."""

    def score(self, position: P) -> tuple[int, int]:
        """The points, pairs, discs, chips or markers of both sides so far; also in the outcome."""

    def call(self, position: P, side: Side) -> Call:
        """The wire parameters of the request that asks `side` for its move."""

    def last_call(self, position: P, side: Side, status: str) -> Call:
        """The wire parameters of the last request to `side`, which needs no answer."""

    def as_text(self, position: P, eyes: frozenset[Side] = BOTH) -> str:
        """The position as text for terminals, with the secrets of the sides in `eyes` only."""

    def svg(
        self, position: P, eyes: frozenset[Side] = BOTH, title: str = "", hand: Side | None = None
    ) -> str:
        """An inline SVG picture, with the secrets of the sides in `eyes` only.

        If the side `hand` is asked, its moves can be clicked (see `picture`).
        """


GAMES: Final[dict[str, Game[Any]]] = {
    game.name: game for game in (book() for book in vars(catalogue).values() if isinstance(book, type))
}

COURSE_GAME: Final = catalogue.SuperMorpion.name
"""The game of manual 003, which is the default."""
GAME_ALIASES: Final = {"othello": "reversi"}
"""Other names of games."""
SIMPLEST_GAME: Final = catalogue.TicTacToe.name
"""The default of a form."""
SHOW_GAME: Final = catalogue.Reversi.name
"""The game of the demonstration."""


def add_game(book: Game[Any]) -> None:
    """Add the rules of a plug-in."""
    GAMES[book.name] = book


def find_game(name: str, settings: Mapping[str, Any] | None = None) -> Game[Any]:
    """The game of this name or Set, in any case (spec GEN-7), with these switches set."""
    wanted = name.casefold()
    book = next((game for game in GAMES.values() if wanted in (game.name, game.set_name.casefold())), None)
    if book is None:
        raise UnknownGame("unknown-game", "name", name=name)
    return _switched(book, settings or {})


def _switched(book: Any, settings: Mapping[str, Any]) -> Game[Any]:
    defaults = switches(book, changed=False)
    wanted = {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
    for name, value in wanted.items():
        if name not in defaults or type(value) is not type(defaults[name]):
            raise bad_setting(name, value)
    changed: Game[Any] = replace(book, **wanted)
    return changed


def switches(book: Any, *, changed: bool = True) -> dict[str, Any]:
    """The switches of a game: those changed from their defaults, or all of them."""
    return {
        item.name: value
        for item in fields(book)
        if (value := getattr(book, item.name)) != item.default or not changed
    }


# Photos: a Tray as a position to start from, with the side to move beside it (manual 002, chapter II).


def photo_with_side(game: Game[Any], text: str, side: Side | None) -> str:
    """The photo written so that the chosen side is to move; unchanged where it tells the side itself."""
    written = game.description.photo_of
    if side is None or written is None or text in ("", INIT) or " " in text:
        return text
    try:
        movers = game.to_move(game.place(text, Random(0)))
    except BadPosition as wrong:
        if wrong.reason != "turn":
            raise
        movers = frozenset()
    return text if side in movers else written(text, side)
