"""The working of every tie-break value: what each round contributed, and what a cut dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.seeding import seeding
from ronde.core.systems import CODE_OF, CODES
from ronde.core.tournament import Tournament
from ronde.scoring.fide.code import TiebreakCode, parse_code
from ronde.scoring.fide.history import TENTHS, report_of
from ronde.scoring.fide.ranking import ranked
from ronde.scoring.fide.report import FideReport, ResultKind
from ronde.scoring.fide.values import Value, Values, met_parts


@dataclass(frozen=True, slots=True)
class WorkedRound:
    round: int
    opponent: PlayerId
    """0 without an opponent: then a dummy counts."""
    amount: float
    cut: bool


@dataclass(frozen=True, slots=True)
class Working:
    """One tie-break of one player; the parts of a mean are not to be added."""

    rounds: tuple[WorkedRound, ...]
    mean: bool = False


def workings(tournament: Tournament, upto: int | None = None) -> dict[PlayerId, dict[str, Working]]:
    """By player and by the name of the tie-break; empty where C.07 does not rank."""
    report, order = report_of(tournament, upto), seeding(tournament)
    values = Values(report)
    names = [name for name in tournament.settings.tiebreaks if name in CODE_OF or name in CODES]
    by_player: dict[PlayerId, dict[str, Working]] = {player: {} for player in order}
    for at, name in enumerate(names):
        code = parse_code(CODE_OF.get(name, name))
        if code.name == "DE":
            before = [parse_code(CODE_OF.get(one, one)) for one in names[:at]]
            worked = _among_equals(report, ranked(report, before, values), order)
        else:
            worked = {
                number: _worked(_with_parts(values, number, code, value), order)
                for number, value in values.of(code).items()
            }
        for number, working in worked.items():
            by_player[order[number - 1]][name] = working
    return by_player


def _with_parts(values: Values, number: int, code: TiebreakCode, value: Value) -> Value:
    """The value, for a mean over opponents with what each of them contributed."""
    made = value.parts or not value.mean
    return value if made else value._replace(parts=met_parts(values, number, code))


def _worked(value: Value, order: Sequence[PlayerId]) -> Working:
    parts = (
        WorkedRound(
            part.round,
            order[part.opponent - 1] if part.opponent else 0,
            part.amount / value.scale,
            at in value.gone,
        )
        for at, part in enumerate(value.parts)
    )
    return Working(tuple(parts), value.mean)


def _among_equals(
    report: FideReport, groups: Sequence[Sequence[int]], order: Sequence[PlayerId]
) -> Mapping[int, Working]:
    """Direct encounter: the games against those who are equal so far."""
    by_player = {}
    for group in groups:
        tied = set(group)
        for number in group:
            games = (
                WorkedRound(at, order[past.opponent - 1], past.points / (2 * TENTHS), cut=False)
                for at, past in enumerate(report.rows[number].past, start=1)
                if past.kind is ResultKind.GAME and past.opponent in tied
            )
            by_player[number] = Working(tuple(games))
    return by_player
