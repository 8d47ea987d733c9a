"""The number of rounds of fixed schedules, and when they are finished."""

from __future__ import annotations

from ronde.core.bracket import cup_rounds
from ronde.core.cup import champion
from ronde.core.settings import Settings
from ronde.core.systems import Schedule
from ronde.core.tournament import Tournament


def laps(settings: Settings) -> int:
    return settings.pairing_system.fixed_laps or settings.laps


def scheduled_rounds(settings: Settings, players: int) -> int:
    """The rounds of a schedule for that many players; 0 where the arbiter decides.

    A double elimination may need one less: the second grand final is not always played.
    """
    schedule = settings.pairing_system.schedule
    if schedule is Schedule.BERGER:
        return laps(settings) * max(1, players - 1 + players % 2)
    if schedule is Schedule.GAUNTLET:
        champions = gauntlet_champions(settings, players)
        return laps(settings) * max(champions, players - champions)
    return cup_rounds(players, settings.cup) if schedule is Schedule.BRACKET else 0


def is_fide_round_robin(settings: Settings) -> bool:
    """Whether FIDE's rules for round robins apply: free rounds pay nothing, early leavers are not ranked."""
    return settings.pairing_system.schedule is Schedule.BERGER and settings.board.discless


def gauntlet_champions(settings: Settings, players: int) -> int:
    """How many players meet all others: those wished for, as long as one opponent is left."""
    return max(1, min(settings.gauntlet.champions, players - 1))


def finished(tournament: Tournament) -> bool:
    """Whether all announced rounds are closed; a cup ends with its champion."""
    if tournament.settings.pairing_system.knock_out:
        return champion(tournament) is not None
    return len(tournament.closed_rounds) >= tournament.settings.rounds


def is_over(tournament: Tournament) -> bool:
    """Whether the tournament is finished and no further round is paired."""
    return finished(tournament) and not tournament.open_round.tables
