"""Pairs made by hand compared with the draw: what they violate, worsen, or merely change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from ronde.core.errors import CannotPair
from ronde.core.table import Pair, Reason
from ronde.core.tournament import Tournament
from ronde.pairing.draw import Draw, Worse
from ronde.pairing.method import FORBIDDEN, Meeting, method_of


class Severity(StrEnum):
    ABSOLUTE = "absolute"
    """It violates a rule that no draw violates."""
    QUALITY = "quality"
    """A criterion is met less well than it could be."""
    STYLE = "style"
    """Nothing is worse; the draw differs."""


@dataclass(frozen=True, slots=True)
class ManualWarning:
    """One warning about the current pairs; `meeting` is the pair it is about, if any."""

    severity: Severity
    what: str
    """`C1`, `C3`, `forbidden`, `bye`, `unpaired`, `worse`, `other` or `colours`."""
    meeting: Meeting = (0, 0)
    worse: Worse | None = None


@dataclass(frozen=True, slots=True)
class ManualReport:
    """The open round compared with the draw: what differs, and the warnings, the gravest first."""

    made: tuple[Meeting, ...]
    """Pairs that only the round has, the bye with 0."""
    instead: tuple[Meeting, ...]
    """Pairs that only the draw has."""
    warnings: tuple[ManualWarning, ...]


def manual_report(tournament: Tournament, *, seed: int) -> ManualReport:
    """What to know about the pairs of the open round before its manual phase ends."""
    bare = _bare(tournament)
    drawn = _drawn(bare, seed)
    here, there = _meetings(tournament), _drawn_meetings(drawn)
    made = tuple(one for one in here if one not in there)
    instead = tuple(one for one in there if one not in here)
    warnings = [*_absolute(tournament), *_quality(tournament, bare, drawn, made), *_style(made, instead)]
    order = list(Severity)
    return ManualReport(made, instead, tuple(sorted(warnings, key=lambda one: order.index(one.severity))))


def _bare(tournament: Tournament) -> Tournament:
    """The tournament before anything of the round was paired."""
    return tournament.with_open_round(replace(tournament.open_round, tables={}, bye=None, forced_bye=0))


def _drawn(bare: Tournament, seed: int) -> Draw | None:
    try:
        return method_of(bare.settings.pairing_system).draw(bare, seed=seed)
    except CannotPair:
        return None


def _meetings(tournament: Tournament) -> list[Meeting]:
    pairs = [(table.first, table.second) for table in tournament.open_round]
    left = tournament.unpaired
    return [*pairs, *([(left[0], 0)] if len(left) == 1 else [])]


def _drawn_meetings(drawn: Draw | None) -> list[Meeting]:
    if drawn is None:
        return []
    pairs = [(pair.first, pair.second) for pair in drawn.tables.values()]
    return [*pairs, *([(drawn.bye.player, 0)] if drawn.bye else [])]


def broken(tournament: Tournament, pairs: Iterable[Pair]) -> list[tuple[Pair, tuple[Reason, ...]]]:
    """The pairs that violate a rule of the draw, each with the lines of its breakdown that say so."""
    kept = method_of(tournament.settings.pairing_system).kept
    complaints = []
    for pair in pairs:
        forbidden = frozenset((pair.first, pair.second)) in tournament.forbidden
        lines = [reason for reason in pair.reasons if reason.rule in kept]
        lines += [Reason(FORBIDDEN, 0)] if forbidden else []
        complaints += [(pair, tuple(lines))] if lines else []
    return complaints


def _absolute(tournament: Tournament) -> list[ManualWarning]:
    by_hand = [table.pair for table in tournament.open_round if table.by_hand]
    warnings = [
        ManualWarning(Severity.ABSOLUTE, line.rule, (pair.first, pair.second))
        for pair, lines in broken(tournament, by_hand)
        for line in lines
    ]
    left = tournament.unpaired
    if len(left) > 1:
        warnings += [ManualWarning(Severity.ABSOLUTE, "unpaired", (player, 0)) for player in left]
    barred = method_of(tournament.settings.pairing_system).bye_barred
    if len(left) == 1 and barred is not None and barred(tournament, left[0]):
        warnings.append(ManualWarning(Severity.ABSOLUTE, "bye", (left[0], 0)))
    return warnings


def _quality(
    tournament: Tournament, bare: Tournament, drawn: Draw | None, made: tuple[Meeting, ...]
) -> list[ManualWarning]:
    """The first criterion that is worse than in the draw, once everybody is paired."""
    compare = method_of(tournament.settings.pairing_system).worse
    if compare is None or drawn is None or not made or len(tournament.unpaired) > 1:
        return []
    worse = compare(bare, _meetings(tournament), _drawn_meetings(drawn))
    return [ManualWarning(Severity.QUALITY, "worse", worse=worse)] if worse else []


def _style(made: tuple[Meeting, ...], instead: tuple[Meeting, ...]) -> list[ManualWarning]:
    reversed_ = {(second, first) for first, second in instead}
    return [ManualWarning(Severity.STYLE, "colours" if one in reversed_ else "other", one) for one in made]
