"""The manual phase of a round: a beginning and an end around what the arbiter changes by hand."""

from __future__ import annotations

from ronde.core import events as fact
from ronde.core.errors import ManualImpossible
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament


def begin_manual(tournament: Tournament) -> list[fact.Event]:
    if tournament.open_round.manual:
        raise ManualImpossible(reason="begun", round=tournament.open_round.number)
    return [fact.ManualBegun(tournament.open_round.number)]


def end_manual(tournament: Tournament, *, instead: tuple[tuple[PlayerId, PlayerId], ...]) -> list[fact.Event]:
    """End the manual phase; `instead` are the pairs of the draw that it replaced."""
    if not tournament.open_round.manual:
        raise ManualImpossible(reason="not-begun", round=tournament.open_round.number)
    return [fact.ManualEnded(tournament.open_round.number, instead)]
