"""Competitions of engines: founded by the host, played by the game server, stored as tournaments."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as kept
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import ClusterTrouble, EngineRefused, NotATournament, RondeError
from ronde.core.schedule import finished
from ronde.formats.pages.door import LiveFile, follow
from ronde.games.door import GAMES, NOBODY, SIMPLEST_GAME
from ronde.http_engines.door import (
    COMPETITIONS,
    AwayLeague,
    EngineCard,
    EngineStore,
    Floor,
    GameRow,
    Ground,
    League,
    LeaguePlan,
    Manner,
    Progress,
    engines_league,
    event_of,
    expected_games,
    found_league,
    ladder_seeds,
    progress,
    registered,
    unfinished,
)
from ronde.i18n.door import tell
from ronde.referee.door import Roster, Task, Watcher, attached_roster
from ronde.web.engines.competition_form import MOST, plan_of, typed
from ronde.web.engines.games import EngineGamePages
from ronde.web.engines.visitor import Lobby, field
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right

LISTED: Final = 400
"""So many of the latest games of a competition are listed; a ladder is for ever."""
_LOG: Final = logging.getLogger("ronde.arbitre")


ABSENT: Final = ("unreachable", "no-workers")
"""Troubles of a cluster that pass by themselves."""
AGAIN: Final = 10.0
"""Seconds after which a cluster is called again."""


def _watcher(live: LiveFile, roster: Roster, task: Task) -> Watcher | None:
    """Shows a game played away among the live games of its tournament, without anybody's secrets."""
    names = (roster.entrant(player).name for player in (task.first, task.second))
    title = f"{task.round}.{task.table}.{task.leg} {' – '.join(names)}"
    return follow(live, f"{task.round:02}-{task.table:03}-{task.leg}", title, eyes=NOBODY)


@dataclass
class Leagues:
    """The competitions that are being played."""

    lobby: Lobby
    ground: Ground | None = None
    """The cluster that plays them; None is the game server itself."""
    floor: Floor = kept(default_factory=Floor)
    """The limits of all of them together."""
    _running: dict[Path, asyncio.Task[None]] = kept(default_factory=dict)

    def resume(self) -> None:
        """Go on with every competition of the folder that is not over."""
        try:
            paths = unfinished(self.lobby.tournaments.folder)
        except RondeError as trouble:  # one bad file must not keep the others from being shown
            _LOG.error("competitions are not resumed: %s", trouble.code)
            return
        for path in paths:
            self.play(path)

    def play(self, path: Path) -> None:
        """Play a competition until it is over."""
        playing = self._here(path) if self.ground is None else self._away(path, self.ground)
        task = asyncio.get_running_loop().create_task(playing)
        self._running[path] = task
        task.add_done_callback(lambda done: self._ended(path, done))

    def pausable(self, path: Path) -> bool:
        """Whether a competition is being played."""
        return path in self._running

    def pause(self, path: Path) -> None:
        """Begin no more games of a competition until it is gone on with, or the server starts again."""
        if path in self._running:
            self._running[path].cancel()

    async def _here(self, path: Path) -> None:
        await League(self.lobby.server, path, self.floor).run()

    async def _away(self, path: Path, ground: Ground) -> None:
        """Play on the cluster, and wait for it as long as it cannot be reached or has no workers."""
        live = LiveFile(path)
        while True:
            told = replace(ground, refuse=partial(_LOG.warning, "worker %s is given no games: %s"))
            league = AwayLeague(self.lobby.server, path, told, partial(_watcher, live))
            try:
                await league.run()
                return
            except ClusterTrouble as trouble:
                if trouble.facts["reason"] not in ABSENT:
                    raise
                _LOG.error("competition %s waits for the cluster: %s", path.name, trouble.facts["reason"])
            finally:
                live.finish()
            await asyncio.sleep(AGAIN)

    def _ended(self, path: Path, task: asyncio.Task[None]) -> None:
        self._running.pop(path, None)
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("competition %s stopped: %r", path.name, task.exception())

    async def close(self) -> None:
        """Stop; whatever is finished is written down, the rest is gone on with at the next start."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class CompetitionPages:
    """The list of competitions, the games of one, and the form for a new one."""

    def __init__(self, lobby: Lobby, games: EngineGamePages, leagues: Leagues) -> None:
        self.lobby = lobby
        self.games = games
        self.leagues = leagues

    def routes(self) -> list[GuardedRoute]:
        """The addresses of competitions."""
        return [
            GuardedRoute("/arbitre/competitions", self.competitions, Right.ANYBODY),
            GuardedRoute("/arbitre/competitions/new", self.form, Right.HOST),
            GuardedRoute("/arbitre/competitions/new", self.create, Right.HOST, methods=["POST"]),
            GuardedRoute("/arbitre/competition/{event:path}", self.competition, Right.ANYBODY),
            GuardedRoute("/arbitre/competition/{event:path}", self.steer, Right.HOST, methods=["POST"]),
        ]

    async def competitions(self, request: Request) -> Response:
        """All competitions, the latest first, with links to their standings."""
        question = (
            "SELECT event, count(*), sum(ended IS NOT NULL), max(id) FROM game "
            "WHERE event IS NOT NULL GROUP BY event ORDER BY max(id) DESC LIMIT 200"
        )
        async with self.lobby.turn(request):
            events = await self.lobby.book.aside(lambda book: list(book.execute(question)))
        rooms = await run_in_threadpool(self._rooms)
        return await self.lobby.long_page(request, "engines/competitions.html", events=events, rooms=rooms)

    def _rooms(self) -> dict[str, OpenTournament]:
        """The tournaments of engines by the name of their event."""
        rooms = {}
        for room in list(self.lobby.tournaments.rooms.values()):
            with room.lock:
                roster = None
                with suppress(NotATournament):  # what it attaches is not a roster
                    roster = None if room.gone else attached_roster(room.desk)
                if roster is not None and engines_league(roster):
                    rooms[event_of(room.desk.journal.path, roster)] = room
        return rooms

    async def competition(self, request: Request) -> Response:
        """The latest games of one competition by round."""
        event = request.path_params["event"]
        question = "SELECT id FROM game WHERE event = ? ORDER BY round DESC, place DESC, leg DESC LIMIT ?"
        numbers = [number for (number,) in self.lobby.book.execute(question, event, LISTED)][::-1]
        rows = await self.lobby.book.aside(lambda book: _rows(book, numbers))
        if not rows:
            raise HTTPException(404)
        rounds: dict[int, list[dict[str, Any]]] = {}
        running: list[dict[str, Any]] = []
        async with self.lobby.turn(request):
            lines = await self.games.listed(self.lobby.visitor(request), rows, language_of(request))
        for line in lines:
            games = rounds.setdefault(line["row"].round, []) if line["row"].ended else running
            games.append(line)
        room = (await run_in_threadpool(self._rooms)).get(event)
        facts: dict[str, Any] = {"event": event, "rounds": rounds, "running": running, "hall_room": room}
        facts["progress"] = await self._progress(event, room) if room else None
        facts["pausable"] = room is not None and self.leagues.pausable(room.desk.journal.path)
        return await self.lobby.long_page(request, "engines/competition.html", **facts)

    async def _progress(self, event: str, room: OpenTournament) -> Progress:
        """How far the competition of a tournament is."""
        roster, tournament = attached_roster(room.desk), room.tournament
        games = roster.rule.games if roster else 1
        expected = expected_games(tournament.settings, len(tournament.players), games)
        now = datetime.now(UTC)
        return await self.lobby.book.aside(lambda book: progress(book, event, expected, now))

    async def steer(self, request: Request) -> Response:
        """Pause a competition, or go on with it; games that have begun are played to their end."""
        event = request.path_params["event"]
        room = (await run_in_threadpool(self._rooms)).get(event)
        if room is None:
            raise HTTPException(404)
        path = room.desk.journal.path
        if field(await request.form(), "go"):
            if not self.leagues.pausable(path) and not finished(room.tournament):
                self.leagues.play(path)
        else:
            self.leagues.pause(path)
        return RedirectResponse(f"/arbitre/competition/{quote(event)}", status_code=303)

    # the host

    async def form(self, request: Request) -> Response:
        """The form for a new competition."""
        return self._form(request, request.query_params.get("game", SIMPLEST_GAME))

    def _form(self, request: Request, game: str, trouble: str = "", form: FormData | None = None) -> Response:
        """The form, empty or as it was typed and refused."""
        game = game if game in GAMES else SIMPLEST_GAME
        cards = [card for card in self.lobby.book.engines() if card.game == game and not card.retired]
        sought = request.query_params.get("filter", "").strip().casefold()[:100]
        cards = [card for card in cards if sought in card.name.casefold()]
        chosen = (
            _offered(cards, request.query_params.get("pick", "")) if form is None else form.getlist("engine")
        )
        facts: dict[str, Any] = {"game": game, "games": sorted(GAMES), "systems": list(COMPETITIONS)}
        facts |= {"trouble": trouble, "cards": cards, "chosen": chosen, "typed": typed(form or FormData())}
        facts |= {"filter": sought, "most": MOST}
        return self.lobby.page(request, "engines/new_competition.html", 409 if trouble else 200, **facts)

    async def create(self, request: Request) -> Response:
        """Found a competition and begin to play it."""
        form = await request.form()
        try:
            cards = self._chosen(form)
            plan = self._seeded(plan_of(form, cards[0].game, len(cards)), cards, form)
            path = self.lobby.tournaments.free_path(plan.name)
            await run_in_threadpool(found_league, path, plan, cards)
            self.lobby.tournaments.welcome(await run_in_threadpool(self.lobby.tournaments.opened, path))
        except RondeError as error:
            return self._form(request, field(form, "game"), tell(error, language_of(request)), form)
        self.leagues.play(path)
        return RedirectResponse("/arbitre/competitions", status_code=303)

    def _seeded(self, plan: LeaguePlan, cards: list[EngineCard], form: FormData) -> LeaguePlan:
        """The plan, with the ratings of the ladder if they are wished for."""
        rated = bool(field(form, "rated"))
        return replace(plan, ratings=ladder_seeds(self.lobby.book, cards[0].game)) if rated else plan

    def _chosen(self, form: FormData) -> list[EngineCard]:
        words = [word for word in form.getlist("engine") if isinstance(word, str) and word.isascii()]
        numbers = dict.fromkeys(int(word) for word in words if word.isdigit() and len(word) < 12)
        cards = [registered(self.lobby.book, number) for number in numbers]
        if not 2 <= len(cards) <= MOST:
            raise EngineRefused(reason="entrants", least=2, most=MOST)
        cards.sort(key=lambda card: card.manner is Manner.HOUSE)  # the house is nobody's first seed
        for card in cards:
            if card.retired:
                raise EngineRefused(reason="retired", name=card.name)
            if card.game != cards[0].game:
                raise EngineRefused(reason="other-game", first=cards[0].name, second=card.name)
        return cards


def _offered(cards: list[EngineCard], pick: str) -> list[str]:
    """The engines that are ticked: all, none, or those that are public and not the house's own."""
    if pick == "none":
        return []
    usual = [card for card in cards if pick == "all" or card.public]
    return [str(card.id) for card in usual if card.manner is not Manner.HOUSE]


def _rows(book: EngineStore, numbers: list[int]) -> list[GameRow]:
    return [row for number in numbers if (row := book.game(number)) is not None]
