"""Direct encounter: the games among tied players (C.07, article 6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from ronde.scoring.fide.report import FideReport, ResultKind


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
