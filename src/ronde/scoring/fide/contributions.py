"""What each round contributes to a sum over opponents, and which rounds a cut drops (C.07, 14 to 16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from ronde.scoring.fide.report import FideReport, Past, ResultKind


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


def left_out(parts: Sequence[Contribution], low: int, high: int, *, by_base: bool = False) -> tuple[int, ...]:
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
