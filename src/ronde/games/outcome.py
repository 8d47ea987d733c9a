"""How a game stands: open, won or drawn, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ronde.games.side import Side, other


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
