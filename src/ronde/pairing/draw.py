"""A draw: the tables of a round, the bye, and the costs of every pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from ronde.core.player import PlayerId
from ronde.core.table import Bye, Pair
from ronde.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Draw:
    """All tables of the round by number, including those that existed before."""

    tables: Mapping[int, Pair]
    bye: Bye | None
    system: str
    seed: int
    total: int
    """The cost of the new pairs and the bye; pairs made before are not included."""
    values: tuple[PlayerId, ...] = ()
    """Keizer: the order by which the round is scored."""


class PairVerdict(StrEnum):
    """Why two players do not meet, where pairs have no costs."""

    DRAWN = "drawn"
    MET = "met"
    COLOURS = "colours"
    REST = "rest"
    """The others could not all be paired."""
    WORSE = "worse"
    LATER = "later"
    """Every criterion is met as well; the rules take the earlier of equal candidates."""


@dataclass(frozen=True, slots=True)
class Worse:
    """A criterion that gets worse: its bracket in half-points, and its counts with the pair and at best."""

    criterion: str
    bracket: int
    with_them: int
    best: int


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The costs of a pair that was not drawn, the least total with it, and the least total of all."""

    pair: Pair
    total_with: int
    total_best: int
    forbidden: bool = False
    """Whether the arbiter has forbidden the pair."""
    verdict: PairVerdict | None = None
    """The verdict of the rules, where pairs have no costs."""
    worse: Worse | None = None


@dataclass(frozen=True, slots=True)
class ChecklistRow:
    """What a pairing by criteria knows of one player before a round.

    Preferences are `WW` absolute, `W` strong, `w` mild; floats `v` down, `^` up, the latest last. Scores are
    tenths of a point.
    """

    number: int
    score: int
    colours: str
    preference: str
    floats: str
    may_have_bye: bool
    opponents: tuple[int, ...]
    """By number."""
    player: PlayerId = 0

    def named(self, player: Callable[[int], PlayerId]) -> ChecklistRow:
        """The same with the player instead of the number."""
        return replace(self, player=player(self.number))


@dataclass(frozen=True, slots=True)
class BracketStory:
    """One bracket of a round that was paired by criteria."""

    half_points: int
    """The score of the residents."""
    moved_down: tuple[PlayerId, ...]
    residents: tuple[PlayerId, ...]
    pairs: int
    limbo: tuple[PlayerId, ...]
    """Those moved down who were not paired here either."""
    floaters: tuple[PlayerId, ...]
    """Residents who were not paired here: they float, or have the bye."""
    gave_way: Mapping[str, int]
    """How often each criterion gave way."""


class PairingSystem(Protocol):
    """A way to complete the pairs of the open round."""

    def __call__(self, tournament: Tournament, *, seed: int) -> Draw:
        """Pair everybody who is present and free. Same arguments, same draw."""
        ...
