"""The cost table of a pairing: a column for each kind of rule, with sums at the right and below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.table import Reason
from ronde.core.tournament import Round, Tournament
from ronde.i18n.door import figures
from ronde.scoring.door import keizer_places
from ronde.web.story import points_before

GROUPS = {
    "colour": "colour", "colour-again": "colour", "colour-limit": "colour", "colour-balance": "colour",
    "float": "float", "float-again": "float", "float-back": "float",
    "elitism": "elite", "rank-distance": "rank",
    "met-same-colours": "again", "met-opposite-colours": "again", "met-in-a-row": "again",
    "met-too-soon": "again", "same-country": "country",
}  # fmt: skip
"""The column of each rule."""
COLUMNS = ("colour", "float", "elite", "rank", "again", "country", "other")
HEAT = ((1_000_000, "h4"), (10_000, "h3"), (100, "h2"))
"""The costs from which a cell is tinted, and how."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The columns with costs, the costs of each table and of the bye, and their sums."""

    columns: tuple[str, ...]
    prices: dict[int, dict[str, int]]
    bye: dict[str, int]
    sums: dict[str, int]
    total: int

    def heat(self, price: int) -> str:
        return next((name for least, name in HEAT if price >= least), "")


def ledger(current: Round) -> Ledger:
    """The costs of every table and of the bye, by column."""
    prices = {table.number: _by_column(table.pair.reasons) for table in current}
    bye = _by_column(current.bye.reasons) if current.bye else {}
    sums = {name: sum(own.get(name, 0) for own in (*prices.values(), bye)) for name in COLUMNS}
    total = sum(table.pair.cost for table in current) + (current.bye.cost if current.bye else 0)
    return Ledger(tuple(name for name in COLUMNS if sums[name]), prices, bye, sums, total)


def _by_column(reasons: Iterable[Reason]) -> dict[str, int]:
    costs: dict[str, int] = {}
    for reason in reasons:
        column = GROUPS.get(reason.rule, "other")
        costs[column] = costs.get(column, 0) + reason.cost
    return costs


def pair_kinds(tournament: Tournament) -> dict[str, int]:
    """How many pairs of the open round float, have met before, or are of one country, whatever the cost."""
    current, cards, system = tournament.open_round, tournament.players, tournament.settings.pairing_system
    if not tournament.closed_rounds or system.scheduled or system.knock_out:
        return {}
    points = points_before(tournament, current.number)
    met = {frozenset((table.first, table.second)) for one in tournament.closed_rounds for table in one}
    pairs = [(table.first, table.second) for table in current]
    floats = {"float": sum(points[one] != points[other] for one, other in pairs)}
    return ({} if system.by_value else floats) | {
        "again": sum(frozenset(pair) in met for pair in pairs),
        "country": sum(bool(cards[a].country) and cards[a].country == cards[b].country for a, b in pairs),
    }


def stands(tournament: Tournament, language: str) -> Mapping[PlayerId, str]:
    """What the pairing sorts by: the rank in a Keizer season, else the points so far."""
    system, rounds = tournament.settings.pairing_system, len(tournament.closed_rounds)
    if system.scheduled or system.knock_out or not rounds:
        return {}
    if system.by_value:
        (places,) = keizer_places(tournament, rounds)
        return {player: f"{place}." for player, place in places.items()}
    points = points_before(tournament, tournament.open_round.number)
    return {player: figures(write_number(own), language) for player, own in points.items()}
