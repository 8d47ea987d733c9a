"""Lists of closed rounds, computed once: they do not change while the results of the open round come in.

Cached until a round is closed or corrected, or a player, a state or a setting changes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, TypeVar

from ronde.core.player import PlayerId
from ronde.core.published import AsOf, seen
from ronde.core.tournament import Tournament
from ronde.scoring import door as scoring
from ronde.web.story import forms, points_before, ranks_over

T = TypeVar("T")
KEPT: Final = 24
"""How many lists of a tournament are cached."""


class ClosedRounds:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._basis: tuple[object, ...] = ()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def seen(self, tournament: Tournament, after: int, as_of: AsOf = AsOf.CLOSING) -> Tournament:
        """The tournament as a list after that round sees it."""

        def another() -> Tournament | None:
            other = seen(tournament, after, as_of)
            return None if other is tournament else other  # without the round being played

        return self._counted(tournament, ("seen", after, as_of), another) or tournament

    def standings(self, tournament: Tournament, after: int, as_of: AsOf = AsOf.CLOSING) -> scoring.Standings:
        hall = self.seen(tournament, after, as_of)
        key = "standings", after, as_of
        return self._counted(tournament, key, lambda: scoring.standings(hall, after))

    def forms(self, tournament: Tournament, upto: int) -> Mapping[PlayerId, str]:
        """Every player's results in the closed rounds."""
        return self._counted(tournament, ("forms", upto), lambda: forms(tournament, upto))

    def points_before(self, tournament: Tournament, number: int) -> Mapping[PlayerId, float]:
        """Every player's points before a round."""
        return self._counted(tournament, ("points", number), lambda: points_before(tournament, number))

    def ranks_over(
        self, tournament: Tournament, upto: int, players: Sequence[PlayerId], as_of: AsOf
    ) -> Mapping[PlayerId, list[int]]:
        """The ranks of these players among themselves: seed, then after every round."""
        key = "ranks", upto, as_of, tuple(players)
        return self._counted(tournament, key, lambda: ranks_over(tournament, upto, players, as_of))

    def _counted(self, tournament: Tournament, what: Hashable, count: Callable[[], T]) -> T:
        """A list, computed by one thread while the others wait for it."""
        basis = basis_of(tournament)
        with self._lock:
            if not alike(basis, self._basis):
                self._basis, self._kept = basis, OrderedDict()
            if what not in self._kept:
                self._kept[what] = count()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            kept: T = self._kept[what]
            return kept


def basis_of(tournament: Tournament) -> tuple[object, ...]:
    """Everything that lists of closed rounds depend on: all but the round being played."""
    one = tournament
    people = one.players, one.entered, one.left, one.away, one.forbidden, one.seats, one.programs
    return one.name, one.date, one.settings, *people, *one.closed_rounds


def alike(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two rows hold identical objects; comparing by value would take as long as computing them."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
