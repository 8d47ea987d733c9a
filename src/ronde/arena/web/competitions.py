"""Competitions of engines: the form, and their pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any, Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.arena.games import GAMES, SIMPLEST_GAME, GameError, find_game
from ronde.arena.http import (
    COMPETITIONS,
    CompetitionState,
    CompetitionTable,
    EngineCard,
    GameRow,
    LeaguePlan,
    Manner,
    PausedCompetition,
    Progress,
    ask_consent,
    competition_table,
    consents,
    expected_games,
    find_engine,
    found_league,
    ladder_seeds,
    progress,
    put_in_order,
    read_timeout,
    without_consent,
)
from ronde.arena.referee import MatchTie, Rule, listed_openings, match_ties
from ronde.arena.web.games import EngineGamePages
from ronde.arena.web.leagues import Leagues
from ronde.arena.web.visitor import RefereeSite, field
from ronde.i18n import error_text
from ronde.model.bracket import CupSettings
from ronde.model.errors import EngineRefused, RondeError
from ronde.model.player import clean_name
from ronde.model.schedule import finished
from ronde.model.settings import MOST_LAPS
from ronde.model.systems import SYSTEMS
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of, language_of

# Reads the form of a new competition.


MOST: Final = 900
"""Engines of one competition; a form has at most a thousand fields."""
GROUPS: Final = "groups"
"""Parallel round robins, each of some of the engines."""
OFFERED: Final = (*COMPETITIONS, GROUPS)
MOST_GAMES: Final = 100
MOST_ELO: Final = 2000
LONGEST: Final = 100_000
"""Maximum number of characters of all openings together."""
FIELDS: Final = (
    "name", "system", "games", "best_of", "clear", "laps", "champions", "rounds", "timeout", "third_place",
    "consolation", "double", "rated", "openings", "groups",
)  # fmt: skip
"""All fields except the game and its engines."""


def extra_fields(system: str) -> set[str]:
    """The fields that only some systems need, those of this one."""
    kind = SYSTEMS[COMPETITIONS["robin" if system == GROUPS else system]]
    meant = {"laps": "laps", "gauntlet": "champions", "cup": "cup", "penalties": "rounds"}
    return {name for setting, name in meant.items() if setting in kind.settings}


def typed_fields(form: FormData) -> dict[str, str]:
    """The fields, to be shown again with a refusal."""
    return {name: field(form, name, LONGEST) for name in FIELDS}


def plan_of(form: FormData, game: str, count: int) -> LeaguePlan:
    """The requested competition of so many engines, or a refusal."""
    system = field(form, "system", 20)
    name = clean_name(field(form, "name"), field="name")
    if system not in OFFERED:
        raise EngineRefused(reason="system")
    system = "robin" if system == GROUPS else system
    games, rounds = _whole(form, "games", MOST_GAMES, "2"), _whole(form, "rounds", MOST_GAMES, "0")
    laps = _whole(form, "laps", MOST_LAPS, "1")
    champions = _whole(
        form, "champions", count - 1 if SYSTEMS[COMPETITIONS[system]].uses("gauntlet") else MOST - 1, "1"
    )
    rule = Rule(games, bool(field(form, "best_of")), _elo(field(form, "clear", 8)))
    timeout = read_timeout(field(form, "timeout") or "15")
    openings = _openings(field(form, "openings", LONGEST + 1), game, games)
    return LeaguePlan(
        name, system, rounds, laps, champions, _cup(form, system), rule, timeout, openings=openings
    )


def dealt_groups(form: FormData, cards: list[EngineCard]) -> list[list[EngineCard]]:
    """The engines of each competition: all in one, or in groups dealt by seed in serpentine order.

    The first seeds of the groups are the first of all, the second ones come in the opposite order, and so on.
    """
    if field(form, "system", 20) != GROUPS:
        return [cards]
    count = _whole(form, "groups", len(cards) // 2, "2")
    dealt: list[list[EngineCard]] = [[] for _ in range(count)]
    for at, card in enumerate(cards):
        lap, place = divmod(at, count)
        dealt[place if lap % 2 == 0 else count - 1 - place].append(card)
    if min(map(len, dealt)) < 2:
        raise EngineRefused(reason="number", field="groups", text=str(count), most=max(1, len(cards) // 2))
    return dealt


def _cup(form: FormData, system: str) -> CupSettings:
    """The extra matches of a cup; ignored for other systems."""
    if not SYSTEMS[COMPETITIONS[system]].knock_out:
        return CupSettings()
    third, places, double = (bool(field(form, key)) for key in ("third_place", "consolation", "double"))
    if double and (third or places):
        raise EngineRefused(reason="cup")
    return CupSettings(third, places, double)


def _openings(text: str, game: str, games: int) -> tuple[str, ...]:
    """The openings, one position a line; each is played from both sides, so the number of games is even."""
    if len(text) > LONGEST:
        raise EngineRefused(reason="openings-long", most=LONGEST)
    lines = listed_openings(text.splitlines())
    if lines and games % 2:
        raise EngineRefused(reason="openings-odd", games=games)
    for number, line in lines:
        try:
            find_game(game).place(line, Random(0))
        except GameError as wrong:
            raise EngineRefused(reason="opening", line=number, text=line[:100]) from wrong
    return tuple(line for _, line in lines)


def _whole(form: FormData, key: str, most: int, usual: str) -> int:
    """A number in the form, or its default."""
    text = field(form, key, 20).strip() or usual
    if text != usual and not 1 <= _number(text) <= most:
        raise EngineRefused(reason="number", field=key, text=text, most=most)
    return _number(text)


def _elo(text: str) -> float:
    """The Elo difference that ends a match; None if it ends after its games."""
    points = _number(text or "0")
    if not 0 <= points <= MOST_ELO:
        raise EngineRefused(reason="clear", most=MOST_ELO)
    return float(points)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else -1


# Competitions of engines: founded by the host, played by the game server, stored as tournaments.


GRID: Final = 30
"""With more engines the table of who beat whom is not readable."""
TABLES: Final = 50
"""How many tables are cached."""
LISTED: Final = 400
"""How many of the latest games of a competition are listed; a ladder never ends."""


class CompetitionPages:
    def __init__(self, site: RefereeSite, games: EngineGamePages, leagues: Leagues) -> None:
        self.site = site
        self.games = games
        self.leagues = leagues
        self._tables: dict[str, tuple[tuple[int, int], CompetitionTable, list[MatchTie]]] = {}
        """The latest tables by event, each with the number of finished games it was made from."""

    def routes(self) -> list[GuardedRoute]:
        version = self.site.version
        return [
            GuardedRoute("/arbitre/competitions", self.competitions, Right.ANYBODY, version=version),
            GuardedRoute("/arbitre/competitions/new", self.form, Right.HOST),
            GuardedRoute("/arbitre/competitions/new", self.create, Right.HOST, methods=["POST"]),
            GuardedRoute(
                "/arbitre/competition/{event:path}", self.competition, Right.ANYBODY, version=version
            ),
            GuardedRoute("/arbitre/competition/{event:path}", self.steer, Right.HOST, methods=["POST"]),
        ]

    def competitions(self, request: Request) -> Response:
        """All competitions, the latest first, with links to their standings."""
        question = (
            "SELECT event, count(*), sum(ended IS NOT NULL), max(id) FROM game "
            "WHERE event IS NOT NULL GROUP BY event ORDER BY max(id) DESC LIMIT 200"
        )
        paused = self.leagues.paused()
        gone = {event for event, one in paused.items() if one.state is CompetitionState.DELETED}
        host = self.site.visitor(request).host
        context: dict[str, Any] = {"tournaments_open": self.leagues.competing(), "paused": paused}
        context["events"] = [row for row in self.site.book.execute(question) if row[0] not in gone]
        context["deleted"] = [paused[event] for event in sorted(gone)] if host else []
        return self.site.page(request, "engines/competitions.html", **context)

    def competition(self, request: Request) -> Response:
        """One competition."""
        event, book = request.path_params["event"], self.site.book
        question = "SELECT id FROM game WHERE event = ? ORDER BY round DESC, place DESC, leg DESC LIMIT ?"
        numbers = [number for (number,) in book.execute(question, event, LISTED)][::-1]
        rows = [row for number in numbers if (row := book.game(number)) is not None]
        live, paused = self._state(event)
        hidden = (
            paused is not None
            and paused.state is CompetitionState.DELETED
            and not self.site.visitor(request).host
        )
        if hidden or not (rows or paused or live):
            raise HTTPException(404)
        return self._shown(request, event, rows, live, paused)

    def _state(self, event: str) -> tuple[LiveTournament | None, PausedCompetition | None]:
        return self.leagues.competing().get(event), self.leagues.paused().get(event)

    def _shown(
        self,
        request: Request,
        event: str,
        rows: list[GameRow],
        live: LiveTournament | None,
        paused: PausedCompetition | None,
        trouble: str = "",
    ) -> Response:
        """The page of a competition: progress, running games, then the games of each round."""
        rounds: dict[int, list[dict[str, Any]]] = {}
        running: list[dict[str, Any]] = []
        for line in self.games.listed(self.site.visitor(request), rows, language_of(request)):
            games = rounds.setdefault(line["row"].round, []) if line["row"].ended else running
            games.append(line)
        context: dict[str, Any] = {"event": event, "rounds": rounds, "running": running, "competing": live}
        context["progress"] = self._progress(event, live) if live else None
        context |= {"paused": paused, "trouble": trouble, **self._table(event, live)}
        return self.site.page(request, "engines/competition.html", **context)

    def _progress(self, event: str, live: LiveTournament) -> Progress:
        roster, tournament = self.leagues.roster(live), live.tournament
        games = roster.rule.games if roster else 1
        over = finished(tournament)
        expected = 0 if over else expected_games(tournament.settings, len(tournament.players), games)
        return progress(self.site.book, event, expected, datetime.now(UTC))

    def _table(self, event: str, live: LiveTournament | None) -> dict[str, Any]:
        """The engines in the order of the standings, and who beat whom unless there are too many."""
        ((over,),) = self.site.book.execute("SELECT count(ended) FROM game WHERE event = ?", event)
        state = over, len(live.tournament.closed_rounds) if live else 0
        kept = self._tables.get(event)
        if kept is None or kept[0] != state:
            table = competition_table(self.site.book, event)
            ties = self._ranked(table, live) if live else []
            kept = self._tables[event] = state, table, ties
            for old in list(self._tables)[:-TABLES]:
                self._tables.pop(old, None)
        _, table, ties = kept
        names = {line.engine: self._name(line.engine) for line in table.lines}
        grid = table.grid if len(table.lines) <= GRID else {}
        return {"lines": table.lines, "names": names, "grid": grid, "ties": ties}

    def _ranked(self, table: CompetitionTable, live: LiveTournament) -> list[MatchTie]:
        """Sort the lines; in a cup also what decided equal matches."""
        tournament, roster = live.tournament, self.leagues.roster(live)
        put_in_order(table, tournament)
        return match_ties(tournament, roster) if roster else []

    def _name(self, engine: int) -> str:
        card = self.site.book.engine(engine)
        return card.name if card else str(engine)

    async def steer(self, request: Request) -> Response:
        """Pause, continue, stop, delete or restore a competition."""
        event, act = request.path_params["event"], field(form_of(request), "act")
        live, paused = await run_in_threadpool(self._state, event)
        try:
            if live is not None:
                await self._do(act, event, live)
            elif act == "restore" and paused is not None and paused.state is CompetitionState.DELETED:
                await self.leagues.restore(paused)
            else:
                raise HTTPException(404)
        except RondeError as error:
            return await run_in_threadpool(self._refused, request, event, live, paused, error)
        return RedirectResponse(f"/arbitre/competition/{quote(event)}", status_code=303)

    def _refused(
        self,
        request: Request,
        event: str,
        live: LiveTournament | None,
        paused: PausedCompetition | None,
        error: RondeError,
    ) -> Response:
        return self._shown(request, event, [], live, paused, error_text(error, language_of(request)))

    async def _do(self, act: str, event: str, live: LiveTournament) -> None:
        match act:
            case "pause":
                await self.leagues.pause(event, live)
            case "go":
                self.leagues.go_on(event, live)
            case "stop":
                await self.leagues.stop(event, live)
            case "delete":
                await self.leagues.delete(event, live)
            case _:
                raise HTTPException(400)

    # the host

    def form(self, request: Request) -> Response:
        return self._form(request, request.query_params.get("game", SIMPLEST_GAME))

    def _form(self, request: Request, game: str, trouble: str = "", form: FormData | None = None) -> Response:
        """The form, empty or with the refused input."""
        game = game if game in GAMES else SIMPLEST_GAME
        cards = [card for card in self.site.book.engines() if card.game == game and not card.retired]
        sought = request.query_params.get("filter", "").strip().casefold()[:100]
        cards = [card for card in cards if sought in card.name.casefold()]
        chosen = (
            _offered(cards, request.query_params.get("pick", "")) if form is None else form.getlist("engine")
        )
        system = request.query_params.get("system", "") if form is None else field(form, "system", 20)
        system = system if system in OFFERED else OFFERED[0]
        context: dict[str, Any] = {"game": game, "games": sorted(GAMES), "systems": OFFERED}
        context |= {"system": system, "asked": extra_fields(system)}
        context |= {
            "trouble": trouble,
            "cards": cards,
            "chosen": chosen,
            "typed": typed_fields(form or FormData()),
        }
        context |= {"filter": sought, "most": MOST, "consents": consents(self.site.book)}
        return self.site.page(request, "engines/new_competition.html", 409 if trouble else 200, **context)

    def create(self, request: Request) -> Response:
        """Create a competition and start playing it; or only show what the chosen system asks."""
        form = form_of(request)
        if field(form, "show"):
            return self._form(request, field(form, "game"), form=form)
        try:
            cards = self._chosen(form)
            plan = self._seeded(plan_of(form, cards[0].game, len(cards)), cards, form)
            cards.sort(key=lambda card: -plan.ratings.get(card.id, 0))
            groups = dealt_groups(form, cards)
            for number, some in enumerate(groups, 1):
                name = f"{plan.name} {number}" if len(groups) > 1 else plan.name
                self._begin_league(replace(plan, name=name), some)
        except RondeError as error:
            return self._form(request, field(form, "game"), error_text(error, language_of(request)), form)
        return RedirectResponse("/arbitre/competitions", status_code=303)

    def _begin_league(self, plan: LeaguePlan, cards: list[EngineCard]) -> None:
        """Create the tournament of a competition, show it and play it."""
        path = self.site.tournaments.free_path(plan.name)
        found_league(path, plan, cards)
        self.site.tournaments.add(path)
        self.site.on_loop(self.leagues.play, path)

    def _seeded(self, plan: LeaguePlan, cards: list[EngineCard], form: FormData) -> LeaguePlan:
        """The plan, with the ratings of the ladder if requested."""
        rated = bool(field(form, "rated"))
        return replace(plan, ratings=ladder_seeds(self.site.book, cards[0].game)) if rated else plan

    def _chosen(self, form: FormData) -> list[EngineCard]:
        words = [word for word in form.getlist("engine") if isinstance(word, str) and word.isascii()]
        numbers = dict.fromkeys(int(word) for word in words if word.isdigit() and len(word) < 12)
        cards = [find_engine(self.site.book, number) for number in numbers]
        if not 2 <= len(cards) <= MOST:
            raise EngineRefused(reason="entrants", least=2, most=MOST)
        cards.sort(
            key=lambda card: card.manner is Manner.BUILT_IN
        )  # the built-in player is never the first seed
        for card in cards:
            if card.retired:
                raise EngineRefused(reason="retired", name=card.name)
            if card.game != cards[0].game:
                raise EngineRefused(reason="other-game", first=cards[0].name, second=card.name)
        return self._willing(cards)

    def _willing(self, cards: list[EngineCard]) -> list[EngineCard]:
        """The engines, if the owners of private ones have agreed; the others are asked."""
        waiting = without_consent(self.site.book, cards)
        if waiting:
            self.site.on_loop(ask_consent, self.site.server.book, waiting)
            raise EngineRefused(reason="consent", names=", ".join(card.name for card in waiting[:10]))
        return cards


def _offered(cards: list[EngineCard], pick: str) -> list[str]:
    """The ticked engines: all, none, or the public ones without the built-in players."""
    if pick == "none":
        return []
    usual = [card for card in cards if pick == "all" or card.public]
    return [str(card.id) for card in usual if card.manner is not Manner.BUILT_IN]
