"""The weight of every pair of a round of Go, part by part, as OpenGotha counts it (go 5.4 to 5.8)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from ronde.model.go import rank_setting
from ronde.standings.go.ranks import main_score
from ronde.standings.go.scores import Whole
from ronde.systems.mcmahon.field import ABOVE_BAR, ZERO, Field, Marks, halved, stones

MET, RANDOM, COLOURS, CATEGORY, SCORE = "met", "random", "colours", "category", "score"
DRAWN, SEEDING, HANDICAP, GEOGRAPHY = "drawn", "seeding", "handicap", "geography"
PARTS = (MET, RANDOM, COLOURS, CATEGORY, SCORE, DRAWN, SEEDING, HANDICAP, GEOGRAPHY)
BASE = 1
"""What every pair weighs besides."""


def fall(weight: int, distance: Whole, of: float, curve: float) -> Whole:
    """What is left of a weight at a distance; all in doubles, from the left."""
    x = distance / of
    left: Whole = np.trunc(weight * (1 - x) * (1 + curve * x)).astype(np.int64)
    return left


class Weights:
    """The parts of the weights of pairs: of `one` with `other`, two arrays of places that fit together.

    With a column and a row they are all pairs, with two rows some pairs.
    """

    def __init__(self, field: Field, one: Whole, other: Whole, *, seed: int = 0) -> None:
        self.field = field
        self.mcmahon = field.mcmahon
        self.weights = field.mcmahon.weights
        self.one, self.other = one, other
        self.seed = seed
        self.old = field.mcmahon.rules == "3.51"
        self.gap = np.abs(field.group[one] - field.group[other])
        self.apart = np.abs(field.category[one] - field.category[other])

    def parts(self, without: str = "") -> Iterator[tuple[str, Whole]]:
        """Every part by its name, which is that of its method."""
        for part in PARTS:
            if part != without:
                yield part, getattr(self, part)()

    def total(self, without: str = "") -> Whole:
        """All parts, or all but one."""
        total = np.full(self.gap.shape, BASE, dtype=np.int64)
        for _, part in self.parts(without):
            total += part
        return total

    def met(self) -> Whole:
        return np.where(self.field.met[self.one, self.other] > 0, 0, self.weights.never_met)

    def random(self) -> Whole:
        weight = self.weights.random
        if not weight:
            return self._nothing()
        if self.weights.deterministic:
            return self._draw(weight, self.one, self.other)
        people = len(self.field.players)
        words = np.random.PCG64(self.seed).random_raw(people * people).reshape(people, people)
        chance = (words % np.uint64(weight + 1)).astype(np.int64)
        return chance[np.minimum(self.one, self.other), np.maximum(self.one, self.other)]

    def _draw(self, most: int, one: Whole, other: Whole) -> Whole:
        """The draw with the earlier in the list first."""
        first, second = np.minimum(one, other), np.maximum(one, other)
        return self.field.names.draw(most, first, second, mirror=self.old)

    def _nothing(self) -> Whole:
        return np.zeros(self.gap.shape, dtype=np.int64)

    def colours(self) -> Whole:
        """Only in games without handicap: balances that can correct each other."""
        balance, weight = self.field.balance, self.weights.colours
        if not weight or not balance.any():
            return self._nothing()
        kinds = np.sign(balance) * np.where(np.abs(balance) > 1, 2, 1) + 2
        table = _colour_table(weight)
        made = table[kinds[self.one], kinds[self.other]]
        return np.where(self._even(), made, 0)

    def _even(self) -> Marks:
        """Whether a pair plays without handicap."""
        strength = self.field.strength
        even: Marks = stones(self.mcmahon.handicap, strength[self.one] - strength[self.other]) == 0
        return even

    def category(self) -> Whole:
        count = self.field.scale.categories
        if count == 1:
            return self._nothing()
        return self._fall_by(self.apart, self.weights.category, count)

    def _fall_by(self, distance: Whole, weight: int, of: int) -> Whole:
        """The fall of a weight over whole distances, from a table."""
        table = fall(weight, np.arange(int(distance.max(initial=0)) + 1), of, self.weights.curve)
        return table[distance]

    def score(self) -> Whole:
        made = self._fall_by(self.gap, self.weights.score, self.field.scale.groups)
        return made if self.field.scale.categories == 1 else np.where(self.apart == 0, made, 0)

    def handicap(self) -> Whole:
        weight = self.weights.handicap
        if not weight:
            return self._nothing()
        field, groups = self.field, self.mcmahon.groups
        bar, floor = rank_setting(groups.bar), rank_setting(groups.floor)
        top = bar + ABOVE_BAR + ZERO + field.played
        pseudo = np.where(field.above, top, halved(field.points))
        by_points = main_score(field.settings) == "MMS"
        of = field.scale.groups if by_points else bar - floor + 3 + field.played
        return self._fall_by(np.abs(pseudo[self.one] - pseudo[self.other]), weight, of)

    def drawn(self) -> Whole:
        """Pairs of two groups: who is drawn out of his group, and whether it makes up for earlier rounds."""
        field, share = self.field, self.weights.drawn // 5
        upper = field.group[self.one] < field.group[self.other]
        up, down = _history(field.up, field.down), _history(field.down, field.up)
        compensated = _scenarios(share, compensate=self.mcmahon.compensate)
        high, low = (
            _places(field, share // 2, mode) for mode in (self.mcmahon.drawn_upper, self.mcmahon.drawn_lower)
        )
        # A row for the place of the upper, a column for that of the lower.
        first, second = np.where(upper, self.one, self.other), np.where(upper, self.other, self.one)
        made = compensated[down[first] * 4 + up[second]] + high[first] + low[second]
        across = (self.gap > 0) & (self.gap < 4) if self.old else self.gap > 0
        if field.scale.categories > 1:
            made //= (self.apart + 1) ** 4
        return np.where(across, made, 0)

    def seeding(self) -> Whole:
        """Pairs inside a group, by their places in it."""
        made = self._nothing()
        inside = self.gap == 0
        one, other = np.broadcast_arrays(self.one, self.other)
        made[inside] = self._seeded(one[inside], other[inside])
        return made

    def _seeded(self, one: Whole, other: Whole) -> Whole:
        field, weight = self.field, self.weights.seeding
        size = field.size[one]
        if field.seeding == "random":
            halves = (2 * field.inner < field.size)[one] == (2 * field.inner < field.size)[other]
            across = weight - self._draw(int(weight * 0.2), one, other)
            return np.where(halves, 0, across)
        distance = self.misseeded(one, other)
        of = np.maximum(size - 1, 1) if field.seeding == "fold" else size
        seeded: Whole = weight - weight * distance // of * distance // of
        return seeded

    def misseeded(self, one: Whole, other: Whole) -> Whole:
        """How far from the places that the seeding wants two of a group are; doubled where they slip."""
        inner, size = self.field.inner, self.field.size[one]
        if self.field.seeding == "fold":
            off = inner[one] + inner[other] - (size - 1)
        else:
            off = 2 * np.abs(inner[one] - inner[other]) - size
        distance: Whole = np.abs(off)
        return distance

    def geography(self) -> Whole:
        """Different countries and clubs, for those below the thresholds."""
        made = self.geographies()[self.relation()]
        if self.old:
            return made
        above = self.field.above
        halves = above[self.one].astype(np.int64) + above[self.other]
        mixed = _quotient(self.weights.geography + made, 2)
        return np.where(halves == 0, made, np.where(halves == 1, mixed, self.weights.geography))

    def relation(self) -> Whole:
        """0 to 5: same country or not, then the same club, one of the same group, or another."""
        club, allied = self.field.club, self.field.allied
        one, other = club[self.one], club[self.other]
        clubs = np.where(one == other, 0, 2)
        if allied.any():
            clubs -= (clubs > 0) & allied[one, other]
        abroad = self.field.country[self.one] != self.field.country[self.other]
        relation: Whole = clubs + 3 * abroad
        return relation

    def geographies(self) -> Whole:
        """What each relation weighs."""
        return np.array(
            [self._geography(abroad, club) for abroad in (0, 1) for club in (0, 1, 2)], dtype=np.int64
        )

    def _geography(self, abroad: int, club: int) -> int:
        weights, groups = self.weights, self.field.scale.groups
        country = min(1.0, weights.country / groups) if abroad else 0.0
        shares = (0.0, weights.club / 2.0 / groups, weights.club * 1.2 / groups)
        clubs = min(1.0, shares[club])
        gain = max(country, clubs) + min(country, clubs) / 2
        gain += 0.5 / groups if gain > 0 else 0.0
        left = int(weights.geography * (1 - gain) * (1 + weights.curve * gain))
        return min(weights.geography, weights.score - left)


def _quotient(number: Whole, divisor: int) -> Whole:
    """Divided towards 0."""
    quotient: Whole = np.abs(number) // divisor * np.sign(number)
    return quotient


def _colour_table(weight: int) -> Whole:
    """By the balances of both, from two or more black games to two or more white ones."""
    balances = np.arange(-2, 3)
    one, other = balances[:, None], balances[None, :]
    half = ((one == 0) & (abs(other) == 2)) | ((other == 0) & (abs(one) == 2))
    return np.where(one * other < 0, weight, np.where(half, weight // 2, 0))


def _history(same: Whole, back: Whole) -> Whole:
    """Whether somebody was drawn the same way before (2), and more often than back (1)."""
    return 2 * (same > 0) + (back > same)


def _scenarios(share: int, *, compensate: bool) -> Whole:
    """What the histories of the upper and of the lower player weigh."""
    worth = [_scenario(upper, lower) for upper in range(4) for lower in range(4)]
    return np.array([share * (score if compensate else min(score, 2)) for score in worth])


def _scenario(upper: int, lower: int) -> int:
    score = 2 - (upper >= 2) - (lower >= 2)
    score += bool(score) and upper % 2
    return score + (bool(score) and lower % 2)


def _places(field: Field, most: int, mode: str) -> Whole:
    """What everybody's place in his group weighs when he is drawn out of it."""
    last = field.size - 1
    wanted = {
        "top": last - field.inner,
        "middle": last - np.abs(2 * field.inner - last),
        "bottom": field.inner,
    }[mode]
    places: Whole = most * wanted // field.size
    return places


# All pairs of some places.


def all_pairs(field: Field, places: Whole, *, seed: int = 0) -> Weights:
    """The weights of every pair of some places; the diagonal means nothing."""
    return Weights(field, places[:, None], places[None, :], seed=seed)


def weights_hash(total: Whole) -> str:
    """The hash of the upper triangle, row by row, as recorded from OpenGotha."""
    rows = (" ".join(map(str, row[at + 1 :])) + "\n" for at, row in enumerate(total.tolist()[:-1]))
    return hashlib.sha256("".join(rows).encode()).hexdigest()
