"""What a game says about itself, so that no other room has to know it by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ronde.games.cupscore import Leg
from ronde.games.side import Side

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
    """The properties of a game that pages, referees and commands ask for."""

    colours: tuple[Colour, Colour] = ("blue", "orange")
    """How the first and the second side are marked."""
    counts: str = ""
    """What the score counts, by the code of its word (`games.counts-...`); empty if it counts nothing."""
    picked: bool = True
    """Whether a person plays on the picture, so that typing is only another way."""
    arguments: tuple[Argument, ...] = ("position", "seconds", "side")
    """What a local program that is started for every move gets, in this order."""
    levels: int = 1
    """How many levels of its rules there are; with more than one, the switch `level` chooses."""
    hides: bool = False
    """Whether a side knows something that the other and the public may not see."""
    secret: Callable[[str], bool] = _open
    """Whether a move of this text betrays what its side hides."""
    say: Callable[[str], str] = _as_it_is
    """A move as people write it."""
    hear: Callable[[str], str] = _as_it_is
    """What a person typed, in the notation of programs."""
    choices: Callable[[Any, Any, Side], Iterable[Choice]] = _no_choices
    """The moves worth a button: called with the rule book, the position and the side."""
    free_choice: Callable[[Iterable[str]], bool] = _never
    """Whether these moves are those of a side that is usually bound to a part of the board, but not now."""
    hard: tuple[tuple[str, str], ...] = ()
    """Positions that random games hardly reach and programs fail in: the code of the stage, the position."""
    open_points: tuple[str, ...] = ()
    """What the manual leaves open and is decided here: codes of sentences (`arbitre.holds-...`)."""
    photo_of: Callable[[str, Side], str] | None = None
    """How a Tray with the side to move beside it is written as a position; None where the Tray tells it."""
    tried: str = ""
    """The rules by which pages try moves without a server, by their name in `tries.js`; or nothing."""
    place: Callable[[Any], str] = _anywhere
    """Which part of the board the rules send the side to move to; empty if they send it nowhere."""
    match_score: Callable[[Sequence[Leg]], tuple[int, int]] | None = None
    """The points of both players over a match, for a game that has a rule for it."""

    def given(self, view: str, seconds: int, side: Side) -> list[str]:
        """The arguments of a local program of `side` that sees this position and has so many seconds."""
        values = {"position": view, "seconds": str(seconds), "side": str(side)}
        return [values[name] for name in self.arguments]
