"""The American grid of a Keizer tournament: values, sums, and the Keizer points of every round."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.scoring import door as scoring

SIGNS = {2: "+", 1: "=", 0: "−"}


@dataclass(frozen=True, slots=True)
class GridCell:
    """One round of one player: opponent and result, or why there was none, and its Keizer points."""

    line: scoring.RoundLine
    points: float
    kind: str
    sign: str = ""
    place: int = 0
    """The opponent's rank; 0 if he has withdrawn."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One player of the grid; the rank is 0 if he has withdrawn."""

    place: int
    player: PlayerId
    value: float
    """Rank-Pb: the value of a win against him."""
    total: str
    half_points: int
    performance: int | None
    cells: tuple[GridCell, ...]


def keizer_grid(tournament: Tournament, table: scoring.Crosstable) -> list[GridRow]:
    """All rows of a Keizer crosstable, including withdrawn players."""
    places = {row.standing.player: row.standing.place for row in table.rows}
    perf = scoring.performances(tournament, table.after)
    rows = []
    for row in table.rows:
        keizer = row.standing.keizer
        assert keizer is not None
        paid = {source.round: source for source in keizer.sources if source.round}
        cells = tuple(_cell(line, paid.get(line.round), places) for line in row.lines)
        own = row.standing.player
        rows.append(
            GridRow(keizer.place, own, keizer.value, keizer.shown, keizer.half_points, perf.get(own), cells)
        )
    return rows


def _cell(line: scoring.RoundLine, source: scoring.Source | None, places: dict[PlayerId, int]) -> GridCell:
    points, kind = (source.points, source.kind) if source else (0.0, "out")
    if not line.opponent:
        return GridCell(line, points, kind)
    return GridCell(line, points, kind, SIGNS[line.half_points], places.get(line.opponent, 0))
