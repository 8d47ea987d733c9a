"""What a pair of a round of Go costs: what it loses of the best weights, line by line (go 5.9, 6).

The costs of a whole round are a constant minus its weight: what a part is worth at best is the same for every
pair, or the sum of a share of either player.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ronde.model.settings import Settings
from ronde.model.table import Reason
from ronde.standings.go.scores import Whole
from ronde.systems.mcmahon.field import Marks, halved, scale
from ronde.systems.mcmahon.weights import (
    BASE,
    CATEGORY,
    COLOURS,
    DRAWN,
    GEOGRAPHY,
    HANDICAP,
    MET,
    RANDOM,
    SCORE,
    SEEDING,
    Weights,
    fall,
)

REMATCH = "go-rematch"
BYE = "go-bye"
PLACES = ("go-club", "go-club-group", "go-country", "go-club", "go-club-group", "go-rounding")
"""The rules of geography by the relation of two players."""
RULES = (
    REMATCH, "go-random", "go-colours", "go-category", "go-score", "go-drawn", "go-seeding", "go-half",
    "go-handicap", "go-country", "go-club", "go-club-group", "go-rounding", BYE,
)  # fmt: skip
"""The rules a reason may name."""
STRANGERS = 5
"""The relation of players of different countries and clubs."""


class Costs:
    """The costs of the pairs of some weights."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.field = weights.field
        self.one, self.other = weights.one, weights.other

    def total(self) -> Whole:
        """What every pair costs besides a rematch."""
        fixed = sum(value for part, value in self._fixed().items() if part != MET)
        costs: Whole = self._colours() + self._geography() + (fixed + BASE) - self.weights.total(without=MET)
        return costs

    def _fixed(self) -> dict[str, int]:
        """The best value of each part that is the same for all pairs; being drawn is a discount."""
        weights = self.weights.weights
        return {
            MET: weights.never_met,
            RANDOM: weights.random,
            CATEGORY: weights.category if self.field.scale.categories > 1 else 0,
            SCORE: weights.score,
            DRAWN: 0,
            SEEDING: weights.seeding,
            HANDICAP: weights.handicap,
        }

    def _colours(self) -> Whole:
        """Everybody whose colours are not balanced may bring half of the weight."""
        share = np.where(self.field.balance != 0, (self.weights.weights.colours + 1) // 2, 0)
        shares: Whole = share[self.one] + share[self.other]
        return shares

    def _geography(self) -> Whole:
        """Two strangers; above the thresholds the whole weight. The mean of both must be whole."""
        weight, strangers = self.weights.weights.geography, int(self.weights.geographies()[STRANGERS])
        if self.weights.old:
            return np.array(strangers)
        most = weight + (weight + strangers) % 2
        above = self.field.above.astype(np.int64)
        best = np.array([strangers, (strangers + most) // 2, most], dtype=np.int64)
        shares: Whole = best[above[self.one] + above[self.other]]
        return shares

    def _losses(self) -> dict[str, Whole]:
        """What every part loses of its best value."""
        best: dict[str, Whole | int] = {
            **self._fixed(),
            COLOURS: self._colours(),
            GEOGRAPHY: self._geography(),
        }
        lost = {part: best[part] - value for part, value in self.weights.parts()}
        self._join(lost, SEEDING, SCORE, self.weights.gap > 0)
        self._join(lost, SCORE, CATEGORY, self.weights.apart > 0)
        return lost

    def _join(self, lost: dict[str, Whole], part: str, whole: str, where: Marks) -> None:
        """Inside a larger difference a smaller one is no matter: both are one line."""
        lost[whole] = lost[whole] + np.where(where, lost[part], 0)
        lost[part] = np.where(where, 0, lost[part])

    def bills(self) -> Iterator[tuple[Reason, ...]]:
        """The lines of every pair, where the weights are those of a row of pairs."""
        lines = [self._lines(part, lost) for part, lost in self._losses().items()]
        for bill in zip(*lines, strict=True):
            yield tuple(line for line in bill if line.cost)

    def _lines(self, part: str, lost: Whole) -> list[Reason]:
        """One line of every pair."""
        nothing = np.zeros_like(lost)
        about = self._about().get(part)
        players = nothing if about is None else np.array(self.field.players)[about]
        amounts = self._amounts().get(part, nothing)
        told = zip(self._rules(part), lost.tolist(), players.tolist(), amounts.tolist(), strict=True)
        return [Reason(*one) for one in told]

    def _rules(self, part: str) -> list[str]:
        if part == GEOGRAPHY:
            return [PLACES[relation] for relation in self.weights.relation().tolist()]
        if part == SEEDING and self.field.seeding == "random":
            return ["go-half" if half else "go-random" for half in self._misseeded().tolist()]
        return [_RULE[part]] * len(self.one)

    def _amounts(self) -> dict[str, Whole]:
        """The round of the last meeting, the balance of colours (of Black), differences of the others."""
        field, one, other = self.field, self.one, self.other
        return {
            MET: field.met[one, other].astype(np.int64),
            COLOURS: -field.balance[self._unbalanced()],
            CATEGORY: self.weights.apart,
            SCORE: self.weights.gap,
            DRAWN: self.weights.gap,
            SEEDING: self._misseeded(),
            HANDICAP: np.abs(halved(field.points)[one] - halved(field.points)[other]),
        }

    def _misseeded(self) -> Whole:
        """By how many places; 1 where the seeding is by chance and both are of one half."""
        field, one, other = self.field, self.one, self.other
        if field.seeding == "random":
            upper = 2 * field.inner < field.size
            return np.where(upper[one] == upper[other], 1, 0)
        distance = self.weights.misseeded(one, other)
        return distance if field.seeding == "fold" else -(-distance // 2)

    def _about(self) -> dict[str, Whole]:
        """The place of the player whom a line is about: the one above, or with more games of a colour."""
        field, one, other = self.field, self.one, self.other
        upper = np.where(field.group[one] <= field.group[other], one, other)
        better = np.where(field.inner[one] <= field.inner[other], one, other)
        unbalanced = self._unbalanced()
        return {COLOURS: unbalanced, CATEGORY: upper, SCORE: upper, DRAWN: upper, SEEDING: better}

    def _unbalanced(self) -> Whole:
        balance = np.abs(self.field.balance)
        return np.where(balance[self.one] >= balance[self.other], self.one, self.other)


_RULE = {
    MET: REMATCH,
    RANDOM: "go-random",
    COLOURS: "go-colours",
    CATEGORY: "go-category",
    SCORE: "go-score",
    DRAWN: "go-drawn",
    SEEDING: "go-seeding",
    HANDICAP: "go-handicap",
}


def one_level(settings: Settings, number: int) -> int:
    """What a pair costs in a round whose players are one level apart: the unit in which costs can be told."""
    weights, groups = settings.mcmahon.weights, scale(settings, number - 1).groups
    return weights.score - int(fall(weights.score, np.array([1]), groups, weights.curve)[0])
