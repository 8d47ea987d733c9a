"""Tables of a round: who meets whom, with the cost breakdown of the pair and its result."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.model.player import PlayerId
from ronde.model.result import Result


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the cost breakdown of a pair: rule, player and amount."""

    rule: str
    cost: int
    player: PlayerId = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who meet, the first colour first, and the cost of the pair."""

    first: PlayerId
    second: PlayerId
    reasons: tuple[Reason, ...] = ()
    cost: int = 0
    """The cost in the pairing; below the sum of the reasons where PAPP's cap applied."""

    def __contains__(self, player: object) -> bool:
        return player in (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Bye:
    """The player left over, and why."""

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
    """Whether the arbiter made the pair; the total of the pairing does not include it."""

    @property
    def first(self) -> PlayerId:
        return self.pair.first

    @property
    def second(self) -> PlayerId:
        return self.pair.second
