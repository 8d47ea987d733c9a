"""Competitions of engines: founded by the host, played by the game server, stored as tournaments."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import EngineRefused, RondeError
from ronde.core.schedule import finished
from ronde.games.door import GAMES, SIMPLEST_GAME
from ronde.http_engines.door import (
    CompetitionTable,
    EngineCard,
    EngineStore,
    GameRow,
    LeaguePlan,
    Manner,
    Progress,
    Rest,
    RestingCompetition,
    ask_consent,
    competition_table,
    consents,
    expected_games,
    found_league,
    ladder_seeds,
    progress,
    put_in_order,
    registered,
    unwilling,
)
from ronde.i18n.door import tell
from ronde.referee.door import MatchTie, attached_roster, match_ties
from ronde.web.engines.competition_form import MOST, OFFERED, grouped, plan_of, typed
from ronde.web.engines.games import EngineGamePages
from ronde.web.engines.leagues import Leagues
from ronde.web.engines.visitor import Lobby, field
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import language_of
from ronde.web.server.rights import Right

GRID: Final = 30
"""With more engines the table of who beat whom is not readable."""
TABLES: Final = 50
"""How many tables are cached."""
LISTED: Final = 400
"""How many of the latest games of a competition are listed; a ladder never ends."""


class CompetitionPages:
    def __init__(self, lobby: Lobby, games: EngineGamePages, leagues: Leagues) -> None:
        self.lobby = lobby
        self.games = games
        self.leagues = leagues
        self._tables: dict[str, tuple[tuple[int, int], CompetitionTable, list[MatchTie]]] = {}
        """The latest tables by event, each with the number of finished games it was made from."""

    def routes(self) -> list[GuardedRoute]:
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
        events = await self.lobby.asked(request, lambda book: list(book.execute(question)))
        tournaments_open = await run_in_threadpool(self.leagues.competing)
        rests = self.leagues.rests()
        gone = {event for event, one in rests.items() if one.rest is Rest.DELETED}
        host = self.lobby.visitor(request).host
        facts: dict[str, Any] = {"tournaments_open": tournaments_open, "rests": rests}
        facts["events"] = [row for row in events if row[0] not in gone]
        facts["deleted"] = [rests[event] for event in sorted(gone)] if host else []
        return await self.lobby.long_page(request, "engines/competitions.html", **facts)

    async def competition(self, request: Request) -> Response:
        """One competition, the same page for all spectators."""
        return await self.lobby.shared(request, self._competition)

    async def _competition(self, request: Request) -> Response:
        event = request.path_params["event"]
        question = "SELECT id FROM game WHERE event = ? ORDER BY round DESC, place DESC, leg DESC LIMIT ?"
        numbers = [number for (number,) in self.lobby.book.execute(question, event, LISTED)][::-1]
        rows = await self.lobby.asked(request, lambda book: _rows(book, numbers))
        opened = (await run_in_threadpool(self.leagues.competing)).get(event)
        rest = self.leagues.rests().get(event)
        hidden = rest is not None and rest.rest is Rest.DELETED and not self.lobby.visitor(request).host
        if hidden or not (rows or rest or opened):
            raise HTTPException(404)
        return await self._shown(request, event, rows, opened, rest)

    async def _shown(
        self,
        request: Request,
        event: str,
        rows: list[GameRow],
        opened: OpenTournament | None,
        rest: RestingCompetition | None,
        trouble: str = "",
    ) -> Response:
        """The page of a competition: progress, running games, then the games of each round."""
        rounds: dict[int, list[dict[str, Any]]] = {}
        running: list[dict[str, Any]] = []
        async with self.lobby.turn(request):
            lines = await self.games.listed(self.lobby.visitor(request), rows, language_of(request))
        for line in lines:
            games = rounds.setdefault(line["row"].round, []) if line["row"].ended else running
            games.append(line)
        facts: dict[str, Any] = {"event": event, "rounds": rounds, "running": running, "competing": opened}
        facts["progress"] = await self._progress(request, event, opened) if opened else None
        facts |= {"rest": rest, "trouble": trouble, **await self._table(request, event, opened)}
        return await self.lobby.long_page(request, "engines/competition.html", **facts)

    async def _progress(self, request: Request, event: str, opened: OpenTournament) -> Progress:
        roster, tournament = attached_roster(opened.desk), opened.tournament
        games = roster.rule.games if roster else 1
        over = finished(tournament)
        expected = 0 if over else expected_games(tournament.settings, len(tournament.players), games)
        now = datetime.now(UTC)
        return await self.lobby.asked(request, lambda book: progress(book, event, expected, now))

    async def _table(self, request: Request, event: str, opened: OpenTournament | None) -> dict[str, Any]:
        """The engines in the order of the standings, and who beat whom unless there are too many."""
        ((over,),) = self.lobby.book.execute("SELECT count(ended) FROM game WHERE event = ?", event)
        state = over, len(opened.tournament.closed_rounds) if opened else 0
        kept = self._tables.get(event)
        if kept is None or kept[0] != state:
            table = await self.lobby.asked(request, lambda book: competition_table(book, event))
            ties = await run_in_threadpool(self._ranked, table, opened) if opened else []
            kept = self._tables[event] = state, table, ties
            while len(self._tables) > TABLES:
                del self._tables[next(iter(self._tables))]
        _, table, ties = kept
        names = {line.engine: self._name(line.engine) for line in table.lines}
        grid = table.grid if len(table.lines) <= GRID else {}
        return {"lines": table.lines, "names": names, "grid": grid, "ties": ties}

    @staticmethod
    def _ranked(table: CompetitionTable, opened: OpenTournament) -> list[MatchTie]:
        """Sort the lines; in a cup also what decided equal matches."""
        with opened.lock:
            tournament = opened.tournament
            roster = None if opened.gone else attached_roster(opened.desk)
        put_in_order(table, tournament)
        return match_ties(tournament, roster) if roster else []

    def _name(self, engine: int) -> str:
        card = self.lobby.book.engine(engine)
        return card.name if card else str(engine)

    async def steer(self, request: Request) -> Response:
        """Pause, continue, stop, delete or restore a competition."""
        event, act = request.path_params["event"], field(await request.form(), "act")
        opened = (await run_in_threadpool(self.leagues.competing)).get(event)
        rest = self.leagues.rests().get(event)
        try:
            if opened is not None:
                await self._do(act, event, opened)
            elif act == "restore" and rest is not None and rest.rest is Rest.DELETED:
                await self.leagues.restore(rest)
            else:
                raise HTTPException(404)
        except RondeError as error:
            said = tell(error, language_of(request))
            return await self._shown(request, event, [], opened, rest, said)
        return RedirectResponse(f"/arbitre/competition/{quote(event)}", status_code=303)

    async def _do(self, act: str, event: str, opened: OpenTournament) -> None:
        match act:
            case "pause":
                await self.leagues.pause(event, opened)
            case "go":
                self.leagues.go_on(event, opened)
            case "stop":
                await self.leagues.stop(event, opened)
            case "delete":
                await self.leagues.delete(event, opened)
            case _:
                raise HTTPException(400)

    # the host

    async def form(self, request: Request) -> Response:
        return self._form(request, request.query_params.get("game", SIMPLEST_GAME))

    def _form(self, request: Request, game: str, trouble: str = "", form: FormData | None = None) -> Response:
        """The form, empty or with the refused input."""
        game = game if game in GAMES else SIMPLEST_GAME
        cards = [card for card in self.lobby.book.engines() if card.game == game and not card.retired]
        sought = request.query_params.get("filter", "").strip().casefold()[:100]
        cards = [card for card in cards if sought in card.name.casefold()]
        chosen = (
            _offered(cards, request.query_params.get("pick", "")) if form is None else form.getlist("engine")
        )
        facts: dict[str, Any] = {"game": game, "games": sorted(GAMES), "systems": OFFERED}
        facts |= {"trouble": trouble, "cards": cards, "chosen": chosen, "typed": typed(form or FormData())}
        facts |= {"filter": sought, "most": MOST, "consents": consents(self.lobby.book)}
        return self.lobby.page(request, "engines/new_competition.html", 409 if trouble else 200, **facts)

    async def create(self, request: Request) -> Response:
        """Create a competition and start playing it."""
        form = await request.form()
        try:
            cards = self._chosen(form)
            plan = self._seeded(plan_of(form, cards[0].game, len(cards)), cards, form)
            cards.sort(key=lambda card: -plan.ratings.get(card.id, 0))
            groups = grouped(form, cards)
            for number, some in enumerate(groups, 1):
                name = f"{plan.name} {number}" if len(groups) > 1 else plan.name
                await self._begin_league(replace(plan, name=name), some)
        except RondeError as error:
            return self._form(request, field(form, "game"), tell(error, language_of(request)), form)
        return RedirectResponse("/arbitre/competitions", status_code=303)

    async def _begin_league(self, plan: LeaguePlan, cards: list[EngineCard]) -> None:
        """Create the tournament of a competition, show it and play it."""
        path = self.lobby.tournaments.free_path(plan.name)
        await run_in_threadpool(found_league, path, plan, cards)
        self.lobby.tournaments.welcome(await run_in_threadpool(self.lobby.tournaments.open, path))
        self.leagues.play(path)

    def _seeded(self, plan: LeaguePlan, cards: list[EngineCard], form: FormData) -> LeaguePlan:
        """The plan, with the ratings of the ladder if requested."""
        rated = bool(field(form, "rated"))
        return replace(plan, ratings=ladder_seeds(self.lobby.book, cards[0].game)) if rated else plan

    def _chosen(self, form: FormData) -> list[EngineCard]:
        words = [word for word in form.getlist("engine") if isinstance(word, str) and word.isascii()]
        numbers = dict.fromkeys(int(word) for word in words if word.isdigit() and len(word) < 12)
        cards = [registered(self.lobby.book, number) for number in numbers]
        if not 2 <= len(cards) <= MOST:
            raise EngineRefused(reason="entrants", least=2, most=MOST)
        cards.sort(
            key=lambda card: card.manner is Manner.HOUSE
        )  # the built-in player is never the first seed
        for card in cards:
            if card.retired:
                raise EngineRefused(reason="retired", name=card.name)
            if card.game != cards[0].game:
                raise EngineRefused(reason="other-game", first=cards[0].name, second=card.name)
        return self._willing(cards)

    def _willing(self, cards: list[EngineCard]) -> list[EngineCard]:
        """The engines, if the owners of private ones have agreed; the others are asked."""
        waiting = unwilling(self.lobby.book, cards)
        if waiting:
            ask_consent(self.lobby.book, waiting)
            raise EngineRefused(reason="consent", names=", ".join(card.name for card in waiting[:10]))
        return cards


def _offered(cards: list[EngineCard], pick: str) -> list[str]:
    """The ticked engines: all, none, or the public ones without the built-in players."""
    if pick == "none":
        return []
    usual = [card for card in cards if pick == "all" or card.public]
    return [str(card.id) for card in usual if card.manner is not Manner.HOUSE]


def _rows(book: EngineStore, numbers: list[int]) -> list[GameRow]:
    return [row for number in numbers if (row := book.game(number)) is not None]
