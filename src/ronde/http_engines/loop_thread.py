"""A thread with an event loop: engines at addresses for a blocking referee, in `tournoi` or on a worker.

One loop in a thread of its own carries the requests of all games of the process, and takes the call-backs at
a small door of its own. Engines get its address: the address of this machine on the way to the
engine, or what RONDE_REFEREE_URL says.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import socket
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from aiohttp import web

from ronde.engines.door import EngineFault, Reply, Verdict
from ronde.games.door import Call, Side
from ronde.http_engines.addresses import Allowed, parse_allowed
from ronde.http_engines.card import EngineCard, Manner
from ronde.http_engines.mailbox import PATH, Callbacks, Mailbox, call_back_address
from ronde.http_engines.requests import Requests
from ronde.http_engines.wire import LONGEST_QUERY

_URL: Final = "RONDE_REFEREE_URL"
_PORT: Final = "RONDE_REFEREE_PORT"
EVERYWHERE: Final = "0.0.0.0"
SETTLE: Final = 6.0
"""Seconds for sending the last requests of games before the process ends."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CallBacks:
    """Where engines call back; what is not said here says the environment."""

    url: str = ""
    """The address sent to engines, if they see this machine under another name."""
    port: int = 0
    """The port of the door for call-backs; any free one if it is not set."""

    @property
    def environment(self) -> dict[str, str]:
        """The same for a process that is started."""
        variables = {_URL: self.url, _PORT: str(self.port or "")}
        return {name: text for name, text in variables.items() if text}

    def known(self) -> CallBacks:
        """The same with what the environment says."""
        port = os.environ.get(_PORT, "")
        return CallBacks(
            self.url or os.environ.get(_URL, ""), self.port or (int(port) if port.isdecimal() else 0)
        )


class LoopThread:
    """A loop in a thread, its couriers, and the doors that are open for call-backs."""

    def __init__(self, allow: Allowed, *, url: str = "", port: int = 0) -> None:
        self._allow = allow
        self._url = call_back_address(url) if url else ""
        self._port = port
        self._mailbox = Mailbox()
        self._inbox = Callbacks(self._mailbox, _nobody)
        self._couriers: dict[str, Requests] = {}
        """By the address of this machine they are called back at; empty where nobody calls back."""
        self._runners: list[web.ServerRunner] = []
        self._ways: dict[str, str] = {}
        self._opening = asyncio.Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="outpost", daemon=True)
        self._thread.start()

    def ask(
        self, card: EngineCard, call: Call, *, game: str, side: Side, deadline: float, timeout: float
    ) -> Future[Reply]:
        """Ask an engine for a move; its time begins when the loop calls it, however late the loop is."""
        return self._soon(self._ask(card, call, game, side, deadline - time.monotonic(), timeout))

    async def _ask(
        self, card: EngineCard, call: Call, game: str, side: Side, seconds: float, timeout: float
    ) -> Reply:
        try:
            async with asyncio.timeout(seconds):
                requests = await self._requests(card)
        except TimeoutError:  # nobody told us in time where the engine lives
            raise EngineFault(Verdict.LATE) from None
        deadline = time.monotonic() + seconds
        return await requests.ask(card, call, game=game, side=side, deadline=deadline, timeout=timeout)

    def tell(self, card: EngineCard, call: Call, *, game: str) -> None:
        """Send the last request of a game, which nobody waits for."""
        self._soon(self._tell(card, call, game))

    async def _tell(self, card: EngineCard, call: Call, game: str) -> None:
        (await self._requests(card)).tell(card, call, game=game)

    def _soon(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self) -> None:
        """Let the last requests arrive, and end the thread."""
        if not self._thread.is_alive():
            return
        with suppress(Exception):
            self._soon(self._close()).result(SETTLE + 2)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(2)
        if not self._thread.is_alive():
            self._loop.close()

    async def _close(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE):
                for requests in self._couriers.values():
                    await requests.settle()
        for requests in self._couriers.values():
            await requests.close()
        for runner in self._runners:
            await runner.cleanup()

    async def _requests(self, card: EngineCard) -> Requests:
        """What sends requests to an engine, and receives its call-backs if it makes any."""
        here = await self._here(card) if card.manner is Manner.CALL_BACK else ""
        async with self._opening:
            if here not in self._couriers:
                referee = await self._door(here) if here else ""
                requests = Requests(self._mailbox, referee, self._allow)
                await requests.open()
                self._couriers[here] = requests
            return self._couriers[here]

    async def _here(self, card: EngineCard) -> str:
        """The address of this machine on the way to an engine."""
        if self._url:
            return EVERYWHERE
        parts = urlsplit(card.url)
        host, port = parts.hostname or "", parts.port or 80
        if host not in self._ways:
            try:
                addresses = await self._loop.getaddrinfo(host, port, type=socket.SOCK_DGRAM)
            except OSError:  # the request will find that out too, and say it
                return "127.0.0.1"
            self._ways[host] = _way(addresses)
        return self._ways[host]

    async def _door(self, here: str) -> str:
        """Listen for call-backs at one address of this machine; returns the address to send to engines."""
        place = socket.socket(socket.AF_INET6 if ":" in here else socket.AF_INET)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((here, self._port))
        except OSError:
            place.close()
            raise
        runner = web.ServerRunner(web.Server(self._take))
        await runner.setup()
        await web.SockSite(runner, place).start()
        self._runners.append(runner)
        host = f"[{here}]" if ":" in here else here
        return self._url or f"http://{host}:{place.getsockname()[1]}{PATH}"

    async def _take(self, request: web.BaseRequest) -> web.Response:
        path, _, query = request.raw_path.partition("?")
        if path != PATH:
            return web.Response(status=404)
        sender = (request.remote or "", 0)
        scope = {"method": request.method, "query_string": query.encode(), "client": sender}
        posted = await request.content.read(LONGEST_QUERY) if request.method == "POST" else b""
        status, text = self._inbox.take(scope, posted)
        return web.Response(status=status, text=text, headers={"Cache-Control": "no-store"})


def _way(addresses: list[Any]) -> str:
    """Our own end of the way to the first of some addresses that there is a way to; nothing is sent."""
    for family, kind, _, _, address in addresses:
        with suppress(OSError), socket.socket(family, kind) as asking:
            asking.connect(address)
            return str(asking.getsockname()[0])
    return "127.0.0.1"


async def _nobody(scope: Any, receive: Any, send: Any) -> None:
    """There is nothing here but the door for call-backs."""


_posts: dict[tuple[str, CallBacks], LoopThread] = {}
_lock: Final = threading.Lock()


def outpost(allow: str, call_backs: CallBacks) -> LoopThread:
    """The outpost of this process for engines in these local ranges, opened when it is first needed."""
    with _lock:
        known = call_backs.known()
        if (allow, known) not in _posts:
            made = LoopThread(parse_allowed(allow), url=known.url, port=known.port)
            atexit.register(made.close)
            _posts[allow, known] = made
        return _posts[allow, known]
