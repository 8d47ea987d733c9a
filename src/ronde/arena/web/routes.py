"""The routes of engines at addresses: their game server, their pages, the call-back address."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.types import ASGIApp

from ronde.arena.http import Callbacks, GameServer, add_built_in_engines, call_back_address
from ronde.arena.web.accounts import AccountPages
from ronde.arena.web.alarms import LossAlarms
from ronde.arena.web.challenges import ChallengePages
from ronde.arena.web.competitions import CompetitionPages
from ronde.arena.web.engine_pages import EnginePages, OwnerPages
from ronde.arena.web.game_view import WallPages
from ronde.arena.web.games import EngineGamePages
from ronde.arena.web.ladder import LadderPages, Ladders
from ronde.arena.web.leagues import Leagues
from ronde.arena.web.tester import TesterPages, WritingPages
from ronde.arena.web.visitor import RefereeSite
from ronde.web.server.accounts import Accounts
from ronde.web.server.addresses import Allowed
from ronde.web.server.extension import Extension
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rendering import warm_up
from ronde.web.server.security import Buckets
from ronde.web.server.tournaments import Tournaments

BOOK = "arbitre.db"
"""The name of the store in the served folder."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Options of the host: the address for engines, and the local ranges that may be called."""

    url: str
    allow: Allowed


class EngineRoutes(Extension):
    """One game server, open as long as the web server."""

    name = "referee"

    def __init__(self, tournaments: Tournaments, accounts: Accounts, wish: EngineOptions) -> None:
        self.server = GameServer(
            tournaments.folder / BOOK, referee=call_back_address(wish.url), allow=wish.allow
        )
        self.allow = wish.allow
        self.site = RefereeSite(self.server, tournaments, accounts)
        self.leagues = Leagues(self.site)
        self.ladders = Ladders(self.site)
        self.alarms = LossAlarms(self.site, wish.allow)
        self._odd = Buckets(rate=2.0, burst=200)
        """Call-backs without a pending move, per address; correct ones are never counted."""

    def routes(self) -> list[GuardedRoute]:
        games, owners = EngineGamePages(self.site), OwnerPages(self.site, self.allow)
        wall = WallPages(self.site)
        return [
            *owners.routes(),
            *wall.routes(),
            *EnginePages(self.site, games, owners, wall, self.allow).routes(),
            *games.routes(),
            *ChallengePages(self.site, games, owners.shown).routes(),
            *TesterPages(self.site, self.allow).routes(),
            *AccountPages(self.site).routes(),
            *WritingPages(self.site).routes(),
            *LadderPages(self.site, self.ladders).routes(),
            *CompetitionPages(self.site, games, self.leagues).routes(),
        ]

    def around(self, app: ASGIApp) -> ASGIApp:
        """The application behind the call-back address."""
        return Callbacks(self.server.pending_moves, app, self._odd.take)

    async def open(self) -> None:
        """Continue all interrupted games and competitions."""
        warm_up()
        add_built_in_engines(self.server.book)
        await self.server.open()
        self.site.loop = asyncio.get_running_loop()
        self.leagues.resume()
        self.ladders.resume()
        self.alarms.open()

    async def close(self) -> None:
        """Stop; running games continue after the next start."""
        await self.alarms.close()
        await self.ladders.close()
        await self.leagues.close()
        await self.server.close()
