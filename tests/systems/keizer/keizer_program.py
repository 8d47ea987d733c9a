"""KeizerForClubs implemented a second time, sentence by sentence of the specification, as a reference.

Rows, states and stored tables as in the real program, in the single precision of numpy. It is slow, and
shares no code with the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
from tests.systems.keizer import keizer_law as law

F = np.float32
GAMES = ("1-0", "1/2", "0-1", "1-F", "F-1", "F-F", "adjourned")
HALVES = {"1-0": (2, 0), "1/2": (1, 1), "0-1": (0, 2), "1-F": (2, 0), "F-1": (0, 2), "adjourned": (1, 1)}


@dataclass
class Row:
    """One row of the table of pairings; black is -1 for somebody who did not play."""

    round: int
    white: int
    black: int
    result: str


@dataclass
class Options:
    ratio: float = 3.0
    normalised: bool = False
    shares: dict[str, int] = field(default_factory=dict)
    fade_absences: bool = False
    fade_own: bool = False
    repeat_distance: int = 4
    fair_bye: bool = True
    colour_limit: int = 0


@dataclass
class Standing:
    """What the program knows after a round."""

    printed: list[int]
    internal: list[int]
    totals: dict[int, np.float32]
    used: dict[int, np.float32]
    points: dict[tuple[int, int], np.float32]


@dataclass
class Program:
    """A tournament file and the window around it."""

    options: Options
    ratings: dict[int, int] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    stored: dict[int, list[int]] = field(default_factory=dict)
    last: int = 0

    def enter(self, player: int, rating: int) -> None:
        """Typed in by hand: late start rows for every round there is, the drawn one included (3)."""
        self.ratings[player], self.states[player] = rating, "present"
        self.rows += [Row(number, player, -1, "late") for number in range(1, self.last + 1)]

    @property
    def active(self) -> list[int]:
        return [player for player in self.ratings if self.states[player] != "withdrawn"]

    def values(self, count: int) -> list[np.float32]:
        """1.1, both kinds."""
        if count == 0:
            return []
        r = F(self.options.ratio)
        if not self.options.normalised:
            first = int(np.rint((count - 1) * float(F(r / F(r - F(1))))))
            return [F(first - at) for at in range(count)]
        if count == 1:
            return [r]
        step = F(F(r - F(1)) / F(count - 1))
        plain = [F(r - F(F(at) * step)) for at in range(count)]
        gap = float(plain[0]) - float(plain[1])
        digits = next((at for at in range(10) if gap > 10**-at), 1)
        return [F(np.rint(float(value) * 10**digits) / 10**digits) for value in plain]

    def before(self, k: int) -> dict[int, np.float32]:
        """The values that score the standing after round k: rating ranks, then the table of k-1 over them."""
        by_rating = sorted(self.active, key=lambda one: (-self.ratings[one], one))
        found = {player: F(0) for player in self.ratings}
        found |= dict(zip(by_rating, self.values(len(by_rating)), strict=True))
        if k == 1:
            return found
        order = self.stored[k - 1] if k - 1 in self.stored else self.standing(k - 1).internal
        given = zip(order, self.values(len(order)), strict=True)
        return found | {player: value for player, value in given if player in self.ratings}

    def standing(self, k: int) -> Standing:
        """1.2: one pass over all rounds with the values from before."""
        used = self.before(k) if k else self.before(1)
        points: dict[tuple[int, int], np.float32] = {}
        for row in self.rows:
            if row.round <= k:
                points |= self.row_points(row, used)
        totals = {player: self.total(player, k, used, points) for player in self.ratings}
        internal = sorted(self.ratings, key=lambda one: (-totals[one], -self.ratings[one], one))
        printed = [one for one in self.shell(internal, totals, k) if one in self.active]
        return Standing(printed, [one for one in internal if one in self.active], totals, used, points)

    def total(
        self, player: int, k: int, used: dict[int, np.float32], points: dict[tuple[int, int], np.float32]
    ) -> np.float32:
        """1.5; the products and sums are double, f and the result single."""
        kept = F(max(5 - k, 0) / 5) if self.options.fade_own and k else F(1)
        return F(
            float(kept) * float(used[player])
            + sum(float(value) for (_, one), value in points.items() if one == player)
        )

    def share(self, name: str) -> int:
        return self.options.shares[name]

    def row_points(self, row: Row, used: dict[int, np.float32]) -> dict[tuple[int, int], np.float32]:
        """1.4, the table and what follows it."""
        if row.black == -1:
            return {(row.round, row.white): self.idle(row, used)}
        if not {row.white, row.black} <= self.ratings.keys():
            return {}
        seats = ((row.white, row.black, 0), (row.black, row.white, 1))
        return {(row.round, one): self.game(row, one, other, side, used) for one, other, side in seats}

    def idle(self, row: Row, used: dict[int, np.float32]) -> np.float32:
        if self.states[row.white] == "withdrawn":
            return F(0)
        m = F(1)
        if self.options.fade_absences and row.result in ("excused", "unexcused"):
            m = F(1 / 2 ** (self.missed(row) - 1))
        percent = self.share("unexcused" if row.result == "late" else row.result)
        return F(F(F(m * used[row.white]) * F(percent)) / F(100))

    def missed(self, row: Row) -> int:
        return sum(
            other.white == row.white and other.result in ("excused", "unexcused") and other.round <= row.round
            for other in self.rows
        )

    def game(self, row: Row, one: int, other: int, side: int, used: dict[int, np.float32]) -> np.float32:
        if self.states[one] == "withdrawn":
            return F(0)
        half = HALVES.get(row.result, (0, 0))[side]
        loss = F(F(self.share("loss")) / F(100))
        if self.states[other] == "withdrawn":
            base = F(F(F(self.share("withdrawn")) / F(100)) * used[one])
            return {2: base, 1: F(base / F(2)), 0: F(base * loss)}[half]
        beaten = row.result in ("1-0", "0-1")
        lost = F(loss * used[other]) if beaten else F(0)
        return {2: used[other], 1: F(used[other] / F(2)), 0: lost}[half]

    def halves(self, player: int, k: int) -> int:
        sides = [
            HALVES.get(row.result, (0, 0))[row.black == player]
            for row in self.rows
            if row.black != -1 and player in (row.white, row.black) and row.round <= k
        ]
        return sum(sides)

    def shell(self, players: Sequence[int], totals: dict[int, np.float32], k: int) -> list[int]:
        """1.6."""
        row = list(players)
        key = {one: (round(float(totals[one]) * 100), self.halves(one, k), self.ratings[one]) for one in row}
        gap = next((gap for gap in (40, 13, 4, 1) if gap <= len(row)), 0)
        while gap:
            for at in range(gap, len(row)):
                while at >= gap and key[row[at - gap]] < key[row[at]]:
                    row[at - gap], row[at] = row[at], row[at - gap]
                    at -= gap
            gap = {40: 13, 13: 4, 4: 1, 1: 0}[gap]
        return row

    def store(self) -> None:
        """1.3: the last round has no open result, and a result was entered or the next round is asked for."""
        if self.last:
            self.stored[self.last] = self.standing(self.last).printed

    def next_round(self) -> bool:
        """Section 2; whether a round could be paired."""
        self.store()
        order = self.standing(self.last).internal
        here = [player for player in order if self.states[player] == "present"]
        bye = self.bye(here)
        playing = [player for player in here if player != bye]
        found = law.first_found(playing, self.try_pair)
        if found is None or not order:
            return False
        self.last += 1
        self.rows += [Row(self.last, white, black, "") for white, black in found]
        away = {player: "bye" if player == bye else self.states[player] for player in order}
        self.rows += [Row(self.last, one, -1, why) for one, why in away.items() if why != "present"]
        return True

    def bye(self, here: Sequence[int]) -> int | None:
        if len(here) % 2 == 0:
            return None
        had = {one: sum(row.white == one and row.result == "bye" for row in self.rows) for one in here}
        fair = self.options.fair_bye
        return next(one for one in reversed(here) if not fair or had[one] <= min(had.values()))

    def try_pair(self, one: int, other: int) -> tuple[int, int] | None:
        past = [(row.round, row.white, row.black) for row in self.rows if row.black != -1]
        if law.too_soon(one, other, self.last + 1, self.options.repeat_distance, past):
            return None
        return law.seats(one, other, self.options.colour_limit, past)

    def games(self, number: int) -> list[Row]:
        return [row for row in self.rows if row.round == number and row.black != -1]


def shown(total: np.float32) -> str:
    """1.6: seven significant digits, then half up."""
    return str(Decimal(f"{float(total):.7g}").quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))
