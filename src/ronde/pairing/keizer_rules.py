"""Who may meet whom in a Keizer round, and with which colours (keizer 2.4 and 2.5)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ronde.core.player import PlayerId
from ronde.pairing.keizer_history import Histories, PastGames

Seats = tuple[PlayerId, PlayerId]
"""Two players, the first colour first."""
BILL = (
    "rank-distance", "met-too-soon", "colour-limit", "colour-balance", "bye-rank", "bye-more", "bye-fair",
    "skipped-met", "skipped-colours", "skipped-forbidden", "skipped-rest",
)  # fmt: skip
"""The rules a Keizer cost breakdown may name."""


@dataclass(frozen=True, slots=True)
class Rules:
    round: int
    histories: Histories
    repeat_distance: int
    colour_limit: int
    forbidden: frozenset[frozenset[PlayerId]] = frozenset()
    toss: random.Random | None = None
    """In a randomised first round, the coin that decides colours."""

    def bar(self, one: PlayerId, other: PlayerId) -> str | None:
        """Which rule keeps two players apart, or None."""
        if frozenset((one, other)) in self.forbidden:
            return "forbidden"
        if self.too_soon(one, other):
            return "met"
        return "colours" if self.colour_limit and not self.possible(one, other) else None

    def too_soon(self, one: PlayerId, other: PlayerId) -> int:
        """The round of their last game if it is too recent, else 0."""
        last = self.histories[one].last_met(other)
        return last if last and last >= self.round - self.repeat_distance else 0

    def possible(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether some colours of the two keep to the limit; their ranks do not matter."""
        return any(self._within_limit(way) for way in self._ways(one, other))

    def due(self, player: PlayerId) -> bool:
        """Whether the limit forbids him one colour; two players without such a limit may always meet."""
        history = self.histories[player]
        return not (self._allowed(history, first=True) and self._allowed(history, first=False))

    def seats(self, upper: PlayerId, lower: PlayerId) -> Seats:
        """The colours of a pair that may meet: the first possibility that is allowed."""
        ways = self._ways(upper, lower)
        if self.toss is not None and len(ways) > 1 and self.toss.random() < 0.5:
            ways = [*reversed(ways)]
        return next((way for way in ways if self._within_limit(way)), ways[0])

    def _ways(self, upper: PlayerId, lower: PlayerId) -> list[Seats]:
        """The lower balance, else the fewer first colours in their meetings, has the first colour.

        Otherwise the lower ranked has it, or, if the limit forbids that, the upper.
        """
        mine, his = self.histories[upper], self.histories[lower]
        lead = mine.balance - his.balance
        meetings = mine.met.get(lower, [])
        if not lead and len(meetings) % 2:
            lead = 2 * sum(white for _, white in meetings) - len(meetings)
        if lead:
            return [(upper, lower) if lead < 0 else (lower, upper)]
        return [(lower, upper), (upper, lower)]

    def _within_limit(self, seats: Seats) -> bool:
        white, black = (self.histories[player] for player in seats)
        return self._allowed(white, first=True) and self._allowed(black, first=False)

    def _allowed(self, history: PastGames, *, first: bool) -> bool:
        """Whether the other colour was among his last games, as many as the limit says."""
        limit = self.colour_limit
        return not limit or len(history.whites) < limit or (not first) in history.whites[-limit:]


def barred(players: Sequence[PlayerId], rules: Rules) -> list[set[int]]:
    """For each place, the places of those it may not meet."""
    place = {player: at for at, player in enumerate(players)}
    apart: list[set[int]] = [set() for _ in players]

    def part(one: int, other: int) -> None:
        apart[one].add(other)
        apart[other].add(one)

    for pair in rules.forbidden:
        if pair <= place.keys():
            one, other = (place[player] for player in pair)
            part(one, other)
    for player, at in place.items():
        for opponent in rules.histories[player].met:
            if opponent in place and rules.too_soon(player, opponent):
                part(at, place[opponent])
    for one in (at for at, player in enumerate(players) if rules.due(player)):
        for other, opponent in enumerate(players):
            if other != one and not rules.possible(players[one], opponent):
                part(one, other)
    return apart


def relaxed(rules: Rules, *, distance: int | None = None, limit: int | None = None) -> Rules:
    return replace(
        rules,
        repeat_distance=rules.repeat_distance if distance is None else distance,
        colour_limit=rules.colour_limit if limit is None else limit,
    )
