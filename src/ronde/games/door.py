"""The public names of the games: the interface, all games, and their records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any, Final, Protocol, TypeVar

from ronde.games import shelf
from ronde.games.cupscore import Leg
from ronde.games.description import Choice, Colour, Description
from ronde.games.errors import (
    COMMON_REFUSALS,
    BadPosition,
    BadRecord,
    BadSetting,
    GameError,
    IllegalMove,
    UnknownGame,
    bad_setting,
)
from ronde.games.examples import Example, examples
from ronde.games.grid import without_names
from ronde.games.hints import hint
from ronde.games.outcome import OPEN, Outcome, annulled, forfeit
from ronde.games.photo import photo_with_side
from ronde.games.picture import token
from ronde.games.record import Answer, Frame, GameRecord, RecordedFault, page_name
from ronde.games.side import ALONE, BOTH, NOBODY, SIDES, Side, other
from ronde.games.wire import Call, status, with_opponent

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
    game.name: game for game in (book() for book in vars(shelf).values() if isinstance(book, type))
}

COURSE_GAME: Final = shelf.SuperMorpion.name
"""The game of manual 003, which is the default."""
GAME_ALIASES: Final = {"othello": "reversi"}
"""Other names of games."""
SIMPLEST_GAME: Final = shelf.TicTacToe.name
"""The default of a form."""
SHOW_GAME: Final = shelf.Reversi.name
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
