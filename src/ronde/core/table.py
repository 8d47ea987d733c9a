"""Tables of a round: who meets whom, with the bill of the pair and its result."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.result import Result


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the bill of a pair: which rule asked what, about which player and by how much."""

    rule: str
    cost: int
    player: PlayerId = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who meet, the first colour first, and why the pair costs what it costs."""

    first: PlayerId
    second: PlayerId
    reasons: tuple[Reason, ...] = ()
    cost: int = 0
    """What the draw was charged; below the sum of the reasons where PAPP's cap cut it."""

    def __contains__(self, player: object) -> bool:
        return player in (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Bye:
    """The player left over, and why it is him."""

    player: PlayerId
    reasons: tuple[Reason, ...] = ()
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A numbered table with its pair and, once played, its result."""

    number: int
    pair: Pair
    result: Result | None = None
    locked: bool = False
    by_hand: bool = False
    """Whether the arbiter made the pair; what the draw was charged does not include it."""

    @property
    def first(self) -> PlayerId:
        """The player of the first colour."""
        return self.pair.first

    @property
    def second(self) -> PlayerId:
        """The player of the second colour."""
        return self.pair.second
