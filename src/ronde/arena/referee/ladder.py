"""A permanent ladder without rounds: how everybody stands, and who meets whom next."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from ronde.standings.ratings import RatedMeeting, Rating, ratings

K = TypeVar("K", bound=Hashable)
K_co = TypeVar("K_co", bound=Hashable, covariant=True)

AGAIN: Final = 100.0
"""How many rating points one recent meeting of the same two counts."""
RECENT: Final = 200
"""How many games back a meeting still counts as recent, at least."""


class LadderGame(Protocol[K_co]):
    @property
    def first(self) -> K_co: ...

    @property
    def second(self) -> K_co: ...


@dataclass(frozen=True, slots=True)
class Rung(Generic[K]):
    """An entrant of a ladder with its rating and its games; no rating and no place before the first one."""

    place: int
    """From 1; 0 before its first game."""
    entrant: K
    rating: Rating | None
    won: int = 0
    drawn: int = 0
    lost: int = 0


def ladder_standing(meetings: Sequence[RatedMeeting[K]], entrants: Iterable[K]) -> list[Rung[K]]:
    """The entrants, best first, then those without a game; equal ones stay in the order given."""
    rated, counts = ratings(meetings), _counts(meetings)
    known = sorted(entrants, key=lambda one: -rated[one].elo if one in rated else float("inf"))
    return [
        Rung(place if one in rated else 0, one, rated.get(one), *counts[one])
        for place, one in enumerate(known, start=1)
    ]


def _counts(meetings: Sequence[RatedMeeting[K]]) -> Mapping[K, tuple[int, int, int]]:
    """Won, drawn and lost games."""
    counts: dict[K, tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    for game in meetings:
        for one, more_won, more_lost in (
            (game.one, game.wins, game.losses),
            (game.other, game.losses, game.wins),
        ):
            won, drawn, lost = counts[one]
            counts[one] = won + more_won, drawn + game.draws, lost + more_lost
    return counts


def recent_games(entrants: int) -> int:
    """How many games back to look: two for every entrant, as a forgotten one seems not to have played."""
    return max(RECENT, 2 * entrants)


def next_pair(
    entrants: Iterable[K], games: Sequence[LadderGame[K]], elo: Mapping[K, float]
) -> tuple[K, K] | None:
    """The entrant that played least recently, against one near in rating that it has not just met.

    Of several, those that come first in `entrants`.
    """
    free = list(entrants)
    if len(free) < 2:
        return None
    played = Counter(one for game in games for one in (game.first, game.second))
    met = Counter(frozenset((game.first, game.second)) for game in games)
    one = min(free, key=lambda entrant: played[entrant])

    def distance(other: K) -> tuple[float, int]:
        apart = abs(elo.get(one, 0.0) - elo.get(other, 0.0)) + AGAIN * met[frozenset((one, other))]
        return apart, played[other]

    return one, min((other for other in free if other != one), key=distance)
