"""A game server with its call-back address and a server of many engines, all real and all on the loopback."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar

import uvicorn
from aiohttp import ClientSession, web

from ronde.arena.games import find_game
from ronde.arena.http import Callbacks, EngineCard, GameServer, Manner
from ronde.web.server.addresses import parse_allowed

LOOPBACK = "127.0.0.0/8,::1/128"
Engine = Callable[[web.Request], Awaitable[web.StreamResponse]]
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T], seconds: float = 180.0) -> T:
    """Run a scenario in a loop of its own; it must not hang."""
    return asyncio.run(asyncio.wait_for(work, seconds))


def bound(host: str = "127.0.0.1", port: int = 0) -> socket.socket:
    """A listening place of our own."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind((host, port))
    return made


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """No page but the call-back address."""
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


class Listening:
    """A uvicorn server in this loop, on a socket that is bound already."""

    def __init__(self, app: Any, place: socket.socket) -> None:
        config = uvicorn.Config(
            app, log_level="warning", lifespan="off", access_log=False, proxy_headers=False
        )
        self._server = uvicorn.Server(config)
        self._server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self._place = place

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._server._serve([self._place]))
        while not self._server.started:
            await asyncio.sleep(0.005)
        return self

    async def __aexit__(self, *trouble: object) -> None:
        self._server.should_exit = self._server.force_exit = True
        await self._task
        self._place.close()


class Hosting:
    """Many engines behind one port, each under its own path."""

    def __init__(self, place: socket.socket) -> None:
        self.engines: dict[str, Engine] = {}
        self.port: int = place.getsockname()[1]
        self._place = place
        self.client: ClientSession

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/{tail:.*}", self._serve)
        self.client = ClientSession()
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.SockSite(self._runner, self._place).start()
        return self

    async def __aexit__(self, *trouble: object) -> None:
        await self.client.close()
        await self._runner.cleanup()
        self._place.close()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        return await self.engines[request.path.split("/")[1]](request)

    async def call_back(self, request: web.Request, value: str, **other: str) -> tuple[int, str]:
        """Send a value to the referee who asked; the status and the receipt."""
        query = request.query
        letter = {"Game": query["Game"], "MoveId": query["MoveId"], "Value": value, **other}
        async with self.client.get(query["Referee"], params=letter) as answer:
            return answer.status, (await answer.text()).strip()

    async def reply(self, request: web.Request, value: str) -> web.Response:
        """Answer in the way the request asks for."""
        if request.query.get("Referee"):
            await self.call_back(request, value)
            return web.Response(text="thank you")
        return web.Response(text=value)


class Arena:
    """Office, inbox and engines."""

    def __init__(self, path: Path, *, allow: str = LOOPBACK) -> None:
        self._place = bound()
        self.hosting = Hosting(bound())
        self.referee = f"http://127.0.0.1:{self._place.getsockname()[1]}/referee"
        self.server = GameServer(path / "arbitre.db", referee=self.referee, allow=parse_allowed(allow))
        self._listening = Listening(Callbacks(self.server.pending_moves, nothing), self._place)

    async def __aenter__(self) -> Self:
        await self.hosting.__aenter__()
        await self._listening.__aenter__()
        await self.server.open()
        return self

    async def __aexit__(self, *trouble: object) -> None:
        await self.server.close()
        await self._listening.__aexit__()
        await self.hosting.__aexit__()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        """The address of an engine that lives here."""
        return f"http://{host}:{self.hosting.port}/{path}"

    def engine(
        self,
        name: str,
        answers: Engine,
        *,
        game: str = "tictactoe",
        manner: Manner = Manner.CALL_BACK,
        url: str = "",
        **card: Any,
    ) -> EngineCard:
        """Register an engine that answers so."""
        self.hosting.engines[name] = answers
        made = EngineCard(0, name, game, url or self.url(name), manner=manner, **card)
        return self.server.book.add_engine(made)

    def house(self, game: str = "tictactoe") -> EngineCard:
        """The house's own player."""
        return self.server.book.add_engine(EngineCard(0, "house", game, "", manner=Manner.BUILT_IN))

    def legal(self, game: str = "tictactoe") -> Engine:
        """An engine for TicTacToe that takes the first free cell."""
        assert find_game(game).name == "tictactoe"

        async def answers(request: web.Request) -> web.StreamResponse:
            if request.query["Status"] != "0":
                return web.Response(text="")
            return await self.hosting.reply(request, first_free(request.query["Tray"]))

        return answers


def first_free(tray: str) -> str:
    """The first free cell of a TicTacToe tray."""
    return "1" if tray == "Init" else str(tray.index("0") + 1)
