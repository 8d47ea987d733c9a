"""The tie-breaks of C.07, and the order they give."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from ronde.standings.fide.ratings import average, half_up, perfect_performance, tournament_performance
from ronde.standings.fide.report import FideReport, Past, ResultKind, TiebreakCode

# What each round contributes to a sum over opponents, and which rounds a cut drops (C.07, 14 to 16).


class Contribution(NamedTuple):
    """The contribution of one round; a tuple, because a tournament has many thousands of them."""

    round: int
    opponent: int
    """0 without an opponent: the amount then comes from the player's own score."""
    amount: int
    base: int
    """The score of the opponent or of the dummy; cuts of Sonneborn-Berger go by it."""
    voluntary: bool


def adjusted_scores(report: FideReport) -> dict[int, int]:
    """Everybody's score as opponents count it: byes at the end of a row count as draws."""
    return {
        number: report.score(number) + _correction(report, row.past) for number, row in report.rows.items()
    }


def _correction(report: FideReport, past: Sequence[Past]) -> int:
    """Half and zero byes after which only voluntarily unplayed rounds follow."""
    extra = 0
    for one in reversed(past):
        if not report.voluntary(one):
            break
        if one.kind is not ResultKind.FORFEIT:
            extra += report.points.draw - one.points
    return extra


class Contributions:
    """The sums over opponents of one report; `forfeits` counts forfeited games as played (the variant /P)."""

    def __init__(self, report: FideReport, *, forfeits: bool = False) -> None:
        self.report = report
        self.forfeits = forfeits or report.all_meet
        self.adjusted = report.scores if report.all_meet else adjusted_scores(report)

    @cached_property
    def buchholz(self) -> dict[int, list[Contribution]]:
        """By number and round, the score of every opponent."""
        return {number: self._scores(number) for number in self.report.rows}

    @cached_property
    def sonneborn(self) -> dict[int, list[Contribution]]:
        """By number and round, the score of every opponent times the points made against him."""
        return {
            number: [
                Contribution(
                    part.round, part.opponent, part.base * row.past[part.round - 1].points, *part[3:]
                )
                for part in self.buchholz[number]
            ]
            for number, row in self.report.rows.items()
        }

    def _scores(self, number: int) -> list[Contribution]:
        report, adjusted = self.report, self.adjusted
        contributions = []
        for at, past in enumerate(report.rows[number].past, start=1):
            kind = past.kind
            if kind is ResultKind.GAME or (self.forfeits and kind is ResultKind.FORFEIT):
                base = adjusted[past.opponent]
                contributions.append(Contribution(at, past.opponent, base, base, voluntary=False))
            elif not report.all_meet:
                base = self._stand_in(number, past)
                contributions.append(Contribution(at, 0, base, base, report.voluntary(past)))
        return contributions

    def _stand_in(self, number: int, past: Past) -> int:
        """An unplayed round counts one's own score, since 2026 at most the opponent's or that of draws."""
        own = self.report.score(number)
        if self.report.edition < 2026:
            return own
        if past.kind is ResultKind.FORFEIT:
            return min(own, self.adjusted[past.opponent])
        return min(own, self.report.points.draw * self.report.rounds)


def cut_parts(
    parts: Sequence[Contribution], low: int, high: int, *, by_base: bool = False
) -> tuple[int, ...]:
    """Which parts a cut drops: the least significant `low`, then the most significant `high`."""
    if not low and not high:
        return ()
    amounts = [part.amount for part in parts]
    weight = [(part.base, part.amount) for part in parts] if by_base else amounts
    order = sorted(range(len(parts)), key=weight.__getitem__)
    gone = _lowest(parts, order, low) if any([part.voluntary for part in parts]) else order[:low]
    if high:
        left = sorted({*order}.difference(gone))
        gone = [*gone, *sorted(left, key=amounts.__getitem__, reverse=True)[:high]]
    return tuple(gone)


def _lowest(parts: Sequence[Contribution], order: Sequence[int], low: int) -> list[int]:
    """The least significant parts; each time the lowest voluntarily unplayed one, if not lower (16.5)."""
    left, gone = list(order), []
    for _ in range(min(low, len(left))):
        voluntary = [at for at in left if parts[at].voluntary]
        own = min(voluntary, key=lambda at: (parts[at].amount, parts[at].base), default=left[0])
        gone.append(own if parts[own].amount >= parts[left[0]].amount else left[0])
        left.remove(gone[-1])
    return gone


def after_draws(report: FideReport) -> FideReport:
    """The report as if every paired game of the final round had been played and drawn (Fore Buchholz)."""
    if not report.finished or not report.rounds:
        return report
    last = report.rounds - 1
    rows = {}
    for number, row in report.rows.items():
        past = row.past[last]
        if past.kind.paired:
            drawn = replace(past, kind=ResultKind.GAME, points=report.points.draw)
            row = replace(row, past=(*row.past[:last], drawn, *row.past[last + 1 :]))
        rows[number] = row
    return replace(report, rows=rows)


# The value of every tie-break of C.07 for everybody, and the rounds it comes from.


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
    return _summed(parts, cut_parts(parts, code.low, code.high), 10)


def _fore_buchholz(values: Values, number: int, code: TiebreakCode) -> Value:
    return _buchholz(values.fore, number, code)


def _sonneborn(values: Values, number: int, code: TiebreakCode) -> Value:
    parts = values.contributions(code).sonneborn[number]
    return _summed(parts, cut_parts(parts, code.low, code.high, by_base=True), 100)


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
    gone = cut_parts(parts, code.low, code.high)
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


# Direct encounter: the games among tied players (C.07, article 6).


def direct_encounter(report: FideReport, tied: Sequence[int], *, forfeits: bool = False) -> list[list[int]]:
    """The tied players in groups, best first; one group if their games decide nothing."""
    return _split(_Games(report, tied, forfeits=forfeits or report.all_meet), list(tied))


def _split(games: _Games, tied: list[int]) -> list[list[int]]:
    if len(tied) < 2:
        return [tied] if tied else []
    groups = games.by_score(tied) if games.all_met(tied) else games.by_certain_lead(tied)
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in _split(games, group)]


class _Games:
    """The average score of each against each, where they met."""

    def __init__(self, report: FideReport, people: Collection[int], *, forfeits: bool) -> None:
        self.report = report
        self.between: dict[tuple[int, int], Fraction] = {}
        counted = (ResultKind.GAME, ResultKind.FORFEIT) if forfeits else (ResultKind.GAME,)
        for one in people:
            met: dict[int, list[int]] = {}
            for past in report.rows[one].past:
                if past.kind in counted and past.opponent in people:
                    met.setdefault(past.opponent, []).append(past.points)
            for other, points in met.items():
                self.between[one, other] = Fraction(sum(points), len(points))

    def all_met(self, tied: Sequence[int]) -> bool:
        return all((one, other) in self.between for one in tied for other in tied if one != other)

    def score(self, one: int, tied: Sequence[int], missing: int) -> Fraction:
        """The points of a player among the tied, with `missing` for every game that was not played."""
        return sum(
            (self.between.get((one, other), Fraction(missing)) for other in tied if other != one), Fraction()
        )

    def by_score(self, tied: Sequence[int]) -> list[list[int]]:
        """If everybody met: by the points among themselves."""
        scores = {one: self.score(one, tied, 0) for one in tied}
        return [
            [one for one in tied if scores[one] == score]
            for score in sorted(set(scores.values()), reverse=True)
        ]

    def by_certain_lead(self, tied: Sequence[int]) -> list[list[int]]:
        """If not: who is first however the missing games would have ended, then who is second."""
        points = self.report.points
        ahead: list[list[int]] = []
        rest = list(tied)
        while len(rest) > 1:
            worst = {one: self.score(one, rest, points.loss) for one in rest}
            best = {one: self.score(one, rest, points.win) for one in rest}
            sure = [one for one in rest if all(worst[one] > best[other] for other in rest if other != one)]
            if not sure:
                break
            ahead.append(sure)
            rest.remove(sure[0])
        return [*ahead, rest] if rest else ahead


# Standings by a list of tie-breaks: each is applied to those whom the ones before left equal.


def ranked(
    report: FideReport, codes: Sequence[TiebreakCode], values: Values | None = None
) -> list[list[int]]:
    """Groups of players who stay equal, best first: by points, then by the codes in turn."""
    known = values or Values(report)
    groups = [sorted(report.rows)]
    for code in (TiebreakCode("PTS"), *codes):
        groups = [part for group in groups for part in _parted(report, known, code, group)]
    return groups


def _parted(report: FideReport, values: Values, code: TiebreakCode, group: list[int]) -> list[list[int]]:
    if len(group) < 2:
        return [group]
    if code.name == "DE":
        return direct_encounter(report, group, forfeits=code.forfeits)
    by_player = values.of(code)
    amounts = {by_player[one].amount for one in group}
    order = sorted(amounts, reverse=not code.lower_is_better)
    return [[one for one in group if by_player[one].amount == amount] for amount in order]
