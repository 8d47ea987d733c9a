"""The addresses of the Arbitre."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ronde.app.command import Right
from ronde.arena.web.routes import EngineOptions, EngineRoutes
from ronde.web.server.accounts import Accounts
from ronde.web.server.addresses import parse_allowed
from ronde.web.server.application import make_app
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.tournaments import Tournaments


def routes(folder: Path) -> list[GuardedRoute]:
    """All of them, of a house that is not opened."""

    async def built() -> list[GuardedRoute]:
        wing: list[EngineRoutes] = []

        def make(hall: Tournaments, seats: Accounts) -> EngineRoutes:
            wing.append(EngineRoutes(hall, seats, EngineOptions("http://localhost", parse_allowed(""))))
            return wing[0]

        make_app([folder], Accounts(), [make])
        found = wing[0].routes()
        await wing[0].server.close()
        return found

    return asyncio.run(built())


def test_no_address_is_there_twice_and_whatever_writes_asks_for_a_right(tmp_path: Path) -> None:
    found = routes(tmp_path)
    addresses = [(route.path, method) for route in found for method in route.methods or ()]
    free = {route.path for route in found if route.right is Right.ANYBODY and "POST" in (route.methods or ())}

    assert len(addresses) == len(set(addresses)) > 20
    assert all(path.startswith("/arbitre/game") for path in free), "only games are for everybody"
