"""Pages for everybody: permanent addresses, readable without script, live with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import RuleError
from ronde.core.names import fold
from ronde.core.tournament import Round, Tournament
from ronde.formats import data
from ronde.scoring import door as scoring
from ronde.web.hall import Hall, Room
from ronde.web.live import stream
from ronde.web.pages import Drawings, draw

Facts = dict[str, Any]


class PublicPages:
    """The pages of all tournaments of a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.drawings = Drawings()

    def room(self, request: Request) -> Room:
        """The tournament the address names."""
        room = self.hall.rooms.get(request.path_params["slug"])
        if room is None:
            raise HTTPException(404)
        return room

    async def index(self, request: Request) -> Response:
        """All tournaments; the only one at once."""
        rooms = list(self.hall.rooms.values())
        if len(rooms) == 1 and "all" not in request.query_params:
            return RedirectResponse(f"/t/{rooms[0].slug}")
        return draw(request, "index.html", rooms=rooms)

    async def home(self, request: Request) -> Response:
        """The round being played and the standings so far."""
        room = self.room(request)
        return self._show(request, room, "home.html", lambda: _home(room.tournament))

    async def round(self, request: Request) -> Response:
        """One round by table, or by name with `?by=name`."""
        room = self.room(request)
        number = _number(request, "number", room.tournament.open_round.number)
        played = _found(lambda: room.tournament.round(number))
        by_name = request.query_params.get("by") == "name"
        facts: Facts = {"played": played, "by_name": by_name}
        return self._show(
            request,
            room,
            "round.html",
            lambda: facts | {"seats": _by_name(room.tournament, played)},
            lambda: data.round_data(room.tournament, played),
        )

    async def standings(self, request: Request) -> Response:
        """The standings after a round."""
        room = self.room(request)
        after = _number(request, "number", len(room.tournament.closed_rounds))
        table = _found(lambda: scoring.standings(room.tournament, after))
        return self._show(
            request,
            room,
            "standings.html",
            lambda: {"table": table},
            lambda: data.standings_data(room.tournament, table),
        )

    async def crosstable(self, request: Request) -> Response:
        """Who met whom."""
        room = self.room(request)
        after = _number(request, "number", len(room.tournament.closed_rounds))
        table = _found(lambda: scoring.crosstable(room.tournament, after))
        ranks = {row.standing.player: row.standing.rank for row in table.rows}
        return self._show(
            request,
            room,
            "crosstable.html",
            lambda: {"table": table, "ranks": ranks},
            lambda: data.crosstable_data(table),
        )

    async def teams(self, request: Request) -> Response:
        """The points of every country."""
        room = self.room(request)
        found = scoring.teams(room.tournament)
        return self._show(
            request, room, "teams.html", lambda: {"teams": found}, lambda: data.teams_data(found)
        )

    async def player(self, request: Request) -> Response:
        """One player's rounds and progress."""
        room = self.room(request)
        number = _number(request, "player", 0)
        page = _found(lambda: scoring.sheet(room.tournament, number))
        places = [
            next(row.rank for row in scoring.standings(room.tournament, after).rows if row.player == number)
            for after in range(1, len(room.tournament.closed_rounds) + 1)
        ]
        table = room.tournament.open_round.table_of(number)
        return self._show(
            request,
            room,
            "player.html",
            lambda: {"sheet": page, "places": places, "table": table},
            lambda: data.sheet_data(room.tournament, page),
        )

    async def live(self, request: Request) -> Response:
        """The stream of news."""
        return await stream(request, self.hall, self.room(request))

    def _show(
        self,
        request: Request,
        room: Room,
        template: str,
        facts: Callable[[], Facts],
        plain: Callable[[], Any] | None = None,
    ) -> Response:
        if request.url.path.endswith(".json") and plain is not None:
            return Response(msgspec.json.encode(plain()), media_type="application/json")
        return self.drawings.page(request, room, template, facts)


def _number(request: Request, name: str, usual: int) -> int:
    return int(request.path_params.get(name, usual))


def _found(look: Callable[[], Any]) -> Any:
    try:
        return look()
    except RuleError as error:
        raise HTTPException(404) from error


def _home(tournament: Tournament) -> Facts:
    current = tournament.open_round
    shown = current if current.tables or not tournament.closed_rounds else tournament.closed_rounds[-1]
    return {"played": shown, "table": scoring.standings(tournament), "by_name": False, "seats": []}


def _by_name(tournament: Tournament, played: Round) -> list[tuple[str, int, int, bool, Any]]:
    """Everybody in alphabetical order: name, number, table, colour, opponent."""
    rows: list[tuple[str, int, int, bool, Any]] = []
    for table in played:
        for player, other, first in (
            (table.first, table.second, True),
            (table.second, table.first, False),
        ):
            rows.append((tournament.player(player).full_name, player, table.number, first, other))
    return sorted(rows, key=lambda row: fold(row[0]))
