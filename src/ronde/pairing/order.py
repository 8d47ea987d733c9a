"""Table numbers: the leaders at table 1 (spec 3.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronde.core.player import PlayerId
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.pairing.form import Form


def numbered(
    tournament: Tournament, pairs: Sequence[Pair], forms: Mapping[PlayerId, Form]
) -> dict[int, Pair]:
    """All pairs of the open round by table number.

    Until the first result comes in, the tables are put in order anew; afterwards people sit, and new
    pairs take the free numbers.
    """
    current = tournament.open_round
    seated = {table.number: table.pair for table in current}
    if len(current.missing) == len(current.tables):
        return dict(enumerate(in_order(tournament, [*seated.values(), *pairs], forms), start=1))
    free = [number for number in range(1, len(seated) + len(pairs) + 1) if number not in seated]
    return seated | dict(zip(free, in_order(tournament, pairs, forms), strict=False))


def in_order(tournament: Tournament, pairs: Sequence[Pair], forms: Mapping[PlayerId, Form]) -> list[Pair]:
    """By the better score, then the sum of scores, then the later registration of the first colour."""
    if not tournament.closed_rounds:
        return list(pairs)
    registered = {player: place for place, player in enumerate(tournament.players)}

    def weight(pair: Pair) -> tuple[int, int, int]:
        first, second = forms[pair.first].half_points, forms[pair.second].half_points
        return max(first, second), first + second, registered[pair.first]

    return sorted(pairs, key=weight, reverse=True)
