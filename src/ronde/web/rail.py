"""The progress bar of the desk: the open round as five steps, with the current one marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.schedule import is_over
from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.i18n.door import say

NAMED = 2
"""Up to so many absent players are named; more are counted."""
NUMBERED = 5
"""Up to so many missing tables are listed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a round: `done`, `now` or `shut`, its text, and its progress."""

    name: str
    state: str
    says: str
    part: int = 0
    whole: int = 0


def steps(tournament: Tournament, language: str) -> list[Step]:
    """The five steps of the open round; a blocked step says why."""
    return [
        _players(tournament, language),
        _draw(tournament, language),
        _results(tournament, language),
        _close(tournament, language),
        _standings(tournament, language),
    ]


def _present(tournament: Tournament) -> list[PlayerId]:
    return [player for player in tournament.players if tournament.absence(player) is None]


def _players(tournament: Tournament, language: str) -> Step:
    everybody, here = list(tournament.players), _present(tournament)
    if not everybody:
        return Step("players", "now", say("face.players-none", language))
    away = [tournament.player(player).name for player in everybody if player not in set(here)]
    facts = {"here": len(here), "count": len(everybody)}
    if not away:
        said = say("face.players-here", language, count=len(here))
    elif len(away) <= NAMED:
        said = say("face.players-away", language, names=", ".join(away), **facts)
    else:
        said = say("face.players-some", language, **facts)
    return Step("players", "done" if len(here) > 1 else "now", said)


def _draw(tournament: Tournament, language: str) -> Step:
    tables, free = len(tournament.open_round.tables), len(tournament.unpaired)
    if is_over(tournament):
        return Step("draw", "done", say("face.draw-over", language))
    if not tables:
        enough = len(_present(tournament)) > 1
        return Step(
            "draw", "now" if enough else "shut", say(f"face.draw-{'ready' if enough else 'needs'}", language)
        )
    if free > 1:
        return Step("draw", "now", say("face.draw-part", language, count=free))
    return Step("draw", "done", say("face.draw-done", language, count=tables))


def _results(tournament: Tournament, language: str) -> Step:
    played = tournament.open_round
    whole, missing = len(played.tables), played.missing
    if not whole:
        return Step("results", "shut", say("face.results-before", language))
    if not missing:
        return Step("results", "done", say("face.results-done", language, count=whole))
    key = "face.results-missing" if len(missing) <= NUMBERED else "face.results-many"
    said = say(key, language, count=len(missing), tables=_numbers(missing))
    return Step("results", "now", said, whole - len(missing), whole)


def _numbers(missing: Sequence[Table]) -> str:
    return ", ".join(str(table.number) for table in missing[:NUMBERED])


def _close(tournament: Tournament, language: str) -> Step:
    played = tournament.open_round
    ready = bool(played.tables) and not played.missing
    return Step(
        "close", "now" if ready else "shut", say(f"face.close-{'ready' if ready else 'before'}", language)
    )


def _standings(tournament: Tournament, language: str) -> Step:
    closed = len(tournament.closed_rounds)
    if is_over(tournament):
        return Step("standings", "now", say("face.final", language))
    return Step("standings", "shut", say("face.standings-before", language, round=closed or 1))
