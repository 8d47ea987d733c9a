"""What-if questions about a pairing: the cost of another pair, and of the round with it."""

from __future__ import annotations

from dataclasses import replace

from ronde.core import errors
from ronde.core.player import PlayerId
from ronde.core.systems import SMALL_ROUND_ROBIN
from ronde.core.tournament import Round, Tournament
from ronde.pairing.draw import WhyNot
from ronde.pairing.method import method_of


def before_draw(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it was when round `number` was about to be paired."""
    played = tournament.round(number)
    if not played.closed:
        kept = {table.number: table for table in played if table.locked}
        return tournament.with_open_round(replace(played, tables=kept, bye=None))
    return replace(
        tournament,
        rounds=(*tournament.rounds[: number - 1], Round(number, forced_bye=played.forced_bye)),
        left={},
        away={number: played.absent},
    )


def why_not(tournament: Tournament, one: PlayerId, other: PlayerId, *, number: int, seed: int) -> WhyNot:
    """What round `number` would be if the two met in it."""
    hall = before_draw(tournament, number)
    free = [player for player in hall.unpaired if player != hall.open_round.forced_bye]
    asked = method_of(hall.settings.pairing_system).why_not
    if asked is None or tournament.round(number).system == SMALL_ROUND_ROBIN:
        raise errors.ScheduleDecides(round=number)
    if one == other:
        raise errors.SamePlayer(player=tournament.player(one).full_name)
    for player in (one, other):
        _check_free(hall, player, free)
    return asked(hall, one, other, seed)


def _check_free(hall: Tournament, player: PlayerId, free: list[PlayerId]) -> None:
    if player in free:
        return
    card, table = hall.player(player), hall.open_round.table_of(player)
    if table is not None:
        number = hall.open_round.number
        raise errors.AlreadyPaired(player=card.full_name, table=table.number, round=number)
    raise errors.NotPresent(player=card.full_name, id=player)
