"""A tournament as FIDE reports it, made from its closed rounds."""

from __future__ import annotations

from ronde.core.player import Absence, PlayerId
from ronde.core.seeding import seeding
from ronde.core.tournament import Tournament
from ronde.scoring.fide.report import FideReport, FideRow, Past, Points, ResultKind
from ronde.scoring.record import RoundLine, record

TENTHS = 5
"""Tenths of a point in a half-point."""
_BYES = {Absence.HALF_BYE: ResultKind.HALF_BYE, Absence.FULL_BYE: ResultKind.FULL_BYE}


def report_of(tournament: Tournament, upto: int | None = None) -> FideReport:
    """Everybody's closed rounds, or the first `upto` of them, by pairing number."""
    lines = record(tournament, upto)
    number = {player: at for at, player in enumerate(seeding(tournament), start=1)}
    after = len(tournament.closed_rounds) if upto is None else upto
    rows = {
        number[player]: FideRow(
            number[player],
            tuple(_past(line, number) for line in own),
            max(0, tournament.players[player].rating),
        )
        for player, own in lines.items()
    }
    finished = after >= tournament.settings.rounds
    dutch = tournament.settings.dutch
    points = Points(*(round(10 * one) for one in (dutch.win, dutch.draw, dutch.loss)))
    if not tournament.settings.pairing_system.numbered:
        points = Points()
    return FideReport(dict(sorted(rows.items())), points, after, finished, edition=dutch.edition)


def _past(line: RoundLine, number: dict[PlayerId, int]) -> Past:
    points = line.worth * TENTHS
    if line.opponent in number:
        kind = ResultKind.GAME if line.played else ResultKind.FORFEIT
        return Past(kind, points, number[line.opponent], line.first)
    if line.bye:
        return Past(ResultKind.BYE, points)
    return Past(_BYES.get(line.absence or Absence.ABSENT, ResultKind.ZERO_BYE), points)
