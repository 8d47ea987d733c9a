"""The table of a competition of engines: won, drawn and lost games, faults by kind, times, who beat whom."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ronde.core.schedule import finished
from ronde.core.tournament import Tournament
from ronde.games.door import SIDES
from ronde.http_engines.statistics import EngineScore, times
from ronde.http_engines.store import EngineStore
from ronde.scoring.door import standings

TIMED: Final = 2000
"""How many of the latest games are opened for response times."""


@dataclass
class CompetitorLine:
    engine: int
    score: EngineScore = field(default_factory=EngineScore)
    faults: Counter[str] = field(default_factory=Counter)
    """Games lost at once, by kind of fault."""
    median: float | None = None
    """Median of its response times in milliseconds; None without answers."""

    @property
    def percent(self) -> float:
        """Won games and half the drawn ones, in percent."""
        games = self.score.games
        return 100 * (self.score.wins + self.score.draws / 2) / games if games else 0.0


@dataclass(frozen=True, slots=True)
class CompetitionTable:
    """The engines of a competition, the best first, and the games of each against each other."""

    lines: list[CompetitorLine]
    grid: Mapping[tuple[int, int], EngineScore]


def competition_table(book: EngineStore, event: str) -> CompetitionTable:
    """The table of a competition from its finished games. Opens many: do not call it in the loop."""
    lines: dict[int, CompetitorLine] = {}
    grid: dict[tuple[int, int], EngineScore] = defaultdict(EngineScore)
    kinds = "first, second, winner, fault, guilty"
    query = f"SELECT {kinds}, count(*) FROM game WHERE event = ? AND counts = 1 GROUP BY {kinds}"
    for first, second, winner, fault, guilty, games in book.execute(query, event):
        for side, (own, other) in zip(SIDES, ((first, second), (second, first)), strict=True):
            line = lines.setdefault(own, CompetitorLine(own))
            line.score.add(winner, side, games)
            grid[own, other].add(winner, side, games)
            if guilty == side:
                line.faults[fault] += games
    for engine, spent in _spent(book, event).items():
        if engine in lines:
            lines[engine].median = times(spent).median
    ordered = sorted(lines.values(), key=lambda line: (-line.percent, -line.score.wins, line.engine))
    return CompetitionTable(ordered, grid)


def put_in_order(table: CompetitionTable, tournament: Tournament) -> None:
    """Order the lines as in the final standings or a cup, which leave an open round out."""
    if not finished(tournament) and not tournament.settings.pairing_system.knock_out:
        return
    places = {row.player: at for at, row in enumerate(standings(tournament).rows)}
    table.lines.sort(key=lambda line: places.get(line.engine, len(places)))


def _spent(book: EngineStore, event: str) -> dict[int, list[float]]:
    """Milliseconds of each engine's answers in the latest games."""
    spent: dict[int, list[float]] = defaultdict(list)
    query = "SELECT first, second, record FROM game WHERE event = ? AND counts = 1 ORDER BY id DESC LIMIT ?"
    for first, second, record in book.execute(query, event, TIMED):
        for ply in json.loads(record)["record"]["plies"]:
            for answer in ply:
                charged = answer["milliseconds"] - answer.get("taken", 0.0)
                spent[first if answer["side"] == 1 else second].append(charged)
    return spent
