"""The value of every tie-break of C.07 for everybody, and the rounds it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from ronde.scoring.fide.code import TiebreakCode
from ronde.scoring.fide.contributions import Contribution, Contributions, after_draws, left_out
from ronde.scoring.fide.performance import average, half_up, perfect_performance, tournament_performance
from ronde.scoring.fide.report import FideReport, Past, ResultKind


class Value(NamedTuple):
    """A tie-break of one player, and the contribution of each round; a tuple, because there are thousands."""

    units: int
    scale: int = 1
    """The divisor of the units, and of the amounts of the parts."""
    parts: Sequence[Contribution] = ()
    gone: tuple[int, ...] = ()
    """Which of the parts a cut drops."""
    over: int = 1
    """The number of opponents by which the units are divided."""
    mean: bool = False
    """Whether the value is the mean of its parts and not their sum."""

    @property
    def amount(self) -> Fraction:
        return Fraction(self.units, self.scale * self.over)


class Values:
    """All tie-breaks of one report; shared parts are computed once."""

    def __init__(self, report: FideReport) -> None:
        self.report = report
        self._kept: dict[TiebreakCode, dict[int, Value]] = {}

    def of(self, code: TiebreakCode) -> dict[int, Value]:
        if code not in self._kept:
            compute = _FAMILIES[code.name]
            self._kept[code] = {number: compute(self, number, code) for number in self.report.rows}
        return self._kept[code]

    def past(self, number: int) -> Sequence[Past]:
        return self.report.rows[number].past

    @cached_property
    def plain(self) -> Contributions:
        """Sums over opponents, forfeits unplayed."""
        return Contributions(self.report)

    @cached_property
    def with_forfeits(self) -> Contributions:
        """Sums over opponents, forfeits played."""
        return Contributions(self.report, forfeits=True)

    @cached_property
    def fore(self) -> Values:
        """The same with a drawn final round."""
        return Values(after_draws(self.report))

    def contributions(self, code: TiebreakCode) -> Contributions:
        """The sums over opponents that a code is made of."""
        return self.with_forfeits if code.forfeits else self.plain

    @cached_property
    def opponents(self) -> dict[int, list[int]]:
        """Opponents met over the board."""
        return {
            number: [past.opponent for past in row.past if past.kind is ResultKind.GAME]
            for number, row in self.report.rows.items()
        }

    @cached_property
    def rated(self) -> dict[int, list[Contribution]]:
        """By number and round, the ratings of rated opponents met over the board."""
        ratings = {number: row.rating for number, row in self.report.rows.items()}
        return {
            number: [
                Contribution(at, past.opponent, ratings[past.opponent], 0, voluntary=False)
                for at, past in enumerate(row.past, start=1)
                if past.kind is ResultKind.GAME and ratings[past.opponent]
            ]
            for number, row in self.report.rows.items()
        }

    @cached_property
    def running(self) -> dict[int, list[Contribution]]:
        """By number and round, the points so far."""
        return {
            number: [
                Contribution(at, past.opponent, points, 0, voluntary=False)
                for at, (past, points) in enumerate(
                    zip(row.past, accumulate(past.points for past in row.past), strict=True), start=1
                )
            ]
            for number, row in self.report.rows.items()
        }

    def results(self, number: int) -> int:
        """Half-points in games against rated opponents, whatever the event pays for them."""
        past, draw = self.past(number), self.report.points.draw
        return sum([_compare(past[part.round - 1].points, draw) for part in self.rated[number]])


Compute = Callable[[Values, int, TiebreakCode], Value]


def _per_round(amount: Callable[[Values, Past, int], int], scale: int = 1) -> Compute:
    """A sum with one part for each round that contributes."""

    def compute(values: Values, number: int, code: TiebreakCode) -> Value:
        parts = [
            Contribution(at + 1, past.opponent, given, 0, voluntary=False)
            for at, past in enumerate(values.past(number))
            if (given := amount(values, past, at))
        ]
        return _summed(parts, (), scale)

    return compute


def _summed(parts: Sequence[Contribution], gone: tuple[int, ...], scale: int) -> Value:
    """The sum of the parts without those that a cut drops."""
    units = sum([part.amount for part in parts]) - sum([parts[at].amount for at in gone])
    return Value(units, scale, parts, gone)


def _points(values: Values, number: int, code: TiebreakCode) -> Value:
    return Value(values.report.score(number), 10)


def _buchholz(values: Values, number: int, code: TiebreakCode) -> Value:
    parts = values.contributions(code).buchholz[number]
    return _summed(parts, left_out(parts, code.low, code.high), 10)


def _fore_buchholz(values: Values, number: int, code: TiebreakCode) -> Value:
    return _buchholz(values.fore, number, code)


def _sonneborn(values: Values, number: int, code: TiebreakCode) -> Value:
    parts = values.contributions(code).sonneborn[number]
    return _summed(parts, left_out(parts, code.low, code.high, by_base=True), 100)


def _average_buchholz(values: Values, number: int, code: TiebreakCode) -> Value:
    met, gives = values.opponents[number], _given(values, code)
    return Value(sum([gives(one) for one in met]), 10, over=max(1, len(met)), mean=True)


def _given(values: Values, code: TiebreakCode) -> Callable[[int], int]:
    """What an opponent contributes to a mean: tenths of a Buchholz, a performance or a rating."""
    if code.name == "AOB":
        sums = values.of(TiebreakCode("FB" if code.fore else "BH"))
        return lambda opponent: sums[opponent].units
    if code.name in ("APRO", "APPO"):
        theirs = values.of(TiebreakCode("TPR" if code.name == "APRO" else "PTP"))
        return lambda opponent: theirs[opponent].units
    return lambda opponent: values.report.rows[opponent].rating


def met_parts(values: Values, number: int, code: TiebreakCode) -> tuple[Contribution, ...]:
    """What each opponent met over the board contributed to a mean; computed only on demand."""
    gives = _given(values, code)
    parts = (
        Contribution(at + 1, past.opponent, gives(past.opponent), 0, voluntary=False)
        for at, past in enumerate(values.past(number))
        if past.kind is ResultKind.GAME
    )
    return tuple(part for part in parts if part.amount)


def _progress(values: Values, number: int, code: TiebreakCode) -> Value:
    """The running total after each round; cuts drop the first ones."""
    parts = values.running[number]
    return _summed(parts, tuple(range(min(code.low, len(parts)))), 10)


def _koya(values: Values, number: int, code: TiebreakCode) -> Value:
    """Points against those with half of the possible score; a free round does not count."""
    report = values.report
    rounds = report.rounds
    if report.all_meet:
        rounds = max(sum(past.kind.paired for past in row.past) for row in report.rows.values())
    line = report.points.win * rounds + code.limit * report.points.win
    parts = [
        Contribution(at + 1, past.opponent, past.points, report.score(past.opponent), voluntary=False)
        for at, past in enumerate(values.past(number))
        if past.kind.paired and 2 * report.score(past.opponent) >= line
    ]
    return _summed(parts, (), 10)


def _standard(values: Values, past: Past, at: int) -> int:
    """STD, doubled: more points than the opponent in that round, or as many."""
    if not past.kind.paired:
        return _compare(past.points, values.report.points.draw)
    return _compare(past.points, values.report.rows[past.opponent].past[at].points)


def _compare(ours: int, theirs: int) -> int:
    return 2 if ours > theirs else 1 if ours == theirs else 0


def _won(values: Values, past: Past, at: int) -> bool:
    return past.kind is ResultKind.GAME and past.points >= values.report.points.win


def _average_rating(values: Values, number: int, code: TiebreakCode) -> Value:
    parts = values.rated[number]
    gone = left_out(parts, code.low, code.high)
    ratings = [part.amount for at, part in enumerate(parts) if at not in gone]
    return Value(average(ratings), 1, parts, gone, mean=True)


def _performance(values: Values, number: int, code: TiebreakCode) -> Value:
    measure = tournament_performance if code.name == "TPR" else perfect_performance
    ratings = [part.amount for part in values.rated[number]]
    return Value(measure(ratings, values.results(number)), mean=True)


def _average_performance(values: Values, number: int, code: TiebreakCode) -> Value:
    met, gives = values.opponents[number], _given(values, code)
    return Value(half_up(sum([gives(one) for one in met]), len(met)) if met else 0, mean=True)


_FAMILIES: dict[str, Compute] = {
    "PTS": _points,
    "WIN": _per_round(lambda values, past, at: past.points >= values.report.points.win),
    "WON": _per_round(_won),
    "BPG": _per_round(lambda values, past, at: past.kind is ResultKind.GAME and not past.white),
    "BWG": _per_round(lambda values, past, at: _won(values, past, at) and not past.white),
    "PS": _progress,
    "REP": _per_round(lambda values, past, at: not values.report.voluntary(past)),
    "STD": _per_round(_standard, scale=2),
    "TPN": lambda values, number, code: Value(number),
    "RTNG": lambda values, number, code: Value(values.report.rows[number].rating),
    "BH": _buchholz,
    "FB": _fore_buchholz,
    "AOB": _average_buchholz,
    "SB": _sonneborn,
    "KS": _koya,
    "ARO": _average_rating,
    "TPR": _performance,
    "PTP": _performance,
    "APRO": _average_performance,
    "APPO": _average_performance,
}
"""How each code is computed; direct encounter needs a group and is a step of the ranking (`direct.py`)."""
