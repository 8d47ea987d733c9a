"""The properties of a game, so that no other package tests for its name."""

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
