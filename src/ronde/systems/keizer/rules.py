"""Keizer's rules for a meeting: who met when, colours, and what a meeting costs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ronde.model.player import PlayerId
from ronde.model.result import Kind
from ronde.model.table import Reason
from ronde.model.tournament import Tournament

# The past for Keizer pairing: colours, opponents and when they met, byes.


@dataclass(slots=True)
class PastGames:
    """One player's games so far; forfeits and adjourned games count, pairs that were never played do not."""

    whites: list[bool] = field(default_factory=list)
    """Whether he had the first colour, game by game."""
    balance: int = 0
    """Games with the first colour minus games with the second."""
    met: dict[PlayerId, list[tuple[int, bool]]] = field(default_factory=dict)
    """By opponent: the rounds in which they met, and whether he had the first colour."""
    byes: int = 0

    def add(self, opponent: PlayerId, number: int, *, white: bool) -> None:
        self.whites.append(white)
        self.balance += 1 if white else -1
        self.met.setdefault(opponent, []).append((number, white))

    def last_met(self, opponent: PlayerId) -> int:
        """The round in which the two met last; 0 if never."""
        return self.met[opponent][-1][0] if opponent in self.met else 0


Histories = Mapping[PlayerId, PastGames]


def histories(tournament: Tournament) -> dict[PlayerId, PastGames]:
    """Everybody's history before the open round."""
    past = {player: PastGames() for player in tournament.players}
    for played in tournament.closed_rounds:
        for table in played.tables.values():
            if table.result is not None and table.result.kind is not Kind.UNPLAYED:
                past[table.first].add(table.second, played.number, white=True)
                past[table.second].add(table.first, played.number, white=False)
        for player in played.byes:
            past[player].byes += 1
    return past


# Who may meet whom in a Keizer round, and with which colours (keizer 2.4 and 2.5).


Seats = tuple[PlayerId, PlayerId]
"""Two players, the first colour first."""
RULES = (
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


def relax(rules: Rules, *, distance: int | None = None, limit: int | None = None) -> Rules:
    return replace(
        rules,
        repeat_distance=rules.repeat_distance if distance is None else distance,
        colour_limit=rules.colour_limit if limit is None else limit,
    )


# What a Keizer pair, computed or made by hand, costs for repeats and colours.


REPEAT = 1_000_000
"""For each round that two players meet too early."""
COLOUR_LIMIT = 100_000
"""For each player whose run of one colour would break the limit."""
IMBALANCE = 2
"""Multiplied by the square of a player's colour imbalance beyond one."""


def meeting_cost(rules: Rules, white: PlayerId, black: PlayerId) -> tuple[Reason, ...]:
    """The cost breakdown of two players with these colours, without their distance in rank."""
    last = rules.too_soon(white, black)
    early = rules.repeat_distance - (rules.round - last) + 1 if last else 0
    reasons = (
        Reason("met-too-soon", REPEAT * early, amount=last),
        *_colour(rules, white, 1),
        *_colour(rules, black, -1),
    )
    return tuple(reason for reason in reasons if reason.cost)


def _colour(rules: Rules, player: PlayerId, step: int) -> tuple[Reason, ...]:
    history, limit = rules.histories[player], rules.colour_limit
    run = bool(limit) and history.whites[-limit:] == [step > 0] * limit
    balance = history.balance + step
    return (
        Reason("colour-limit", COLOUR_LIMIT * run, player, step * limit),
        Reason("colour-balance", IMBALANCE * max(abs(balance) - 1, 0) ** 2, player, balance),
    )
