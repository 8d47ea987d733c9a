"""A tournament as FIDE reports it: for each player and round an opponent, a colour, points and a kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class ResultKind(Enum):
    GAME = "game"
    """Played over the board; the only kind that counts as a meeting and has a colour."""
    FORFEIT = "forfeit"
    """Paired, but not played; the points tell who was present."""
    BYE = "bye"
    """The pairing-allocated bye."""
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"
    """Absent; also every round before a late arrival and after a withdrawal."""

    @property
    def paired(self) -> bool:
        """Whether the pairing gave this player an opponent."""
        return self is ResultKind.GAME or self is ResultKind.FORFEIT


@dataclass(frozen=True, slots=True)
class Past:
    """One round of one player."""

    kind: ResultKind
    points: int
    opponent: int = 0
    """The pairing number of the opponent, 0 if there was none."""
    white: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each outcome, in tenths of a point."""

    win: int = 10
    draw: int = 5
    loss: int = 0


@dataclass(frozen=True, slots=True)
class FideRow:
    """A player: the pairing number, the rating (0 for none) and every round so far."""

    number: int
    past: tuple[Past, ...]
    rating: int = 0


@dataclass(frozen=True)
class FideReport:
    """The rounds that count for a list of standings."""

    rows: Mapping[int, FideRow]
    points: Points = Points()
    rounds: int = 0
    """How many rounds are counted."""
    finished: bool = True
    """Whether the last of them is the final one."""
    all_meet: bool = False
    """Whether the pairings were known beforehand (a round robin)."""
    edition: int = 2026
    """The year of the rules: 2023, 2024 or 2026."""

    def score(self, number: int) -> int:
        return self.scores[number]

    @cached_property
    def scores(self) -> dict[int, int]:
        return {number: sum(past.points for past in row.past) for number, row in self.rows.items()}

    def forfeit_loss(self, past: Past) -> bool:
        """Whether this is the absent side of a forfeited game."""
        return past.kind is ResultKind.FORFEIT and past.points < self.points.win

    def voluntary(self, past: Past) -> bool:
        """Whether the round was voluntarily unplayed (VUR)."""
        kind = past.kind
        if kind is ResultKind.GAME:
            return False
        return kind is ResultKind.HALF_BYE or kind is ResultKind.ZERO_BYE or self.forfeit_loss(past)
