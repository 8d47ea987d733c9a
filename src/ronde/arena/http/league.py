"""Competitions of engines: paired and stored like those of people, played in the loop of the game server.

A league is a tournament file with a roster. Finished games are facts in it, running games are in the engine
store under their place (event, round, table, leg), so a kill and a restart lose none and play none twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from ronde.app.desk import Desk
from ronde.arena.http.card import EngineCard, Manner, common_level
from ronde.arena.http.game_server import GameRequest, GameServer
from ronde.arena.http.ladder import standing
from ronde.arena.http.slots import Slots
from ronde.arena.http.store import EngineStore
from ronde.arena.referee import (
    REFEREE,
    Clock,
    Entrant,
    FuturePool,
    OpenCompetition,
    Played,
    PoolStopped,
    Roster,
    Rule,
    Series,
    Shape,
    Task,
    attached_roster,
    game_seed,
    seed_rating,
    settings_of_shape,
)
from ronde.model.bracket import CupSettings
from ronde.model.errors import NotATournament, RondeError
from ronde.model.player import Player
from ronde.model.schedule import finished
from ronde.model.settings import Settings

KIND: Final = "league"
COMPETITIONS: Final = {
    "robin": "berger",
    "double": "double-berger",
    "gauntlet": "gauntlet",
    "swiss": "swiss",
    "cup": "cup",
}
"""The systems of a competition, and the pairing systems behind them."""
_BUILT_IN: Final = "house:"
_PLACES: Final = (_BUILT_IN, "http://", "https://")
_MIDDLE: Final = 1500
"""Added to ladder ratings, which lie around 0, to make seeds, which are positive."""


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    name: str
    system: str = "robin"
    rounds: int = 0
    """Rounds of a Swiss; 0 is as many as are usual."""
    laps: int = 1
    """How often everybody meets everybody in a round robin or a gauntlet."""
    champions: int = 1
    """How many top seeds meet all others."""
    cup: CupSettings = field(default_factory=CupSettings)
    rule: Rule = field(default_factory=Rule)
    timeout: float = 15
    seed: int | None = None
    openings: tuple[str, ...] = ()
    """Positions that are played from both sides in turn; every match then has an even number of games."""
    switches: Mapping[str, Any] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    """Ratings that seed the engines; without them an older registration is seeded higher."""

    def settings(self, count: int) -> Settings:
        shape = Shape(COMPETITIONS[self.system], self.rounds, self.laps, self.champions, self.cup)
        return settings_of_shape(shape, games=self.rule.games, count=count)


def found_league(path: Path, plan: LeaguePlan, cards: Sequence[EngineCard]) -> None:
    """Make the tournament file of a competition, complete or not at all."""
    seed = secrets.randbits(53) if plan.seed is None else plan.seed
    leveled = bool(common_level(cards[0].game, cards))
    entrants = tuple(
        Entrant(card.id, card.name, _place(card), card.token, level=card.level if leveled else 0)
        for card in cards
    )
    clock = Clock(plan.timeout, 0.0, fixed=True)
    roster = Roster(
        entrants, cards[0].game, plan.switches, clock, plan.rule, seed=seed, openings=plan.openings
    )
    players = tuple(Player(card.id, card.name, rating=plan.ratings.get(card.id, 0)) for card in cards)
    command = OpenCompetition(plan.name, plan.settings(len(cards)), players, roster)
    Desk.begin(path, command, REFEREE, command.files).close()


def engines_league(roster: Roster | None) -> bool:
    """Whether a tournament is one of engines at addresses, rather than of people or local programs."""
    return roster is not None and all(entrant.path.startswith(_PLACES) for entrant in roster.entrants)


def event_of(path: Path, roster: Roster) -> str:
    """The name of a competition in the store: a new file with an old name is another competition."""
    return f"{path.stem}/{roster.seed}"


def _place(card: EngineCard) -> str:
    return _BUILT_IN if card.manner is Manner.BUILT_IN else card.url


def ladder_seeds(book: EngineStore, game: str) -> dict[int, int]:
    """The ratings of a game's ladder as seeds; engines that have not played there have none."""
    rungs = standing(book, game)
    return {rung.entrant: seed_rating(_MIDDLE + rung.rating.elo) for rung in rungs if rung.rating is not None}


class League:
    """The referee of one competition; its tournament file holds all its state."""

    def __init__(self, server: GameServer, path: Path, slots: Slots | None = None) -> None:
        self.server = server
        self.path = path
        self.slots = slots or Slots()

    async def run(self) -> None:
        """Play until the end; when this is cancelled, running games continue in the game server."""
        pool = ServerPool(self.server, self.slots)
        # A thread of its own: writing waits for the disk, games must not.
        thread = ThreadPoolExecutor(1, thread_name_prefix="league")
        playing = asyncio.get_running_loop().run_in_executor(thread, self._play, pool)
        try:
            await asyncio.shield(playing)
        finally:
            pool.pause()
            await asyncio.wait([playing])
            thread.shutdown()

    def _play(self, pool: ServerPool) -> None:
        with closing(Desk.open(self.path)) as desk, suppress(PoolStopped):
            roster = attached_roster(desk)
            assert roster is not None, "only competitions of engines are played"
            pool.event = event_of(self.path, roster)
            pool.renew(roster)
            Series(desk, roster, pool=pool).run()


class ServerPool(FuturePool):
    """The games of one competition in the loop of the game server, controlled from another thread."""

    free = True
    event = ""
    roster: Roster

    def __init__(self, server: GameServer, slots: Slots) -> None:
        super().__init__()
        self._server = server
        self._slots = slots
        self._loop = asyncio.get_running_loop()
        self._halted = False

    def renew(self, roster: Roster) -> None:
        self.roster = roster

    def submit(self, encounter: Sequence[Task]) -> None:
        if self._halted:
            raise PoolStopped
        for task in encounter:
            self._add(task, asyncio.run_coroutine_threadsafe(self._game(task), self._loop))

    async def _game(self, task: Task) -> Played:
        """The finished game; one that ended by the referee's own fault is deleted from the store."""
        async with self._slots.boards(task.first, task.second):
            row = self._server.begin(self._wish(task))
            played = await self._server.result(row)
        if not played.record.outcome.counts:
            self._server.book.forget_game(row.id)
        return played

    def _wish(self, task: Task) -> GameRequest:
        roster = self.roster
        start = roster.start_of(task.round, task.leg)
        return GameRequest(
            task.first, task.second, roster.game, KIND, start, roster.clock.seconds,
            game_seed(roster, task), self.event, task.round, task.table, task.leg, dict(roster.switches),
        )  # fmt: skip

    def drop(self, task: Task) -> bool:
        self._cancel(task)
        gone = self._server.abandon(self.event, (task.round, task.table, task.leg))
        asyncio.run_coroutine_threadsafe(gone, self._loop).result()
        return True

    def pause(self) -> None:
        """Stop waiting now; running games continue in the game server."""
        self._halted = True
        self._ended.put(None)

    def stop(self) -> None:
        for game in self._running:
            game.cancel()


def unfinished(folder: Path, paused: Container[str] = ()) -> list[Path]:
    """The competitions of engines in a folder that are neither over nor paused."""
    return [path for path in sorted(folder.glob("*.ronde")) if _goes_on(path, paused)]


def _goes_on(path: Path, paused: Container[str]) -> bool:
    try:
        desk = Desk.open(path)
    except RondeError:  # the folder may contain anything
        return False
    try:
        roster = attached_roster(desk)
        if roster is None or not engines_league(roster) or event_of(path, roster) in paused:
            return False
        return not finished(desk.tournament)
    except NotATournament:
        return False
    finally:
        desk.close()


class CompetitionState(StrEnum):
    PAUSED = "paused"
    STOPPED = "stopped"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class PausedCompetition:
    event: str
    state: CompetitionState
    name: str
    file: str
    """The path of its tournament file, also after it was deleted."""


def paused_competitions(book: EngineStore) -> dict[str, PausedCompetition]:
    rows = book.execute("SELECT event, state, name, file FROM competition ORDER BY event")
    return {
        event: PausedCompetition(event, CompetitionState(state), name, file)
        for event, state, name, file in rows
    }


def pause_competition(book: EngineStore, one: PausedCompetition) -> None:
    """Store that a competition is paused, so that it still is after a restart."""
    book.execute(
        "REPLACE INTO competition VALUES (?, ?, ?, ?)", one.event, one.state.value, one.name, one.file
    )


def resume_competition(book: EngineStore, event: str) -> None:
    book.execute("DELETE FROM competition WHERE event = ?", event)
