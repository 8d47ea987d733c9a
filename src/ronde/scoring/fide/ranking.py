"""Standings by a list of tie-breaks: each is applied to those whom the ones before left equal."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.scoring.fide.code import TiebreakCode
from ronde.scoring.fide.direct import direct_encounter
from ronde.scoring.fide.report import FideReport
from ronde.scoring.fide.values import Values


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
