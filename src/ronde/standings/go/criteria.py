"""The criteria of Go after a number of rounds, doubled, SODOS four times (go 3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from ronde.model.go import rank_setting, read_rank
from ronde.standings.go.ranks import rank_of
from ronde.standings.go.scores import Entry, Scores, State, Whole

SCALE = {"CAT": 1, "RANK": 1, "RATING": 1, "DC": 1, "SDC": 1, "SODOSM": 4, "SODOSW": 4}
"""What a value is divided by to be read; 2 for all others."""


def readable(name: str, value: int) -> float:
    """A value as people read it; categories are counted from 1.

    >>> readable("MMS", 67), readable("SODOSM", 9), readable("CAT", -1)
    (33.5, 2.25, 2)
    """
    return 1 - value if name == "CAT" else value / SCALE.get(name, 2)


def category(rank: int, limits: Sequence[str]) -> int:
    """The category of a rank, the strongest 0.

    >>> [category(rank, ("1d", "5k")) for rank in (3, -1, -5, -6)]
    [0, 1, 1, 2]
    """
    lowest = [read_rank(text) for text in limits]
    return sum(limit is not None and rank < limit for limit in lowest)


class Criteria:
    """The values of everybody after some of the rounds, in the order of the players."""

    def __init__(self, scores: Scores, after: int, rounds: int = 0) -> None:
        """`rounds` is how many are announced, which only Strasbourg's points ask."""
        self.scores = scores
        self.after = after
        self.announced = rounds
        self.people = len(scores.players)
        self.entries = scores.rounds[:after]
        self.starts = 2 * scores.starts
        self.nothing = np.zeros(self.people, dtype=np.int64)

    def __getitem__(self, name: str) -> Whole:
        return CRITERIA[name](self)

    @cached_property
    def wins(self) -> Whole:
        own: Whole = self.scores.wins[self.after]
        return own

    @cached_property
    def points(self) -> Whole:
        own: Whole = self.scores.points[self.after]
        return own

    @cached_property
    def opponents_wins(self) -> Whole:
        """The wins of somebody as an opponent; unplayed rounds may count half."""
        return self._virtual(self.nothing) if self._is_virtual() else self.wins

    @cached_property
    def opponents_points(self) -> Whole:
        return self._virtual(self.starts) if self._is_virtual() else self.points

    def _is_virtual(self) -> bool:
        return self.scores.settings.groups.half_for_unplayed and bool(self.after)

    def _virtual(self, begin: Whole) -> Whole:
        """Played games only, and half a point for every other round."""
        sums = begin.copy()
        for own in self.entries:
            sums += np.array([entry.doubled if entry.played else 1 for entry in own], dtype=np.int64)
        return sums

    def strasbourg(self) -> Whole:
        """Points of McMahon, and two more for each round won in the knock-out of the top group at the end."""
        extra = self.nothing.copy()
        bar = rank_setting(self.scores.settings.groups.bar)
        for done in (self.announced - 2, self.announced - 1):
            if 1 <= done <= self.after:
                extra += 4 * (self.scores.points[done] == 2 * (30 + bar + done))
        return self.points + extra

    def rows(self, value: Callable[[int, Entry], int], otherwise: Whole) -> Whole:
        """By player and round: `value` of a game, or what stands for any other round."""
        table = [
            [value(at, entry) if entry.state is State.PAIRED else int(otherwise[at]) for entry in own]
            for at, own in enumerate(zip(*self.entries, strict=True))
        ]
        return np.array(table, dtype=np.int64).reshape(self.people, self.after)

    @cached_property
    def sosm_rows(self) -> Whole:
        return self.rows(lambda at, game: self._met_points(game), self.starts)

    @cached_property
    def sosw_rows(self) -> Whole:
        return self.rows(lambda at, game: int(self.opponents_wins[game.opponent]), self.nothing)

    def _met_points(self, game: Entry) -> int:
        """The points of an opponent, and the stones given to him."""
        return int(self.opponents_points[game.opponent]) + 2 * game.given

    def total(self, value: Callable[[int, Entry], int], otherwise: Whole) -> Whole:
        sums: Whole = self.rows(value, otherwise).sum(axis=1)
        return sums

    def summed(self, rows: Whole, without: int = 0) -> Whole:
        """The sum of the rounds without the smallest ones; nothing before there are so many."""
        if self.after <= without:
            return self.nothing
        total: Whole = np.sort(rows, axis=1)[:, without:].sum(axis=1)
        return total

    def sosts(self) -> Whole:
        points = self.nothing if self._is_virtual() else self.strasbourg()
        return self.total(lambda at, game: int(points[game.opponent]) + 2 * game.given, self.starts)

    def sodosm(self) -> Whole:
        return self.total(lambda at, game: self._met_points(game) * game.doubled, self.nothing)

    def sodosw(self) -> Whole:
        wins = self.opponents_wins
        return self.total(lambda at, game: int(wins[game.opponent]) * game.doubled, self.nothing)

    def sososm(self) -> Whole:
        sums = self["SOSM"]
        otherwise = self.starts * self.after
        return self.total(lambda at, game: int(sums[game.opponent]), otherwise)

    def sososw(self) -> Whole:
        sums = self["SOSW"]
        return self.total(lambda at, game: int(sums[game.opponent]), self.nothing)

    def cumulated(self, sums: Whole) -> Whole:
        """The sum of a score after every round."""
        total: Whole = sums[1 : self.after + 1].sum(axis=0)
        return total

    def exploits(self, *, won: bool) -> Whole:
        """Games against stronger opponents for the stones given or taken, all or those won."""
        wins, ranks = self.wins, [rank_of(card) for card in self.scores.cards]

        def value(at: int, game: Entry) -> int:
            if won and game.doubled != 2:
                return 0
            harder = game.given - (ranks[at] - ranks[game.opponent])
            return int(wins[game.opponent]) * min(max(harder + 1, 0), 3)

        return self.total(value, self.nothing)

    def categories(self) -> Whole:
        """The number of the category, negative: the first one is the best."""
        limits = self.scores.settings.groups.categories
        return -self._cards(lambda at: category(rank_of(self.scores.cards[at]), limits))

    def _cards(self, value: Callable[[int], int]) -> Whole:
        return np.array([value(at) for at in range(self.people)], dtype=np.int64)


def _after_a_round(function: Callable[[Criteria], Whole]) -> Callable[[Criteria], Whole]:
    return lambda values: function(values) if values.after else values.nothing


CRITERIA: dict[str, Callable[[Criteria], Whole]] = {
    "NBW": lambda values: values.wins,
    "MMS": lambda values: values.points,
    "STS": lambda values: values.strasbourg(),
    "CAT": lambda values: values.categories(),
    "RANK": lambda values: values._cards(lambda at: rank_of(values.scores.cards[at])),
    "RATING": lambda values: values._cards(lambda at: values.scores.cards[at].rating),
} | {
    name: _after_a_round(function)
    for name, function in {
        "SOSW": lambda values: values.summed(values.sosw_rows),
        "SOSW-1": lambda values: values.summed(values.sosw_rows, 1),
        "SOSW-2": lambda values: values.summed(values.sosw_rows, 2),
        "SOSM": lambda values: values.summed(values.sosm_rows),
        "SOSM-1": lambda values: values.summed(values.sosm_rows, 1),
        "SOSM-2": lambda values: values.summed(values.sosm_rows, 2),
        "SOSTS": Criteria.sosts,
        "SODOSM": Criteria.sodosm,
        "SODOSW": Criteria.sodosw,
        "SOSOSM": Criteria.sososm,
        "SOSOSW": Criteria.sososw,
        "CUSSM": lambda values: values.cumulated(values.scores.points),
        "CUSSW": lambda values: values.cumulated(values.scores.wins),
        "EXT": lambda values: values.exploits(won=False),
        "EXR": lambda values: values.exploits(won=True),
    }.items()
}
"""Every criterion but the two of direct confrontation."""
