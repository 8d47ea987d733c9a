"""How many rounds the systems with a fixed schedule have, and when they are finished."""

from __future__ import annotations

from ronde.core.bracket import cup_rounds
from ronde.core.cup import champion
from ronde.core.settings import Settings
from ronde.core.systems import Schedule
from ronde.core.tournament import Tournament


def laps(settings: Settings) -> int:
    """How often everybody meets everybody."""
    return settings.pairing_system.fixed_laps or settings.laps


def scheduled_rounds(settings: Settings, players: int) -> int:
    """The rounds of a schedule for so many players; 0 where the arbiter decides how many are played.

    A cup of double elimination may need one less: the second grand final is not always played.
    """
    schedule = settings.pairing_system.schedule
    if schedule is Schedule.BERGER:
        return laps(settings) * max(1, players - 1 + players % 2)
    if schedule is Schedule.GAUNTLET:
        champions = gauntlet_champions(settings, players)
        return laps(settings) * max(champions, players - champions)
    return cup_rounds(players, settings.cup) if schedule is Schedule.BRACKET else 0


def is_fide_round_robin(settings: Settings) -> bool:
    """Whether FIDE's rules for round robins apply: free rounds pay nothing, early leavers have no place."""
    return settings.pairing_system.schedule is Schedule.BERGER and settings.board.discless


def gauntlet_champions(settings: Settings, players: int) -> int:
    """How many meet all others: those wished for, as long as one is left to be met."""
    return max(1, min(settings.gauntlet.champions, players - 1))


def finished(tournament: Tournament) -> bool:
    """Whether everything that was announced has been played; a cup is, once it has a champion."""
    if tournament.settings.pairing_system.knock_out:
        return champion(tournament) is not None
    return len(tournament.closed_rounds) >= tournament.settings.rounds


def is_over(tournament: Tournament) -> bool:
    """Whether everything that was announced has been played, and nobody has paired a further round."""
    return finished(tournament) and not tournament.open_round.tables
