"""Table numbers: the leaders at table 1 (papp 3.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ronde.core.events import Event, RoundPaired
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.scoring.door import scores


def numbered(
    tournament: Tournament, pairs: Sequence[Pair], scores: Mapping[PlayerId, int]
) -> dict[int, Pair]:
    """All pairs of the open round by table number.

    Until the first result comes in, the tables are sorted again; afterwards people sit, and new pairs take
    the free numbers.
    """
    return placed(tournament, pairs, lambda some: in_order(tournament, some, scores))


def placed(
    tournament: Tournament, pairs: Sequence[Pair], ordered: Callable[[Sequence[Pair]], list[Pair]]
) -> dict[int, Pair]:
    """The same with an order of tables given by the system."""
    current = tournament.open_round
    seated = {table.number: table.pair for table in current}
    if len(current.missing) == len(current.tables):
        return dict(enumerate(ordered([*seated.values(), *pairs]), start=1))
    free = [number for number in range(1, len(seated) + len(pairs) + 1) if number not in seated]
    return seated | dict(zip(free, ordered(pairs), strict=False))


def in_order(tournament: Tournament, pairs: Sequence[Pair], scores: Mapping[PlayerId, int]) -> list[Pair]:
    """By the better score, then the sum of scores, then the later registration of the first colour."""
    if not tournament.closed_rounds:
        return list(pairs)
    registered = {player: place for place, player in enumerate(tournament.players)}

    def weight(pair: Pair) -> tuple[int, int, int]:
        first, second = scores[pair.first], scores[pair.second]
        return max(first, second), first + second, registered[pair.first]

    return sorted(pairs, key=weight, reverse=True)


def by_score(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """The events, followed as in PAPP by sorting the tables by score as long as no result is in.

    Under our profile the arbiter's own table numbers count, and nothing is added.
    """
    now = replay(facts, tournament)
    current, settings = now.open_round, now.settings
    if (
        settings.profile != "papp"
        or not settings.pairing_system.priced
        or len(current.missing) < len(current.tables)
    ):
        return facts
    pairs = [table.pair for table in current.tables.values()]  # in order of creation, which lists still need
    ordered = in_order(now, pairs, scores(now))
    places = {pair.first: number for number, pair in enumerate(ordered, start=1)}
    tables = {places[pair.first]: pair for pair in pairs}
    if tables.keys() == current.tables.keys() and all(tables[n] == t.pair for n, t in current.tables.items()):
        return facts
    return [*facts, RoundPaired(current.number, tables, current.bye, current.system, current.seed, 0)]
