"""Who meets whom next on a permanent ladder without rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

AGAIN: Final = 100.0
"""How many rating points one recent meeting of the same two counts."""


class LadderGame(Protocol):
    @property
    def first(self) -> int: ...

    @property
    def second(self) -> int: ...


def next_pair(
    entrants: Iterable[int], games: Sequence[LadderGame], elo: Mapping[int, float]
) -> tuple[int, int] | None:
    """The entrant that played least recently, against one near in rating that it has not just met."""
    free = sorted(entrants)
    if len(free) < 2:
        return None
    played = Counter(one for game in games for one in (game.first, game.second))
    met = Counter(frozenset((game.first, game.second)) for game in games)
    one = min(free, key=lambda entrant: (played[entrant], entrant))

    def distance(other: int) -> tuple[float, int, int]:
        apart = abs(elo.get(one, 0.0) - elo.get(other, 0.0)) + AGAIN * met[frozenset((one, other))]
        return apart, played[other], other

    return one, min((other for other in free if other != one), key=distance)
