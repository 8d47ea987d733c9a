"""Every page of the house by its route, with an address at which it can be looked at."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.routing import Route

from ronde.arena.web.programs import GamePages
from ronde.arena.web.routes import EngineOptions, EngineRoutes
from ronde.web.server.accounts import Accounts
from ronde.web.server.addresses import parse_allowed
from ronde.web.server.application import make_app
from ronde.web.server.tournaments import Tournaments

PUBLIC = {
    "/": ("/?all",),
    "/docs": ("/docs",),
    "/enter": ("/enter",),
    "/rules": ("/rules",),
    "/rules/{game}": ("/rules/supermorpion", "/rules/poker"),
    "/enter/{word}": ("LINK", "INVITED"),
    "/t/{slug}": ("/t/swiss", "/t/empty"),
    "/t/{slug}/round/{number:int}": (
        "/t/swiss/round/1",
        "/t/swiss/round/2?by=name",
        "/t/swiss/round/2?by=bill",
        "/t/swiss/round/1?embed",
    ),
    "/t/{slug}/standings": ("/t/swiss/standings", "/t/keizer/standings?explain"),
    "/t/{slug}/standings/{number:int}": ("/t/swiss/standings/1",),
    "/t/{slug}/crosstable": ("/t/swiss/crosstable",),
    "/t/{slug}/crosstable/{number:int}": ("/t/swiss/crosstable/1",),
    "/t/{slug}/teams": ("/t/swiss/teams",),
    "/t/{slug}/player/{player:int}": ("/t/swiss/player/3", "/t/keizer/player/2"),
    "/t/{slug}/players": ("/t/swiss/players", "/t/swiss/standings?at=9"),
    "/t/{slug}/bracket": ("/t/programs/bracket",),
    "/t/{slug}/games": ("/t/programs/games",),
    "/t/{slug}/games/live": ("/t/programs/games/live",),
    "/t/{slug}/game/{name}": ("/t/programs/game/1-1-1",),
    "/t/{slug}/screen": ("/t/swiss/screen", "/t/swiss/screen?view=standings&lang=fr,en"),
    "/t/{slug}/print": ("/t/swiss/print",),
    "/t/{slug}/print/{kind}": tuple(
        f"/t/swiss/print/{kind}"
        for kind in ("pairings", "names", "slips", "standings", "crosstable", "sheets", "cards")
    ),
    "/t/{slug}/card/{player:int}/{word}": ("CARD",),
}
"""Pages everybody may open, by route; `CARD` is a player's personal link, `INVITED` an unused invitation."""
DESK = {
    "/desk": ("/desk",),
    "/seats": ("/seats",),
    "/house/import": ("/house/import",),
    "/house/import/{token}": ("INTAKE",),
    "/desk/{slug}": ("/desk/swiss", "/desk/empty", "/desk/keizer"),
    "/desk/{slug}/overview": ("/desk/swiss/overview", "/desk/keizer/overview"),
    "/desk/{slug}/standings": ("/desk/swiss/standings",),
    "/desk/{slug}/publish": ("/desk/swiss/publish",),
    "/desk/{slug}/tables": ("/desk/swiss/tables?bills=yes",),
    "/desk/{slug}/preview/{token}": ("PREVIEW",),
    "/desk/{slug}/whynot": ("/desk/swiss/whynot?one=1&other=2",),
    "/desk/{slug}/players": ("/desk/swiss/players",),
    "/desk/{slug}/players/clear": ("/desk/empty/players/clear",),
    "/desk/{slug}/season": ("/desk/keizer/season",),
    "/desk/{slug}/players/list": ("/desk/swiss/players/list",),
    "/desk/{slug}/players/lists": ("/desk/swiss/players/lists",),
    "/desk/{slug}/player/{number:int}": ("/desk/swiss/player/2",),
    "/desk/{slug}/player/{number:int}/data": ("/desk/keizer/player/2/data",),
    "/desk/{slug}/settings": ("/desk/swiss/settings",),
    "/desk/{slug}/mark": ("/desk/swiss/mark",),
    "/desk/{slug}/history": ("/desk/swiss/history",),
    "/desk/{slug}/export": ("/desk/swiss/export",),
    "/desk/{slug}/help": ("/desk/swiss/help",),
    "/desk/{slug}/correct": ("/desk/swiss/correct",),
    "/desk/{slug}/close": ("/desk/swiss/close",),
    "/desk/{slug}/final": ("/desk/evening/final",),
    "/desk/{slug}/reopen": ("/desk/evening/reopen",),
    "/desk/{slug}/proposals": ("/desk/swiss/proposals",),
    "/desk/{slug}/phones": ("/desk/swiss/phones?player=2",),
    "/desk/{slug}/screens": ("/desk/swiss/screens",),
}
"""Pages of the arbiter; `PREVIEW` is a round being previewed, `INTAKE` files that were read."""
ARBITRE = {
    "/arbitre": ("/arbitre",),
    "/arbitre/account": ("ACCOUNT",),
    "/arbitre/accounts": ("/arbitre/accounts",),
    "/arbitre/engines": ("/arbitre/engines",),
    "/arbitre/engines/new": ("/arbitre/engines/new",),
    "/arbitre/engine/{number:int}": ("/arbitre/engine/1",),
    "/arbitre/engine/{number:int}/edit": ("/arbitre/engine/1/edit",),
    "/arbitre/games": ("/arbitre/games",),
    "/arbitre/screen": ("/arbitre/screen",),
    "/arbitre/games/new": ("/arbitre/games/new?game=poker",),
    "/arbitre/game/{number:int}": ("/arbitre/game/1?raw=1",),
    "/arbitre/tester": ("/arbitre/tester",),
    "/arbitre/news": ("NEWS",),
    "/arbitre/write": ("/arbitre/write",),
    "/arbitre/ladder": ("/arbitre/ladder",),
    "/arbitre/ladder/{game}": ("/arbitre/ladder/reversi",),
    "/arbitre/competitions": ("/arbitre/competitions",),
    "/arbitre/competitions/new": ("/arbitre/competitions/new",),
    "/arbitre/competition/{event:path}": ("/arbitre/competition/ladder/tictactoe",),
}
"""Pages of the referee; `ACCOUNT` and `NEWS` are pages of an owner."""
ELSEWHERE = ("/nothing",)
NO_PAGE = {
    "/desk/{slug}/find": "a piece of the palette",
    "/desk/{slug}/foresee": "data for the line of results",
    "/desk/{slug}/players/search": "a piece of the page of players",
    "/healthz": "data for whoever watches the server",
    "/static/{name}": "a file that pages load",
    "/t/{slug}/live": "a stream",
    "/t/{slug}/club.css": "a style sheet",
    "/t/{slug}/mark.css": "a style sheet",
    "/t/{slug}/logo": "a picture",
    "/t/{slug}/qr.svg": "a picture",
    "/t/{slug}/player/{player:int}/qr.svg": "a picture",
    "/desk/{slug}/publish.zip": "a file",
    "/desk/{slug}/export/file.ronde": "a file",
    "/arbitre/account/games.zip": "a file",
    "/desk/{slug}/export/{format}": "a file",
    "/desk/{slug}/export/list/{list}": "a file",
    "/desk/{slug}/export/sheet/{player:int}": "a file",
    "/arbitre/kits/{file}": "a file",
    "/arbitre/wall": "a piece of the home of the referee",
    "/arbitre/game/{number:int}/live": "a stream",
    "/arbitre/game/{number:int}/ply/{ply:int}": "a piece of the page of a game",
}
"""Addresses that answer with something else than a page, and with what."""


def page_routes(folder: Path) -> list[str]:
    """The routes of the whole house, with a referee, at which a page may be."""
    wing: list[EngineRoutes] = []

    def built(hall: Tournaments, seats: Accounts) -> EngineRoutes:
        wing.append(EngineRoutes(hall, seats, EngineOptions("http://localhost", parse_allowed(""))))
        return wing[0]

    async def looked() -> set[str]:
        routes = make_app([folder], Accounts(), [GamePages, built]).routes
        await wing[0].server.close()
        asked = {one.path for one in routes if isinstance(one, Route) and "GET" in (one.methods or ())}
        return {path for path in asked if not path.startswith("/api/")}  # data for programs

    with ThreadPoolExecutor(1) as beside:  # a browser that is open has a loop in this thread already
        found = beside.submit(lambda: asyncio.run(looked())).result()
    return sorted(path for path in found if not path.endswith(".json"))
