"""The crosstable: who met whom, round by round, as unformatted rows and cells."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.scoring.record import Record, RoundLine, half_points, record
from ronde.scoring.standings import Row, standings, withdrawn_rows


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's row: his standing, his lines, and the figures PAPP prints after them."""

    standing: Row
    lines: tuple[RoundLine, ...]
    opponents: int
    """The plain sum of the opponents' half-points; byes and absences count nothing."""
    balance: int
    """Games with the second colour minus games with the first."""
    floated: int
    """In the last round: 1 if he met a lower player or had the bye, -1 if a higher one, else 0."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """All rows in the order of the standings after a round."""

    after: int
    rows: tuple[CrossRow, ...]


def crosstable(tournament: Tournament, upto: int | None = None) -> Crosstable:
    """The crosstable after `upto` rounds, by default after all closed ones."""
    order = standings(tournament, upto)
    lines = record(tournament, order.after)
    halves = {player: half_points(own) for player, own in lines.items()}
    rows = tuple(
        CrossRow(
            row,
            tuple(lines[row.player]),
            sum(halves[line.opponent] for line in lines[row.player] if line.played),
            sum(-1 if line.first else 1 for line in lines[row.player] if line.played),
            _floated(lines, row.player),
        )
        for row in (*order.rows, *withdrawn_rows(tournament, order.after))
    )
    return Crosstable(order.after, rows)


def _floated(lines: Record, player: PlayerId) -> int:
    own = lines[player]
    if len(own) < 2:
        return 0
    if own[-1].bye:
        return 1
    if not own[-1].played:
        return 0
    gap = half_points(own[:-1]) - half_points(lines[own[-1].opponent][:-1])
    return (gap > 0) - (gap < 0)
