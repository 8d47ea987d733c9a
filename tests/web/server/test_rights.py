"""Every route declares its right; whoever has it comes in, and nobody else does."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from ronde.app.command import CHIEF, Right
from ronde.arena.http import EngineCard
from ronde.arena.web.programs import GamePages
from ronde.arena.web.routes import EngineOptions, EngineRoutes
from ronde.web.desk.pages import MORE, PLACES, POSTED
from ronde.web.server.account_store import AccountStore
from ronde.web.server.accounts import GRANTED, Account, Accounts, Role
from ronde.web.server.addresses import parse_allowed
from ronde.web.server.application import make_app
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import COOKIE

VISITORS: dict[str, Account | None] = {
    "nobody": None,
    "helper": Account("helper Ann", Role.HELPER, "open"),
    "helper of another tournament": Account("helper Bob", Role.HELPER, "other"),
    "arbiter": Account("arbiter Zoe", Role.ARBITER),
    "chief": Account(CHIEF, Role.CHIEF),
    "owner": Account("Ada", Role.OWNER),
}
VALUES = {
    "slug": "open", "number": "1", "table": "1", "player": "1", "ply": "1", "word": "nothing",
    "token": "nothing",
    "kind": "pairings", "format": "csv", "list": "standings", "name": "1-1-1", "game": "reversi",
    "event": "nothing", "id": "nothing", "file": "nothing",
}  # fmt: skip
ASKS_ITSELF = ("/enter", "/enter/{word}", "/t/{slug}/card/{player:int}/{word}")
"""Routes for everybody, whose pages look at a password or a secret word themselves."""
_CLIENTS = count(1)


class Watched(AccountStore):
    """A register that notes who asks it in the loop, where nothing may wait for a disk."""

    def __init__(self) -> None:
        self.in_loop: list[str] = []
        self.asked: list[str] = []
        super().__init__()

    def rows(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        self._note(question)
        return super().rows(question, *values)

    def write(self, order: str, *values: Any) -> int:
        self._note(order)
        return super().write(order, *values)

    def _note(self, text: str) -> None:
        self.asked.append(text)
        if asyncio._get_running_loop() is not None:
            self.in_loop.append(text)


@pytest.fixture
def folder(file: Path) -> Path:
    """Two tournaments."""
    shutil.copy(file, file.with_name("other.ronde"))
    return file.parent


@asynccontextmanager
async def house(folder: Path, seats: Accounts) -> AsyncIterator[Starlette]:
    """The whole application, with a referee."""
    wish = EngineOptions("http://localhost", parse_allowed(""))
    app = make_app([folder], seats, [GamePages, lambda hall, seats: EngineRoutes(hall, seats, wish)])
    async with app.router.lifespan_context(app):
        yield app


def routes_of(app: Starlette) -> list[GuardedRoute]:
    """All routes but that of pictures, styles and scripts, which is for everybody and looks nobody up."""
    guarded = [route for route in app.routes if isinstance(route, GuardedRoute)]
    others = [route for route in app.routes if not isinstance(route, GuardedRoute)]
    assert [route.path for route in others if isinstance(route, Route)] == ["/static/{name}"]
    assert len(others) == 1
    return guarded


async def status_of(app: Starlette, method: str, path: str, headers: dict[str, str]) -> int:
    """The status of an answer; its body may never end."""
    begun: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    sent: list[dict[str, Any]] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not sent:
            await asyncio.Event().wait()
        return sent.pop()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start" and not begun.done():
            begun.set_result(message["status"])

    number = next(_CLIENTS)
    scope = {
        "type": "http", "method": method, "http_version": "1.1", "scheme": "http", "path": path,
        "query_string": b"", "root_path": "", "client": (f"127.1.{number // 250}.{number % 250}", 1),
        "server": ("127.0.0.1", 80), "state": {}, "extensions": {},
        "headers": [(b"host", b"localhost"), *((a.encode(), b.encode()) for a, b in headers.items())],
    }  # fmt: skip
    asking: asyncio.Future[Any] = asyncio.ensure_future(app(scope, receive, send))
    waited: set[asyncio.Future[Any]] = {asking, begun}
    await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED, timeout=30)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    return begun.result()


def path_of(route: GuardedRoute, **values: str) -> str:
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: (VALUES | values)[found[1]], route.path)


def test_every_route_declares_a_right_and_rights_of_a_tournament_name_it(folder: Path) -> None:
    async def walked() -> list[tuple[str, Right]]:
        async with house(folder, Accounts()) as app:
            return [(route.path, route.right) for route in routes_of(app)]

    declared = asyncio.run(walked())

    assert len(declared) > 100
    for path, right in declared:
        assert (right in GRANTED) <= ("{slug}" in path), path
        assert (right is Right.ANYBODY) <= (not path.startswith(("/desk", "/house", "/seats"))), path


def test_every_route_lets_in_whom_it_declares_and_asks_the_register_outside_the_loop(folder: Path) -> None:
    async def walked() -> tuple[list[tuple[str, str, str, int, bool]], list[str]]:
        register = Watched()
        seats = Accounts(register)
        kept = {name: seat and seats.stored_account(seat) for name, seat in VISITORS.items()}
        owner = kept["owner"]
        assert owner
        told = []
        async with house(folder, seats) as app:
            card = EngineCard(0, "Mine", "reversi", "http://192.0.2.1/", owner=owner.id)
            number = str(app.state.referee.server.book.add_engine(card).id)
            register.in_loop.clear()  # before this, nobody could ask
            for route in routes_of(app):
                for method in sorted((route.methods or set()) - {"HEAD"}):
                    for name, seat in kept.items():
                        headers = {"sec-fetch-site": "same-origin"}
                        if seat:
                            word = await asyncio.to_thread(seats.begin, seat)
                            headers["cookie"] = f"{COOKIE}={word}"
                        path = path_of(route, number=number if "/engine/" in route.path else "1")
                        status = await status_of(app, method, path, headers)
                        may = seat.may(route.right, "open") if seat else route.right is Right.ANYBODY
                        if route.path.startswith("/api/") and route.right is not Right.ANYBODY:
                            assert status == 401, (name, route.path)  # cookies of browsers are nobody's here
                            continue
                        told.append((name, method, route.path, status, may))
            return told, register.in_loop

    told, in_loop = asyncio.run(walked())

    wrong = [one for one in told if one[2] not in ASKS_ITSELF and (one[3] != 403) != one[4]]
    assert wrong == []
    assert [one for one in told if one[3] >= 500] == []
    assert in_loop == []


def test_the_menu_of_the_desk_offers_what_the_routes_let_in(folder: Path) -> None:
    async def declared() -> dict[tuple[str, str], Right]:
        async with house(folder, Accounts()) as app:
            return {
                (route.path, method): route.right
                for route in routes_of(app)
                for method in route.methods or ()
            }

    rights = asyncio.run(declared())

    for name, (place, right) in {**PLACES, **MORE}.items():
        method = "POST" if name in POSTED else "GET"
        assert rights[re.split("[?#]", place)[0], method] is right, name


def test_a_request_asks_for_its_seat_once(folder: Path) -> None:
    async def asked() -> list[str]:
        register = Watched()
        seats = Accounts(register)
        word = seats.begin(seats.stored_account(Account("arbiter Zoe", Role.ARBITER)))
        async with house(folder, seats) as app:
            register.asked.clear()
            assert await status_of(app, "GET", "/desk/open", {"cookie": f"{COOKIE}={word}"}) == 200
            return [re.findall(r"FROM (\w+)", question)[0] for question in register.asked]

    assert asyncio.run(asked()) == ["word", "proposal"], "whose session it is, and what the phones say"


def test_a_word_that_is_no_session_is_nobodys(folder: Path) -> None:
    async def asked() -> list[int]:
        seats = Accounts()
        link = seats.invite(CHIEF)
        token = seats.make_token(Account("token robot", Role.TOKEN, "open", frozenset(GRANTED)), 1)
        async with house(folder, seats) as app:
            return [
                await status_of(app, "GET", "/desk/open", {"cookie": f"{COOKIE}={word}"})
                for word in ("guess", link, token, "é" * 400)
            ]

    assert asyncio.run(asked()) == [403, 403, 403, 403]


def test_the_rights_of_a_token_are_kept() -> None:
    seats = Accounts()
    word = seats.make_token(Account("token robot", Role.TOKEN, "open", frozenset({Right.RESULTS})), 1)
    found = seats.token_holder(word)

    assert found is not None
    assert found.granted == {Right.RESULTS}
    assert seats.signed_in(word) is None, "a token is no session of a browser"
