"""What each round gives to a sum over opponents, and which rounds a cut leaves out (C.07, 14 to 16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ronde.scoring.fide.report import FideReport, Past, ResultKind


class Contribution(NamedTuple):
    """What one round gave; a tuple, because a tournament has many thousands of them."""

    round: int
    opponent: int
    """0 where nobody was met: then the amount comes from the person's own score."""
    amount: int
    base: int
    """The score of the opponent or of the stand-in; cuts of Sonneborn-Berger go by it."""
    voluntary: bool
    cut: bool = False


def adjusted_scores(report: FideReport) -> dict[int, int]:
    """Everybody's score as their opponents count it: the byes at the end of a row are worth a draw."""
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

    def buchholz(self, number: int) -> list[Contribution]:
        """The score of every opponent."""
        return self._parts(number, lambda score, points: score)

    def sonneborn(self, number: int) -> list[Contribution]:
        """The score of every opponent times the points made against him."""
        return self._parts(number, lambda score, points: score * points)

    def _parts(self, number: int, amount: Callable[[int, int], int]) -> list[Contribution]:
        found = []
        for at, past in enumerate(self.report.rows[number].past):
            if self.report.all_meet and not past.kind.paired:
                continue
            played = past.kind is ResultKind.GAME or (self.forfeits and past.kind is ResultKind.FORFEIT)
            base = self.adjusted[past.opponent] if played else self._stand_in(number, past)
            voluntary = not played and self.report.voluntary(past)
            opponent = past.opponent if played else 0
            found.append(Contribution(at + 1, opponent, amount(base, past.points), base, voluntary))
        return found

    def _stand_in(self, number: int, past: Past) -> int:
        """An unplayed round counts one's own score, since 2026 at most the opponent's or that of draws."""
        own = self.report.score(number)
        if self.report.edition < 2026:
            return own
        if past.kind is ResultKind.FORFEIT:
            return min(own, self.adjusted[past.opponent])
        return min(own, self.report.points.draw * self.report.rounds)


def cut(parts: list[Contribution], low: int, high: int, *, by_base: bool = False) -> list[Contribution]:
    """The same parts, the least significant `low` and the most significant `high` marked as left out."""
    for _ in range(low):
        parts = _without(parts, _lowest(parts, by_base=by_base))
    for _ in range(high):
        left = [part for part in parts if not part.cut]
        parts = _without(parts, max(left, key=lambda part: part.amount, default=None))
    return parts


def _lowest(parts: list[Contribution], *, by_base: bool) -> Contribution | None:
    """The least significant part, or the lowest voluntarily unplayed one where that is not lower (16.5)."""
    left = [part for part in parts if not part.cut]
    if not left:
        return None
    least = min(
        left, key=(lambda part: (part.base, part.amount)) if by_base else (lambda part: (part.amount, 0))
    )
    voluntary = [part for part in left if part.voluntary]
    if not voluntary:
        return least
    own = min(voluntary, key=lambda part: (part.amount, part.base))
    return own if own.amount >= least.amount else least


def _without(parts: list[Contribution], gone: Contribution | None) -> list[Contribution]:
    if gone is None:
        return parts
    at = parts.index(gone)
    return [*parts[:at], gone._replace(cut=True), *parts[at + 1 :]]


def total(parts: Sequence[Contribution]) -> int:
    """The sum of what is not left out."""
    return sum(part.amount for part in parts if not part.cut)


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
