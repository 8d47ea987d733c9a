"""Why two players of Go meet: points, stones or colours, places in the group, second meetings."""

from __future__ import annotations

from collections.abc import Iterator

from ronde.model.table import Pair
from ronde.model.tournament import Round, Tournament
from ronde.standings.go.ranks import main_score
from ronde.systems.mcmahon.costs import REMATCH, one_level
from ronde.systems.mcmahon.field import Field
from ronde.systems.pair_facts import PairFact
from ronde.systems.rounds import before_pairing

Facts = Iterator[PairFact]
LEAST = 100
"""A hundredth of a group and less is not told."""
_last: list[tuple[Tournament, int, Field]] = []
"""What was known before the round that was explained last: its tables are asked for one after the other."""


def field_before(tournament: Tournament, number: int) -> Field:
    """What the pairing of a round knew."""
    for known, at, field in _last:
        if known is tournament and at == number:
            return field
    field = Field(before_pairing(tournament, number))
    _last[:] = [(tournament, number, field)]
    return field


def go_facts(tournament: Tournament, played: Round, pair: Pair, *, ours: bool) -> Facts:
    """Why a pair was made; of a round that another program paired only the points."""
    field = field_before(tournament, played.number)
    black, white = field.place[pair.first], field.place[pair.second]
    yield from _points(field, black, white)
    if not ours:
        return
    yield from _colours(field, pair, black, white)
    if field.group[black] == field.group[white]:
        yield _seeding(field, black, white)
    yield from _against(field, pair, played.number)


def _points(field: Field, one: int, other: int) -> Facts:
    """Categories if they differ, else points, the higher first; a Swiss begins without any."""
    if field.category[one] != field.category[other]:
        high, low = sorted((one, other), key=lambda at: int(field.category[at]))
        categories = (int(field.category[at]) + 1 for at in (high, low))
        yield PairFact("go-category", field.players[high], field.players[low], *categories)
        return
    if not field.played and main_score(field.settings) == "NBW":
        return
    points = {at: float(field.main[at]) / 2 for at in (one, other)}
    high, low = sorted(points, key=lambda at: -points[at])
    if points[high] == points[low]:
        yield PairFact("level" if field.played else "go-start", amount=points[high])
    else:
        yield PairFact("apart", field.players[high], field.players[low], points[high], points[low])


def _colours(field: Field, pair: Pair, black: int, white: int) -> Facts:
    """Stones with their reason; in an even game who had White less often, or the lot."""
    apart = abs(int(field.strength[white] - field.strength[black]))
    if pair.handicap == 1:
        yield PairFact("go-no-komi", pair.first, amount=apart)
    elif pair.handicap:
        yield PairFact("go-stones", pair.first, amount=pair.handicap, less=apart)
    elif field.balance[white] < field.balance[black]:
        yield PairFact("go-white", pair.second)
    elif field.balance[white] == field.balance[black]:
        yield PairFact("go-colours")


def _seeding(field: Field, one: int, other: int) -> PairFact:
    """Place against place in the group, or the lot between its halves."""
    better, worse = sorted((one, other), key=lambda at: int(field.inner[at]))
    size = int(field.size[one])
    if field.seeding == "random":
        upper = [2 * int(field.inner[at]) < size for at in (better, worse)]
        return PairFact("go-half" if upper[0] == upper[1] else "go-lot", amount=size)
    first, second = (int(field.inner[at]) + 1 for at in (better, worse))
    return PairFact("go-seeded", field.players[better], field.players[worse], first, second, size)


def _against(field: Field, pair: Pair, number: int) -> Facts:
    """What speaks against the pair, which the round could not do without."""
    level = one_level(field.settings, number)
    club = field.cards[field.place[pair.first]].club
    rules = (REMATCH, "go-club") if club else (REMATCH,)
    for one in pair.reasons:
        if one.rule in rules and LEAST * one.cost > level:
            yield PairFact(one.rule, amount=one.amount)
