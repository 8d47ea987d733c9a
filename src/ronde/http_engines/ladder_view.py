"""The content of a ladder page: the rungs, every engine's record, and the ratings of the last thirty days."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ronde.http_engines.ladder import Rung, event_of, meetings, standing
from ronde.http_engines.store import EngineStore
from ronde.scoring.door import RatedMeeting, elos

DAYS: Final = 30
"""How many days with games are shown."""
MANY: Final = 60
"""With more engines no days are shown: computing the ratings of every day would take seconds."""

Record = tuple[int, int, int]
Day = tuple[str, int, int, int, int, int]
"""The games of two engines on one day: won, drawn and lost by the first."""


@dataclass(frozen=True, slots=True)
class LadderView:
    """A ladder, best first, with won, drawn and lost games and the ratings after each day by engine."""

    rungs: list[Rung]
    records: Mapping[int, Record]
    stories: Mapping[int, Sequence[float]]


async def view_aside(book: EngineStore, game: str) -> LadderView:
    """The ladder of a game, computed in a thread."""
    return await asyncio.to_thread(lambda: ladder_view(book.reading, game))


def ladder_view(book: EngineStore, game: str) -> LadderView:
    rungs = standing(book, game)
    stories = _stories(tuple(_days(book, game))) if len(rungs) <= MANY else {}
    return LadderView(rungs, records(meetings(book, game)), stories)


def records(played: Sequence[RatedMeeting[int]]) -> dict[int, Record]:
    """Won, drawn and lost games of every engine."""
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in played:
        for engine, (won, lost) in ((one.one, (one.wins, one.losses)), (one.other, (one.losses, one.wins))):
            for at, more in enumerate((won, one.draws, lost)):
                counts[engine][at] += more
    return {engine: (won, drawn, lost) for engine, (won, drawn, lost) in counts.items()}


def _days(book: EngineStore, game: str) -> list[Day]:
    rows = book.execute(
        "SELECT substr(ended, 1, 10), first, second, sum(winner IS 1), sum(winner IS NULL), sum(winner IS 2) "
        "FROM game WHERE event = ? AND counts = 1 AND first != second AND ended != '' "
        "GROUP BY 1, first, second ORDER BY 1",
        event_of(game),
    )
    return [(day, first, second, won, drawn, lost) for day, first, second, won, drawn, lost in rows]


@lru_cache(maxsize=16)
def _stories(played: tuple[Day, ...]) -> Mapping[int, Sequence[float]]:
    """Every engine's rating after each of the last days, from all games up to then."""
    days = sorted({day for day, *_ in played})[-DAYS:]
    stories: dict[int, list[float]] = defaultdict(list)
    for upto in days:
        known = [RatedMeeting(*game) for day, *game in played if day <= upto]
        for engine, elo in elos(known).items():
            stories[engine].append(elo)
    return stories
