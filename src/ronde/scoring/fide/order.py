"""Standings by C.07: each tie-break orders those whom the ones before left equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.seeding import seeding
from ronde.core.systems import CODE_OF, CODES
from ronde.core.tournament import Tournament
from ronde.scoring.fide.code import TiebreakCode, parse_code
from ronde.scoring.fide.history import TENTHS, report_of
from ronde.scoring.fide.ranking import ranked
from ronde.scoring.fide.report import FideReport, ResultKind
from ronde.scoring.fide.values import Values


@dataclass(frozen=True, slots=True)
class Placed:
    """A player with his place, shared by all who stay equal, his half-points and tie-breaks by name."""

    place: int
    player: PlayerId
    half_points: int
    tiebreaks: dict[str, float]


def placed(tournament: Tournament, names: Sequence[str], upto: int | None = None) -> list[Placed]:
    """All players in order; tie-breaks not in C.07 are left out, equal players are listed by number."""
    report, order = report_of(tournament, upto), seeding(tournament)
    names = [name for name in names if name in CODE_OF or name in CODES]
    codes = [parse_code(CODE_OF.get(name, name)) for name in names]
    values = Values(report)
    amounts = [_amounts(report, values, codes[:at], code) for at, code in enumerate(codes)]
    standings: list[Placed] = []
    for group in ranked(report, codes, values):
        place = len(standings) + 1
        for number in group:
            ties = {name: amount[number] for name, amount in zip(names, amounts, strict=True)}
            standings.append(Placed(place, order[number - 1], report.score(number) // TENTHS, ties))
    return standings


def _amounts(
    report: FideReport, values: Values, before: Sequence[TiebreakCode], code: TiebreakCode
) -> dict[int, float]:
    if code.name != "DE":
        return {number: float(value.amount) for number, value in values.of(code).items()}
    groups = ranked(report, before, values)
    return {number: _among(report, number, set(group)) for group in groups for number in group}


def _among(report: FideReport, number: int, tied: set[int]) -> float:
    """Points in the games against those who are equal so far."""
    games = [
        past for past in report.rows[number].past if past.kind is ResultKind.GAME and past.opponent in tied
    ]
    return sum(past.points for past in games) / (TENTHS * 2)
