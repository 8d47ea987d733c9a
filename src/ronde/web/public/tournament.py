"""Public pages of a tournament: permanent addresses, readable without scripts, live with them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import RuleError
from ronde.core.player import PlayerId
from ronde.core.published import AsOf, seen
from ronde.core.tournament import Round, Tournament
from ronde.formats import data
from ronde.scoring import door as scoring
from ronde.web.public.progress import progress
from ronde.web.serving.aside import light
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.news import stream
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.page_cache import PageCache, answer
from ronde.web.serving.rendering import draw
from ronde.web.serving.rights import Right
from ronde.web.serving.tournaments import Tournaments

Facts = dict[str, Any]


class PublicPages:
    """The pages of all tournaments of a hall."""

    def __init__(self, hall: Tournaments, drawings: PageCache | None = None) -> None:
        self.hall = hall
        self.drawings = drawings or PageCache()
        self._places: tuple[Tournament | None, AsOf, dict[PlayerId, list[int]]] = (None, AsOf.CLOSING, {})

    def room(self, request: Request) -> OpenTournament:
        """The tournament the address names."""
        room = self.hall.rooms.get(request.path_params["slug"])
        if room is None:
            raise HTTPException(404)
        return room

    def routes(self) -> list[GuardedRoute]:
        """The addresses everybody may open."""
        routes = [GuardedRoute("/t/{slug}/live", self.live, Right.ANYBODY)]
        for path, page in (
            ("", self.home),
            ("/round/{number:int}", self.round),
            ("/standings", self.standings),
            ("/standings/{number:int}", self.standings),
            ("/crosstable", self.crosstable),
            ("/crosstable/{number:int}", self.crosstable),
            ("/teams", self.teams),
            ("/player/{player:int}", self.player),
        ):
            routes += self.both("/t/{slug}" + path, page)
        return [
            *routes,
            GuardedRoute("/t/{slug}/players.json", self.players, Right.ANYBODY),
            GuardedRoute("/", self.index, Right.ANYBODY),
            GuardedRoute("/tournaments.json", self.index, Right.ANYBODY),
        ]

    async def players(self, request: Request) -> Response:
        """Everybody who is registered, in order of registration, as data."""
        return self.plain(data.players_data(self.room(request).tournament))

    async def index(self, request: Request) -> Response:
        """All tournaments; the only one at once."""
        rooms = list(self.hall.rooms.values())
        if request.url.path.endswith(".json"):
            return self.plain([{"slug": room.slug, **data.summary_data(room.tournament)} for room in rooms])
        if len(rooms) == 1 and "all" not in request.query_params:
            return RedirectResponse(f"/t/{rooms[0].slug}")
        return draw(request, "public/index.html", rooms=rooms)

    async def home(self, request: Request) -> Response:
        """The round being played and the standings so far."""
        room = self.room(request)
        return self.show(
            request,
            room,
            "public/home.html",
            lambda: _home(room.tournament),
            lambda: data.summary_data(room.tournament),
        )

    async def round(self, request: Request) -> Response:
        """One round by table, or by name with `?by=name`."""
        room = self.room(request)
        number = _number(request, "number", room.tournament.open_round.number)
        played = _found(lambda: room.tournament.round(number))
        named = request.query_params.get("by") == "name"
        facts: Facts = {"played": played, "by_name": named}
        return self.show(
            request,
            room,
            "public/round.html",
            lambda: facts,
            lambda: data.round_data(room.tournament, played),
        )

    async def standings(self, request: Request) -> Response:
        """The standings after a round."""
        room, as_of = self.room(request), as_of_in(request)
        after = _number(request, "number", len(room.tournament.closed_rounds))
        hall = _found(lambda: seen(room.tournament, after, as_of))
        table = _found(lambda: scoring.standings(hall, after))
        facts = {"table": table, "hall": hall, "as_of": as_of, "explain": "explain" in request.query_params}
        return self.show(
            request,
            room,
            "public/standings.html",
            lambda: facts,
            lambda: data.standings_data(hall, table, explain=True, as_of=as_of),
        )

    async def crosstable(self, request: Request) -> Response:
        """Who met whom."""
        room, as_of = self.room(request), as_of_in(request)
        after = _number(request, "number", len(room.tournament.closed_rounds))
        hall = _found(lambda: seen(room.tournament, after, as_of))
        table = _found(lambda: scoring.crosstable(hall, after))
        return self.show(
            request,
            room,
            "public/crosstable.html",
            lambda: {"table": table, "hall": hall, "as_of": as_of},
            lambda: data.crosstable_data(hall, table, as_of=as_of),
        )

    async def teams(self, request: Request) -> Response:
        """The points of every country."""
        room = self.room(request)
        found = scoring.teams(seen(room.tournament, as_of=as_of_in(request)))
        return self.show(
            request, room, "public/teams.html", lambda: {"teams": found}, lambda: data.teams_data(found)
        )

    async def player(self, request: Request) -> Response:
        """One player's rounds and progress."""
        room, as_of = self.room(request), as_of_in(request)
        number = _number(request, "player", 0)
        page = _found(lambda: scoring.sheet(room.tournament, number, as_of=as_of))
        places = self._places_of(room.tournament, number, as_of)
        facts = {
            "sheet": page,
            "as_of": as_of,
            "places": places,
            "chart": progress(places, len(room.tournament.players)),
            "table": room.tournament.open_round.table_of(number),
        }
        return self.show(
            request,
            room,
            "public/player.html",
            lambda: facts | {"keizer": _keizer(room.tournament, number)},
            lambda: data.sheet_data(room.tournament, page, as_of=as_of),
        )

    def _places_of(self, tournament: Tournament, player: PlayerId, as_of: AsOf) -> list[int]:
        """The places of a player after each round; computed once for all pages of players."""
        known, reading, places = self._places
        if known is not tournament or reading is not as_of:
            places = _all_places(tournament, as_of)
            self._places = tournament, as_of, places
        return places[player]

    async def live(self, request: Request) -> Response:
        """The stream of news."""
        return await stream(request, self.hall, self.room(request))

    def show(
        self,
        request: Request,
        room: OpenTournament,
        template: str,
        facts: Callable[[], Facts],
        plain: Callable[[], Any],
    ) -> Response:
        """A page, or its data where the address ends with `.json`; drawn once for everybody."""
        if request.url.path.endswith(".json"):
            return self.drawings.data(request, room, plain)
        return self.drawings.page(request, room, template, facts)

    def both(self, path: str, page: Callable[[Request], Awaitable[Response]]) -> list[GuardedRoute]:
        """The address of a page and, with `.json`, of its data; what was drawn before is not asked again.

        A page of a large tournament is drawn by a worker.
        """

        async def kept_first(request: Request) -> Response:
            room, pool = self.room(request), self.hall.pool
            kept = self.drawings.kept(request, room)
            if kept is not None:
                return kept
            if pool is None or light(room.tournament):
                return await page(request)
            return answer(request, *await self.drawings.aside(pool, request, room))

        # The data first, or `.json` would be part of a name.
        return [
            GuardedRoute(f"{path}.json", kept_first, Right.ANYBODY),
            GuardedRoute(path, kept_first, Right.ANYBODY),
        ]

    def plain(self, found: Any) -> Response:
        """Data that is asked for too rarely, or changes too often, to be kept."""
        headers = {"Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


def as_of_in(request: Request) -> AsOf:
    """Whose presence a list goes by, as `?as_of=` says; 404 for a word that is neither."""
    try:
        return AsOf(request.query_params.get("as_of", AsOf.CLOSING.value))
    except ValueError as error:
        raise HTTPException(404) from error


def _number(request: Request, name: str, usual: int) -> int:
    return int(request.path_params.get(name, usual))


def _found(look: Callable[[], Any]) -> Any:
    try:
        return look()
    except RuleError as error:
        raise HTTPException(404) from error


def round_shown(tournament: Tournament) -> Round:
    """The round people want to see: the open one as soon as it is paired, else the last one closed."""
    current = tournament.open_round
    return current if current.tables or not tournament.closed_rounds else tournament.closed_rounds[-1]


def _home(tournament: Tournament) -> Facts:
    hall = seen(tournament)
    return {
        "played": round_shown(tournament),
        "table": scoring.standings(hall),
        "hall": hall,
        "by_name": False,
    }


def _all_places(tournament: Tournament, as_of: AsOf) -> dict[PlayerId, list[int]]:
    """Everybody's places; before somebody was registered, where the points of today would have put them."""
    places: dict[PlayerId, list[int]] = {player: [] for player in tournament.players}
    for after in range(1, len(tournament.closed_rounds) + 1):
        listed = _places_after(seen(tournament, after, as_of), after)
        whole = {} if places.keys() <= listed.keys() else _places_after(tournament, after)
        for player, found in places.items():
            found.append(listed.get(player) or whole.get(player) or len(places))
    return places


def _places_after(tournament: Tournament, after: int) -> dict[PlayerId, int]:
    return {row.player: row.place for row in scoring.standings(tournament, after).rows}


def _keizer(tournament: Tournament, player: PlayerId) -> scoring.KeizerRow | None:
    if not tournament.settings.pairing_system.by_value:
        return None
    rows = scoring.standings(tournament).rows
    return next((row.keizer for row in rows if row.player == player), None)
