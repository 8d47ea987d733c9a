"""Competitions of engines: the same draws as people's, the same file, played in the office's loop.

A league is a tournament file with a roster. Finished games are facts in it, running games lie in the office's
book under their place (event, round, table, leg): whoever is killed and comes back loses none and plays none
twice.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from ronde.arbitre.book import Book
from ronde.arbitre.card import EngineCard, Manner, common_level
from ronde.arbitre.ladder import standing
from ronde.arbitre.office import Office, Wish
from ronde.arbitre.places import EACH, MOST, Places
from ronde.core.bracket import CupSettings
from ronde.core.decide.rounds import close_round
from ronde.core.errors import NotATournament, RefereeTrouble, RondeError
from ronde.core.player import Player, PlayerId
from ronde.core.schedule import finished
from ronde.core.settings import Settings
from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.pairing.door import complete_round
from ronde.referee.door import (
    ATTACHMENT,
    SEAT,
    Clock,
    Entrant,
    Played,
    Roster,
    Rule,
    Shape,
    Task,
    attached_roster,
    draw_seed,
    game_played,
    game_seed,
    opening,
    seed_rating,
    shaped,
    tasks,
    tasks_at,
)

KIND: Final = "league"
SYSTEMS: Final = {
    "robin": "berger",
    "double": "double-berger",
    "gauntlet": "gauntlet",
    "swiss": "swiss",
    "cup": "cup",
}
"""The systems of a competition, and the draws of people's tournaments behind them."""
_HOUSE: Final = "house:"
_PLACES: Final = (_HOUSE, "http://", "https://")
_MIDDLE: Final = 1500
"""Where the ratings of a ladder, which lie around 0, lie among seeds, which are above it."""
_TRIES: Final = 3
"""How often a game is begun again when the referee itself failed."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a competition is to be."""

    name: str
    system: str = "robin"
    rounds: int = 0
    """Rounds of a Swiss; 0 is as many as are usual."""
    laps: int = 1
    """How often everybody meets everybody in a round robin or a gauntlet."""
    champions: int = 1
    """How many run the gauntlet."""
    cup: CupSettings = field(default_factory=CupSettings)
    rule: Rule = field(default_factory=Rule)
    timeout: float = 15
    seed: int | None = None
    openings: tuple[str, ...] = ()
    """Positions that are played from both sides, one after the other; then every match is even."""
    switches: Mapping[str, Any] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    """What seeds the engines; without it the older registration is the better."""

    def settings(self, count: int) -> Settings:
        """The settings of its tournament, for so many engines."""
        shape = Shape(SYSTEMS[self.system], self.rounds, self.laps, self.champions, self.cup)
        return shaped(shape, games=self.rule.games, count=count)


def found_league(path: Path, plan: Plan, cards: Sequence[EngineCard]) -> None:
    """Make the tournament file of a competition, complete or not at all."""
    seed = secrets.randbits(53) if plan.seed is None else plan.seed
    entrants = tuple(Entrant(card.id, card.name, _place(card), card.word) for card in cards)
    clock = Clock(plan.timeout, 0.0, fixed=True)
    switches = {**common_level(cards[0].game, cards), **plan.switches}
    roster = Roster(entrants, cards[0].game, switches, clock, plan.rule, seed=seed, openings=plan.openings)
    players = [Player(card.id, card.name, rating=plan.ratings.get(card.id, 0)) for card in cards]
    settings = plan.settings(len(cards))
    desk = Desk.create(path)
    try:
        desk.act_with(
            SEAT, {ATTACHMENT: roster.to_json()}, opening, name=plan.name, settings=settings, players=players
        )
    finally:
        desk.close()


def found_leagues(folder: Path, plan: Plan, cards: Iterable[EngineCard]) -> list[Path]:
    """One competition for every game that at least two of the engines play, run together."""
    by_game: dict[str, list[EngineCard]] = defaultdict(list)
    for card in cards:
        by_game[card.game].append(card)
    paths = [folder / f"{plan.name}-{game}.ronde" for game, some in by_game.items() if len(some) > 1]
    for path, some in zip(paths, (some for some in by_game.values() if len(some) > 1), strict=True):
        found_league(path, plan, some)
    return paths


def engines_league(roster: Roster | None) -> bool:
    """Whether a tournament is one of engines at addresses, and not of people or of local programs."""
    return roster is not None and all(entrant.path.startswith(_PLACES) for entrant in roster.entrants)


def event_of(path: Path, roster: Roster) -> str:
    """The name of a competition in the office's book: a new file of an old name is another one."""
    return f"{path.stem}/{roster.seed}"


def _place(card: EngineCard) -> str:
    return _HOUSE if card.manner is Manner.HOUSE else card.url


def ladder_seeds(book: Book, game: str) -> dict[int, int]:
    """The ratings of a game's ladder as seeds; whoever has not played there has none."""
    rungs = standing(book, game)
    return {rung.engine: seed_rating(_MIDDLE + rung.rating.elo) for rung in rungs if rung.rating is not None}


class Floor:
    """How many games are played at once, in all competitions together and by one engine."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self._places: Places[asyncio.Future[None]] = Places(most, each)

    @asynccontextmanager
    async def boards(self, first: PlayerId, second: PlayerId) -> AsyncIterator[None]:
        """Wait for both engines and a place, holding neither meanwhile."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._places.wait(turn, first, second)
        self._call()
        try:
            await turn
            yield
        finally:
            self._places.leave(turn)
            self._call()

    def _call(self) -> None:
        for turn in self._places.begin():
            if not turn.done():  # nobody waits any more where the competition was stopped
                turn.set_result(None)


class League:
    """The referee of one competition; its tournament file is all it remembers."""

    def __init__(self, office: Office, path: Path, floor: Floor | None = None) -> None:
        self.office = office
        self.path = path
        self.floor = floor or Floor()
        self._desk: Desk
        self.roster: Roster
        self.event = ""
        # One thread for the desk: writing waits for the disk, and the games must not.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="league")

    @property
    def tournament(self) -> Tournament:
        """The tournament as far as it is written down."""
        return self._desk.tournament

    async def run(self) -> None:
        """Play everything that is missing, round by round."""
        try:
            await self._at_desk(self._open)
            while not finished(self.tournament):
                await self._at_desk(self._pair)
                await self._play_round()
                await self._at_desk(self._desk.act, SEAT, close_round)
        finally:
            await self._at_desk(self._close)
            self._thread.shutdown()

    async def _at_desk(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))

    def _open(self) -> None:
        self._desk = Desk.open(self.path)
        roster = attached_roster(self._desk)
        assert roster is not None, "only competitions of engines are played"
        self.roster, self.event = roster, event_of(self.path, roster)

    def _close(self) -> None:
        if hasattr(self, "_desk"):
            self._desk.close()

    def _pair(self) -> None:
        if not self.tournament.open_round.tables:
            seed = draw_seed(self.roster, self.tournament.open_round.number)
            self._desk.act(SEAT, complete_round, seed=seed)

    async def _play_round(self) -> None:
        running: dict[asyncio.Task[None], Task] = {}
        try:
            fresh: Iterable[Task] = ()
            while self._begin(running, fresh) or self._begin(running, tasks(self.tournament, self.roster)):
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    one.result()
                at = {running.pop(one).table for one in done}
                fresh = [task for table in at for task in tasks_at(self.tournament, self.roster, table)]
        finally:
            for one in running:
                one.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    def _begin(self, running: dict[asyncio.Task[None], Task], fresh: Iterable[Task]) -> bool:
        """Send the games that are not under way yet to their boards; whether any is under way."""
        known = set(running.values())
        for task in fresh:
            if task not in known:
                running[asyncio.get_running_loop().create_task(self._game(task))] = task
                known.add(task)
        return bool(running)

    async def _game(self, task: Task) -> None:
        async with self.floor.boards(task.first, task.second):
            played = await self._played(task)
        await self._at_desk(self._write, task, played)

    async def _played(self, task: Task) -> Played:
        """The finished game; one that ended by the referee's own fault is struck and played again."""
        for _ in range(_TRIES):
            row = self.office.begin(self._wish(task))
            played = await self.office.result(row)
            if played.record.outcome.counts:
                return played
            self.office.book.forget_game(row.id)
        trouble = played.record.faults[-1].detail
        raise RefereeTrouble(round=task.round, table=task.table, leg=task.leg, detail=trouble)

    def _wish(self, task: Task) -> Wish:
        roster = self.roster
        start = roster.start_of(task.round, task.leg)
        return Wish(
            task.first, task.second, roster.game, KIND, start, roster.clock.seconds,
            game_seed(roster, task), self.event, task.round, task.table, task.leg, dict(roster.switches),
        )  # fmt: skip

    def _write(self, task: Task, played: Played) -> None:
        record = json.dumps(played.to_dict(), ensure_ascii=False).encode()
        self._desk.act_with(
            SEAT, {task.record: record}, game_played, task=task, played=played, roster=self.roster
        )


async def play_leagues(office: Office, paths: Iterable[Path], floor: Floor | None = None) -> None:
    """Play several competitions together, on one floor; the trouble of one stops no other."""
    shared = floor or Floor()
    ended = await asyncio.gather(
        *(League(office, path, shared).run() for path in paths), return_exceptions=True
    )
    for trouble in ended:
        if trouble is not None:
            raise trouble


def unfinished(folder: Path) -> list[Path]:
    """The competitions of engines in a folder that are not over, to be gone on with after a restart."""
    return [path for path in sorted(folder.glob("*.ronde")) if _goes_on(path)]


def _goes_on(path: Path) -> bool:
    try:
        desk = Desk.open(path)
    except RondeError:  # the folder may hold anything
        return False
    try:
        return engines_league(attached_roster(desk)) and not finished(desk.tournament)
    except NotATournament:
        return False
    finally:
        desk.close()
