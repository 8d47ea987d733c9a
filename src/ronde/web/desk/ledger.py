"""The draw as a ledger: a column for each kind of rule, a price in the cell, sums at the right and below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ronde.core.table import Table

GROUPS = {
    "colour": "colour", "colour-again": "colour", "colour-limit": "colour", "colour-balance": "colour",
    "float": "float", "float-again": "float", "float-back": "float",
    "elitism": "elite", "rank-distance": "rank",
    "met-same-colours": "again", "met-opposite-colours": "again", "met-in-a-row": "again",
    "met-too-soon": "again", "same-country": "country",
}  # fmt: skip
"""The column a rule stands in."""
COLUMNS = ("colour", "float", "elite", "rank", "again", "country", "other")
HEAT = ((1_000_000, "h4"), (10_000, "h3"), (100, "h2"))
"""From which price on a cell is tinted, and how."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The columns that cost something, and the prices of each table in them."""

    columns: tuple[str, ...]
    prices: dict[int, dict[str, int]]
    sums: dict[str, int]

    def heat(self, price: int) -> str:
        """How strongly the cell of a price is tinted."""
        return next((name for least, name in HEAT if price >= least), "")


def ledger(tables: Iterable[Table]) -> Ledger:
    """The bill of every table without a result, by column."""
    prices = {table.number: _by_column(table) for table in tables if table.result is None}
    sums = {name: sum(own.get(name, 0) for own in prices.values()) for name in COLUMNS}
    return Ledger(tuple(name for name in COLUMNS if sums[name]), prices, sums)


def _by_column(table: Table) -> dict[str, int]:
    found: dict[str, int] = {}
    for reason in table.pair.reasons:
        column = GROUPS.get(reason.rule, "other")
        found[column] = found.get(column, 0) + reason.cost
    return found
