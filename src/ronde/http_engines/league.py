"""Competitions of engines: paired and stored like those of people, played in the game server's loop.

A league is a tournament file with a roster. Finished games are facts in it, running games are in the engine
store under their place (event, round, table, leg), so a kill and a restart lose none and play none twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from ronde.app.command import Command
from ronde.app.desk import Desk
from ronde.core.bracket import CupSettings
from ronde.core.errors import NotATournament, RondeError
from ronde.core.player import Player
from ronde.core.schedule import finished
from ronde.core.settings import Settings
from ronde.core.tournament import Tournament
from ronde.http_engines.card import EngineCard, Manner, common_level
from ronde.http_engines.floor import Floor
from ronde.http_engines.game_server import GameRequest, GameServer
from ronde.http_engines.ladder import standing
from ronde.http_engines.store import EngineStore
from ronde.referee.door import (
    REFEREE,
    Clock,
    Competition,
    Entrant,
    OpenCompetition,
    Played,
    Roster,
    Rule,
    Shape,
    Task,
    attached_roster,
    game_seed,
    seed_rating,
    shaped,
    write,
)

KIND: Final = "league"
SYSTEMS: Final = {
    "robin": "berger",
    "double": "double-berger",
    "gauntlet": "gauntlet",
    "swiss": "swiss",
    "cup": "cup",
}
"""The systems of a competition, and the pairing systems behind them."""
_HOUSE: Final = "house:"
_PLACES: Final = (_HOUSE, "http://", "https://")
LOOK: Final = 1.0
"""Seconds between two checks whether the running games are still needed."""
_MIDDLE: Final = 1500
"""Added to ladder ratings, which lie around 0, to make seeds, which are positive."""

T = TypeVar("T")


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
        shape = Shape(SYSTEMS[self.system], self.rounds, self.laps, self.champions, self.cup)
        return shaped(shape, games=self.rule.games, count=count)


def found_league(path: Path, plan: LeaguePlan, cards: Sequence[EngineCard]) -> None:
    """Make the tournament file of a competition, complete or not at all."""
    seed = secrets.randbits(53) if plan.seed is None else plan.seed
    leveled = bool(common_level(cards[0].game, cards))
    entrants = tuple(
        Entrant(card.id, card.name, _place(card), card.word, level=card.level if leveled else 0)
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
    return _HOUSE if card.manner is Manner.HOUSE else card.url


def ladder_seeds(book: EngineStore, game: str) -> dict[int, int]:
    """The ratings of a game's ladder as seeds; engines that have not played there have none."""
    rungs = standing(book, game)
    return {rung.engine: seed_rating(_MIDDLE + rung.rating.elo) for rung in rungs if rung.rating is not None}


class LeagueDesk:
    """The file of a competition, opened in a separate thread: writing waits for the disk, games must not."""

    desk: Desk
    roster: Roster
    event: str

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="league")

    async def __aenter__(self) -> Self:
        try:
            await self.run(self._open)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *trouble: object) -> None:
        await self.run(self._close)
        self._thread.shutdown()

    async def run(self, work: Callable[[], T]) -> T:
        """Run a function at the desk; calls are serialised."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def write(self, command: Command) -> None:
        await self.run(lambda: write(self.desk, command))

    @property
    def tournament(self) -> Tournament:
        return self.desk.tournament

    def _open(self) -> None:
        self.desk = Desk.open(self.path)
        roster = attached_roster(self.desk)
        assert roster is not None, "only competitions of engines are played"
        self.roster, self.event = roster, event_of(self.path, roster)

    def _close(self) -> None:
        if hasattr(self, "desk"):
            self.desk.close()


class League:
    """The referee of one competition; its tournament file holds all its state."""

    def __init__(self, server: GameServer, path: Path, floor: Floor | None = None) -> None:
        self.server = server
        self.path = path
        self.floor = floor or Floor()

    async def run(self) -> None:
        async with LeagueDesk(self.path) as at:
            running: dict[asyncio.Task[Played], Task] = {}
            try:
                await self._play(at, running)
            finally:
                for one in running:
                    one.cancel()
                await asyncio.gather(*running, return_exceptions=True)

    async def _play(self, at: LeagueDesk, running: dict[asyncio.Task[Played], Task]) -> None:
        competition = Competition(at.roster)
        while not finished(at.tournament):
            for task in chain.from_iterable(competition.begin(at.tournament)):
                running[asyncio.create_task(self._game(at, task))] = task
            if not running:
                await at.write(competition.turn(at.tournament))
                continue
            done, _ = await asyncio.wait(running, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                if command := competition.end(running.pop(one), one.result()):
                    await at.write(command)
            await self._end_decided(at, competition, running)

    async def _end_decided(
        self, at: LeagueDesk, competition: Competition, running: dict[asyncio.Task[Played], Task]
    ) -> None:
        """End the games of engines that have been withdrawn."""
        await at.run(at.desk.refresh)
        for task in competition.decided(at.tournament):
            playing = next(one for one, own in running.items() if own == task)
            del running[playing]
            playing.cancel()
            await asyncio.wait([playing])
            await self.server.abandon(at.event, (task.round, task.table, task.leg))
            competition.drop(task)

    async def _game(self, at: LeagueDesk, task: Task) -> Played:
        """The finished game; one that ended by the referee's own fault is deleted from the store."""
        async with self.floor.boards(task.first, task.second):
            row = self.server.begin(_wish(at, task))
            played = await self.server.result(row)
        if not played.record.outcome.counts:
            self.server.book.forget_game(row.id)
        return played


def _wish(at: LeagueDesk, task: Task) -> GameRequest:
    roster = at.roster
    start = roster.start_of(task.round, task.leg)
    return GameRequest(
        task.first, task.second, roster.game, KIND, start, roster.clock.seconds,
        game_seed(roster, task), at.event, task.round, task.table, task.leg, dict(roster.switches),
    )  # fmt: skip


def unfinished(folder: Path, resting: Container[str] = ()) -> list[Path]:
    """The competitions of engines in a folder that are neither over nor resting."""
    return [path for path in sorted(folder.glob("*.ronde")) if _goes_on(path, resting)]


def _goes_on(path: Path, resting: Container[str]) -> bool:
    try:
        desk = Desk.open(path)
    except RondeError:  # the folder may contain anything
        return False
    try:
        roster = attached_roster(desk)
        if roster is None or not engines_league(roster) or event_of(path, roster) in resting:
            return False
        return not finished(desk.tournament)
    except NotATournament:
        return False
    finally:
        desk.close()


class Rest(StrEnum):
    PAUSED = "paused"
    STOPPED = "stopped"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class RestingCompetition:
    event: str
    rest: Rest
    name: str
    file: str
    """The path of its tournament file, also after it was deleted."""


def resting(book: EngineStore) -> dict[str, RestingCompetition]:
    rows = book.execute("SELECT event, state, name, file FROM competition ORDER BY event")
    return {event: RestingCompetition(event, Rest(state), name, file) for event, state, name, file in rows}


def lay_down(book: EngineStore, one: RestingCompetition) -> None:
    """Store that a competition rests, so that it still does after a restart."""
    book.execute(
        "REPLACE INTO competition VALUES (?, ?, ?, ?)", one.event, one.rest.value, one.name, one.file
    )


def take_up(book: EngineStore, event: str) -> None:
    book.execute("DELETE FROM competition WHERE event = ?", event)
