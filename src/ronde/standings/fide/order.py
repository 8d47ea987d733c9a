"""The standings of a tournament by C.07, and how each value was computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ronde.model.player import PlayerId
from ronde.model.systems import CODE_OF, CODES
from ronde.model.tournament import Tournament, seeding
from ronde.standings.fide.report import TENTHS, FideReport, ResultKind, TiebreakCode, parse_code, report_of
from ronde.standings.fide.values import Value, Values, met_parts, ranked

# Standings by C.07: each tie-break orders those whom the ones before left equal.


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player with his place, shared by all who stay equal, his half-points and tie-breaks by name."""

    place: int
    player: PlayerId
    half_points: int
    tiebreaks: dict[str, float]


def placed_players(
    tournament: Tournament, names: Sequence[str], upto: int | None = None
) -> list[PlacedPlayer]:
    """All players in order; tie-breaks not in C.07 are left out, equal players are listed by number."""
    report, order = report_of(tournament, upto), seeding(tournament)
    names = [name for name in names if name in CODE_OF or name in CODES]
    codes = [parse_code(CODE_OF.get(name, name)) for name in names]
    values = Values(report)
    amounts = [_amounts(report, values, codes[:at], code) for at, code in enumerate(codes)]
    standings: list[PlacedPlayer] = []
    for group in ranked(report, codes, values):
        place = len(standings) + 1
        for number in group:
            ties = {name: amount[number] for name, amount in zip(names, amounts, strict=True)}
            standings.append(PlacedPlayer(place, order[number - 1], report.score(number) // TENTHS, ties))
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


# The working of every tie-break value: what each round contributed, and what a cut dropped.


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
