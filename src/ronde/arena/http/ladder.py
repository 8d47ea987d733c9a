"""The permanent ladder of a game: all public engines, two games a meeting, ratings from all of them."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from ronde.arena.http.card import EngineCard
from ronde.arena.http.game_server import GameRequest, GameServer
from ronde.arena.http.store import EngineStore
from ronde.arena.referee.ladder import Rung, ladder_standing, next_pair, recent_games
from ronde.arena.sandbox import Verdict
from ronde.standings.ratings import RatedMeeting, elos

KIND: Final = "ladder"
MINUTE: Final = 60.0
MOST_AT_ONCE: Final = 64
"""Meetings of one ladder at a time, however many entrants it has."""
PATIENCE: Final = 3
"""Consecutive games lost without an answer after which an engine is paused."""
REST: Final = timedelta(hours=1)
_SILENT: Final = frozenset({Verdict.NETWORK.value, Verdict.LATE.value, Verdict.CRASH.value})
_LOG: Final = logging.getLogger("ronde.arbitre")

Pair = tuple[int, int]
EngineRung = Rung[int]


@dataclass(frozen=True, slots=True)
class Recent:
    """A game of the ladder as the next pairing sees it."""

    round: int
    first: int
    second: int
    ended: str
    silent: int
    """The engine that lost without answering; 0 if none did."""


def event_of(game: str) -> str:
    return f"{KIND}/{game}"


def on_ladder(book: EngineStore, game: str) -> list[EngineCard]:
    """Its engines: the public engines of the game that are not retired."""
    return [card for card in book.engines() if card.game == game and card.public and not card.retired]


def meetings(book: EngineStore, game: str) -> list[RatedMeeting[int]]:
    """All counted games of a ladder, summed by pair and side."""
    rows = book.execute(
        "SELECT first, second, sum(winner IS 1), sum(winner IS NULL), sum(winner IS 2) FROM game "
        "WHERE event = ? AND counts = 1 AND first != second GROUP BY first, second ORDER BY first, second",
        event_of(game),
    )
    return [RatedMeeting(*row) for row in rows]


def standing(book: EngineStore, game: str) -> list[EngineRung]:
    """The ladder, best first; the order in which games were played does not matter."""
    return list(_standing(tuple(meetings(book, game)), tuple(card.id for card in on_ladder(book, game))))


@lru_cache(maxsize=32)
def _standing(played: tuple[RatedMeeting[int], ...], engines: tuple[int, ...]) -> Sequence[EngineRung]:
    """Computed again only after a new game."""
    return ladder_standing(played, engines)


@lru_cache(maxsize=32)
def _elos(played: tuple[RatedMeeting[int], ...]) -> Mapping[int, float]:
    return elos(played)


def recent(book: EngineStore, game: str, engines: int = 0) -> list[Recent]:
    """The latest games of a ladder of so many engines, including running ones, newest first."""
    return _games(book, "", event_of(game), recent_games(engines))


def _games(book: EngineStore, which: str, *values: str | int) -> list[Recent]:
    rows = book.execute(
        f"SELECT round, first, second, ended, fault, guilty FROM game WHERE event = ? {which} "
        "ORDER BY round DESC, leg DESC LIMIT ?",
        *values,
    )
    return [
        Recent(number, first, second, ended or "", (first, second)[guilty - 1] if fault in _SILENT else 0)
        for number, first, second, ended, fault, guilty in rows
    ]


def silent_games(book: EngineStore, game: str, since: datetime) -> list[Recent]:
    """The last games of all engines that left several unanswered since a moment, however many games followed.

    A ladder at full speed soon plays more games than `recent` looks back.
    """
    codes = ", ".join(f"'{code}'" for code in sorted(_SILENT))
    rows = book.execute(
        "SELECT CASE guilty WHEN 1 THEN first ELSE second END AS engine FROM game "
        f"WHERE event = ? AND ended > ? AND fault IN ({codes}) GROUP BY engine HAVING count(*) >= ?",
        event_of(game),
        since.isoformat(),
        PATIENCE,
    )
    own = "AND ended IS NOT NULL AND (first = ? OR second = ?)"
    games = {one for (engine,) in rows for one in _games(book, own, event_of(game), engine, engine, PATIENCE)}
    return sorted(games, key=lambda one: one.ended, reverse=True)


def resting(games: Sequence[Recent], now: datetime) -> set[int]:
    """Engines that did not answer in their last games and are paused for a while."""
    last: dict[int, list[Recent]] = defaultdict(list)
    for game in games:
        for engine in (game.first, game.second):
            if game.ended and len(last[engine]) < PATIENCE:
                last[engine].append(game)
    return {
        engine
        for engine, own in last.items()
        if len(own) == PATIENCE
        and all(game.silent == engine for game in own)
        and now - datetime.fromisoformat(own[0].ended) < REST
    }


def meeting_rate(entrants: int, *, at_once: int, pace: float, idle: bool) -> tuple[int, float]:
    """Meetings at a time and seconds between them: with idle cores every engine plays each minute."""
    if not idle or entrants < 2:
        return at_once, pace
    return max(at_once, min(MOST_AT_ONCE, entrants // 2)), min(pace, 2 * MINUTE / entrants)


def idle_cores() -> bool:
    """Whether cores are idle, so that the ladder may play faster."""
    return not hasattr(os, "getloadavg") or os.getloadavg()[0] < (os.cpu_count() or 1)


class Ladder:
    """The ladder of one game, played in the background while it is on."""

    def __init__(self, server: GameServer, game: str, *, at_once: int = 4, pace: float = 10.0) -> None:
        self.server = server
        self.game = game
        self.at_once = at_once
        """Meetings at a time; an engine takes part in one of them only."""
        self.pace = pace
        """Seconds from the start of one meeting to the next."""
        self._busy: dict[asyncio.Task[None], Pair] = {}

    async def run(self) -> None:
        """Play until cancelled; running games then continue in the game server."""
        try:
            for number, pair in self._open_meetings():
                self._begin(number, pair)
            while True:
                at_once, pause = await asyncio.to_thread(self._meeting_rate)
                while len(self._busy) >= at_once:
                    await asyncio.wait(self._busy, return_when=asyncio.FIRST_COMPLETED)
                busy = {one for pair in self._busy.values() for one in pair}
                meeting = await asyncio.to_thread(self._next_meeting, busy)
                if meeting is not None:
                    self._begin(*meeting)
                await asyncio.sleep(pause)
        finally:
            for one in self._busy:
                one.cancel()
            await asyncio.gather(*self._busy, return_exceptions=True)

    def _meeting_rate(self) -> tuple[int, float]:
        entrants = len(on_ladder(self.server.book.reading, self.game))
        return meeting_rate(entrants, at_once=self.at_once, pace=self.pace, idle=idle_cores())

    def _open_meetings(self) -> list[tuple[int, Pair]]:
        """Meetings that were started and of which not both games have ended."""
        rows = self.server.book.execute(
            "SELECT round, max(CASE leg WHEN 1 THEN first END), max(CASE leg WHEN 1 THEN second END) "
            "FROM game WHERE event = ? GROUP BY round HAVING count(ended) < 2",
            event_of(self.game),
        )
        return [(number, (one, other)) for number, one, other in rows]

    def _next_meeting(self, busy: set[int]) -> tuple[int, Pair] | None:
        """The next number and pair; in a thread: a large ladder takes longer than any clock should wait."""
        book, now = self.server.book.reading, datetime.now(UTC)
        cards = on_ladder(book, self.game)
        games = recent(book, self.game, len(cards))
        absent = busy | resting(silent_games(book, self.game, now - REST), now)
        present = [card.id for card in cards if card.id not in absent]
        pair = next_pair(present, games, self._elo())
        return None if pair is None else (1 + max((game.round for game in games), default=0), pair)

    def _elo(self) -> Mapping[int, float]:
        """Every engine's rating without its error."""
        return _elos(tuple(meetings(self.server.book.reading, self.game)))

    def _begin(self, number: int, pair: Pair) -> None:
        meeting = asyncio.get_running_loop().create_task(self._meet(number, pair))
        self._busy[meeting] = pair
        meeting.add_done_callback(self._ended)
        self.server.begin(self._wish(number, pair, 1))  # before the next meeting is looked for: its number

    async def _meet(self, number: int, pair: Pair) -> None:
        for leg in (1, 2):
            await self.server.result(self.server.begin(self._wish(number, pair, leg)))

    def _wish(self, number: int, pair: Pair, leg: int) -> GameRequest:
        one, other = pair if leg == 1 else pair[::-1]
        return GameRequest(
            one, other, self.game, KIND, event=event_of(self.game), round=number, place=1, leg=leg
        )

    def _ended(self, meeting: asyncio.Task[None]) -> None:
        self._busy.pop(meeting, None)
        if not meeting.cancelled() and meeting.exception() is not None:
            _LOG.error("a meeting of the ladder %s stopped: %r", self.game, meeting.exception())


DAYS: Final = 30
"""How many days with games are shown."""
MANY: Final = 60
"""With more engines no days are shown: computing the ratings of every day would take seconds."""

Day = tuple[str, int, int, int, int, int]
"""The games of two engines on one day: won, drawn and lost by the first."""


@dataclass(frozen=True, slots=True)
class LadderView:
    """A ladder, best first, with the ratings after each day by engine."""

    rungs: list[EngineRung]
    stories: Mapping[int, Sequence[float]]


def ladder_view(book: EngineStore, game: str) -> LadderView:
    rungs = standing(book, game)
    return LadderView(rungs, _stories(tuple(_days(book, game))) if len(rungs) <= MANY else {})


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
