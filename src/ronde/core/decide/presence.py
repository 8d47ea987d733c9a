"""Presence in the open round: who comes and who goes, one player or all; asking twice is asking once."""

from __future__ import annotations

from ronde.core.decide.players import plan_absence, player_leaves, player_returns
from ronde.core.events import Event
from ronde.core.player import Absence, PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament

WITHOUT_NOTICE = (Absence.ABSENT, Absence.UNEXCUSED)
"""Absent without notice: they are still expected."""


def set_presence(
    tournament: Tournament, *, number: PlayerId, present: bool, reason: Absence | None = None
) -> list[Event]:
    """A player plays the open round or does not; in a season an absence is for this evening only."""
    tournament.player(number)
    absence = tournament.absence(number)
    if present:
        return player_returns(tournament, number=number) if absence else []
    if absence is not None and reason in (None, absence):
        return []
    if tournament.settings.pairing_system.season:
        return _away_tonight(tournament, number, reason or Absence.UNEXCUSED)
    return player_leaves(tournament, number=number, reason=reason or Absence.ABSENT)


def _away_tonight(tournament: Tournament, number: PlayerId, reason: Absence) -> list[Event]:
    """Absent this round only; a player who had withdrawn is back in the season."""
    events: list[Event] = []
    if number in tournament.left:
        events = player_returns(tournament, number=number)
    now, current = replay(events, tournament), tournament.open_round.number
    return [*events, *plan_absence(now, number=number, rounds=(current,), reason=reason)]


def away_for_a_reason(tournament: Tournament) -> list[PlayerId]:
    """Absent players who are not expected: withdrawn, excused, with the club, with a bye, or not yet due."""
    absences = ((player, tournament.absence(player)) for player in tournament.players)
    return [player for player, absence in absences if absence is not None and absence not in WITHOUT_NOTICE]


def set_everybody(tournament: Tournament, *, present: bool) -> list[Event]:
    """All players without a table come or go; those absent for a reason stay absent."""
    kept = set(away_for_a_reason(tournament))
    events: list[Event] = []
    for number in tournament.players:
        if number not in kept and tournament.open_round.table_of(number) is None:
            news = set_presence(tournament, number=number, present=present)
            events, tournament = [*events, *news], replay(news, tournament)
    return events
