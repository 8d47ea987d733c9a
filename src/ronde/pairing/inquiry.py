"""Questions to the draw: what would that pair cost, and what would the whole round cost then?"""

from __future__ import annotations

from dataclasses import replace

from ronde.core import errors
from ronde.core.player import PlayerId
from ronde.core.settings import ALL_MEET
from ronde.core.table import Pair
from ronde.core.tournament import Round, Tournament
from ronde.pairing.draw import WhyNot
from ronde.pairing.form import forms
from ronde.pairing.keizer_inquiry import keizer_why_not
from ronde.pairing.swiss import Pricing


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
    """What it would cost if the two met in round `number`, in the cheaper colours."""
    hall = before_draw(tournament, number)
    free = [player for player in hall.unpaired if player != hall.open_round.forced_bye]
    if hall.settings.system in ALL_MEET or tournament.round(number).system == "round-robin":
        raise errors.ScheduleDecides(round=number)
    if one == other:
        raise errors.SamePlayer(player=tournament.player(one).full_name)
    for player in (one, other):
        _check_free(hall, player, free)
    if hall.settings.system == "keizer":
        return keizer_why_not(hall, one, other, seed=seed)
    pricing = Pricing(hall, forms(hall), free)
    pair = min(pricing.pair(one, other), pricing.pair(other, one), key=_uncut)
    rest = [player for player in free if player not in (one, other)]
    forbidden = frozenset((one, other)) in hall.forbidden
    return WhyNot(pair, pair.cost + _least(hall, rest, seed), _least(hall, free, seed), forbidden)


def _check_free(hall: Tournament, player: PlayerId, free: list[PlayerId]) -> None:
    if player in free:
        return
    card, table = hall.player(player), hall.open_round.table_of(player)
    if table is not None:
        number = hall.open_round.number
        raise errors.AlreadyPaired(player=card.full_name, table=table.number, round=number)
    raise errors.NotPresent(player=card.full_name, id=player)


def billed(tournament: Tournament, pair: Pair) -> Pair:
    """A pair of the open round with its bill."""
    return Pricing(tournament, forms(tournament), ()).pair(pair.first, pair.second)


def _uncut(pair: Pair) -> int:
    return sum(reason.cost for reason in pair.reasons)


def _least(hall: Tournament, free: list[PlayerId], seed: int) -> int:
    pairs, bye = Pricing(hall, forms(hall), free).cheapest(seed)
    return sum(pair.cost for pair in pairs) + (bye.cost if bye else 0)
