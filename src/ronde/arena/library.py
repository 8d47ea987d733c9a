"""What the rest of Ronde has of the games of programs: a part of the library, plug-ins, names of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ronde.app.plugins import check_fit
from ronde.arena.games import GAME_ALIASES, GAMES, Game, add_game, find_game

Row = dict[str, Any]
Mover = Callable[[str, int], str]
"""A function of the position as its side sees it and the seconds it has; returns its move."""


def game(name: str, **switches: Any) -> Game[Any]:
    """The rules of a game by its name, with some of its switches set."""
    return find_game(name, switches)


def play(rules: Game[Any] | str, first: Mover, second: Mover, *, seed: int = 0, seconds: float = 10.0) -> Row:
    """Play one game between two functions `move(view, seconds_left)`, each with so many seconds for a move.

    The answer has `winner` (1, 2 or None), `reason`, `moves` and `faults`; a function that fails, is late or
    makes an illegal move loses.
    """
    from ronde.arena.referee import Clock
    from ronde.arena.referee import play as play_game
    from ronde.arena.sandbox import InsideEngine

    book = find_game(rules) if isinstance(rules, str) else rules
    engines = (
        InsideEngine("first", lambda ask: first(ask.view, ask.seconds)),
        InsideEngine("second", lambda ask: second(ask.view, ask.seconds)),
    )
    record = play_game(book, engines, Clock(seconds, 0.0, fixed=True), seed=seed).record
    return {
        "winner": record.outcome.winner,
        "reason": record.outcome.reason,
        "moves": record.moves,
        "faults": [{"side": one.side, "code": one.code, "detail": one.detail} for one in record.faults],
    }


def game_words() -> dict[str, str]:
    """The games that programs play, and what people call them."""
    return {name: name for name in GAMES} | {played: said for said, played in GAME_ALIASES.items()}


def add_plugin(name: str, book: Any) -> None:
    """Add the game of a plug-in."""
    made = book()
    check_fit(name, GAMES, fits=getattr(made, "name", None) == name)
    add_game(made)
