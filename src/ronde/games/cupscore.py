"""The score of a cup match of super-morpion, home and away (manual 003, programme tournoi; games 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ronde.games.outcome import Outcome
from ronde.games.side import Side

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
